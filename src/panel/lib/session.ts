import type { Session as Answer, User } from '../../client/call.ts'
import { asProblem, callOf, Problem, send, sendOpenly } from './http.ts'
import { chooseLanguage } from './i18n.ts'
import { showPasskey } from './passkey.ts'
import { createKeptStore, createStore } from './store.ts'

export type { User } from '../../client/call.ts'

/**
 * The session of this page. `expired`: the person must sign in again, over the current view. The token is in memory
 * only; no script can read the cookie that outlives a reload.
 */
export type Session =
  | { status: 'starting' }
  | { status: 'out' }
  | { status: 'expired'; user: User }
  | { status: 'in'; user: User; token: string }

/** The home page of each role. */
export const HOMES: Partial<Record<User['role'], string>> = {
  admin: '/admin',
  hotel_manager: '/panel',
  agency_user: '/acenta',
}

/** The codes that go with a password. */
type Codes = { totp?: string | undefined; mailedCode?: string | undefined }

/** A sign-in that replaces the session. */
let renewal: Promise<void> | undefined

/** The current session, for subscribers. */
export const session = createStore<Session>({ status: 'starting' })

/** True if a sign-out did not reach the service, so that the cookie in this browser is still valid. */
const isLeaving = createKeptStore('leaving', ['no', 'yes'], 'no')

/** Restores the session of an earlier sign-in in this browser, if there is one. */
export async function resumeSession(): Promise<void> {
  // The sign-in form shows the problem of an unreachable service.
  const kept = await sendOpenly('resumeSession', {}).catch(() => undefined)
  const hasLeft = isLeaving.get() === 'yes'
  // The old session ends before another person can be let in.
  if (kept && hasLeft) await end(kept.token).catch(asProblem)
  session.set(kept && !hasLeft ? enter(kept) : { status: 'out' })
}

/** Records a session that began otherwise than by `signIn`, for the next page that opens. */
export const hasEntered = (): void => isLeaving.set('no')

/**
 * Signs in, also after a session expired, and switches the page to the account's language.
 *
 * @param codes of the second factor or of a mail, if the service asked for one
 * @throws Problem `credentials_invalid`, `totp_required`, `mail_code_required`, `rate_limited` and the like
 */
export async function signIn(email: string, password: string, codes: Codes = {}): Promise<void> {
  const body = { email, password, ...codes, keep: true }
  await begin(await sendOpenly('login', {}, { body }))
}

/** Signs in by a passkey of this browser. @throws Problem `passkey_invalid`, `passkeys_off` and the like */
export async function signInByPasskey(): Promise<void> {
  const passkey = await showPasskey(
    (options) => sendOpenly('askForPasskey', {}, options),
    'sign_in',
  )
  await begin(await sendOpenly('signInByPasskey', {}, { body: { passkey, keep: true } }))
}

async function begin(answer: Answer): Promise<void> {
  isLeaving.set('no')
  const { language } = answer.user
  // The page keeps its language if the texts cannot be loaded.
  if (language) await chooseLanguage(language).catch(asProblem)
  session.set(enter(answer))
}

/**
 * Replaces the session by a new sign-in after a change of the password. Calls wait meanwhile instead of asking for a
 * sign-in; if this one fails, they ask.
 */
export async function renewSession(email: string, password: string, totp?: string): Promise<void> {
  // If it fails, the next call is refused and shows why.
  renewal = signIn(email, password, { totp }).catch(() => undefined)
  await renewal
  renewal = undefined
}

/** Reads the person again, whose roles may have changed. */
export async function refreshUser(): Promise<void> {
  const before = session.get()
  if (before.status !== 'in') return
  const { token } = before
  const user = await send<User>({ ...callOf('getMe', {}), token })
  const now = session.get()
  if (now.status === 'in' && now.token === token) session.set({ ...now, user })
}

/** Ends the session here and on every other device; if the service is unreachable, the next page that opens retries. */
export async function signOut(): Promise<void> {
  const now = session.get()
  session.set({ status: 'out' })
  if (now.status === 'in') await end(now.token)
}

/**
 * The token for a call.
 *
 * @param refused a token that the service refused: the session is over, and the answer is the token of the next one
 * @throws Problem `unauthenticated` if no person is signed in, or another one signs in
 */
export async function currentToken(refused?: string): Promise<string> {
  await renewal
  const now = session.get()
  if (now.status === 'in' && now.token !== refused) return now.token
  if (now.status === 'in') session.set({ status: 'expired', user: now.user })
  const before = session.get()
  if (before.status !== 'expired') throw signedOut()
  const next = await nextSession()
  if (next.status !== 'in' || next.user.id !== before.user.id) throw signedOut()
  return next.token
}

async function end(token: string): Promise<void> {
  isLeaving.set('yes')
  await send({ ...callOf('logout', {}), token }).catch((error) => {
    if (asProblem(error).status !== 401) throw error
  })
  isLeaving.set('no')
}

function enter({ user, token }: Answer): Session {
  return { status: 'in', user, token }
}

const nextSession = () =>
  new Promise<Session>((resolve) => {
    const stop = session.subscribe((next) => {
      stop()
      resolve(next)
    })
  })

const signedOut = () => new Problem(401, { code: 'unauthenticated' })
