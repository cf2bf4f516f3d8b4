import { addDay } from './bookings.ts'
import type { Scene } from './oversold.ts'
import { dayFromNow } from './process.ts'

const HOTEL = 'alfa'
export const FIRST = dayFromNow(30)
const ROOMS = ['TWN', 'DBL']
const RATES = ['BAR', 'BB']
/** Days of a full sync, as Channex asks for. */
const SYNC_DAYS = 500

/** An element of a `PATCH`. */
type Element = Record<string, unknown>

/** One step of a channel manager's certification: the requests to send and the state to read afterwards. */
export type Step = {
  name: string
  /** Elements of each call. */
  calls: Element[][]
  /** Days of rates that must be read as they were sent. */
  reads?: { roomCode: string; rateCode: string; date: string; day: Element }[]
  /** Counts that must be read. */
  counts?: { roomCode: string; date: string; available: number }[]
}

const on = (offset: number) => addDay(FIRST, offset)
const range = (from: number, to: number) => ({ dateFrom: on(from), dateTo: on(to) })
const read = (roomCode: string, rateCode: string, offset: number, day: Element) => ({
  ...{ roomCode, rateCode, date: on(offset), day },
})

/** Every price and count of 500 days: weekdays, weekends, and a minimum of two nights at weekends. */
const fullSync: Element[] = ROOMS.flatMap((roomCode, room) => [
  { roomCode, ...range(0, SYNC_DAYS - 1), available: 8, priceCents: 9_000, closed: false },
  ...RATES.flatMap((rateCode, rate) => [
    {
      roomCode,
      rateCode,
      ...range(0, SYNC_DAYS - 1),
      priceCents: 10_000 + 1_000 * room + 2_000 * rate,
    },
    {
      ...{ roomCode, rateCode, ...range(0, SYNC_DAYS - 1), weekdays: ['fri', 'sat'] },
      ...{ priceCents: 13_000 + 1_000 * room + 2_000 * rate, minStay: 2 },
    },
  ]),
])

