import { Database } from 'bun:sqlite'
import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Locks of this process: a connection that nobody refers to is collected and would give its lock back. */
const held = new Set<Database>()

/**
 * Takes a database for this process; the operating system gives it back however the process ends.
 *
 * @throws Error one clear line when another process holds it
 * @returns a function that gives it back
 */
export function lockDatabase(file: string): () => void {
  const unlock = tryLock(file)
  if (!unlock) throw new Error(`another roomwire process is already using ${file}`)
  return unlock
}

/**
 * As `lockDatabase`, but undefined when another process holds it. An exclusive transaction on a file of its own is
 * a lock that SQLite already knows on every system.
 *
 * @throws Error one clear line when the file has several names
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
 * The lock and SQLite's own log go by the name of a file: by a second name (a hard link) the same database could be
 * used twice at once, or without the commits in its log. What a restore that was killed left beside it is none to
 * mind: that is refused under its own name.
 *
 * @throws Error one clear line when the file has several names
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

/** What a database that a restore replaced is called. */
export const asideName = (file: string, atMs: number | '') => `${file}.before-restore-${atMs}`

/** The file itself, however it was named: by two names it is still one database. */
export function realFile(file: string): string {
  try {
    return realpathSync(file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
    // Not made yet; where a link leads to, it will be made there.
    return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()
      ? realFile(resolve(dirname(file), readlinkSync(file)))
      : join(realpathSync(dirname(file)), basename(file))
  }
}
