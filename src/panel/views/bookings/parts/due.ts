import type { PanelBooking } from '../../../../client/call.ts'

/** What a stay owes, and who collects it. */
export type DueStay = {
  desk: Pick<PanelBooking['desk'], 'dueCents'>
  payment: Pick<NonNullable<PanelBooking['payment']>, 'collect'> | null
}

/** True if the agency collects what is due of a stay: the desk asks the guest for nothing. */
export const isAgencyDue = ({ desk, payment }: DueStay): boolean =>
  payment?.collect === 'agency' && desk.dueCents > 0

/** What the desk has to take for a stay, in minor units; below 0 what it has to refund. */
export const deskDue = (stay: DueStay): number => (isAgencyDue(stay) ? 0 : stay.desk.dueCents)

/** A part of a payment: the stay that it is noted with. */
export type Share = { code: string; amountCents: number }

/**
 * Splits a payment of a whole reservation over its stays, each up to what is due of it, in their order; what is paid
 * beyond stands with the first.
 */
export function sharesOf(
  stays: readonly (DueStay & { code: string })[],
  amountCents: number,
): Share[] {
  let left = amountCents
  const shares = stays.map((stay) => {
    const part = Math.min(left, Math.max(0, deskDue(stay)))
    left -= part
    return { code: stay.code, amountCents: part }
  })
  if (shares[0]) shares[0].amountCents += left
  return shares.filter((share) => share.amountCents > 0)
}
