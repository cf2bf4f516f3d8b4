// Scheduled backups: a process of its own makes each, and the old ones are deleted.

import { mkdir, readdir, rm } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import type { BackupConfig } from '../config/backups.ts'
import { type Config, environmentOf } from '../config.ts'
import { keptCopies } from '../domain/kernel/kept-copies.ts'
import type { Context } from '../http/api/context.ts'
import type { RequestCounts } from '../http/api/request-counts.ts'
import type { Log } from '../log.ts'
import { noteFailedBackup } from '../store/sqlite/vitals.ts'
import { folderClaim } from './backup-owner.ts'
import { createJournal } from './journal.ts'
import type { Loop } from './loops.ts'

const LOOK_MS = 60_000
/** Advice for a folder that cannot be made or written. */
export const BACKUP_DIR_HINT =
  'make the folder and give it to the user of the service; a unit of systemd has to name it in ReadWritePaths='
/** The most that a lost disk takes of what was answered. */
const JOURNAL_MS = 5_000
const HOUR_MS = 60 * LOOK_MS
const NAME = /^roomwire-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/
/** The leftovers of a backup that was killed. */
const LEFTOVER = /^roomwire-.*\.db\.begun(-journal)?$/

/** This program as a command: the binary, or its source. */
const PROGRAM = import.meta.path.endsWith('.ts')
  ? [process.execPath, join(import.meta.dir, '../main.ts')]
  : [process.execPath]

/** The longest that a backup may take: one that hangs would stop all later ones. */
const BACKUP_MS_MAX = 4 * HOUR_MS

type World = Pick<Context, 'store' | 'log' | 'nowMs' | 'stopping'> & {
  counts?: Pick<RequestCounts, 'journalAtMs'>
}
/** Another program that makes a backup, and another limit of its time; for tests. */
type Maker = { program?: string[]; withinMs?: number }

/** Lists the loops that make backups and the journal beside them, if there are any to be made. */
export function backupLoops(config: Config, world: World, maker: Maker = {}): Loop[] {
  const { backups, database } = config
  if (!backups || typeof database !== 'string') return []
  warnOfPlaces(config.dataDir, backups, world.log)
  const claim = folderClaim(backups.folder, world)
  let failedAtMs = Number.NEGATIVE_INFINITY
  const run = async () => {
    const nowMs = world.nowMs()
    // A failure is tried again after an hour.
    if (nowMs < failedAtMs + HOUR_MS || world.stopping.aborted) return
    try {
      await mkdir(backups.folder, { recursive: true, mode: 0o700 })
      await claim()
      if (nowMs >= (await newestBackup(backups)) + backups.everyHours * HOUR_MS)
        await makeBackup(config, backups, world, maker)
    } catch (error) {
      if (world.stopping.aborted) return
      failedAtMs = nowMs
      const { message } = error as Error
      world.log.error('backup_failed', {
        folder: backups.folder,
        reason: message,
        ...hintOf(error),
      })
      await noteFailedBackup(database, message, nowMs)
    }
  }
  const { folder, journalHours } = backups
  const journal = createJournal(join(folder, 'journal'), journalHours, world)
  const write = async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await claim()
    await journal()
  }
  return [
    // First: it begins before the first backup does. And at once: a database that was restored is older than the journal,
    // which then goes on from the newest change that its first pass finds.
    ...(journalHours > 0
      ? [
          {
            name: 'journal',
            everyMs: JOURNAL_MS,
            isAwaited: true as const,
            run: telling(write, folder, world),
          },
        ]
      : []),
    { name: 'backup', everyMs: LOOK_MS, run },
  ]
}

const hintOf = (error: unknown) =>
  /^(EACCES|EPERM|EROFS|ENOENT)$/.test((error as { code?: string }).code ?? '')
    ? { hint: BACKUP_DIR_HINT }
    : {}

/** Warns of settings by which a lost disk takes more than it must. */
function warnOfPlaces(dataDir: string, { folder, ...hours }: BackupConfig, log: Log): void {
  const path = relative(dataDir, folder)
  if (path === '' || !(path.startsWith('..') || isAbsolute(path)))
    log.warn('backups_beside_data', {
      hint: 'BACKUP_DIR is in DATA_DIR: a disk that is lost takes both; name a folder on another disk',
    })
  const { everyHours, journalHours } = hours
  if (journalHours > 0 && everyHours > journalHours)
    log.warn('journal_too_short', {
      hint: `BACKUP_JOURNAL_HOURS is ${journalHours} and a backup is made every ${everyHours} hours: what lies between is in neither`,
    })
}

/** Runs the pass of the journal, and tells when it begins to fail, again each hour, and when it goes on. */
function telling(run: () => Promise<void>, folder: string, world: World): () => Promise<void> {
  const { log, nowMs, stopping, counts } = world
  let toldMs: number | undefined
  if (counts) counts.journalAtMs = nowMs()
  return async () => {
    try {
      await run()
    } catch (error) {
      const isTold = toldMs !== undefined && nowMs() < toldMs + HOUR_MS
      if (isTold || stopping.aborted) return
      toldMs = nowMs()
      log.error('journal_failed', { folder, reason: (error as Error).message, ...hintOf(error) })
      return
    }
    if (counts) counts.journalAtMs = nowMs()
    if (toldMs !== undefined) log.info('journal_goes_on', { folder })
    toldMs = undefined
  }
}

/** Makes a backup and deletes those that need not stay. @throws Error one line if it failed */
async function makeBackup(
  config: Config,
  { folder, keep }: BackupConfig,
  { log, nowMs, stopping }: World,
  { program = PROGRAM, withinMs = BACKUP_MS_MAX }: Maker,
): Promise<void> {
  for (const name of await readdir(folder))
    if (LEFTOVER.test(name)) await rm(join(folder, name), { force: true })
  const startMs = nowMs()
  const target = join(folder, nameOf(startMs))
  const child = Bun.spawn([...program, 'backup', target], {
    env: environmentOf(config),
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: stopping,
  })
  let isLate = false
  const alarm = setTimeout(() => {
    isLate = true
    // A stopped process, or one that waits for a disk, heeds nothing else.
    child.kill('SIGKILL')
  }, withinMs)
  const told = await new Response(child.stderr).text()
  await child.exited
  clearTimeout(alarm)
  if (isLate) throw new Error(`the backup hung and was ended after ${withinMs / HOUR_MS} hours`)
  if (child.exitCode !== 0)
    throw new Error(told.trim().split('\n').at(-1) || `the backup ended with ${child.exitCode}`)
  log.info('backup_made', { file: target, ms: nowMs() - startMs })
  const all = await listIn(folder)
  const kept = keptCopies([...all.values()], keep)
  for (const [name, atMs] of all) if (!kept.has(atMs)) await rm(join(folder, name))
}

/** The backups of a folder with their times; other files stay alone. */
async function listIn(folder: string): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const name of await readdir(folder)) {
    const [, date, hour, minute, second] = NAME.exec(name) ?? []
    if (date) found.set(name, Date.parse(`${date}T${hour}:${minute}:${second}Z`))
  }
  return found
}

/** The time of the newest backup of a folder; minus infinity if it has none. */
export async function newestBackup({ folder }: Pick<BackupConfig, 'folder'>): Promise<number> {
  return Math.max(Number.NEGATIVE_INFINITY, ...(await listIn(folder)).values())
}

const nameOf = (atMs: number) =>
  `roomwire-${new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '')}Z.db`
