import { mkdtempSync, rmSync } from 'node:fs'
import { constants as osConstants, setPriority, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pkg from '../../package.json' with { type: 'json' }
import { createApp } from '../app.ts'
import type { Config, PostgresAddress } from '../config.ts'
import { createContext } from '../http/api/context.ts'
import { createLog } from '../log.ts'
import { otherSecrets } from '../server/secrets.ts'
import { logUpgrade } from '../server/upgrade.ts'
import { realDeps } from '../service/real-deps.ts'
import { openStore, placeOf } from '../store/open.ts'
import { planUpgrade } from '../store/plan-upgrade.ts'
import { withoutPassword } from '../store/postgres/address.ts'
import { backup, restore } from '../store/sqlite/backup.ts'
import { refuseLinked } from '../store/sqlite/lock.ts'
import { readFrom } from '../store/sqlite/look.ts'
import { noteBackup } from '../store/sqlite/vitals.ts'
import { lateLine } from './plan-migrations.ts'

/** `migrate`: opens the store, which brings the database up to date. */
export async function migrateDatabase({ database, logLevel }: Config): Promise<number> {
  // It serves nobody, so a server with few connections left will do.
  const isBeside = typeof database !== 'string'
  const onUpgrade = logUpgrade(createLog(logLevel))
  const store = await openStore(database, { isBeside, onUpgrade })
  await store.close()
  const { late } = await planUpgrade(database)
  const rest = late.length > 0 ? `; once the service runs, ${lateLine(late)}` : ''
  process.stdout.write(`${placeOf(database)} is up to date${rest}\n`)
  return 0
}

/** `backup <file>`: writes a consistent copy, also of a database in use. */
export async function backupTo({ database }: Config, file: string | undefined) {
  if (!file) throw new Error('name the file to write: roomwire backup <file>')
  if (typeof database !== 'string')
    return leaveToTool(
      'no backup is written: PostgreSQL has its own tool, which runs by this line',
      `pg_dump --format=custom --file=${quoted(file)} ${addressOf(database)}`,
    )
  const target = resolve(file)
  refuseLinked(database)
  await backup(database, target, { onCopied: giveWay })
  await noteBackup(database, target, Date.now())
  process.stdout.write(`${target} holds a copy of ${database}\n`)
  return 0
}

/** Leaves the processor to others from now on: a check takes all that it gets of it. */
function giveWay(): void {
  try {
    setPriority(osConstants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A hardened unit of systemd allows it to no process.
  }
}

/** `restore <file>`: checks the backup, sets the present database aside and puts the backup in its place. */
export async function restoreFrom(config: Config, file: string | undefined) {
  const { database, dataDir } = config
  if (!file) throw new Error('name the backup: roomwire restore <file>')
  if (typeof database !== 'string')
    return leaveToTool(
      'nothing is restored: PostgreSQL has its own tool; stop every replica, then run this line',
      `pg_restore --clean --if-exists --no-owner --single-transaction --dbname=${addressOf(database)} ${quoted(file)}`,
    )
  const aside = restore(database, resolve(file))
  process.stdout.write(`${database} is restored${aside ? `; the former one is ${aside}` : ''}\n`)
  const others = otherSecrets(config, (key) => fingerprintIn(database, key))
  if (others.length > 0)
    process.stderr.write(
      `its ${others.join(' and ')} ${others.length > 1 ? 'are' : 'is'} not in ${dataDir}: put the service's jwt.secret and encryption.key there first, because a start without them ends all sessions and all links of guests\n`,
    )
  return 0
}

/** The fingerprint of a secret with which a database was last served; undefined if it has none, as before there were any. */
const fingerprintIn = (database: string, key: string) =>
  readFrom(database, (open) => {
    try {
      const row = open.query<{ value: string }, [string]>('select value from meta where key = ?')
      return row.get(key)?.value
    } catch {
      return undefined
    }
  })

/**
 * Prints a command of PostgreSQL's own, for a shell, and says on standard error why.
 *
 * @returns 1: a job that goes by the exit code must not take this for a backup
 */
function leaveToTool(why: string, command: string): number {
  process.stderr.write(`${why}\n`)
  process.stdout.write(`${command}\n`)
  return 1
}

/** Returns the address past a pooler, which cannot carry a dump, without its password. */
const addressOf = ({ directUrl }: PostgresAddress) => quoted(withoutPassword(directUrl))

/** Quotes a word for a shell. */
const quoted = (word: string) =>
  /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** `openapi`: prints the document that `/openapi.json` serves. */
export async function printOpenApi(config: Config): Promise<number> {
  const text = JSON.stringify(await readOpenApi(config), null, 2)
  process.stdout.write(`${text}\n`)
  return 0
}

/** Reads the document that `/openapi.json` serves, from an app on an empty database. */
export async function readOpenApi(config: Config): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'roomwire-'))
  const store = await openStore(join(folder, 'empty.db'))
  try {
    const deps = { store, brand: config.brand, ...realDeps() }
    const context = createContext(deps, {
      ...config,
      jwtSecret: 'for the document only',
      log: createLog('error'),
      version: pkg.version,
    })
    const answer = await createApp(context).handle(new Request('http://localhost/openapi.json'))
    return await answer.json()
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
}
