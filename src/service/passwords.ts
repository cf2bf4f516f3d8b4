import pLimit from 'p-limit'
import type { User } from '../domain/accounts/user.ts'
import { AppError } from '../domain/kernel/errors.ts'

const HASHES_WAITING_MAX = 32

/**
 * Password hashes computed at once, for known people and for strangers each. `HASHES_WAITING_MAX` more may wait, half
 * of them of each kind.
 */
const HASHES_AT_ONCE = 1

/** The cost of a password: memory in KiB and passes of one argon2id hash, and the duration of a refusal, if set. */
export type PasswordCost = { memoryCost: number; timeCost: number; refusalMs?: number }

/**
 * OWASP's first choice for argon2id, 19 MiB and 2 passes: some 20 ms a hash, where Bun's default of 64 MiB takes 70.
 * The fixed duration of a refusal hides the time of the hash: an account with a hash of an older cost cannot be told
 * apart.
 */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, refusalMs: 250 }

const ARGON2ID = '$argon2id$'
const RETRY_AFTER_SECONDS = 2
/** Known people and strangers have half of the waiting places each. */
const WAITING_MAX = HASHES_WAITING_MAX / 2
/** Guests allowed in the line of known people; anyone can register any number of guest accounts and so become known. */
const GUESTS_MAX = HASHES_AT_ONCE + WAITING_MAX - 5

/**
 * The kinds of callers that wait for a hash. Known callers were already let in, by a session, a link or a known place;
 * strangers neither take their places nor precede them. Known guests leave places in that line to people whom a hotel
 * or an admin let in.
 */
type Waiter = 'known' | 'guest' | 'stranger'

/** Returns the kind that the holder of a known account waits as. */
export const knownAs = ({ role }: Pick<User, 'role'>): Waiter =>
  role === 'guest' ? 'guest' : 'known'

/** Hashes and verifies passwords, a bounded number at once. */
export type Passwords = {
  /** @throws AppError `unavailable` if too many callers wait already */
  hash: (password: string, waiter?: Waiter) => Promise<string>
  /**
   * True if the password matches the hash, whatever its cost. A missing hash, or one that no password opens, takes the
   * same time and yields false.
   *
   * @throws AppError `unavailable` if too many callers wait already
   */
  verify: (password: string, hash: string | undefined, waiter?: Waiter) => Promise<boolean>
  /** True if the hash has another cost than a new one. */
  isOutdated: (hash: string) => boolean
}

/**
 * Hashes with argon2id (contract §5) by Bun, on its own threads: one hash at a time per kind of waiter, the rest
 * queue.
 */
export function createPasswords(cost: PasswordCost = PASSWORD_COST): Passwords {
  const { memoryCost, timeCost, refusalMs = 0 } = cost
  const lines = { known: pLimit(HASHES_AT_ONCE), stranger: pLimit(HASHES_AT_ONCE) }
  const make = (password: string) =>
    Bun.password.hash(normalised(password), { algorithm: 'argon2id', memoryCost, timeCost })
  // The first log-in of anyone computes it and every log-in awaits it, so that a start does not pay for it.
  let dummy: Promise<string> | undefined

  let guests = 0

  async function inLine<T>(waiter: Waiter, work: () => Promise<T>): Promise<T> {
    const line = lines[waiter === 'stranger' ? 'stranger' : 'known']
    if (line.activeCount + line.pendingCount >= HASHES_AT_ONCE + WAITING_MAX) throw tooMany()
    if (waiter !== 'guest') return await line(work)
    if (guests >= GUESTS_MAX) throw tooMany()
    guests++
    try {
      return await line(work)
    } finally {
      guests--
    }
  }

  return {
    hash: (password, waiter = 'known') => inLine(waiter, () => make(password)),
    async verify(password, hash, waiter = 'known') {
      const startedMs = performance.now()
      const known = hash?.startsWith(ARGON2ID) ? hash : undefined
      dummy ??= make(crypto.randomUUID())
      const other = await dummy
      const isSame = await inLine(waiter, () =>
        Bun.password.verify(normalised(password), known ?? other),
      )
      if (isSame && known !== undefined) return true
      await nextMultiple(refusalMs, startedMs)
      return false
    },
    isOutdated: (hash) => !hash.startsWith(`${ARGON2ID}v=19$m=${memoryCost},t=${timeCost},p=1$`),
  }
}

const tooMany = () =>
  new AppError('unavailable', 'Too many passwords are being checked at the moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    loginBound: 'waiting',
  })

/** Waits until the time since an instant is a multiple of `ms`; 0 does not wait. */
async function nextMultiple(ms: number, startedMs: number): Promise<void> {
  if (ms > 0) await Bun.sleep(ms - ((performance.now() - startedMs) % ms))
}

/** Makes passwords equal whose letters were typed on different systems (NIST SP 800-63B §5.1.1.2). */
const normalised = (password: string) => password.normalize('NFKC')
