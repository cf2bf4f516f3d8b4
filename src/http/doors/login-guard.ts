import { placeOf } from '../../domain/accounts/login-place.ts'
import { AppError, type ErrorCode, type FlawCode } from '../../domain/kernel/errors.ts'
import { LOGIN_FAILURES_PER_MINUTE } from '../../domain/kernel/limits.ts'
import { perMinute } from '../../domain/kernel/rate-limit.ts'
import { knownOf } from '../../service/accounts/known-places.ts'
import type { Approach } from '../../service/accounts/sessions.ts'
import type { Context } from '../api/context.ts'
import { rateLimited } from '../api/limiter.ts'
import { languageOf } from '../api/unknown-page.ts'
import { createFailureTokens } from './failure-tokens.ts'
import { createGuessWatch } from './guessed.ts'
import { limitAddress } from './login-addresses.ts'
import type { Session } from './session.ts'
import type { SignInPlace } from './visitor.ts'

type LoginOrigin = Pick<SignInPlace, 'address' | 'exactAddress' | 'device'>
type LogIn = { request: Request; totp: string | undefined }
/** Whose password is tried, and where from: by somebody who logs in, or by who is signed in already (`attemptOf`). */
export type Attempt = LoginOrigin & { email: string } & ({ login: LogIn } | { sessionId: string })

/** An attempt at the password of who is signed in; a token of before sessions were listed is its account's. */
export const attemptOf = ({ user, sessionId }: Session, place: SignInPlace): Attempt => ({
  ...place,
  email: user.email,
  sessionId: sessionId ?? user.id,
})

const FAILURES = perMinute(LOGIN_FAILURES_PER_MINUTE)

/**
 * Bounds guesses at the password of an account, whether there is one or not (`contract-access`, *Accounts*): each attempt
 * takes a token and gets it back unless it failed. The tokens are those of the session that asks, of the browser in a
 * known place, else of account and place: nobody takes those of another place or browser, so that no stranger shuts the
 * holder out. Who logs in takes of the networks' tokens, too, except with a known browser in a known place.
 *
 * @returns runs an attempt; it throws what that throws, or AppError `rate_limited` instead of trying
 */
export function createLoginGuard(context: Context) {
  const guessed = createGuessWatch(context)
  const tokens = createFailureTokens(context.accountLimiter, FAILURES)
  const enter = createEntrance(context, tokens)
  return async <T>(from: Attempt, attempt: (approach: Approach) => Promise<T>): Promise<T> => {
    const { email } = from
    const login = 'login' in from ? from.login : undefined
    const entry = await enter(from)
    const approach = {
      isKnown: entry.isKnown,
      isGuessed: () => !entry.isKnown && guessed.isGuessed(email),
      language: login ? languageOf(login.request.headers) : 'en',
    } as const
    const run = () => attempt(approach)
    try {
      const isStranger = login && !entry.isKnown
      const result = isStranger ? await guessed.try({ email, ...login, run }) : await run()
      entry.leave('in')
      return result
    } catch (error) {
      if (isFailure(error) && !entry.isKnown) guessed.noteFailure(email)
      entry.leave(isFailure(error) ? 'failed' : isCodeAsked(error) ? 'in' : 'untried')
      throw error
    }
  }
}

export type LoginGuard = ReturnType<typeof createLoginGuard>

/**
 * An attempt that is let in.
 *
 * @param leave gives its tokens back: all of them to who got in or is half in, those of networks to nobody else, none to
 * who has failed
 */
type Entry = { isKnown: boolean; leave: (how: 'in' | 'untried' | 'failed') => void }
type GiveBack = () => void

/** @returns lets an attempt in @throws AppError `rate_limited` */
function createEntrance(context: Context, tokens: ReturnType<typeof createFailureTokens>) {
  /** Who is known waits where what they try already may yet succeed, and is refused for failures alone. */
  const enterKnown = async (bucket: string): Promise<Entry> => {
    const settle = await tokens(bucket)
    // The refusal is told when to come again.
    if (!settle) return admittedEntry(true, spend(context, bucket))
    return { isKnown: true, leave: (how) => settle(how === 'failed') }
  }

  return async (from: Attempt): Promise<Entry> => {
    // No e-mail that can be sent holds a NUL: nobody can name the bucket of another account.
    if ('sessionId' in from) return await enterKnown(`session\0${from.sessionId}`)
    const { email, device } = from
    const place = placeOf(from.exactAddress)
    // Who shows no cookie is counted before anybody looks.
    const early = device === undefined ? limitAddress(context, 'login', from) : undefined
    const known = await knownOf(context, { email, place, device })
    const bucket = `${email}\0${place}`
    if (known.place && known.device) return await enterKnown(`${bucket}\0${device}`)
    const ofNetworks = early ?? limitAddress(context, 'login', from)
    const ofKnown = known.place ? trySpend(context, `${bucket}\0known`) : undefined
    if (ofKnown) return admittedEntry(true, ofKnown, ofNetworks)
    return admittedEntry(false, spend(context, bucket), ofNetworks)
  }
}

const admittedEntry = (isKnown: boolean, ofFailure: GiveBack, ofNetworks?: GiveBack): Entry => ({
  isKnown,
  leave(how) {
    if (how !== 'failed') ofFailure()
    if (how === 'in') ofNetworks?.()
  },
})

/** Takes a token. @returns gives it back @throws AppError `rate_limited` */
function spend({ accountLimiter }: Context, bucket: string): GiveBack {
  const spent = accountLimiter.spend(bucket, FAILURES)
  if (!spent.allowed)
    throw rateLimited('Too many failed attempts to log in to this account.', spent, 'account')
  return () => accountLimiter.giveBack(bucket, FAILURES)
}

/** Takes a token if there is one. @returns gives it back; undefined: there was none */
function trySpend(context: Context, bucket: string): GiveBack | undefined {
  const { remaining } = context.accountLimiter.peek(bucket, FAILURES)
  return remaining > 0 ? spend(context, bucket) : undefined
}

/** Whether a password was right, and a code is asked for: half of a log-in that may succeed. */
const isCodeAsked = (error: unknown) =>
  error instanceof AppError && ['totp_required', 'mail_code_required'].includes(error.code)

/** What answers a password, or a code beside it, that is wrong. */
const CODES: ErrorCode[] = ['credentials_invalid', 'totp_invalid', 'mail_code_invalid']
const FLAWS: FlawCode[] = ['wrong_password', 'wrong_code']

/** Whether a password or code was tried and was wrong: what broke before or beside that counts against nobody. */
function isFailure(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  const isWrong = error.facts.errors?.some(({ code }) => FLAWS.includes(code))
  return CODES.includes(error.code) || isWrong === true
}
