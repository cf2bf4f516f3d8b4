import { lookup } from 'node:dns/promises'
import { customAlphabet } from 'nanoid'
import { KEY_SECRET } from '../domain/accounts/api-key.ts'
import { RECOVERY_CODE } from '../domain/accounts/second-factor.ts'
import { BOOKING_CODE } from '../domain/bookings/booking.ts'
import { addDays, type CalendarDate, dateIn, instantAt } from '../domain/kernel/date.ts'
import type { StrangerLimits } from '../domain/strangers/strangers.ts'
import { createLinkSigner } from '../store/accounts/signer.ts'
import { createBookingTokens } from '../store/bookings/booking-tokens.ts'
import { createVault, type Vault } from '../store/engine/vault.ts'
import type { Deps } from './deps.ts'
import { createMailHealth } from './mail-health.ts'
import { createPasswords, type PasswordCost } from './passwords.ts'
import { createTurns } from './turns.ts'

/** Bounds of the queue of large pushes: waiting pushes of one hotel, and of all. */
const LARGE_PUSHES_WAITING_MAX = { ofOneMax: 32, inAllMax: 64 }
/**
 * Large pushes at a time if the database is another process: one is parsed and judged while another is written and the
 * next one waits for its lock, and those of several hotels are written side by side.
 */
const LARGE_PUSHES_REMOTE = 4

/** The configurable dependencies. */
export type RealDepsOptions = {
  /** Default: the clock of this machine. */
  nowMs?: () => number
  passwordCost?: PasswordCost
  /** Default: one with a key of this process only; do not store data encrypted with it. */
  vault?: Vault
  /** The secret that links are signed with. Default: as above. */
  linkSecret?: string
  allowPrivateWebhooks?: boolean
  allowLoopbackWebhooks?: boolean
  isMailing?: boolean
  /** The key that booking tokens are made with. Default: as above. */
  tokenKey?: Buffer
  /** Default: all. */
  strangerLimits?: StrangerLimits
  manageByEmail?: boolean
  isDemo?: boolean
  /** True if the database is another process. */
  isRemote?: boolean
}

const WEBHOOK_SECRET_BYTES = 32

const randomBytes = (count: number) => crypto.getRandomValues(Buffer.alloc(count))

/** Returns the real clock, ids, randomness, passwords and host lookup. */
export function realDeps({
  nowMs = Date.now,
  passwordCost,
  vault = createVault(randomBytes(32).toString('base64')),
  linkSecret = randomBytes(32).toString('base64'),
  allowPrivateWebhooks = false,
  allowLoopbackWebhooks = false,
  isMailing = false,
  tokenKey = randomBytes(32),
  strangerLimits = 'all',
  manageByEmail = false,
  isDemo = false,
  isRemote = false,
}: RealDepsOptions = {}): Omit<Deps, 'store' | 'brand'> {
  return {
    nowMs,
    today: createToday(nowMs),
    newId: () => Bun.randomUUIDv7('hex', nowMs()),
    newCode: customAlphabet(BOOKING_CODE.alphabet, BOOKING_CODE.length),
    newKeySecret: customAlphabet(KEY_SECRET.alphabet, KEY_SECRET.length),
    newWebhookSecret: () => `whsec_${randomBytes(WEBHOOK_SECRET_BYTES).toString('base64')}`,
    newRecoveryCode: customAlphabet(RECOVERY_CODE.alphabet, RECOVERY_CODE.length),
    vault,
    links: createLinkSigner(linkSecret),
    tokens: createBookingTokens(tokenKey),
    ...{ strangerLimits, manageByEmail, isDemo },
    brakeRefusals: new Set(),
    targets: { allowPrivate: allowPrivateWebhooks, allowLoopback: allowLoopbackWebhooks },
    resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    largePushes: createTurns({
      ...LARGE_PUSHES_WAITING_MAX,
      atOnce: isRemote ? LARGE_PUSHES_REMOTE : 1,
      retryAfterSeconds: 10,
    }),
    isMailing,
    mailHealth: createMailHealth(),
    passwords: createPasswords(passwordCost),
  }
}

/** Returns today's date by time zone, cached from one midnight to the next, for every pull and push needs it. */
function createToday(nowMs: () => number): (timeZone: string) => CalendarDate {
  const known = new Map<string, { today: CalendarDate; fromMs: number; untilMs: number }>()
  return (timeZone) => {
    const now = nowMs()
    const entry = known.get(timeZone)
    if (entry && now >= entry.fromMs && now < entry.untilMs) return entry.today
    const today = dateIn(timeZone, now)
    known.set(timeZone, {
      today,
      fromMs: now,
      untilMs: instantAt(addDays(today, 1), '00:00', timeZone),
    })
    return today
  }
}
