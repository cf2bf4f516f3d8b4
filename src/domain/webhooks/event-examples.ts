import { HOLD_MS } from '../bookings/booking.ts'
import type { OversoldNight } from '../days/event.ts'
import { addDays, type CalendarDate, instantText } from '../kernel/date.ts'
import type { EventName } from './webhook.ts'

/** The hotel and the time of an example. */
export type ExampleContext = {
  hotel: { slug: string; name: string; currency: string }
  today: CalendarDate
  atMs: number
}

/** Impossible booking codes: they contain characters that real codes never have. */
const [CODE, OTHER_CODE] = ['EXAMPLE001', 'EXAMPLE002'] as const
const PRICE_CENTS = 12_900
const NIGHTS = 2
const DAYS_AHEAD = 30
const DAY_MS = 86_400_000
const UNACKED_MS = 30 * 60_000

/** An example booking of a given age: the five fields of specification §2.4, then the record. */
function bookingOf({ hotel, today, atMs }: ExampleContext, { aheadDays = DAYS_AHEAD, ageMs = 0 }) {
  const [checkin, second, checkout] = [0, 1, NIGHTS].map((day) => addDays(today, aheadDays + day))
  const madeAt = instantText(atMs - ageMs)
  return {
    code: CODE,
    roomCode: 'DBL',
    checkin,
    checkout,
    totalPriceCents: NIGHTS * PRICE_CENTS,
    revision: 1,
    status: 'confirmed',
    hotelSlug: hotel.slug,
    hotelName: hotel.name,
    roomName: 'Double',
    rateCode: 'STD',
    rateName: 'Standard',
    boardCode: 'BB',
    rooms: 1,
    nights: NIGHTS,
    adults: 2,
    children: 0,
    childAges: null,
    guest: {
      ...{ firstName: 'Ada', lastName: 'Yılmaz', email: 'ada@example.com' },
      ...{ phone: null, country: 'TR' },
    },
    ...{ guestNames: [], arrivalTime: null, company: null },
    currency: hotel.currency,
    nightly: [checkin, second].map((date) => ({ date, priceCents: PRICE_CENTS })),
    taxes: [{ code: 'VAT', name: 'VAT', percentBp: 1_000, amountCents: 2_345 }],
    netCents: 23_455,
    cancellation: { freeUntilDays: 1, penalty: 'first_night' },
    penaltyCents: null,
    ...{ extras: [], extrasTotalCents: 0, extrasTaxes: [], payableCents: NIGHTS * PRICE_CENTS },
    payment: { collect: 'hotel', guarantee: null, paidCents: 0 },
    ...{ commissionBp: null, commissionCents: null, group: null },
    source: { type: 'web' },
    proof: 'mail',
    specialRequests: null,
    createdAt: madeAt,
    updatedAt: madeAt,
    confirmedAt: madeAt,
    cancelledAt: null,
    cancelReason: null,
    holdUntil: null,
    ackedRevision: null,
    externalId: null,
  }
}

/** A later revision of a booking made a day before, or some days before its end. */
function reviseBooking(ground: ExampleContext, { endedDays }: { endedDays?: number } = {}) {
  const aheadDays = endedDays === undefined ? DAYS_AHEAD : -endedDays
  const booking = bookingOf(ground, { aheadDays, ageMs: (1 + (endedDays ?? 0)) * DAY_MS })
  return { ...booking, revision: 2, updatedAt: instantText(ground.atMs) }
}

const night = ({ today }: ExampleContext, day: number) => ({
  roomCode: 'DBL',
  date: addDays(today, DAYS_AHEAD + day),
})

/** Example data of each event, as a hotel's real events would send it (contract §4). */
const EXAMPLES: Record<EventName, (ground: ExampleContext) => object> = {
  'booking.confirmed': (ground) => bookingOf(ground, {}),
  'booking.modified': (ground) => ({
    ...reviseBooking(ground),
    ...{ adults: 1, changes: ['adults'], previous: { adults: 2 } },
  }),
  'booking.cancelled': (ground) => ({
    ...reviseBooking(ground),
    status: 'cancelled',
    cancelledAt: instantText(ground.atMs),
    cancelReason: 'Plans changed',
    ...{ penaltyCents: 0, payableCents: 0 },
  }),
  'booking.no_show': (ground) => ({
    ...reviseBooking(ground, { endedDays: 0 }),
    ...{ status: 'no_show', penaltyCents: PRICE_CENTS, payableCents: PRICE_CENTS },
  }),
  'booking.completed': (ground) => ({
    ...reviseBooking(ground, { endedDays: NIGHTS }),
    status: 'completed',
  }),
  'booking.unacked': (ground) => bookingOf(ground, { ageMs: UNACKED_MS }),
  'booking.held': (ground) => ({
    ...bookingOf(ground, {}),
    ...{ status: 'pending', confirmedAt: null, holdUntil: instantText(ground.atMs + HOLD_MS) },
  }),
  'booking.released': (ground) => ({
    ...bookingOf(ground, { ageMs: HOLD_MS }),
    ...{ revision: 2, status: 'expired', confirmedAt: null, payableCents: 0 },
    updatedAt: instantText(ground.atMs),
  }),
  'booking.oversold': (ground): OversoldNight => ({
    ...night(ground, 0),
    ...{ totalRooms: 4, overbookingRooms: 0, sold: 5, bookings: [CODE, OTHER_CODE] },
  }),
  'availability.changed': (ground) => ({
    pushId: null,
    actor: { type: 'booking', id: CODE, by: 'guest', how: 'session' },
    days: [0, 1].map((day) => ({
      ...night(ground, day),
      ...{ available: 3, priceCents: PRICE_CENTS, closed: false },
    })),
  }),
  'guest.erased': ({ atMs }) => ({ code: CODE, groupCode: null, erasedAt: instantText(atMs) }),
  'hotel.connected': () => ({ scopes: ['availability:read', 'bookings:read', 'webhooks'] }),
  'hotel.disconnected': () => ({}),
}

/** Returns the example data of an event, complete and realistic. */
export const exampleOf = (event: EventName, ground: ExampleContext): object =>
  EXAMPLES[event](ground)
