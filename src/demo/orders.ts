import type { ExtraOrder } from '../domain/extras/extra-lines.ts'
import { demoSlugs } from './seed.ts'

/** A booking of the demo: made `made` days from today for a stay that begins `start` days from today. */
export type Order = {
  made: number
  start: number
  nights: number
  guest: [firstName: string, lastName: string, country: string]
  hotel?: string
  room: string
  /** Default 1. */
  rooms?: number
  /** Default `STD`. */
  rate?: string
  /** Ages of the children; default none. */
  childAges?: number[]
  by?: 'agency' | 'agencySeller' | 'otherAgency' | 'desk' | 'guest'
  hold?: boolean
  /** Days from today to the noon at which its option ends. */
  optionDays?: number
  /** Default: the hotel collects the price. */
  collect?: 'agency'
  requests?: string
  /** Pieces of `EXTRAS`. */
  extras?: ExtraOrder[]
  /** "HH:MM". */
  arrivalTime?: string
}

/** A reservation of several stays of the demo, all of the same nights. */
export type GroupOrder = Pick<
  Order,
  'made' | 'start' | 'nights' | 'guest' | 'by' | 'requests' | 'collect' | 'rate'
> & {
  hotel: string
  stays: (Pick<Order, 'room' | 'rooms' | 'childAges' | 'extras'> & { adults?: number })[]
  company?: string
}

/** The reservations of several stays, by the idempotency key that places each of them once. */
export const GROUPS = {
  'family-here': {
    ...{ hotel: demoSlugs.alfa, made: -30, start: -2, nights: 5 },
    guest: ['Nermin', 'Tekin', 'TR'],
    stays: [
      { room: 'FAM', childAges: [5, 9], extras: [{ code: 'CRIB', quantity: 1 }] },
      { room: 'SGL', adults: 1 },
    ],
  },
  'company-today': {
    ...{ hotel: demoSlugs.alfa, made: -25, start: 0, nights: 3, by: 'desk' },
    guest: ['Serkan', 'Uysal', 'TR'],
    company: 'Boğaz Lojistik A.Ş.',
    stays: [
      { room: 'SGL', rooms: 3, adults: 3, extras: [{ code: 'TRANSFER', quantity: 1 }] },
      { room: 'DBL', rooms: 4, adults: 4 },
      { room: 'TWN', rooms: 2, adults: 4 },
    ],
  },
  wedding: {
    ...{ hotel: demoSlugs.alfa, made: -40, start: 9, nights: 2 },
    guest: ['Derya', 'Aksoy', 'TR'],
    requests: 'Düğün misafirleri, aynı katta lütfen',
    stays: [
      { room: 'JSU' },
      { room: 'DBL', rooms: 4, adults: 8 },
      { room: 'TWN', rooms: 2, adults: 4 },
    ],
  },
  'two-families': {
    ...{ hotel: demoSlugs.bravo, made: -28, start: 3, nights: 4 },
    guest: ['Sophie', 'Krüger', 'DE'],
    stays: [
      { room: 'FAM', childAges: [4] },
      { room: 'TWN', adults: 2 },
    ],
  },
} satisfies Record<string, GroupOrder>

/** The bookings that show a case each, by the idempotency key that places each of them once. */
export const ORDERS = {
  'slept-1': {
    room: 'DLX',
    made: -20,
    start: -9,
    nights: 3,
    guest: ['Carla', 'Neri', 'IT'],
    by: 'guest',
  },
  'slept-2': { room: 'DBL', made: -18, start: -8, nights: 2, guest: ['Ömer', 'Çelik', 'TR'] },
  'slept-3': {
    room: 'TWN',
    made: -15,
    start: -6,
    nights: 1,
    guest: ['Inês', 'Faria', 'PT'],
    by: 'agency',
  },
  absent: { room: 'DBL', made: -12, start: -1, nights: 3, guest: ['Jonas', 'Weiß', 'DE'] },
  here: {
    room: 'JSU',
    made: -10,
    start: -1,
    nights: 4,
    guest: ['Aiko', 'Tanaka', 'JP'],
    requests: 'Quiet room, please',
  },
  today: { room: 'DBL', made: -3, start: 0, nights: 2, guest: ['Mehmet', 'Kaya', 'TR'] },
  agency: {
    room: 'TWN',
    made: -2,
    start: 21,
    nights: 5,
    guest: ['Zoë', 'Jansen', 'NL'],
    by: 'agency',
  },
  guest: {
    room: 'DLX',
    made: -1,
    start: 35,
    nights: 2,
    rate: 'FLEX',
    guest: ['Carla', 'Neri', 'IT'],
    by: 'guest',
  },
  changed: { room: 'FAM', made: -4, start: 14, nights: 2, guest: ['Liam', "O'Brien", 'IE'] },
  cancelled: { room: 'DBL', made: -5, start: 10, nights: 3, guest: ['Eva', 'Novák', 'AT'] },
  expired: {
    room: 'TWN',
    made: -1,
    start: 12,
    nights: 2,
    guest: ['Noah', 'Reed', 'US'],
    hold: true,
  },
  'walk-in': {
    ...{ room: 'DBL', made: 0, start: 0, nights: 1, by: 'desk' },
    guest: ['Ilgın', 'Öztürk', 'TR'],
  },
  fresh: {
    ...{ room: 'JSU', made: 0, start: 5, nights: 4, rate: 'FLEX' },
    guest: ['Klara', 'Horváth', 'HU'],
    requests: 'Airport transfer, TK1824, 16:40',
  },
  held: { room: 'DLX', made: 0, start: 18, nights: 2, guest: ['Yusuf', 'Demir', 'TR'], hold: true },
  'next-door': {
    room: 'DBL',
    made: -2,
    start: 7,
    nights: 3,
    guest: ['Olga', 'Marin', 'RO'],
    rate: 'NRF',
    hotel: demoSlugs.bravo,
  },
} satisfies Record<string, Order>
