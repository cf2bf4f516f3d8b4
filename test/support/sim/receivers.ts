import type { AttemptError } from '../../../src/domain/webhooks/webhook.ts'
import type { Exchange } from '../../../src/outbox/deliver.ts'
import type { Random } from './random.ts'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** What an exchange that hangs takes (contract §4). */
const EXCHANGE = 10 * SECOND

/** An answer, and how long it takes; `retryAfter` knows the wall clock of the moment it is given. */
export type Reply = Omit<Exchange, 'retryAfter'> & {
  durationMs: number
  retryAfter: ((wallMs: number) => string) | null
}

/** What a receiver answers to a request that begins at an instant of the clock that is never set. */
export type Behaviour = (atMs: number, random: Random) => Reply

const ANSWERS = { detail: null, answer: null, retryAfter: null }

/** Milliseconds of a quick answer: few different ones, so that many end together. */
const quick = (random: Random) => random.pick([20, 40, 60, 200])

const ok = (durationMs: number): Reply => ({ ...ANSWERS, status: 200, error: null, durationMs })

const status = (code: number, durationMs: number, retryAfter: Reply['retryAfter'] = null) => ({
  ...ANSWERS,
  status: code,
  error: 'status' as const,
  durationMs,
  retryAfter,
})

const broken = (error: AttemptError, durationMs: number): Reply => ({
  ...ANSWERS,
  status: error === 'redirect' ? 302 : null,
  error,
  durationMs,
})

const BROKEN = ['dns', 'refused', 'tls', 'reset', 'protocol', 'blocked_target'] as const

export const healthy: Behaviour = (_, random) => ok(quick(random))

const slow: Behaviour = (_, random) => ok(random.int(1, 99) * 100)

const hanging: Behaviour = () => broken('timeout', EXCHANGE)

const redirecting: Behaviour = (_, random) => broken('redirect', quick(random))

/** Fails now and then, in every way there is. */
function flaky(random: Random): Behaviour {
  const share = random.pick([0.1, 0.3, 0.6, 0.9])
  return (_, { chance, pick, ...more }) => {
    if (!chance(share)) return ok(quick({ chance, pick, ...more }))
    if (chance(0.2)) return broken('timeout', EXCHANGE)
    return chance(0.5) ? status(pick([400, 404, 500, 503]), 40) : broken(pick(BROKEN), 20)
  }
}

/** Down from one instant to another, else well. */
function down(random: Random, spanMs: number): Behaviour {
  const fromMs = random.int(0, spanMs)
  const untilMs = fromMs + random.pick([20 * SECOND, 10 * MINUTE, 5 * HOUR, 2 * DAY])
  const error = random.pick(['refused', 'dns', 'timeout'] as const)
  return (atMs, dice) => {
    if (atMs < fromMs || atMs > untilMs) return healthy(atMs, dice)
    return broken(error, error === 'timeout' ? EXCHANGE : 20)
  }
}

/** Asks for patience, in both forms of Retry-After, sometimes for more than it is given, sometimes in no form at all. */
function throttling(random: Random): Behaviour {
  const share = random.pick([0.3, 0.8])
  return (_, { chance, pick, int, next }) => {
    if (!chance(share)) return ok(20)
    const seconds = pick([0, 1, 90, 3_600, 50_000, 86_400, 86_401, 900_000])
    const forms = [
      () => String(seconds),
      (wallMs: number) => new Date(wallMs + seconds * SECOND).toUTCString(),
      () => `soon ${next()}`,
      (wallMs: number) => new Date(wallMs - int(1, 90) * SECOND).toUTCString(),
    ]
    return status(429, 40, forms[pick([0, 0, 1, 1, 2, 3])]!)
  }
}

/** Well for a while, then gone for good. */
function leaving(random: Random, spanMs: number): Behaviour {
  const fromMs = random.int(0, spanMs)
  return (atMs, dice) => (atMs < fromMs ? healthy(atMs, dice) : status(410, quick(dice)))
}

const KINDS = {
  healthy: () => healthy,
  slow: () => slow,
  hanging: () => hanging,
  redirecting: () => redirecting,
  flaky,
  down,
  throttling,
  leaving,
}

export type Kind = keyof typeof KINDS

/** A receiver of a kind; `spanMs` is how long the simulation goes on. */
export const receiverOf = (kind: Kind, random: Random, spanMs: number): Behaviour =>
  KINDS[kind](random, spanMs)

/** A kind, the well and the flaky ones more often. */
export const anyKind = ({ pick, chance }: Random): Kind =>
  chance(0.4) ? pick(['healthy', 'flaky']) : pick(Object.keys(KINDS) as Kind[])
