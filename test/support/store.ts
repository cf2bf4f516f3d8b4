import { Database } from 'bun:sqlite'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { sql } from 'drizzle-orm'
import type { Change, Day } from '../../src/domain/kernel/availability.ts'
import { type CalendarDate, parseDate } from '../../src/domain/kernel/date.ts'
import { listDays } from '../../src/store/days/availability.ts'
import type { Handle } from '../../src/store/engine/engine.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import type { PostgresTarget } from '../../src/store/postgres/pool.ts'
import { temporaryFolder } from './folder.ts'
import {
  createDatabase,
  dropDatabase,
  forbidWrites as forbidPostgres,
  isOnPostgres,
} from './postgres.ts'
import { sqliteDb } from './sql.ts'

export type TestStore = {
  store: Store
  target: TestDatabase['target']
  /** The file of SQLite, for tests of that engine alone. */
  file: string
  /** How many days are stored, as a connection of its own sees it: only what was committed. */
  daysSeenOutside: () => Promise<number>
  /** Closes the store before the end of the test. */
  close: () => Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

let template: Promise<Uint8Array> | undefined

/** A database of its own, of the engine that these tests are run on: every table, and nothing in them. */
export type TestDatabase = {
  target: string | PostgresTarget
  [Symbol.asyncDispose](): Promise<void>
}

/** From here on a database refuses every write, as a disk mounted read-only would; reads go on. */
export async function forbidWrites({ store, target }: Pick<TestStore, 'store' | 'target'>) {
  if (typeof target !== 'string') await forbidPostgres(target)
  else await store.tx(async ({ db }) => void sqliteDb(db).run(sql`pragma query_only = on`))
}

/** All that a database holds, as text; the store is closed. */
export async function storedText({ target, close }: Pick<TestStore, 'target' | 'close'>) {
  await close()
  if (typeof target === 'string') return await Bun.file(target).text()
  const outside = new SQL({ url: target.url, max: 1 })
  const [row] = await outside`select schema_to_xml('public', true, false, '')::text as text`
  await outside.close()
  return row.text as string
}

/** The migrations ran once in this process. `connections`: of each of PostgreSQL's pools, where a few are not enough. */
export async function newDatabase(connections?: number): Promise<TestDatabase> {
  if (isOnPostgres) {
    const target = await createDatabase(connections)
    return { target, [Symbol.asyncDispose]: async () => dropDatabase(target) }
  }
  const folder = temporaryFolder()
  const target = join(folder.path, 'roomwire.db')
  template ??= makeTemplate()
  writeFileSync(target, await template)
  return { target, [Symbol.asyncDispose]: async () => folder[Symbol.dispose]() }
}

async function makeTemplate(): Promise<Uint8Array> {
  using folder = temporaryFolder()
  const file = join(folder.path, 'roomwire.db')
  await (await openStore(file)).close()
  return readFileSync(file)
}

/** A store on a real database: the one place of its tests that knows the engine. */
export async function startStore(connections?: number): Promise<TestStore> {
  const database = await newDatabase(connections)
  const { target } = database
  const store = await openStore(target)
  let closed: Promise<void> | undefined
  // One for all looks: 200 connections at once starve a slow machine.
  let outside: SQL | undefined
  const close = () => {
    closed ??= store.close()
    return closed
  }
  return {
    store,
    target,
    get file() {
      if (typeof target !== 'string') throw new Error('PostgreSQL has no file')
      return target
    },
    daysSeenOutside: () => {
      outside ??= typeof target === 'string' ? undefined : new SQL({ url: target.url, max: 1 })
      return countOutside(target, outside)
    },
    close,
    async [Symbol.asyncDispose]() {
      await outside?.close()
      await close()
      await database[Symbol.asyncDispose]()
    },
  }
}

async function countOutside(target: TestDatabase['target'], client?: SQL): Promise<number> {
  const text = 'select count(*) as days from day'
  if (typeof target === 'string') {
    using outside = new Database(target, { readonly: true })
    return (outside.query(text).get() as { days: number }).days
  }
  const [row] = await client!.unsafe(text)
  return Number(row.days)
}

/** A date of a test; what is not one is a mistake of the test. */
export function date(text: string): CalendarDate {
  const parsed = parseDate(text)
  if (!parsed) throw new Error(`${text} is not a date`)
  return parsed
}

/** A change as `upsertDays` takes it, of a day with everything a test does not care about. */
export function change(roomCode: string, on: string, day: Partial<Day> = {}): Change {
  const after = { available: 1, priceCents: 10_000, closed: false, shortfall: 0, ...day }
  return { roomCode, date: date(on), before: null, after }
}

/** Every stored day of the room types of a hotel. */
export function allDays(handle: Handle, hotelId: number, ...roomCodes: string[]) {
  const range = { from: date('0001-01-01'), to: date('9999-12-31') }
  return listDays(handle, { hotelId, roomCodes, ...range })
}
