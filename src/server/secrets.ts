import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, isPlainSecret, plainSecret } from '../config.ts'
import type { Log } from '../log.ts'
import { findMeta, keepMeta, writeMeta } from '../store/engine/meta.ts'
import type { Store } from '../store/open.ts'

/**
 * A secret of the service: the one it was given, else the one kept in the data folder, else a new one of 32 random
 * bytes, kept there for the next start (contract §10).
 *
 * @param name of the file, which only the service's user may read
 */
function loadSecret(dataDir: string, name: string, given: string | undefined): string {
  if (given) return given
  const path = join(dataDir, name)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    // `wx`: two starts at once agree on one secret.
    writeFileSync(path, crypto.getRandomValues(Buffer.alloc(32)).toString('base64'), {
      mode: 0o600,
      flag: 'wx',
    })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  const secret = readSecret(path)
  if (secret.length < 32) throw new Error(`${path} holds no secret; remove it or set one`)
  return secret
}

/** What a service goes by, which nobody else knows. */
export type Secrets = { jwtSecret: string; encryptionKey: string }

export const secretsOf = ({ dataDir, jwtSecret, encryptionKey }: Config): Secrets => ({
  jwtSecret: loadSecret(dataDir, 'jwt.secret', jwtSecret),
  encryptionKey: loadSecret(dataDir, 'encryption.key', encryptionKey),
})

/**
 * Keeps a fingerprint of each secret in the database, from which it cannot be had. Replicas of PostgreSQL must have theirs
 * in common, which are those of the first start (contract §10). A file is served by one process, which may be given
 * others: its fingerprints are of those it was served with last, and go with it when it is copied to PostgreSQL.
 *
 * @throws Error one line naming the secret that is another, or new and easily guessed
 */
export async function keepFingerprints(
  { store, log }: { store: Store; log: Log },
  { database }: Config,
  secrets: Secrets,
): Promise<void> {
  for (const { name, key, own, secret } of fingerprints(secrets)) {
    // What is sealed with one of before is not lost for it.
    if (isPlainSecret(secret)) {
      if ((await findMeta(store, key)) !== own) throw new Error(plainSecret(name))
      log.warn('plain_secret', { secret: name, hint: plainSecret(name) })
    }
    if (typeof database === 'string') {
      const kept = await findMeta(store, key)
      if (kept === own) continue
      if (kept !== undefined) log.warn('other_secret', { secret: name, hint: HINTS[name] })
      // A disk that is full does not keep a service from starting.
      await store.tx((tx) => writeMeta(tx, key, own)).catch(() => {})
    } else if ((await store.tx((tx) => keepMeta(tx, key, own))) !== own)
      throw new Error(
        `${name} is not the one this database was first served with; to change it for good, stop every replica and delete the row ${key} of table meta`,
      )
  }
}

/** What tells each secret that there is from another, and nothing more of it. */
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

/** What comes of another secret than before. */
const HINTS = {
  JWT_SECRET: 'it is another one than before: every session has ended',
  ENCRYPTION_KEY:
    'it is another one than before: every webhook fails as `secret` until the service has the one of before again, or the secrets of its endpoints are rotated',
}

function readSecret(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`)
  }
}
