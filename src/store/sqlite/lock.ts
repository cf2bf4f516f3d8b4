// The process lock of a SQLite file.

import { Database } from 'bun:sqlite'
import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** The locks of this process: an unreferenced connection would be garbage collected and lose its lock. */
const held = new Set<Database>()

/**
 * Locks a database for this process; the operating system releases the lock however the process ends.
 *
 * @throws Error one clear line if another process has the lock
 * @returns a function that releases the lock
 */
export function lockDatabase(file: string): () => void {
  const unlock = tryLock(file)
  if (!unlock) throw new Error(`another roomwire process is already using ${file}`)
  return unlock
}

/**
 * The same as `lockDatabase`, but undefined if another process has the lock. The lock is an exclusive transaction on a
 * file of its own, which SQLite supports on every system.
 *
 * @throws Error one clear line if the file has several names
 */
export function tryLock(file: string): (() => void) | undefined {
  refuseLinked(file)
  const lock = new Database(`${realFile(file)}.lock`)
  try {
    lock.run('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    return undefined
  }
  held.add(lock)
  return () => {
    held.delete(lock)
    lock.close()
  }
}

/**
 * Refuses a file with hard links. The lock and SQLite's own log go by the name of the file, so through a second name
 * the same database could be used twice at once, or without the commits in its log. The link that a killed restore left
 * behind does not count: that name is refused itself.
 *
 * @throws Error one clear line if the file has several names
 */
export function refuseLinked(file: string): void {
  const { nlink, dev, ino } = statSync(file, { throwIfNoEntry: false }) ?? { nlink: 1 }
  if (nlink <= 1) return
  const path = realFile(file)
  const asides = readdirSync(dirname(path))
    .filter((name) => name.startsWith(asideName(basename(path), '')))
    .map((name) => statSync(join(dirname(path), name)))
    .filter((aside) => aside.dev === dev && aside.ino === ino)
  if (nlink > 1 + asides.length)
    throw new Error(
      `${file} has ${nlink} names (hard links), by which two processes could use it at once; remove the others`,
    )
}

/** The name of a database that a restore has set aside. */
export const asideName = (file: string, atMs: number | '') => `${file}.before-restore-${atMs}`

/** The real path of a file: a database with two paths is still one database. */
export function realFile(file: string): string {
  try {
    return realpathSync(file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
    // The file does not exist yet; it will be created at the target of the link.
    return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()
      ? realFile(resolve(dirname(file), readlinkSync(file)))
      : join(realpathSync(dirname(file)), basename(file))
  }
}
