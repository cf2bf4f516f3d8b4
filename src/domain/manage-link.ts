/**
 * What opens a booking without a session (contract-access, *A booking's own key*): its code and manage token; of a mail
 * that asks its guest for proof the proof token, too.
 */
export type BookingKey = { code: string; manageToken: string; proofToken?: string }

/** Where the groups of a token of 22 characters begin. */
const GROUPS = [0, 6, 12, 17] as const

/** The page of this service that such a link leads to. */
export const bookingPage = (publicUrl: string): string => `${publicUrl}/booking`

/** A link to a booking. The key stands in the fragment, which no browser sends and no log has. @param page whose it is */
export function bookingLink(page: string, { code, manageToken, proofToken }: BookingKey): string {
  const parts = [code, manageToken, ...(proofToken === undefined ? [] : [proofToken])]
  return `${page}#${parts.join('.')}`
}

/** A token in four groups, for whoever types it; spaces alone are left out when it is read. */
export function tokenInGroups(token: string): string {
  return GROUPS.map((from, index) => token.slice(from, GROUPS[index + 1])).join(' ')
}
