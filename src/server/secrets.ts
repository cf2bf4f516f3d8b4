import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Config, isPlainSecret, plainSecret } from '../config.ts'
import type { Log } from '../log.ts'
import { findMeta, keepMeta, writeMeta } from '../store/engine/meta.ts'
import type { Store } from '../store/open.ts'

/**
 * Returns a secret of the service: the given one, else the one in the data folder, else a new one of 32 random bytes,
 * stored there for the next start (contract §10).
 *
 * @param name the file's name; only the service's user may read the file
 */
function loadSecret(dataDir: string, name: string, given: string | undefined): string {
  if (given) return given
  const path = join(dataDir, name)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  makeSecret(path)
  const secret = readSecret(path)
  if (secret.length < 32)
    throw new Error(`${path} holds no secret; remove the file or set the variable`)
  return secret
}

/** Makes a secret unless there is one. A full disk leaves no empty file, which would refuse every later start. */
function makeSecret(path: string): void {
  let file: number
  try {
    // `wx`: two starts at once agree on one secret.
    file = openSync(path, 'wx', 0o600)
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return
    throw error
  }
  try {
    writeFileSync(file, crypto.getRandomValues(Buffer.alloc(32)).toString('base64'))
    // On disk before anything is sealed with it.
    fsyncSync(file)
  } catch (error) {
    rmSync(path, { force: true })
    // The system names no file when a write fails.
    throw new Error(`${path} cannot be written: ${(error as Error).message}`, { cause: error })
  } finally {
    closeSync(file)
  }
}

/** The two secrets of a service. */
export type Secrets = { jwtSecret: string; encryptionKey: string }

export const secretsOf = ({ dataDir, jwtSecret, encryptionKey }: Config): Secrets => ({
  jwtSecret: loadSecret(dataDir, 'jwt.secret', jwtSecret),
  encryptionKey: loadSecret(dataDir, 'encryption.key', encryptionKey),
})

/**
 * Stores a fingerprint of each secret in the database; the secret cannot be derived from it. On PostgreSQL all replicas
 * must share the secrets of the first start (contract §10). A SQLite file has one process, which may get new secrets: the
 * file's fingerprints are those of its last start, and move along when it is copied to PostgreSQL.
 *
 * @throws Error one line with the name of a secret that differs, or that is new and easily guessed
 */
export async function keepFingerprints(
  { store, log }: { store: Store; log: Log },
  { database }: Config,
  secrets: Secrets,
): Promise<void> {
  for (const { name, key, own, secret } of fingerprints(secrets)) {
    // A plain secret of an earlier start stays valid, because records are sealed with it.
    if (isPlainSecret(secret)) {
      if ((await findMeta(store, key)) !== own) throw new Error(plainSecret(name))
      log.warn('plain_secret', { secret: name, hint: plainSecret(name) })
    }
    if (typeof database === 'string') {
      const kept = await findMeta(store, key)
      if (kept === own) continue
      if (kept !== undefined) log.warn('other_secret', { secret: name, hint: HINTS[name] })
      // A full disk does not prevent a start.
      await store.tx((tx) => writeMeta(tx, key, own)).catch(() => {})
    } else if ((await store.tx((tx) => keepMeta(tx, key, own))) !== own)
      throw new Error(
        `${name} is not the one this database was first served with; to change it for good, stop every replica and delete the row ${key} of table meta`,
      )
  }
}

/** Returns a fingerprint of each secret: it differs for different secrets, and reveals nothing else. */
export function fingerprints({
  jwtSecret,
  encryptionKey,
}: Pick<Config, 'jwtSecret' | 'encryptionKey'>) {
  const secrets = [
    { name: 'JWT_SECRET', key: 'jwt_secret_fingerprint', secret: jwtSecret },
    { name: 'ENCRYPTION_KEY', key: 'encryption_key_fingerprint', secret: encryptionKey },
  ] as const
  return secrets.flatMap(({ name, key, secret }) => {
    if (!secret) return []
    const digest = new Bun.CryptoHasher('sha256', secret).update(`fingerprint of ${name}`)
    return [{ name, key, secret, own: digest.digest('hex').slice(0, 32) }]
  })
}

/**
 * Names the secrets of a configuration that are missing, or not those with which a database was last served. Makes none.
 *
 * @param keptOf the fingerprint in the database; undefined if it has none
 */
export function otherSecrets(
  { dataDir, jwtSecret, encryptionKey }: Config,
  keptOf: (key: string) => string | undefined,
): string[] {
  const inFolder = (name: string) => {
    const path = join(dataDir, name)
    return existsSync(path) ? readSecret(path) : 'none'
  }
  const own = fingerprints({
    jwtSecret: jwtSecret ?? inFolder('jwt.secret'),
    encryptionKey: encryptionKey ?? inFolder('encryption.key'),
  })
  return own.filter((each) => (keptOf(each.key) ?? each.own) !== each.own).map(({ name }) => name)
}

/** The consequences of a changed secret, for the log. */
const HINTS = {
  JWT_SECRET: 'it differs from the one of the last start: every session has ended',
  ENCRYPTION_KEY:
    'it differs from the one of the last start: every webhook fails as `secret` until the former one is set again, or the secrets of the endpoints are rotated',
}

function readSecret(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`)
  }
}
