import pLimit from 'p-limit'
import type { User } from '../domain/accounts/user.ts'
import { AppError } from '../domain/kernel/errors.ts'

const HASHES_WAITING_MAX = 32

/** Password hashes made side by side, of known people and of strangers each; and how many more may wait, half of each. */
const HASHES_AT_ONCE = 1

/** What a password costs: memory in KiB and passes of one argon2id hash, and how long a refusal takes, if it is said. */
export type PasswordCost = { memoryCost: number; timeCost: number; refusalMs?: number }

/**
 * OWASP's first choice for argon2id, 19 MiB and 2 passes: some 20 ms a hash, where Bun's own 64 MiB take 70. A refusal
 * takes a time that no hash shows through: an account whose hash is of an earlier cost is told apart by nobody.
 */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, refusalMs: 250 }

const ARGON2ID = '$argon2id$'
const RETRY_AFTER_SECONDS = 2
/** Known people and strangers have half of the waiting places each. */
const WAITING_MAX = HASHES_WAITING_MAX / 2
/** Guests in the line of known people: anybody registers as many as they like, and makes them known. */
const GUESTS_MAX = HASHES_AT_ONCE + WAITING_MAX - 5

/**
 * Who waits for a hash: known is who was let in already, by a session, a link or a known place. Strangers fill no place of
 * theirs, and are never before them. Known guests leave places in their line to those whom somebody let in.
 */
type Waiter = 'known' | 'guest' | 'stranger'

/** As whom an account that is known waits. */
export const knownAs = ({ role }: Pick<User, 'role'>): Waiter =>
  role === 'guest' ? 'guest' : 'known'

/** Hashes and compares passwords, a bounded number at once. */
export type Passwords = {
  /** @throws AppError `unavailable` when too many wait already */
  hash: (password: string, waiter?: Waiter) => Promise<string>
  /**
   * Whether a password is the one of a hash, whatever that cost. Without a hash, or with one that no password opens,
   * it takes the same time and answers no.
   *
   * @throws AppError `unavailable` when too many wait already
   */
  verify: (password: string, hash: string | undefined, waiter?: Waiter) => Promise<boolean>
  /** Whether a hash costs something else than one that is made today. */
  isOutdated: (hash: string) => boolean
}

/** argon2id (contract §5) by Bun, on its own threads: of each kind of waiter one hash at a time, the rest wait in line. */
export function createPasswords(cost: PasswordCost = PASSWORD_COST): Passwords {
  const { memoryCost, timeCost, refusalMs = 0 } = cost
  const lines = { known: pLimit(HASHES_AT_ONCE), stranger: pLimit(HASHES_AT_ONCE) }
  const make = (password: string) =>
    Bun.password.hash(normalised(password), { algorithm: 'argon2id', memoryCost, timeCost })
  // Made by the first log-in, whoever it is for, and awaited by every one: a start need not pay a core for it.
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

/** Waits until a multiple of some milliseconds has gone by since an instant; does not wait for 0. */
async function nextMultiple(ms: number, startedMs: number): Promise<void> {
  if (ms > 0) await Bun.sleep(ms - ((performance.now() - startedMs) % ms))
}

/** The same letters typed on different systems are the same password (NIST SP 800-63B §5.1.1.2). */
const normalised = (password: string) => password.normalize('NFKC')
