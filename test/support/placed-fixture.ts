import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { FIXTURE_ENV, type Fixture, loadFixture } from '../versions/fixture.ts'
import { temporaryFolder } from './folder.ts'
import type { PostgresServer } from './postgres-server.ts'

/** The database of a former version, as processes of this one find it. */
export type PlacedFixture = {
  /** Of commands that use it. */
  setup: { folder: string; env: Record<string, string> }
  /** The file, or the address. */
  place: string
  [Symbol.asyncDispose](): Promise<void>
}

let made = 0

/** Makes a fixture's database: in a folder of its own, or as a new database of a server. */
export async function placeFixture(
  fixture: Fixture,
  server: Pick<PostgresServer, 'url'>,
): Promise<PlacedFixture> {
  const folder = temporaryFolder()
  const isSqlite = fixture.engine === 'sqlite'
  const name = `fixture_${++made}`
  const place = isSqlite
    ? join(folder.path, 'data/roomwire.db')
    : server.url.replace(/postgres$/, name)
  if (isSqlite) mkdirSync(join(folder.path, 'data'))
  else await run(server.url, `create database ${name}`)
  await loadFixture(fixture, place)
  return {
    setup: {
      folder: folder.path,
      env: { ...FIXTURE_ENV, ...(!isSqlite && { DATABASE_URL: place }) },
    },
    place,
    async [Symbol.asyncDispose]() {
      folder[Symbol.dispose]()
      if (!isSqlite) await run(server.url, `drop database ${name} with (force)`)
    },
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new SQL({ url, max: 1 })
  await client.unsafe(statement)
  await client.close()
}
