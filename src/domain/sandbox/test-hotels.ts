import { addDays, type CalendarDate } from '../kernel/date.ts'

/** A hotel that is made for a vendor's test secret (contract-groups, *Vendors*): each has what the others have not. */
export type TestHotel = {
  slug: string
  name: string
  currency: string
  timezone: string
  checkinTime: string
  checkoutTime: string
  rooms: {
    roomCode: string
    name: string
    totalRooms: number
    sleeps: number
    priceCents: number
  }[]
  /** Restrictions of weekends. */
  weekend: { minStay?: number; maxStay?: number; closedToArrival?: true; minAdvanceDays?: number }
}

/** A day of a test hotel; `weekend` says if its restrictions hold. */
export type TestDay = {
  roomCode: string
  date: CalendarDate
  available: number
  priceCents: number
  closed: boolean
  isWeekend: boolean
}

/** Nights on sale from today. */
const DAYS = 365
/** Every so many days one night is closed for sale. */
const CLOSED_EVERY = 50

const TIMES = { checkinTime: '14:00', checkoutTime: '12:00' }

/** The hotels of a test secret: three currencies (one without decimals), three time zones, three kinds of weekends. */
export const TEST_HOTELS: readonly TestHotel[] = [
  {
    ...{ slug: 'test-istanbul', name: 'Test Hotel Istanbul', ...TIMES },
    ...{ currency: 'TRY', timezone: 'Europe/Istanbul' },
    rooms: [
      { roomCode: 'DBL', name: 'Double', totalRooms: 20, sleeps: 2, priceCents: 450_000 },
      { roomCode: 'FAM', name: 'Family', totalRooms: 6, sleeps: 4, priceCents: 720_000 },
    ],
    weekend: { minStay: 2 },
  },
  {
    ...{ slug: 'test-new-york', name: 'Test Hotel New York', ...TIMES },
    ...{ currency: 'USD', timezone: 'America/New_York' },
    rooms: [
      { roomCode: 'DBL', name: 'Double', totalRooms: 12, sleeps: 2, priceCents: 21_900 },
      { roomCode: 'STE', name: 'Suite', totalRooms: 2, sleeps: 3, priceCents: 54_900 },
    ],
    weekend: { closedToArrival: true, maxStay: 7 },
  },
  {
    ...{ slug: 'test-tokyo', name: 'Test Hotel Tokyo', ...TIMES, checkoutTime: '10:00' },
    ...{ currency: 'JPY', timezone: 'Asia/Tokyo' },
    rooms: [{ roomCode: 'TWN', name: 'Twin', totalRooms: 30, sleeps: 2, priceCents: 24_000 }],
    weekend: { minAdvanceDays: 3 },
  },
]

/** Returns the test hotel of a slug; undefined for any other. */
export const testHotelOf = (slug: string): TestHotel | undefined =>
  TEST_HOTELS.find((hotel) => hotel.slug === slug)

/** Returns the days of a test hotel from today, by room type and date. */
export const testDays = ({ rooms }: TestHotel, today: CalendarDate): TestDay[] =>
  rooms.flatMap(({ roomCode, totalRooms, priceCents }) =>
    Array.from({ length: DAYS }, (_, n) => {
      const date = addDays(today, n)
      const isWeekend = [5, 6].includes(new Date(date).getUTCDay())
      const closed = n % CLOSED_EVERY === CLOSED_EVERY - 1
      const price = isWeekend ? Math.round((priceCents * 5) / 4) : priceCents
      return { roomCode, date, available: totalRooms, priceCents: price, closed, isWeekend }
    }),
  )
