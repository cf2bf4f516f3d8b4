import { Database } from 'bun:sqlite'

/**
 * Takes a database for this process; the operating system gives it back however the process ends.
 * An exclusive transaction on a file of its own is a lock that SQLite already knows on every system.
 *
 * @throws Error one clear line when another process holds it
 * @returns a function that gives it back
 */
export function lockDatabase(file: string): () => void {
  const lock = new Database(`${file}.lock`)
  try {
    lock.run('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new Error(`another roomwire process is already using ${file}`)
  }
  return () => lock.close()
}
