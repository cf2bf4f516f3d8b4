// The credit of an agency at a hotel: what it owes, and the bound of it (contract-agencies, *Credit*).

import type { Booking } from '../bookings/booking.ts'
import { payableOf } from '../bookings/booking-record.ts'
import { AppError } from '../kernel/errors.ts'
import { type AgencyTerms, creditLeft } from './terms.ts'

/** The part of a booking that decides what its agency owes for it. */
type OwedBasis = Parameters<typeof payableOf>[0] &
  Pick<Booking, 'agencyId' | 'collect' | 'commissionCents' | 'paidCents' | 'adjustedCents'>

/**
 * Returns what an agency owes for a booking, in minor units: of one that it collects what is payable, less commission
 * and payments; else 0. What was paid too much frees nothing of another booking.
 */
export function owedOf(booking: OwedBasis): number {
  const { status, agencyId, collect, commissionCents, paidCents, adjustedCents } = booking
  if (agencyId === null || collect !== 'agency' || status === 'expired') return 0
  const dueCents = payableOf(booking) - (commissionCents ?? 0) + adjustedCents
  return Math.max(0, dueCents - paidCents)
}

/**
 * Checks an act by the credit: one that raises what is owed must not leave it above the limit.
 *
 * @param before the terms in force before the act
 * @param isTold true if the caller may know what is left
 * @throws AppError `credit_exceeded` with `leftCents`, what was left before the act
 */
export function refuseOverdraft(before: AgencyTerms, owedCents: number, isTold: boolean): void {
  const { creditLimitCents } = before
  if (owedCents <= before.owedCents) return
  if (creditLimitCents !== null && owedCents > creditLimitCents)
    throw creditExceeded(creditLeft(before)!, isTold)
}

/** Checks that an agency may collect the price of a booking at all. @throws AppError `credit_exceeded` */
export function refuseCollector(terms: AgencyTerms): void {
  if (!terms.active) throw creditExceeded(0, true)
}

function creditExceeded(leftCents: number, isTold: boolean): AppError {
  if (!isTold) return new AppError('credit_exceeded', 'The agency must ask the hotel for this.')
  const detail = `The agency’s credit at this hotel does not cover this: ${leftCents} is left.`
  return new AppError('credit_exceeded', detail, { members: { leftCents } })
}
