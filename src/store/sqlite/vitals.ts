import { readFile, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Vitals } from '../engine/vitals.ts'
import { realFile } from './lock.ts'

/**
 * How large a database is with its log, the room left beside it, and when `backup` copied it last. That stands in a file
 * beside the database: a backup only reads it, also one that a server of another version has open.
 */
export async function readVitals(file: string): Promise<Vitals> {
  const place = realFile(file)
  const { bavail, bsize } = await statfs(dirname(place))
  const noted = await readFile(noteBeside(place), 'utf8').catch(() => '')
  const backedUpAtMs = Date.parse(noted.split('\n')[0]!)
  return {
    engine: 'SQLite',
    sizeBytes: (await sizeOf(place)) + (await sizeOf(`${place}-wal`)),
    freeBytes: bavail * bsize,
    backedUpAtMs: Number.isNaN(backedUpAtMs) ? null : backedUpAtMs,
    isBackupKnown: true,
    backupCommand: 'roomwire backup FILE',
  }
}

/** Notes beside a database that it was copied, and where to; a backup holds though this cannot be written. */
export async function noteBackup(file: string, target: string, atMs: number): Promise<void> {
  const note = `${new Date(atMs).toISOString()}\n${target}\n`
  await writeFile(noteBeside(realFile(file)), note, { mode: 0o600 }).catch(() => {})
}

const noteBeside = (file: string) => `${file}.backed-up`

/** Of a log that is not there: 0. */
const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )
