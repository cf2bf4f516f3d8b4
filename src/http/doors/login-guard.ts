import { placeOf } from '../../domain/accounts/login-place.ts'
import { AppError, type ErrorCode, type FlawCode } from '../../domain/kernel/errors.ts'
import { LOGIN_FAILURES_PER_MINUTE } from '../../domain/kernel/limits.ts'
import { perMinute } from '../../domain/kernel/rate-limit.ts'
import { knownOf } from '../../service/accounts/known-places.ts'
import type { Approach } from '../../service/accounts/sessions.ts'
import type { Context } from '../api/context.ts'
import { rateLimited } from '../api/limiter.ts'
import { languageOf } from '../api/plain-page.ts'
import { createFailureTokens } from './failure-tokens.ts'
import { createGuessWatch } from './guessed.ts'
import { limitAddress } from './login-addresses.ts'
import type { Session } from './session.ts'
import type { SignInPlace } from './visitor.ts'

type LoginOrigin = Pick<SignInPlace, 'address' | 'exactAddress' | 'device'>
type LogIn = { request: Request; totp: string | undefined }
/** A password attempt with its origin: a log-in, or a check inside a session (`attemptOf`). */
export type Attempt = LoginOrigin & { email: string } & ({ login: LogIn } | { sessionId: string })

/** Builds the attempt of a signed-in account; a token from before sessions had ids counts by its account. */
export const attemptOf = ({ user, sessionId }: Session, place: SignInPlace): Attempt => ({
  ...place,
  email: user.email,
  sessionId: sessionId ?? user.id,
})

const FAILURES = perMinute(LOGIN_FAILURES_PER_MINUTE)

/**
 * Limits password guessing at an account, existing or not (`contract-access`, *Accounts*): each attempt takes a token and
 * returns it unless it failed. The token bucket belongs to the session, or to the browser in a known place, or else to
 * account and place. An attacker elsewhere therefore cannot lock the holder out. A log-in also takes tokens of its
 * networks, except from a known browser in a known place.
 *
 * @returns a function that runs an attempt; it throws the attempt's error, or AppError `rate_limited` without trying
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
      language: login ? languageOf(login.request) : 'en',
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
 * An admitted attempt.
 *
 * @param leave returns its tokens: all after success or a request for a code (`in`), none after a failure, and all but
 *   those of networks otherwise
 */
type Entry = { isKnown: boolean; leave: (how: 'in' | 'untried' | 'failed') => void }
type GiveBack = () => void

/** Creates the function that admits an attempt. @throws AppError `rate_limited` */
function createEntrance(context: Context, tokens: ReturnType<typeof createFailureTokens>) {
  /** Admits a known caller: waits while attempts under way may still succeed, and refuses for failures only. */
  const enterKnown = async (bucket: string): Promise<Entry> => {
    const settle = await tokens(bucket)
    // `spend` throws the refusal with its `Retry-After`.
    if (!settle) return admittedEntry(true, spend(context, bucket))
    return { isKnown: true, leave: (how) => settle(how === 'failed') }
  }

  return async (from: Attempt): Promise<Entry> => {
    // No deliverable e-mail address has a NUL, so no text can name another account's bucket.
    if ('sessionId' in from) return await enterKnown(`session\0${from.sessionId}`)
    const { email, device } = from
    const place = placeOf(from.exactAddress)
    // Without a cookie the networks are charged before any look-up.
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

/** Takes a token. @returns a function that returns it @throws AppError `rate_limited` */
function spend({ accountLimiter }: Context, bucket: string): GiveBack {
  const spent = accountLimiter.spend(bucket, FAILURES)
  if (!spent.allowed)
    throw rateLimited(
      'login',
      'Too many failed attempts to log in to this account.',
      spent,
      'account',
    )
  return () => accountLimiter.giveBack(bucket, FAILURES)
}

/** Takes a token if one is left. @returns a function that returns it; undefined: the bucket is empty */
function trySpend(context: Context, bucket: string): GiveBack | undefined {
  const { remaining } = context.accountLimiter.peek(bucket, FAILURES)
  return remaining > 0 ? spend(context, bucket) : undefined
}

/** True if the password was right and the answer asks for a code: half of a successful log-in. */
const isCodeAsked = (error: unknown) =>
  error instanceof AppError && ['totp_required', 'mail_code_required'].includes(error.code)

/** Errors of a wrong password or code. */
const CODES: ErrorCode[] = ['credentials_invalid', 'totp_invalid', 'mail_code_invalid']
const FLAWS: FlawCode[] = ['wrong_password', 'wrong_code']

/** True if a wrong password or code caused the error; other errors do not count as failures. */
function isFailure(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  const isWrong = error.facts.errors?.some(({ code }) => FLAWS.includes(code))
  return CODES.includes(error.code) || isWrong === true
}
