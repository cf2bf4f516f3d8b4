import type { Session as Answer, User } from '../../client/call.ts'
import { asProblem, callOf, Problem, send, sendOpenly } from './http.ts'
import { chooseLanguage } from './i18n.ts'
import { showPasskey } from './passkey.ts'
import { createKeptStore, createStore } from './store.ts'

export type { User } from '../../client/call.ts'

/**
 * The session of this page. `expired`: somebody was signed in and must sign in again, over the view they are in.
 * The token is kept in memory only; the cookie that outlives a reload is out of every script's reach.
 */
export type Session =
  | { status: 'starting' }
  | { status: 'out' }
  | { status: 'expired'; user: User }
  | { status: 'in'; user: User; token: string }

/** Where each role is at home. */
export const HOMES: Partial<Record<User['role'], string>> = {
  admin: '/admin',
  hotel_manager: '/panel',
  agency_user: '/acenta',
}

/** What is typed beside a password. */
type Codes = { totp?: string | undefined; mailedCode?: string | undefined }

/** A sign-in that takes the place of the session. */
let renewal: Promise<void> | undefined

/** Who is signed in, for everybody who wants to know. */
export const session = createStore<Session>({ status: 'starting' })

/** Whether somebody signed out and the service could not be told: the cookie in this browser is still good. */
const isLeaving = createKeptStore('leaving', ['no', 'yes'], 'no')

/** Finds the session that an earlier sign-in left in this browser, if there is one. */
export async function resumeSession(): Promise<void> {
  // A service that does not answer says so to the sign-in form.
  const kept = await sendOpenly('resumeSession', {}).catch(() => undefined)
  const hasLeft = isLeaving.get() === 'yes'
  // Before anybody else who sits down here is let in.
  if (kept && hasLeft) await end(kept.token).catch(asProblem)
  session.set(kept && !hasLeft ? enter(kept) : { status: 'out' })
}

/** Notes that a session of this browser was begun otherwise than by `signIn`; the next page that opens finds it. */
export const hasEntered = (): void => isLeaving.set('no')

/**
 * Signs in, again too; the page is in the account's language then.
 *
 * @param codes of who has a second factor, and who is asked for what was mailed
 * @throws Problem `credentials_invalid`, `totp_required`, `mail_code_required`, `rate_limited` and the like
 */
export async function signIn(email: string, password: string, codes: Codes = {}): Promise<void> {
  const body = { email, password, ...codes, keep: true }
  await begin(await sendOpenly('login', {}, { body }))
}

/** Signs in by a passkey of this browser, likewise. @throws Problem `passkey_invalid`, `passkeys_off` and the like */
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
  // Without its texts the page stays as it is.
  if (language) await chooseLanguage(language).catch(asProblem)
  session.set(enter(answer))
}

/**
 * Signs in in the place of the session there is, after the password was changed: whoever calls meanwhile is not asked
 * to sign in, but waits. When it fails they are.
 */
export async function renewSession(email: string, password: string, totp?: string): Promise<void> {
  // When it fails the next call is refused, and says so.
  renewal = signIn(email, password, { totp }).catch(() => undefined)
  await renewal
  renewal = undefined
}

/** Reads anew who is signed in: somebody else may have changed what they may do. */
export async function refreshUser(): Promise<void> {
  const before = session.get()
  if (before.status !== 'in') return
  const { token } = before
  const user = await send<User>({ ...callOf('getMe', {}), token })
  const now = session.get()
  if (now.status === 'in' && now.token === token) session.set({ ...now, user })
}

/** Ends the session here and on every other device; while the service cannot be told, the next page that opens tells it. */
export async function signOut(): Promise<void> {
  const now = session.get()
  session.set({ status: 'out' })
  if (now.status === 'in') await end(now.token)
}

/**
 * The token for a call.
 *
 * @param refused one that was not accepted: the session is over, and the answer is the next one's token
 * @throws Problem `unauthenticated` when nobody is signed in, or somebody else signs in
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
