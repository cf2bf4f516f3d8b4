import type { Booking, BookingStatus } from './booking.ts'

/** Sums of the bookings with one status and one currency. */
export type StatusSum = {
  status: BookingStatus
  currency: string
  bookings: number
  totalPriceCents: number
  commissionCents: number
}

/** The total of bookings in one currency, in its minor units. */
export type CurrencyTotal = {
  currency: string
  bookings: number
  revenueCents: number
  commissionCents: number
}

/**
 * Sums bookings, revenue and commission by currency; currencies are never added together. Confirmed and completed
 * bookings count. Revenue is their total plus the penalties of cancellations and no-shows; holds earn nothing.
 */
export function totalsOf(sums: readonly StatusSum[]): CurrencyTotal[] {
  const isStanding = ({ status }: StatusSum) => status === 'confirmed' || status === 'completed'
  const isPenalty = ({ status, totalPriceCents }: StatusSum) =>
    (status === 'cancelled' || status === 'no_show') && totalPriceCents > 0
  const earning = sums.filter((sum) => isStanding(sum) || isPenalty(sum))
  const byCurrency = Map.groupBy(earning, ({ currency }) => currency)
  const total = (group: StatusSum[], field: 'bookings' | 'totalPriceCents' | 'commissionCents') =>
    group.reduce((sum, each) => sum + each[field], 0)
  return [...byCurrency].map(([currency, group]) => ({
    currency,
    bookings: total(group.filter(isStanding), 'bookings'),
    revenueCents: total(group, 'totalPriceCents'),
    commissionCents: total(group, 'commissionCents'),
  }))
}

/** Returns the revenue of a booking and the commission in it; a cancelled booking or a no-show earns its penalty. */
export function earnedOf({
  status,
  totalPriceCents,
  penaltyCents,
  commissionCents,
}: Pick<Booking, 'status' | 'totalPriceCents' | 'penaltyCents' | 'commissionCents'>) {
  const isEnded = status === 'cancelled' || status === 'no_show'
  // A booking that ended before penalties existed cost nothing.
  if (isEnded && penaltyCents === null) return { revenueCents: 0, commissionCents: 0 }
  const revenueCents = isEnded ? penaltyCents! : totalPriceCents
  return { revenueCents, commissionCents: commissionCents ?? 0 }
}

/** Counts bookings by status; every status has an entry. */
export function countsOf(sums: readonly StatusSum[]): Record<BookingStatus, number> {
  const counts = { pending: 0, confirmed: 0, cancelled: 0, expired: 0, no_show: 0, completed: 0 }
  for (const { status, bookings } of sums) counts[status] += bookings
  return counts
}
