import { Database } from 'bun:sqlite'
import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

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
 */
export function tryLock(file: string): (() => void) | undefined {
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

/** The file itself, however it was named: by two names it is still one database. */
function realFile(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    // Not made yet.
    return join(realpathSync(dirname(file)), basename(file))
  }
}
