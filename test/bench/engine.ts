import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { copyStore } from '../../src/store/copy/copy.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'

/** The secrets of a service that has no folder of its own to keep them in. */
export const SECRETS = {
  JWT_SECRET: 'a secret of the bench, long enough for it',
  ENCRYPTION_KEY: 'another secret of the bench, as long',
}

/** The server on whose databases `startOurs` runs the service; undefined: on the file of its folder. */
let server: PostgresServer | undefined
let databases = 0

/** A server that waits for the disk, as one of production does. */
export const startDurable = () => startPostgres({ fsync: 'on', shared_buffers: '256MB' }, tmpdir())

/** A database of a server, as a target of a copy. */
export function targetOf(url: string, name: string) {
  const place = url.replace(/[^/]*$/, name)
  return { url: place, directUrl: place, prepare: true }
}

/** Copies what is on a server for the floor. @returns the address of the copy */
export async function copyForFloor({ url }: PostgresServer): Promise<string> {
  const admin = new SQL({ url: targetOf(url, 'template1').url, max: 1 })
  await admin.unsafe('create database floor template postgres')
  await admin.close()
  return targetOf(url, 'floor').url
}

/** From now on the service runs on PostgreSQL, on a copy of what is in its folder. @returns ends the server */
export async function usePostgres(): Promise<() => Promise<void>> {
  const started = await startDurable()
  server = started
  return async () => {
    server = undefined
    await started[Symbol.asyncDispose]()
  }
}

/** Where the service finds the data of a folder, in the words of its settings and as one address. */
export async function databaseFor(
  folder: string,
): Promise<{ env: Record<string, string>; address: string }> {
  const file = join(folder, 'roomwire.db')
  if (!server) return { env: {}, address: `sqlite://${file}` }
  const name = `bench_${++databases}`
  await create(server, name)
  const target = targetOf(server.url, name)
  const address = target.url
  await copyStore(file, target, () => {})
  return { env: { ...secretsIn(folder), DATABASE_URL: address }, address }
}

async function create({ url }: PostgresServer, name: string): Promise<void> {
  const admin = new SQL({ url, max: 1 })
  await admin.unsafe(`create database ${name}`)
  await admin.close()
}

/** What was encrypted with the secrets of a folder stays readable. */
function secretsIn(folder: string): Record<string, string> {
  const read = (name: string, fallback: string) => {
    try {
      return readFileSync(join(folder, name), 'utf8').trim()
    } catch {
      return fallback
    }
  }
  return {
    JWT_SECRET: read('jwt.secret', SECRETS.JWT_SECRET),
    ENCRYPTION_KEY: read('encryption.key', SECRETS.ENCRYPTION_KEY),
  }
}
