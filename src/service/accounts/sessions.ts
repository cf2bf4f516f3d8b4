import { AppError } from '../../domain/errors.ts'
import { agentName, tooManyGuesses } from '../../domain/second-factor.ts'
import type { User } from '../../domain/user.ts'
import {
  deleteSession,
  insertSession,
  type Session,
  updateSeen,
} from '../../store/catalog/sessions.ts'
import { holdAccounts } from '../../store/locks.ts'
import type { Deps } from '../deps.ts'
import { checkCredentials } from './accounts.ts'
import { noteUses } from './note-uses.ts'
import { endOthers, noteEnded } from './other-sessions.ts'
import { passFactor } from './second-factor.ts'

/** What somebody logs in with. */
type Credentials = { email: string; password: string; totp?: string | undefined }

/** Where from, and how long the token is good. */
export type Origin = { userAgent: string | null; address: string; lastsMs: number }

/**
 * Logs in: the password first, then the code of an account that has a second factor, which is used up with it.
 *
 * @throws AppError `credentials_invalid`, `totp_required`, `totp_invalid`, `rate_limited`, `unavailable`
 */
export async function logIn(
  deps: Deps,
  { totp, ...credentials }: Credentials,
  origin: Origin,
): Promise<{ user: User; session: Session }> {
  const user = await checkCredentials(deps, credentials)
  const session = newSession(deps, user, origin)
  const passed = await deps.store.tx(async (tx) => {
    // Who confirms a second factor at this moment ends this session, too, or is found to have done so.
    if (!user.hasSecondFactor) await holdAccounts(tx)
    const passed = await passFactor(tx, deps, user.id, totp)
    if (passed === 'passed') await insertSession(tx, session)
    return passed
  })
  if (typeof passed === 'object') throw tooManyGuesses(passed.waitMs)
  if (passed === 'missing')
    throw new AppError('totp_required', 'This account has a second factor: send `totp`, too.')
  if (passed === 'wrong')
    throw new AppError('totp_invalid', 'This code is not right, or was taken before.')
  return { user, session }
}

/** A session of somebody who has shown who they are; whoever makes it keeps it (`insertSession`). */
export function newSession(
  { newId, nowMs }: Deps,
  { id: userId, tokenVersion }: User,
  { userAgent, address, lastsMs }: Origin,
): Session {
  const now = nowMs()
  return {
    id: newId(),
    userId,
    tokenVersion,
    agent: agentName(userAgent),
    address,
    createdAtMs: now,
    seenAtMs: now,
    expiresAtMs: now + lastsMs,
    steppedUpAtMs: now,
  }
}

/** Ends one of one's own sessions, from its next request on. @throws AppError `not_found` */
export async function endSession(deps: Deps, user: User, id: string): Promise<void> {
  await deps.store.tx(async (tx) => {
    if (!(await deleteSession(tx, user.id, id)))
      throw new AppError('not_found', 'You have no such session.')
    await noteEnded(tx, deps, user, 1)
  })
}

/** Ends all of one's own sessions but the one that asks. */
export async function endOtherSessions(
  deps: Deps,
  user: User,
  sessionId: string | undefined,
): Promise<void> {
  await deps.store.tx((tx) => endOthers(tx, deps, user, sessionId))
}

/** Writes down when sessions were last seen. @throws as `noteUses` */
export const noteSessionUses = (
  deps: Pick<Deps, 'store'>,
  uses: Map<string, number>,
): Promise<void> => noteUses(deps, uses, updateSeen)
