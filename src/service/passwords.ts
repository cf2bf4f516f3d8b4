import pLimit from 'p-limit'
import { AppError } from '../domain/errors.ts'
import { HASHES_AT_ONCE, HASHES_WAITING_MAX } from '../domain/limits.ts'

/** What one argon2id hash costs: memory in KiB, and passes over it. */
export type PasswordCost = { memoryCost: number; timeCost: number }

/** Bun's own default, above the least that OWASP asks for (19 MiB, 2 passes); some 70 ms a hash. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 65_536, timeCost: 2 }

const ARGON2ID = '$argon2id$'
const RETRY_AFTER_SECONDS = 2

/** Hashes and compares passwords, a bounded number at once. */
export type Passwords = {
  /** @throws AppError `unavailable` when too many wait already */
  hash: (password: string) => Promise<string>
  /**
   * Whether a password is the one of a hash. Without a hash, or with one that no password opens, it takes the same
   * time and answers no.
   *
   * @throws AppError `unavailable` when too many wait already
   */
  verify: (password: string, hash: string | undefined) => Promise<boolean>
}

/** argon2id (contract §5) by Bun, on its own threads: two hashes at once, the rest wait in line. */
export function createPasswords(cost: PasswordCost = PASSWORD_COST): Passwords {
  const line = pLimit(HASHES_AT_ONCE)
  const make = (password: string) =>
    Bun.password.hash(composed(password), { algorithm: 'argon2id', ...cost })
  // Made by the first log-in, whoever it is for, and awaited by every one: a start need not pay 70 ms of a core for it.
  let dummy: Promise<string> | undefined

  async function inLine<T>(work: () => Promise<T>): Promise<T> {
    if (line.activeCount + line.pendingCount >= HASHES_AT_ONCE + HASHES_WAITING_MAX)
      throw new AppError('unavailable', 'Too many passwords are being checked at the moment.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    return await line(work)
  }

  return {
    hash: (password) => inLine(() => make(password)),
    async verify(password, hash) {
      const known = hash?.startsWith(ARGON2ID) ? hash : undefined
      dummy ??= make(crypto.randomUUID())
      const other = await dummy
      const isSame = await inLine(() => Bun.password.verify(composed(password), known ?? other))
      return isSame && known !== undefined
    },
  }
}

/** The same letters typed on different systems are the same password (NIST SP 800-63B §5.1.1.2). */
const composed = (password: string) => password.normalize('NFKC')
