import type { Database } from 'bun:sqlite'
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { lockDatabase } from './lock.ts'
import {
  appliedMigrations,
  BUSY_TIMEOUT_MS,
  lookInto,
  openReadonly,
  refuseForeign,
  textColumn,
} from './sqlite.ts'

/** Files that SQLite keeps beside a database. */
const COMPANIONS = ['', '-wal', '-shm']

/** Writes a consistent copy of a database that may be in use. @throws Error when the target exists */
export function backup(file: string, target: string): void {
  if (!existsSync(file)) throw new Error(`there is no database at ${file}`)
  if (existsSync(target)) throw new Error(`${target} exists already; a backup overwrites nothing`)
  refuseForeign(file)
  const source = openReadonly(file)
  try {
    source.run(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    source.run('vacuum into ?', [target])
  } catch (error) {
    // Nobody shall take half a copy for one.
    for (const half of [target, `${target}-journal`]) rmSync(half, { force: true })
    throw new Error(`${target} could not be written: ${(error as Error).message}`)
  } finally {
    source.close()
  }
}

/**
 * Puts a backup in the place of a database that nobody uses, and sets the former one aside.
 *
 * @returns where the former one is now; undefined when there was none
 * @throws Error one clear line, and then nothing was changed
 */
export function restore(file: string, source: string): string | undefined {
  if (!existsSync(source)) throw new Error(`there is no backup at ${source}`)
  if (!statSync(source).isFile()) throw new Error(`${source} is no file`)
  const { newest, wrongs } = inspect(source)
  if (!newest) throw new Error(`${source} is not a database of roomwire`)
  if (wrongs.length > 0) throw new Error(`${source} is damaged: ${wrongs.slice(0, 3).join('; ')}`)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unlock = lockDatabase(file)
  try {
    const incoming = `${file}.restoring`
    rmSync(incoming, { force: true })
    // Not a copy of the file: a database set aside after a crash has its newest commits in the log beside it.
    backup(source, incoming)
    const aside = existsSync(file) ? `${file}.before-restore-${Date.now()}` : undefined
    for (const companion of COMPANIONS)
      if (aside && existsSync(file + companion)) renameSync(file + companion, aside + companion)
    renameSync(incoming, file)
    return aside
  } finally {
    unlock()
  }
}

/**
 * Looks a database over without changing it.
 *
 * @throws Error one clear line when it is of another program, of a newer version, or no database
 * @returns its newest migration (undefined: none), and one line for each thing wrong (empty: sound)
 */
export function inspect(file: string): { newest: string | undefined; wrongs: string[] } {
  refuseForeign(file)
  return lookInto(file, (database) => ({
    newest: appliedMigrations(database).at(-1),
    wrongs: wrongsOf(database),
  }))
}

function wrongsOf(database: Database): string[] {
  const broken = textColumn(database, 'pragma integrity_check')
    .flatMap((text) => text.split('\n'))
    .filter((line) => line !== 'ok')
  // References are only to be followed in a database that is whole.
  if (broken.length > 0) return broken
  return textColumn(database, 'pragma foreign_key_check').map(
    (table) => `broken reference in ${table}`,
  )
}
