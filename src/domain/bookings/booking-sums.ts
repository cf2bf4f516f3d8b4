import type { Booking, BookingStatus } from './booking.ts'

/** Bookings of one state in one currency, summed up. */
export type StatusSum = {
  status: BookingStatus
  currency: string
  bookings: number
  totalPriceCents: number
  commissionCents: number
}

/** What bookings came to in one currency, in its minor units. */
export type CurrencyTotal = {
  currency: string
  bookings: number
  revenueCents: number
  commissionCents: number
}

/**
 * Bookings, revenue and commission by currency, which never add up across currencies. Counted are bookings that stand:
 * confirmed and completed. Revenue is their total, and the penalties of cancellations and no-shows; holds earn nothing.
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

/** What a booking brings, and what of it is commission: of one that ended cancelled or as a no-show its penalty. */
export function earnedOf({
  status,
  totalPriceCents,
  penaltyCents,
  commissionCents,
}: Pick<Booking, 'status' | 'totalPriceCents' | 'penaltyCents' | 'commissionCents'>) {
  const isEnded = status === 'cancelled' || status === 'no_show'
  // One that ended before there were penalties counts as having cost nothing.
  if (isEnded && penaltyCents === null) return { revenueCents: 0, commissionCents: 0 }
  const revenueCents = isEnded ? penaltyCents! : totalPriceCents
  return { revenueCents, commissionCents: commissionCents ?? 0 }
}

/** How many bookings are in each state, every state named. */
export function countsOf(sums: readonly StatusSum[]): Record<BookingStatus, number> {
  const counts = { pending: 0, confirmed: 0, cancelled: 0, expired: 0, no_show: 0, completed: 0 }
  for (const { status, bookings } of sums) counts[status] += bookings
  return counts
}
