import { AppError } from '../kernel/errors.ts'

export const CODE_GUESS_MS = 6 * 60 * 1_000

/** Wrong codes of a second factor that an account may have at once, and how long each then takes to be worked off. */
export const CODE_GUESSES_AT_ONCE = 10

/** Recovery codes that an account is given at once. */
export const RECOVERY_CODES = 10

/** Letters and digits of a recovery code that are not taken for one another, and how many a code has. */
export const RECOVERY_CODE = { alphabet: 'abcdefghjkmnpqrstuvwxyz23456789', length: 16 }

/** What somebody proves with that they hold an account's second factor. */
export type Proof = { kind: 'totp' | 'recovery'; code: string }

/** A code as it was typed: six digits are of the app that makes them, all else is a recovery code. Blanks and dashes say nothing. */
export function readProof(text: string): Proof {
  const code = text.replaceAll(/[\s-]/g, '').toLowerCase()
  return { kind: /^\d{6}$/.test(code) ? 'totp' : 'recovery', code }
}

/** A recovery code as it is shown: in groups of four. */
export const showRecoveryCode = (code: string) => code.match(/.{4}/g)!.join('-')

/**
 * The wait of somebody whose wrong codes are worked off at an instant, one each `CODE_GUESS_MS`, before there may be
 * another; 0: none.
 */
export const guessWaitMs = (guessesUntilMs: number, nowMs: number) =>
  Math.max(0, guessesUntilMs - nowMs - (CODE_GUESSES_AT_ONCE - 1) * CODE_GUESS_MS)

/** The error for who may guess no more at present. */
export const tooManyGuesses = (waitMs: number) =>
  new AppError('rate_limited', 'Too many wrong codes for this account. A recovery code is taken.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  })

/** Browsers by what their user agents alone say, the more telling first. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]
const AGENT_LENGTH_MAX = 40

/** Browser and system of a user agent (`Firefox, Windows`), or how another client calls itself; null: it says nothing. */
export function agentName(userAgent: string | null): string | null {
  const of = (names: [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const known = [of(BROWSERS), of(SYSTEMS)].filter((name) => name !== undefined)
  if (known.length > 0) return known.join(', ')
  return userAgent?.match(/^[\w.-]+/)?.[0].slice(0, AGENT_LENGTH_MAX) ?? null
}
