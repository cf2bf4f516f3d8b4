import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { daysBetween, loadPostgres, loadSqlite, shift } from './dump.ts'

/** The engine of a fixture. */
export type FixtureEngine = 'sqlite' | 'postgres'

/** The answer of a version to a call of the API. */
export type Seen = { path: string /** The name of a key of the fixture. */; key: string; body: any }

/** A database of a former version, made by that version itself (`make.ts`). */
export type Fixture = {
  version: string
  commit: string
  engine: FixtureEngine
  /** The moment at which it was made. A fixture that is read was made a day ago, or two: so long no version doubts the clock. */
  madeAtMs: number
  /** Credentials of people and systems, by name. */
  keys: Record<string, string>
  /** The things made, by name: bookings by their codes, and the webhook of alfa. */
  codes: Record<string, string>
  /** The answers of the version at the end. */
  seen: Seen[]
  /** Rows by table. */
  rows: Record<string, number>
  dump: string
}

const FOLDER = join(import.meta.dir, 'fixtures')

/** The environment of every version that serves a fixture. The secrets have never guarded anything. */
export const FIXTURE_ENV = {
  JWT_SECRET: 'of-a-fixture'.repeat(4),
  ENCRYPTION_KEY: 'of-fixtures'.repeat(4),
  WEBHOOK_ALLOW_PRIVATE: '1',
  PUBLIC_RATE_PER_MINUTE: '0',
  LOGIN_LIMITS: '0',
  FAIR_USE: '0',
  STRANGER_LIMITS: '0',
}

/** The names of all fixtures of an engine, the oldest version first. */
export const listFixtures = (engine: FixtureEngine): string[] =>
  [...new Bun.Glob(`*-${engine}.json.gz`).scanSync(FOLDER)].sort()

/** An address without a listener: what a version sends to it stays to be sent. */
export const NOWHERE = 'http://127.0.0.1:39999/hook'

/**
 * Reads a fixture, with its dates and instants moved to now.
 *
 * @param receiverUrl where its webhook leads
 */
export async function readFixture(
  name: string,
  { receiverUrl = NOWHERE }: { receiverUrl?: string } = {},
): Promise<Fixture> {
  const packed = await Bun.file(join(FOLDER, name)).bytes()
  const fixture: Fixture = JSON.parse(gunzipSync(packed).toString())
  const days = daysBetween(fixture.madeAtMs, Date.now()) - 1
  const seen = JSON.parse(shift(JSON.stringify(fixture.seen), days), (name, value) =>
    /cursor$/i.test(name) && value ? shiftCursor(value, days) : value,
  )
  return { ...fixture, seen, dump: shift(fixture.dump, days).replaceAll(NOWHERE, receiverUrl) }
}

/** Moves the instant in a cursor. */
const shiftCursor = (cursor: string, days: number): string =>
  Buffer.from(shift(Buffer.from(cursor, 'base64url').toString(), days)).toString('base64url')

/** Keeps a fixture. @returns the bytes that it takes */
export async function writeFixture(name: string, fixture: Fixture): Promise<number> {
  return await Bun.write(join(FOLDER, name), gzipSync(JSON.stringify(fixture), { level: 9 }))
}

/** Makes the database of a fixture: a new file, or in an empty database. */
export async function loadFixture({ dump, engine }: Fixture, place: string): Promise<void> {
  if (engine === 'sqlite') loadSqlite(place, dump)
  else await loadPostgres(place, dump)
}
