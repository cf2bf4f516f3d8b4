import { findBooking } from '../../src/store/bookings/bookings.ts'
import type { Answer } from './matchers.ts'
import type { TestService } from './service.ts'

/** Manage tokens that guests were given, by the code of the booking: as their browsers keep them. */
const given = new Map<string, string>()

/** Keeps the token that an answer has, as a guest's browser does. */
export function keepToken({ body }: Pick<Answer, 'body'>): void {
  const { code, manageToken } = body ?? {}
  if (typeof code === 'string' && typeof manageToken === 'string') given.set(code, manageToken)
}

/** What of a body lets the guest of a booking act, who made it without a session. */
export function asGuest(code: string): { manageToken: string } {
  const manageToken = given.get(code)
  if (!manageToken) throw new Error(`nobody was given a token of ${code}`)
  return { manageToken }
}

/** The same for whoever made it: of a booking that a session has made nothing, for it acts by that. */
export const asMaker = (code: string) => (given.has(code) ? asGuest(code) : {})

/** Returns the manage token of a booking as its mails contain it, whoever made the booking. */
export async function tokenOf({ store, deps }: TestService, code: string): Promise<string> {
  const booking = await findBooking(store, code)
  if (!booking) throw new Error(`there is no booking ${code}`)
  return deps.tokens.manage(booking)
}
