// Backup and restore of SQLite.

import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { roomAt } from './former.ts'
import { inspect } from './inspect.ts'
import { copyLive } from './live-copy.ts'
import { asideName, lockDatabase } from './lock.ts'
import { readFrom, visit } from './look.ts'
import { refuseForeign } from './refuse.ts'

const EMPTY = { newest: undefined, wrongs: [] }

/**
 * Writes a consistent copy of a database that may be in use, with every commit before the begin. It gets its name once
 * it is on disk and has been checked; a kill before leaves a `.begun`, which the next backup to this name removes.
 *
 * @param onCopied called before the copy is checked
 * @throws Error one clear line if the target exists, cannot be written, or if the copy is damaged as the database is
 */
export async function backup(
  file: string,
  target: string,
  { onCopied }: { onCopied?: () => void } = {},
): Promise<void> {
  if (!existsSync(file)) throw new Error(`there is no database at ${file}`)
  if (existsSync(target)) throw new Error(`${target} exists already; a backup overwrites nothing`)
  refuseForeign(file)
  const begun = `${target}.begun`
  const discard = () => {
    for (const end of ['', '-journal']) rmSync(begun + end, { force: true })
  }
  try {
    discard()
    refuseFullDisk(file, dirname(target))
    if (!(await copyLive(file, begun))) copyAlone(file, begun)
    onCopied?.()
    const { wrongs } = inspect(begun)
    if (wrongs.length > 0) throw new Error(`the copy is damaged: ${wrongs.slice(0, 3).join('; ')}`)
    if (existsSync(target)) throw new Error('it exists by now')
    renameSync(begun, target)
  } catch (error) {
    throw notWritten(target, error)
  } finally {
    try {
      discard()
    } catch {
      // The folder cannot be written: the first error says so.
    }
  }
  flushFolder(dirname(target))
}

/** Refuses what would fill a disk, which may be the one that the service writes to. */
function refuseFullDisk(file: string, folder: string): void {
  const sizes = ['', '-wal'].map(
    (end) => statSync(file + end, { throwIfNoEntry: false })?.size ?? 0,
  )
  const [needed, free] = [sizes.reduce((sum, size) => sum + size, 0), roomAt(folder)]
  if (free < needed) throw new Error(`the disk has ${free} bytes free, and ${needed} are needed`)
}

const notWritten = (target: string, error: unknown) =>
  new Error(`${target} could not be written: ${(error as Error).message}`)

/** Copies a database that nobody writes, or who does writes a long log until the copy is done. */
function copyAlone(file: string, target: string): void {
  readFrom(file, (source) => {
    // The copy inherits it: without it a tenth of the texts would stand in unused parts of its pages a second time, where
    // no later erasure reaches them.
    source.run('pragma secure_delete = ON')
    source.run('vacuum into ?', [target])
  })
  // `vacuum into` leaves the fsync to the system, which may write the file after the rename.
  flush(target)
}

/**
 * Restores a backup in place of a database that is not in use, and keeps the former database under another name.
 *
 * @returns the path of the former database; undefined if there was none
 * @throws Error one clear line, and then nothing was changed
 */
export function restore(file: string, source: string): string | undefined {
  if (!existsSync(source)) throw new Error(`there is no backup at ${source}`)
  if (!statSync(source).isFile()) throw new Error(`${source} is no file`)
  const { newest, wrongs } = statSync(source).size > 0 ? inspect(source) : EMPTY
  if (!newest) throw new Error(`${source} is not a database of roomwire`)
  if (wrongs.length > 0) throw new Error(`${source} is damaged: ${wrongs.slice(0, 3).join('; ')}`)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unlock = lockDatabase(file)
  const incoming = `${file}.restoring`
  try {
    rmSync(incoming, { force: true })
    // Not a copy of the file: a database set aside after a crash has its newest commits in its log (WAL).
    try {
      copyAlone(source, incoming)
    } catch (error) {
      throw notWritten(incoming, error)
    }
    return replace(file, incoming)
  } finally {
    rmSync(incoming, { force: true })
    unlock()
  }
}

/**
 * Sets a database aside and puts another in its place, which is never empty: a kill at any moment leaves one of the
 * two. If the log could not be checkpointed, the newest commits may then be in the file set aside. A failure is undone.
 */
function replace(file: string, incoming: string): string | undefined {
  // Checkpoints the log into the file if that is possible; else the log is set aside with it.
  if (existsSync(file)) visit(file, 'pragma wal_checkpoint(truncate)')
  // SQLite would read a log left behind by the former database into the one that takes its place.
  const parts = ['', '-wal', '-shm'].filter((end) => existsSync(file + end))
  const aside = asideName(file, Date.now())
  try {
    for (const end of parts) linkOrCopy(file + end, aside + end)
    for (const end of parts) if (end !== '') rmSync(file + end)
    renameSync(incoming, file)
    return parts.includes('') ? aside : undefined
  } catch (error) {
    for (const end of parts) {
      if (!existsSync(file + end)) linkOrCopy(aside + end, file + end)
      rmSync(aside + end, { force: true })
    }
    throw new Error(`${file} could not be replaced: ${(error as Error).message}`)
  }
}

/** Makes a second name (hard link) of a file, or a copy if the file system has no links. */
function linkOrCopy(file: string, target: string): void {
  try {
    linkSync(file, target)
  } catch {
    copyFileSync(file, target, constants.COPYFILE_EXCL)
    flush(target)
  }
}

/** Waits until the names in a folder are on disk, where the system can do that. */
function flushFolder(folder: string): void {
  try {
    flush(folder, 'r')
  } catch {
    // Windows opens no folder.
  }
}

/** Waits until a file is on disk (fsync). */
export function flush(path: string, flags = 'r+'): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
