import { refuseOverdraft } from '../../domain/agencies/credit.ts'
import { findTerms } from '../../store/agencies/terms.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { AgencyAtHotel } from './terms.ts'

/** An act on bookings of one agency, or of none, at a hotel. */
export type CreditAct = {
  hotelId: number
  /** The agency as read in this transaction before the act. */
  agency: AgencyAtHotel | null
  /** True if the hotel's people pass the credit. */
  override: boolean
  /** True if the caller may know what is left of the credit; a guest may not. */
  isTold: boolean
}

/**
 * Runs an act in a transaction that locks the hotel, and judges it by the agency's credit: an act that raises what is
 * owed and leaves it above the limit is refused as a whole, which rolls it back (contract-agencies, *Credit*).
 *
 * @throws AppError `credit_exceeded`, and as the act
 */
export async function withinCredit<T>(
  tx: Tx,
  { hotelId, agency, override, isTold }: CreditAct,
  act: () => Promise<T>,
): Promise<T> {
  const done = await act()
  if (!agency || override) return done
  const after = await findTerms(tx, hotelId, agency.id)
  refuseOverdraft(agency.terms, after?.owedCents ?? 0, isTold)
  return done
}
