import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { openReader } from '../store/open-reader.ts'
import { connectTo, nameOf } from '../store/postgres/address.ts'
import { explainError, readHistory } from '../store/postgres/look.ts'
import { MIGRATIONS as POSTGRES } from '../store/postgres/postgres.ts'
import { inspect } from '../store/sqlite/inspect.ts'
import { MIGRATIONS as SQLITE } from '../store/sqlite/refuse.ts'
import { readContents } from '../store/system/contents.ts'
import { printFindings } from './doctor.ts'
import { checkInvariants } from './doctor-invariants.ts'
import type { Finding } from './finding.ts'

const ok = (line: string): Finding => ({ isWell: true, line })
const bad = (line: string): Finding => ({ isWell: false, line })

/**
 * `restore --check <file>`: checks a backup and says what it contains, and changes nothing. In place of a file it takes
 * the address of a PostgreSQL database into which a dump was restored.
 *
 * @returns 1 if anything is wrong, or if the check is left to PostgreSQL's own tools
 */
export async function checkBackup(file: string | undefined): Promise<number> {
  if (!file) throw new Error('name the backup: roomwire restore --check <file>')
  if (!isAddress(file) && isDump(file)) return leaveToTools(resolve(file))
  return await printFindings(findInBackup(file))
}

/** Checks a backup: what is well with it, and what is not. */
export const findInBackup = (file: string): AsyncGenerator<Finding> =>
  isAddress(file) ? checkAddress(file) : checkFile(resolve(file))

const isAddress = (text: string) => /^postgres(ql)?:/.test(text)

async function* checkFile(path: string): AsyncGenerator<Finding> {
  const found = lookAt(path)
  yield found
  if (!found.newest) return
  yield ok(`it has ${sizeText(sizeOf(path))}`)
  yield* checkData(path, found.newest === SQLITE.at(-1)!.name)
}

/** The pages of a file, and its newest migration if they are sound. */
function lookAt(path: string): Finding & { newest?: string } {
  try {
    const { newest, wrongs } = inspect(path)
    if (!newest) return bad(`${path} is not a database of roomwire`)
    if (wrongs.length > 0) return bad(`${path} is damaged: ${wrongs.slice(0, 3).join('; ')}`)
    return { ...ok(`${path} can be opened and is sound, at migration ${newest}`), newest }
  } catch (error) {
    return bad((error as Error).message)
  }
}

async function* checkAddress(address: string): AsyncGenerator<Finding> {
  const { database } = readConfig({}, { DATABASE_URL: address })
  if (typeof database === 'string') return
  const client = connectTo(database.directUrl, { max: 1, connectionTimeout: 5 })
  const name = nameOf(database.directUrl)
  try {
    const { applied } = await readHistory(client)
    const unknown = applied.find((each) => !POSTGRES.some((known) => known.name === each))
    if (applied.length === 0) return yield bad(`${name} is not a database of roomwire`)
    if (unknown) return yield bad(`${name} is of a newer roomwire (it knows ${unknown})`)
    yield ok(`${name} can be read, at migration ${applied.at(-1)}`)
    yield* checkData(database, applied.length === POSTGRES.length)
  } catch (error) {
    yield bad(`${name} cannot be used: ${explainError(error)}`)
  } finally {
    await client.close({ timeout: 1 })
  }
}

/** Says what a database contains, and checks its invariants; those of an older version have other tables. */
async function* checkData(
  database: Config['database'],
  isNewest: boolean,
): AsyncGenerator<Finding> {
  if (!isNewest)
    return yield ok(
      'it is of an older version: restore it, start this version, and run roomwire doctor to check its data',
    )
  const reader = openReader(database)
  try {
    const { hotels, bookings, newest } = await reader.snapshot(readContents)
    const last = newest
      ? `, the newest ${newest.code} of ${newest.slug}, made ${new Date(newest.createdAtMs).toISOString()}`
      : ''
    yield ok(`it has ${hotels} hotels and ${bookings} bookings${last}`)
  } finally {
    await reader.close()
  }
  yield* checkInvariants({ database }, { isFast: true, nowMs: Date.now() })
}

/** True for an archive of `pg_dump --format=custom`. @throws Error one clear line if there is no file */
function isDump(path: string): boolean {
  if (!existsSync(path)) throw new Error(`there is no backup at ${resolve(path)}`)
  if (!statSync(path).isFile()) throw new Error(`${resolve(path)} is no file`)
  const head = Buffer.alloc(5)
  const handle = openSync(path, 'r')
  readSync(handle, head, 0, 5, 0)
  closeSync(handle)
  return head.toString() === 'PGDMP'
}

function leaveToTools(path: string): number {
  process.stderr.write(
    `nothing is checked: ${path} is a dump of PostgreSQL; these lines restore it beside the database and check that\n`,
  )
  process.stdout.write(
    `createdb roomwire_check\npg_restore --no-owner --exit-on-error --dbname=roomwire_check '${path.replaceAll("'", `'\\''`)}'\nroomwire restore --check postgres://localhost/roomwire_check\n`,
  )
  return 1
}

/** The size of a file with its log. */
const sizeOf = (path: string) =>
  statSync(path).size + (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0)

const sizeText = (bytes: number) => `${bytes.toLocaleString('en')} bytes`
