import { access, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { BACKUP_DIR_HINT, newestBackup } from '../server/backups.ts'
import { PLACE, readPlace } from '../server/journal.ts'
import { lookInto } from '../store/sqlite/look.ts'
import type { Finding } from './finding.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The time that a backup may take, and that a failed one waits for the next try. */
const SLACK_HOURS = 2
/** The service writes every 5 seconds. */
const BEHIND_MS_MAX = 10 * MINUTE_MS

const ok = (line: string): Finding => ({ isWell: true, line })
const bad = (line: string): Finding => ({ isWell: false, line })

/** Checks the scheduled backups of a SQLite database, if it has any: the age of the newest one, and the journal. */
export async function* checkBackups(
  { backups, database }: Pick<Config, 'backups' | 'database'>,
  nowMs = Date.now(),
): AsyncGenerator<Finding> {
  if (!backups || typeof database !== 'string') return
  const { folder, everyHours, journalHours } = backups
  const newestMs = await newestBackup(backups).catch(() => Number.NEGATIVE_INFINITY)
  if (newestMs === Number.NEGATIVE_INFINITY) {
    const refusal = await refusalOf(folder)
    const what = refusal
      ? `(${refusal}): ${BACKUP_DIR_HINT}`
      : 'yet: look for backup_failed in the log'
    yield bad(`there is no backup in ${folder} ${what}`)
  } else {
    const hours = (nowMs - newestMs) / HOUR_MS
    const line = `the newest backup in ${folder} is ${hours.toFixed(1)} hours old, and was checked`
    yield hours <= everyHours + SLACK_HOURS
      ? ok(line)
      : bad(`${line}; one is due every ${everyHours}: look for backup_failed in the log`)
  }
  if (journalHours > 0) yield await checkJournal(join(folder, 'journal'), database, nowMs)
}

/** Returns why a folder cannot be written; undefined if it can. */
const refusalOf = (folder: string): Promise<string | undefined> =>
  access(folder, constants.R_OK | constants.W_OK).then(
    () => undefined,
    ({ message }) => message,
  )

async function checkJournal(folder: string, database: string, nowMs: number): Promise<Finding> {
  const place = await readPlace(folder)
  if (place === undefined)
    return bad(`${folder} has no journal yet; the service writes one when it runs`)
  if (Number.isNaN(place))
    return bad(`${join(folder, PLACE)} is damaged; the next start finds the place anew`)
  const newest = lookInto(
    database,
    (open) =>
      open.query<{ seq: number | null }, []>('select max(seq) seq from change').get()?.seq ?? 0,
  )
  const behind = newest - place
  if (behind < 0)
    return bad(
      `${folder} goes on to change ${place}, the database to ${newest}: see roomwire missing`,
    )
  const { mtimeMs } = await stat(join(folder, PLACE))
  const line = `${folder} has all changes up to ${place} of ${newest}`
  return behind > 0 && nowMs - mtimeMs > BEHIND_MS_MAX
    ? bad(
        `${line}, for ${Math.round((nowMs - mtimeMs) / MINUTE_MS)} minutes: look for journal_failed`,
      )
    : ok(line)
}
