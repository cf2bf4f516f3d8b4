import { readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Vitals } from '../engine/vitals.ts'
import { realFile } from './lock.ts'

/**
 * The size of a database with its log, the free disk space, and the time of the last `backup`. That time is noted in a
 * file next to the database, because a backup only reads the database, also one that a server of another version has
 * open.
 */
export async function readVitals(file: string, lateIndexes: readonly string[]): Promise<Vitals> {
  const place = realFile(file)
  const { bavail, bsize } = await statfs(dirname(place))
  const noted = await readFile(noteBeside(place), 'utf8').catch(() => '')
  const [time, , bytes] = noted.split('\n')
  const backedUpAtMs = Date.parse(time!)
  const failure = await readFile(failureBeside(place), 'utf8').catch(() => '')
  const logBytes = await sizeOf(`${place}-wal`)
  return {
    engine: 'SQLite',
    sizeBytes: (await sizeOf(place)) + logBytes,
    logBytes,
    freeBytes: bavail * bsize,
    backedUpAtMs: Number.isNaN(backedUpAtMs) ? null : backedUpAtMs,
    backupBytes: Number(bytes) || null,
    backupFailure: failure.split('\n')[1] || null,
    isBackupKnown: true,
    backupCommand: 'roomwire backup FILE',
    lateIndexes,
  }
}

/** Notes the time and target of a backup next to the database; the backup is good even if this fails. */
export async function noteBackup(file: string, target: string, atMs: number): Promise<void> {
  const place = realFile(file)
  const note = `${new Date(atMs).toISOString()}\n${target}\n${await sizeOf(target)}\n`
  await writeFile(noteBeside(place), note, { mode: 0o600 }).catch(() => {})
  await rm(failureBeside(place), { force: true }).catch(() => {})
}

/** Notes the time of a scheduled backup that failed, and why, next to the database, until there is a backup. */
export async function noteFailedBackup(file: string, why: string, atMs: number): Promise<void> {
  const note = `${new Date(atMs).toISOString()}\n${why}\n`
  await writeFile(failureBeside(realFile(file)), note, { mode: 0o600 }).catch(() => {})
}

const failureBeside = (file: string) => `${file}.backup-failed`
const noteBeside = (file: string) => `${file}.backed-up`

/** The size of a file; 0 if it does not exist. */
const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )
