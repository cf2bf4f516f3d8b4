import { LRUCache } from 'lru-cache'
import { AppError, type ErrorCode, type FlawCode } from '../../domain/errors.ts'
import { AUTH_REQUESTS_PER_MINUTE, LOGIN_FAILURES_PER_MINUTE } from '../../domain/limits.ts'
import { perMinute } from '../../domain/rate-limit.ts'
import type { Approach } from '../../service/accounts/sessions.ts'
import type { Context } from '../context.ts'
import { rateLimited } from '../request/limiter.ts'
import { languageOf } from '../request/unknown-page.ts'
import { createGuessed } from './guessed.ts'
import type { SignInPlace } from './visitor.ts'

/** Whose password is tried, and where from; `login`: by somebody who logs in, not by who is signed in already. */
export type Attempt = {
  email: string
  login?: { request: Request; totp: string | undefined }
} & Pick<SignInPlace, 'address' | 'isBySite'>

const PLACES_KEPT = 10_000
const FAILURES = perMinute(LOGIN_FAILURES_PER_MINUTE)
const REQUESTS = perMinute(AUTH_REQUESTS_PER_MINUTE)

/**
 * Bounds guesses at the password of an account, known or not: each attempt takes a token of the account's bucket
 * and gets it back unless it failed. An address from which the account logged in before has a bucket of its own,
 * so that a stranger who guesses without end does not shut its holder out; what a site does makes no such address.
 *
 * @returns runs an attempt; it throws what that throws, or AppError `rate_limited` instead of trying
 */
export function createLoginGuard(context: Context) {
  const { accountLimiter } = context
  const guessed = createGuessed(context)
  const places = new LRUCache<string, true>({ max: PLACES_KEPT })
  return async <T>(
    { email, address, isBySite, login }: Attempt,
    attempt: (approach: Approach) => Promise<T>,
  ): Promise<T> => {
    // No e-mail that can be sent holds a NUL: nobody can name another account's place.
    const place = `${email}\0${address}`
    const isKnown = places.has(place)
    const bucket = isKnown ? place : email
    const isStranger = login !== undefined && !isKnown
    const run = () =>
      attempt({
        isKnown,
        isGuessed: () => isStranger && guessed.isGuessed(email),
        language: login ? languageOf(login.request.headers) : 'en',
      })
    const spent = accountLimiter.spend(bucket, FAILURES)
    if (!spent.allowed)
      throw rateLimited('Too many failed attempts to log in to this account.', spent)
    try {
      const result = isStranger ? await guessed.try({ email, ...login, run }) : await run()
      if (!isBySite) places.set(place, true)
      accountLimiter.giveBack(bucket, FAILURES)
      return result
    } catch (error) {
      if (isFailure(error) && isStranger) guessed.noteFailure(email)
      if (!isFailure(error)) accountLimiter.giveBack(bucket, FAILURES)
      throw error
    }
  }
}

export type LoginGuard = ReturnType<typeof createLoginGuard>

/**
 * The narrower limit by address of what costs a password hash (contract §7); off when the general one is.
 *
 * @param what has a bucket of its own
 * @returns gives the token back
 * @throws AppError `rate_limited`
 */
export function limitAddress(
  { publicLimiter, publicRatePerMinute }: Context,
  what: string,
  address: string,
): () => void {
  if (publicRatePerMinute === 0) return () => {}
  const bucket = `${what} ${address}`
  const spent = publicLimiter.spend(bucket, REQUESTS)
  if (!spent.allowed) throw rateLimited('Too many attempts from this address.', spent)
  return () => publicLimiter.giveBack(bucket, REQUESTS)
}

/** What answers a password, or a code beside it, that is wrong. */
const CODES: ErrorCode[] = ['credentials_invalid', 'totp_invalid', 'mail_code_invalid']
const FLAWS: FlawCode[] = ['wrong_password', 'wrong_code']

/** Whether a password or code was tried and was wrong: what broke before or beside that counts against nobody. */
function isFailure(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  const isWrong = error.facts.errors?.some(({ code }) => FLAWS.includes(code))
  return CODES.includes(error.code) || isWrong === true
}
