import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A secret of the service: the one it was given, else the one kept in the data folder, else a new one of 32 random
 * bytes, kept there for the next start (contract §10).
 *
 * @param name of the file, which only the service's user may read
 */
export function keptSecret(dataDir: string, name: string, given: string | undefined): string {
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

function readSecret(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`)
  }
}
