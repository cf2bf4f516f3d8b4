import { afterAll, beforeAll } from 'bun:test'
import { SQL } from 'bun'
import { shelvedBinary } from './binary.ts'
import { temporaryFolder } from './folder.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import type { Setup } from './process.ts'

/** Secrets as every replica of these tests has them. */
export const SECRETS = {
  JWT_SECRET: 'geheim-0123456789abcdef-0123456789',
  ENCRYPTION_KEY: 'geheim-fedcba9876543210-9876543210',
}

/** A server of the file's own, and the binary in a folder of its own: for tests of what an operator meets. */
export function ownServer() {
  const program = shelvedBinary()
  const folder = temporaryFolder()
  let server: PostgresServer
  let made = 0
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  const addressOf = (name: string, user = 'postgres') =>
    `postgres://${user}@127.0.0.1:${server.port}/${name}`

  /** Runs statements, in the database `postgres` unless another is named. */
  async function run(statements: string, name = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new SQL({ url: addressOf(name), max: 1 })
    try {
      return [...(await client.unsafe(statements))]
    } finally {
      await client.close()
    }
  }

  return {
    folder: folder.path,
    server: () => server,
    run,
    addressOf,
    /** A new database. @returns its name */
    async newDatabase(options = ''): Promise<string> {
      const name = `rooms_${made++}`
      await run(`create database ${name} ${options}`)
      return name
    },
    /** How the program is run on an address. */
    on: (url: string, env: Record<string, string> = {}): Setup => ({
      folder: folder.path,
      program,
      env: { ...SECRETS, DATABASE_URL: url, ...env },
    }),
  }
}
