import { AppError } from '../kernel/errors.ts'

export const CODE_GUESS_MS = 6 * 60 * 1_000

/** Wrong second-factor codes that an account may have at once, and the time after which each is forgotten. */
export const CODE_GUESSES_AT_ONCE = 10

/** Recovery codes issued at once. */
export const RECOVERY_CODES = 10

/**
 * The alphabet of recovery codes, without characters that are mistaken for each other, and their length: with 118 random
 * bits a plain hash is enough (ASVS 5.0 §6.5.2: from 112 on).
 */
export const RECOVERY_CODE = { alphabet: 'abcdefghjkmnpqrstuvwxyz23456789', length: 24 }

/** A proof of the second factor. */
export type Proof = { kind: 'totp' | 'recovery'; code: string }

/**
 * Reads a typed code: six digits are a TOTP code of an authenticator app, everything else a recovery code. Blanks and
 * dashes are ignored.
 */
export function readProof(text: string): Proof {
  const code = text.replaceAll(/[\s-]/g, '').toLowerCase()
  return { kind: /^\d{6}$/.test(code) ? 'totp' : 'recovery', code }
}

/** Formats a recovery code in groups of four. */
export const showRecoveryCode = (code: string) => code.match(/.{4}/g)!.join('-')

/**
 * Returns the wait before another guess is allowed; 0: none. Each wrong code is worked off in `CODE_GUESS_MS`; the
 * last one is at `guessesUntilMs`.
 */
export const guessWaitMs = (guessesUntilMs: number, nowMs: number) =>
  Math.max(0, guessesUntilMs - nowMs - (CODE_GUESSES_AT_ONCE - 1) * CODE_GUESS_MS)

/** The error for too many wrong codes. */
export const tooManyGuesses = (waitMs: number) =>
  new AppError(
    'rate_limited',
    'Too many wrong codes for this account. A recovery code still works.',
    {
      limit: 'codes',
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    },
  )

/** Browsers by their user-agent token, the most specific first. */
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

/** Returns browser and system of a user agent (`Firefox, Windows`), or the name of another client; null: unknown. */
export function agentName(userAgent: string | null): string | null {
  const of = (names: [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const known = [of(BROWSERS), of(SYSTEMS)].filter((name) => name !== undefined)
  if (known.length > 0) return known.join(', ')
  return userAgent?.match(/^[\w.-]+/)?.[0].slice(0, AGENT_LENGTH_MAX) ?? null
}
