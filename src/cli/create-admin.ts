import type { Config } from '../config.ts'
import { refusePassword } from '../domain/accounts/password.ts'
import { normalizeEmail } from '../domain/kernel/address.ts'
import { AppError } from '../domain/kernel/errors.ts'
import { isEmail } from '../domain/kernel/text.ts'
import { createLog } from '../log.ts'
import { logUpgrade } from '../server/upgrade.ts'
import { createAdmin } from '../service/accounts/accounts.ts'
import { realDeps } from '../service/real-deps.ts'
import { openStore } from '../store/open.ts'
import { readPassword } from './prompt.ts'

/**
 * `create-admin <email>`: makes an administrator, with a password from standard input. It is safe while the service
 * runs: it writes one new row, and the service caches nothing about accounts that do not exist.
 *
 * @throws Error one clear line for a wrong or taken e-mail address, or a weak password
 */
export async function createAdminFor(
  { database, brand, logLevel }: Config,
  address: string | undefined,
): Promise<number> {
  if (!address) throw new Error('name the e-mail address: roomwire create-admin <email>')
  const email = normalizeEmail(address)
  if (!isEmail(email)) throw new Error(`${JSON.stringify(address)} is no e-mail address`)
  const password = await readPassword()
  try {
    const holder = { brand, email, name: email, hotels: [], isPowerful: true }
    refusePassword(password, holder, '/password')
    const world = realDeps()
    // The hash comes first, so that the database is open only briefly.
    const passwordHash = await world.passwords.hash(password)
    const onUpgrade = logUpgrade(createLog(logLevel))
    const store = await openStore(database, { isBeside: true, onUpgrade })
    try {
      await createAdmin({ store, brand, ...world, nowMs: store.clock.nowMs }, email, passwordHash)
    } finally {
      await store.close()
    }
  } catch (error) {
    throw error instanceof AppError
      ? new Error(explainFailure(error, email), { cause: error })
      : error
  }
  process.stdout.write(
    `${email} is an administrator; sign in at /admin, or with POST /v1/auth/login\n`,
  )
  return 0
}

function explainFailure({ code, message }: AppError, email: string): string {
  if (code === 'already_exists') return `there is an account ${email} already; nothing was changed`
  return code === 'password_too_weak' ? `the password is refused: ${message}` : message
}
