import slugify from '@sindresorhus/slugify'
import type { GroupOrder, Order } from './orders.ts'
import { demoSlugs } from './seed.ts'

/** The code of the private rate of the two hotels with keys, which agencies sell by their terms. */
export const CONTRACT_RATE = 'ACENTE'

/** Hotels without a key in which the demo's agencies have terms, too. */
export const agencyHotels = {
  galata: slugify('Galata Kule Konak'),
  kaleici: slugify('Kaleiçi Portakal'),
  konyaalti: slugify('Konyaaltı Mavi'),
  lisbon: slugify('Miradouro da Graça'),
}

const { alfa, bravo } = demoSlugs
const { galata, kaleici, lisbon } = agencyHotels

/** Bookings of the agencies in the coming weeks, by the idempotency key that places each of them once. */
export const AGENCY_ORDERS = {
  'delta-contract': {
    ...{ hotel: alfa, room: 'TRP', rate: CONTRACT_RATE, by: 'agency', collect: 'agency' },
    ...{ made: -12, start: 24, nights: 3, guest: ['Selma', 'Güven', 'TR'] },
  },
  'delta-transfer': {
    ...{ hotel: alfa, room: 'TRP', rate: 'FLEX', by: 'agencySeller' },
    ...{ made: -9, start: 38, nights: 2, guest: ['Tarık', 'Ersoy', 'TR'] },
    extras: [{ code: 'TRANSFER', quantity: 1 }],
    requests: 'Yüksek kat lütfen',
  },
  'delta-beach': {
    ...{ hotel: bravo, room: 'TRP', rate: CONTRACT_RATE, by: 'agency', collect: 'agency' },
    ...{ made: -20, start: 26, nights: 5, guest: ['Jörg', 'Albrecht', 'DE'] },
    extras: [{ code: 'TRANSFER', quantity: 2 }],
  },
  'delta-arrives': {
    ...{ hotel: galata, room: 'DBL', by: 'agency' },
    ...{ made: -6, start: 0, nights: 2, guest: ['Fatma', 'Erdoğan', 'TR'] },
    arrivalTime: '16:00',
  },
  'delta-deadline': {
    ...{ hotel: galata, room: 'TWN', rate: 'FLEX', by: 'agencySeller', collect: 'agency' },
    ...{ made: -11, start: 3, nights: 2, guest: ['Volkan', 'Tuna', 'TR'] },
    requests: 'Geç giriş, 22:30 civarı',
  },
  'delta-later': {
    ...{ hotel: lisbon, room: 'DBL', rate: 'FLEX', by: 'agency', collect: 'agency' },
    ...{ made: -5, start: 12, nights: 3, guest: ['Beatriz', 'Lopes', 'ES'] },
  },
  'delta-dropped': {
    ...{ hotel: galata, room: 'DBL', by: 'agency' },
    ...{ made: -8, start: 10, nights: 2, guest: ['Hakan', 'Oral', 'TR'] },
  },
  'delta-option-1': {
    ...{ hotel: kaleici, room: 'DBL', by: 'agency', optionDays: 1 },
    ...{ made: -1, start: 15, nights: 4, guest: ['Gül', 'Soylu', 'TR'] },
  },
  'delta-option-2': {
    ...{ hotel: galata, room: 'DBL', by: 'agencySeller', optionDays: 2 },
    ...{ made: -1, start: 20, nights: 3, guest: ['Cem', 'Barlas', 'TR'] },
    requests: 'Evlilik yıl dönümü, odaya çiçek',
  },
  'delta-option-3': {
    ...{ hotel: bravo, room: 'TRP', by: 'agency', optionDays: 4 },
    ...{ made: -1, start: 45, nights: 3, guest: ['Ingrid', 'Falk', 'DE'] },
  },
  'ege-city': {
    ...{ hotel: alfa, room: 'TRP', rate: 'FLEX', by: 'otherAgency', collect: 'agency' },
    ...{ made: -7, start: 29, nights: 2, guest: ['Levent', 'Uçar', 'TR'] },
  },
  'ege-beach': {
    ...{ hotel: bravo, room: 'TRP', by: 'otherAgency' },
    ...{ made: -10, start: 31, nights: 4, guest: ['Nalan', 'Özkan', 'TR'] },
  },
} satisfies Record<string, Order>

/** Reservations of several stays that the agencies have made. */
export const AGENCY_GROUPS = {
  'delta-tour': {
    ...{ hotel: bravo, by: 'agency', collect: 'agency', rate: 'STD' },
    ...{ made: -15, start: 33, nights: 4, guest: ['Pınar', 'Sezer', 'TR'] },
    company: 'Kıyı Kongre Ltd. Şti.',
    requests: 'Odalar aynı katta olsun',
    stays: [
      { room: 'TRP', adults: 3, extras: [{ code: 'TRANSFER', quantity: 1 }] },
      { room: 'DBL', rooms: 2, adults: 4 },
    ],
  },
  'delta-families': {
    ...{ hotel: galata, by: 'agencySeller' },
    ...{ made: -4, start: 17, nights: 3, guest: ['Oya', 'Gürsel', 'TR'] },
    stays: [{ room: 'FAM', childAges: [7] }, { room: 'TWN' }],
  },
} satisfies Record<string, GroupOrder>

/** A booking of last month that is over: its day of check-out, and the part that its agency has paid, in per cent. */
export type PastOrder = Omit<Order, 'made' | 'start'> & { lastDay: number; paidPercent?: number }

/** Stays of the agencies' guests last month, which their statements hold. */
export const PAST_ORDERS = {
  'delta-past-1': {
    ...{ hotel: alfa, room: 'DLX', by: 'agency', collect: 'agency', paidPercent: 40 },
    ...{ lastDay: 9, nights: 3, guest: ['Ayla', 'Kural', 'TR'] },
  },
  'delta-past-2': {
    ...{ hotel: alfa, room: 'TWN', rate: CONTRACT_RATE, by: 'agency', collect: 'agency' },
    ...{ lastDay: 17, nights: 2, guest: ['Erik', 'Nyberg', 'SE'] },
    extras: [{ code: 'PARKING', quantity: 1 }],
  },
  'delta-past-3': {
    ...{ hotel: alfa, room: 'DBL', rate: 'FLEX', by: 'agencySeller' },
    ...{ lastDay: 22, nights: 2, guest: ['Meral', 'Doğru', 'TR'] },
  },
  'delta-past-4': {
    ...{ hotel: bravo, room: 'TWN', by: 'agency', collect: 'agency' },
    ...{ lastDay: 14, nights: 4, guest: ['Sanne', 'Bakker', 'NL'] },
    extras: [{ code: 'TRANSFER', quantity: 1 }],
  },
  'delta-past-5': {
    ...{ hotel: bravo, room: 'DLX', by: 'agency' },
    ...{ lastDay: 24, nights: 3, guest: ['Harun', 'Alp', 'TR'] },
  },
  'ege-past-1': {
    ...{ hotel: alfa, room: 'TWN', by: 'otherAgency', collect: 'agency' },
    ...{ lastDay: 12, nights: 2, guest: ['Şule', 'Bora', 'TR'] },
  },
} satisfies Record<string, PastOrder>
