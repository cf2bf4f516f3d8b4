// Scheduled backups: a process of its own makes each, and the old ones are deleted.

import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupConfig } from '../config/backups.ts'
import { type Config, environmentOf } from '../config.ts'
import { keptCopies } from '../domain/kernel/kept-copies.ts'
import type { Context } from '../http/api/context.ts'
import { noteFailedBackup } from '../store/sqlite/vitals.ts'
import { createJournal } from './journal.ts'
import type { Loop } from './loops.ts'

const LOOK_MS = 60_000
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

type World = Pick<Context, 'store' | 'log' | 'nowMs' | 'stopping'>

/** Lists the loops that make backups and the journal beside them, if there are any to be made. */
export function backupLoops(config: Config, world: World): Loop[] {
  const { backups, database } = config
  if (!backups || typeof database !== 'string') return []
  let failedAtMs = Number.NEGATIVE_INFINITY
  const run = async () => {
    const nowMs = world.nowMs()
    // A failure is tried again after an hour.
    if (nowMs < failedAtMs + HOUR_MS || world.stopping.aborted) return
    try {
      await mkdir(backups.folder, { recursive: true, mode: 0o700 })
      if (nowMs >= (await newestIn(backups)) + backups.everyHours * HOUR_MS)
        await makeBackup(config, backups, world)
    } catch (error) {
      if (world.stopping.aborted) return
      failedAtMs = nowMs
      const { message } = error as Error
      world.log.error('backup_failed', { folder: backups.folder, reason: message })
      await noteFailedBackup(database, message, nowMs)
    }
  }
  const { folder, journalHours } = backups
  const journal = createJournal(join(folder, 'journal'), journalHours, world)
  return [
    // First: it begins before the first backup does.
    ...(journalHours > 0 ? [{ name: 'journal', everyMs: JOURNAL_MS, run: journal }] : []),
    { name: 'backup', everyMs: LOOK_MS, run },
  ]
}

/** Makes a backup and deletes those that need not stay. @throws Error one line if it failed */
async function makeBackup(
  config: Config,
  { folder, keep }: BackupConfig,
  { log, nowMs, stopping }: World,
): Promise<void> {
  for (const name of await readdir(folder))
    if (LEFTOVER.test(name)) await rm(join(folder, name), { force: true })
  const startMs = nowMs()
  const target = join(folder, nameOf(startMs))
  const child = Bun.spawn([...PROGRAM, 'backup', target], {
    env: environmentOf(config),
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: stopping,
  })
  const told = await new Response(child.stderr).text()
  if ((await child.exited) !== 0)
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

async function newestIn({ folder }: BackupConfig): Promise<number> {
  return Math.max(Number.NEGATIVE_INFINITY, ...(await listIn(folder)).values())
}

const nameOf = (atMs: number) =>
  `roomwire-${new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '')}Z.db`