/** Channex's PMS certification, steps 1 to 12: each is one call of ranges. */
export const STEPS: Step[] = [
  {
    name: '1 full sync, 500 days',
    calls: [fullSync],
    counts: ROOMS.map((roomCode) => ({ roomCode, date: on(499), available: 8 })),
  },
  {
    name: '2 one date, one rate',
    calls: [[{ roomCode: 'TWN', rateCode: 'BAR', date: on(10), priceCents: 33_300 }]],
    reads: [read('TWN', 'BAR', 10, { priceCents: 33_300 })],
  },
  {
    name: '3 one date, several rates',
    calls: [
      [
        { roomCode: 'TWN', rateCode: 'BAR', date: on(11), priceCents: 33_300 },
        { roomCode: 'DBL', rateCode: 'BAR', date: on(12), priceCents: 44_400 },
        { roomCode: 'DBL', rateCode: 'BB', date: on(13), priceCents: 45_623 },
      ],
    ],
    reads: [
      read('DBL', 'BAR', 12, { priceCents: 44_400 }),
      read('DBL', 'BB', 13, { priceCents: 45_623 }),
    ],
  },
  {
    name: '4 several dates, several rates',
    calls: [
      [
        { roomCode: 'TWN', rateCode: 'BAR', ...range(1, 10), priceCents: 24_100 },
        { roomCode: 'DBL', rateCode: 'BAR', ...range(10, 16), priceCents: 31_266 },
        { roomCode: 'DBL', rateCode: 'BB', ...range(1, 20), priceCents: 11_100 },
      ],
    ],
    reads: [
      read('TWN', 'BAR', 10, { priceCents: 24_100 }),
      read('DBL', 'BAR', 16, { priceCents: 31_266 }),
      read('DBL', 'BB', 20, { priceCents: 11_100 }),
    ],
  },
  {
    name: '5 min stay',
    calls: [
      [
        { roomCode: 'TWN', rateCode: 'BAR', date: on(21), minStay: 3 },
        { roomCode: 'DBL', rateCode: 'BAR', date: on(22), minStayThrough: 2 },
        { roomCode: 'DBL', rateCode: 'BB', date: on(23), minStay: 5 },
      ],
    ],
    reads: [
      read('TWN', 'BAR', 21, { minStay: 3 }),
      read('DBL', 'BAR', 22, { minStayThrough: 2 }),
      read('DBL', 'BB', 23, { minStay: 5 }),
    ],
  },
  {
    name: '6 stop sell',
    calls: [
      [
        { roomCode: 'TWN', rateCode: 'BAR', date: on(24), closed: true },
        { roomCode: 'DBL', rateCode: 'BAR', ...range(25, 26), closed: true },
        { roomCode: 'DBL', date: on(27), closed: true },
      ],
    ],
    reads: [
      read('TWN', 'BAR', 24, { closed: true }),
      read('TWN', 'BB', 24, { closed: false }),
      read('DBL', 'BB', 27, { closed: true }),
    ],
  },
  {
    name: '7 max stay',
    calls: [[{ roomCode: 'TWN', rateCode: 'BB', ...range(30, 40), maxStay: 4 }]],
    reads: [read('TWN', 'BB', 40, { maxStay: 4 })],
  },
  {
    name: '8 closed to arrival',
    calls: [[{ roomCode: 'TWN', rateCode: 'BAR', ...range(30, 40), closedToArrival: true }]],
    reads: [read('TWN', 'BAR', 35, { closedToArrival: true, closedToDeparture: false })],
  },
  {
    name: '9 closed to departure',
    calls: [[{ roomCode: 'DBL', rateCode: 'BAR', ...range(30, 40), closedToDeparture: true }]],
    reads: [read('DBL', 'BAR', 35, { closedToArrival: false, closedToDeparture: true })],
  },
  {
    name: '10 half a year',
    calls: [
      [
        {
          roomCode: 'TWN',
          rateCode: 'BAR',
          ...range(50, 232),
          priceCents: 43_200,
          closedToArrival: false,
          closedToDeparture: false,
          minStay: 2,
        },
        {
          roomCode: 'DBL',
          rateCode: 'BAR',
          ...range(50, 232),
          priceCents: 34_200,
          minStay: 3,
          maxStay: 10,
        },
      ],
    ],
    reads: [
      read('TWN', 'BAR', 232, { priceCents: 43_200, minStay: 2 }),
      read('DBL', 'BAR', 232, { priceCents: 34_200, minStay: 3, maxStay: 10 }),
    ],
  },
  {
    name: '11 availability of one date',
    calls: [
      [
        { roomCode: 'TWN', date: on(60), available: 7 },
        { roomCode: 'DBL', date: on(64), available: 0 },
      ],
    ],
    counts: [
      { roomCode: 'TWN', date: on(60), available: 7 },
      { roomCode: 'DBL', date: on(64), available: 0 },
    ],
  },
  {
    name: '12 availability of several dates',
    calls: [
      [
        { roomCode: 'TWN', ...range(70, 76), available: 3 },
        { roomCode: 'DBL', ...range(77, 84), available: 4 },
      ],
    ],
    counts: [
      { roomCode: 'TWN', date: on(76), available: 3 },
      { roomCode: 'DBL', date: on(84), available: 4 },
    ],
  },
]

/** Two room types, each at two rates with prices of their own, one with breakfast. */
export async function openRates({ admin }: Scene): Promise<void> {
  await admin('POST', '/admin/boards', { code: 'BB', name: 'Bed and breakfast' })
  for (const roomCode of ROOMS)
    await admin('POST', `/admin/hotels/${HOTEL}/rooms`, {
      ...{ roomCode, name: roomCode, totalRooms: 10, boards: ['RO', 'BB'] },
      ...{ maxAdults: 2, maxOccupancy: 2 },
    })
  for (const rateCode of RATES)
    await admin('POST', `/admin/hotels/${HOTEL}/rates`, {
      ...{ rateCode, name: rateCode, pricing: { type: 'own' }, roomCodes: ROOMS },
      cancellation: { freeUntilDays: 1, penalty: 'first_night' },
      ...(rateCode === 'BB' && { boardCode: 'BB' }),
    })
}

/** A day of a rate as the partner reads it. */
export async function readRateDay(
  { partner }: Scene,
  { roomCode, rateCode, date }: { roomCode: string; rateCode: string; date: string },
): Promise<Element> {
  const query = `from=${date}&to=${date}&roomCode=${roomCode}&rateCode=${rateCode}`
  return (await partner('GET', `/rates?${query}`)).body.rooms[0].rates[0].days[0]
}
