import type { Booking } from '../../../client/call.ts'

type Priced = Pick<Booking, 'payableCents' | 'commissionCents'>
type Paid = Priced & Pick<Booking, 'payment'>

/** The price of a booking without the agency's commission, in minor units. */
export const netOf = ({ payableCents, commissionCents }: Priced): number =>
  payableCents - (commissionCents ?? 0)

/**
 * The agency's debt to the hotel for a booking, in minor units, as a statement says it (contract-agencies); below 0 what
 * the hotel owes: the commission of a booking whose price the hotel collects.
 */
export function owedOf(booking: Paid): number {
  const { payment, commissionCents } = booking
  return payment?.collect === 'agency'
    ? netOf(booking) - payment.paidCents
    : -(commissionCents ?? 0)
}

/** The sum of some amounts. */
export const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0)
