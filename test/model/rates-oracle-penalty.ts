import { addDay, halfUp, largest, nightsOf, type TaxRate, type Terms } from './rates-oracle.ts'
import type { Night } from './rates-oracle-quote.ts'

/** A booking as far as rates go. */
export type Booking = {
  roomCode: string
  rateCode: string
  boardCode: string | null
  rooms: number
  checkin: string
  checkout: string
  adults: number
  children: number
  childAges: number[] | null
  nightly: Night[]
  totalPriceCents: number
  /** Those it was made with. */
  cancellation: Terms
  /** Its own rates of tax. */
  taxes: TaxRate[]
  isHold: boolean
}

/** Who acts: a guest or an agency, or the hotel's people, its partner or an admin. */
export type Side = 'guest' | 'house'

/** The terms' penalty of a cancellation on a date of the hotel. */
export function termsPenalty(booking: Booking, today: string): bigint {
  const { cancellation: terms, checkin, totalPriceCents } = booking
  const { freeUntilDays } = terms
  if (freeUntilDays !== null && today <= addDay(checkin, -freeUntilDays)) return 0n
  if (terms.penalty === 'none') return 0n
  if (terms.penalty === 'first_night') return firstNight(booking)
  if (terms.penalty === 'all') return BigInt(totalPriceCents)
  return halfUp(BigInt(totalPriceCents) * BigInt(terms.percentBp!), 10_000n)
}

const firstNight = ({ nightly, rooms }: Booking) => BigInt(nightly[0]!.priceCents) * BigInt(rooms)

/** What cancelling costs on a date of the hotel. */
export function cancelPenalty(
  booking: Booking,
  { today, side, charge = false }: { today: string; side: Side; charge?: boolean },
): bigint {
  if (booking.isHold || (side === 'house' && !charge)) return 0n
  const penalty = termsPenalty(booking, today)
  if (today <= booking.checkin) return penalty
  const begun = booking.nightly.filter(({ date }) => date < today)
  const cents = begun.reduce((sum, { priceCents }) => sum + BigInt(priceCents), 0n)
  return largest([penalty, cents * BigInt(booking.rooms)])
}

/** What a no-show costs. */
export const noShowPenalty = (booking: Booking, today: string): bigint =>
  largest([termsPenalty(booking, today), firstNight(booking)])

/** Whether a change by guest or agency drops a night or a room while the terms ask for something. */
export function dropsWhatIsOwed(
  before: Booking,
  after: Pick<Booking, 'checkin' | 'checkout' | 'rooms'>,
  today: string,
): boolean {
  if (termsPenalty(before, today) === 0n) return false
  const nights = nightsOf(after)
  return before.nightly.some(({ date }) => !nights.includes(date)) || after.rooms < before.rooms
}

/** Whether a change by guest or agency lowers the total, or the penalty of that moment, while there is one. */
export function lowersWhatIsOwed(before: Booking, after: Booking, today: string): boolean {
  const owed = termsPenalty(before, today)
  const isLess = after.totalPriceCents < before.totalPriceCents
  return owed > 0n && (isLess || termsPenalty(after, today) < owed)
}
