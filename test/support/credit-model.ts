import fc from 'fast-check'

// A plain account of what an agency owes (contract-agencies, *Credit*): it knows bookings as their answers show them,
// and nothing of the service's column.

/** The price of a room for a night, and the commission without one of the terms. */
export const NIGHT_CENTS = 10_001
const OWN_BP = 1_000

/** The terms that the hotel set last. */
export type Terms = {
  active: boolean
  creditLimitCents: number | null
  commissionBp: number | null
}

/** A booking of the agency: its nights and rooms, and the share that it was made with. */
export type Owing = {
  code: string
  status: string
  collect: string
  nights: number
  rooms: number
  penaltyCents: number
  commissionBp: number
  paidCents: number
  adjustedCents: number
}

const by = fc.constantFrom('agent', 'manager')
const pick = fc.nat(9)
const size = { nights: fc.integer({ min: 1, max: 4 }), rooms: fc.integer({ min: 1, max: 2 }) }
const limit = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 9 }))
const override = fc.constantFrom(false, false, true)
const collect = fc.constantFrom('agency', 'agency', 'hotel')

/** One thing that happens; `pick` chooses among the bookings so far. */
export const command = fc.oneof(
  fc.record({
    type: fc.constant('terms' as const),
    active: fc.constantFrom(true, true, true, false),
    limitNights: limit,
    commissionBp: fc.constantFrom(null, 0, 777, 2_500),
  }),
  fc.record({ type: fc.constant('book' as const), ...size, collect, hold: fc.boolean() }),
  fc.record({ type: fc.constant('book' as const), ...size, collect, hold: fc.boolean() }),
  fc.record({
    type: fc.constant('group' as const),
    stays: fc.array(fc.record(size), { minLength: 2, maxLength: 3 }),
    collect,
  }),
  fc.record({ type: fc.constant('change' as const), pick, ...size, by, override }),
  fc.record({ type: fc.constant('change' as const), pick, ...size, by, override }),
  fc.record({ type: fc.constant('change' as const), pick, ...size, by, override }),
  fc.record({ type: fc.constant('collect' as const), pick, collect, override }),
  fc.record({ type: fc.constant('cancel' as const), pick, by, charge: fc.boolean() }),
  fc.record({ type: fc.constant('reinstate' as const), pick, override }),
  fc.record({ type: fc.constant('reinstate' as const), pick, override }),
  fc.record({ type: fc.constant('confirm' as const), pick }),
  fc.record({
    type: fc.constant('pay' as const),
    pick,
    cents: fc.integer({ min: 1, max: 60_000 }),
  }),
  fc.record({ type: fc.constant('takeBack' as const), pick }),
  fc.record({
    type: fc.constant('adjust' as const),
    pick,
    cents: fc.integer({ min: -20_000, max: 20_000 }),
  }),
  fc.record({ type: fc.constant('tick' as const) }),
)
export type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

/** The debt for a booking: base less its commission, halves up, with adjustments and less what was paid. */
export function owing(booking: Owing): number {
  const { status, collect, nights, rooms, commissionBp } = booking
  if (collect !== 'agency' || status === 'expired') return 0
  const isEnded = status === 'cancelled' || status === 'no_show'
  const base = isEnded ? booking.penaltyCents : nights * rooms * NIGHT_CENTS
  const commission = Math.floor(base * (commissionBp / 10_000) + 0.5 + 1e-9)
  return Math.max(0, base - commission + booking.adjustedCents - booking.paidCents)
}

/** The debt for all bookings. */
export const owingOf = (bookings: readonly Owing[]): number =>
  bookings.reduce((sum, booking) => sum + owing(booking), 0)

/** The share of what is booked now. */
export const shareNow = ({ active, commissionBp }: Terms): number =>
  (active ? commissionBp : null) ?? OWN_BP

/** The rest of the credit, null without a limit. */
export const leftOf = ({ active, creditLimitCents }: Terms, owedCents: number): number | null => {
  const limitCents = active ? creditLimitCents : 0
  return limitCents === null ? null : Math.max(0, limitCents - owedCents)
}

/** True if an act that raises what is owed from one sum to the other is refused. */
export function isRefused(terms: Terms, before: number, after: number): boolean {
  if (after <= before) return false
  if (!terms.active) return true
  return terms.creditLimitCents !== null && after > terms.creditLimitCents
}
