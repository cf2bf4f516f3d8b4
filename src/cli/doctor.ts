import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { setPriority, constants as system } from 'node:os'
import { type Config, localUrl } from '../config.ts'
import { checkMailServer } from '../server/mail-check.ts'
import { roomAt } from '../store/sqlite/former.ts'
import { inspectBeside } from '../store/sqlite/inspect.ts'
import { listLate } from '../store/sqlite/late-indexes.ts'
import { refuseLinked } from '../store/sqlite/lock.ts'
import { lookInto } from '../store/sqlite/look.ts'
import { MIGRATIONS, refuseForeign, refuseReadonly } from '../store/sqlite/refuse.ts'
import { checkBackups } from './doctor-backups.ts'
import { checkCluster } from './doctor-cluster.ts'
import { checkDrawn } from './doctor-drawn.ts'
import { checkFreeUntil } from './doctor-free-until.ts'
import { checkInvariants } from './doctor-invariants.ts'
import { checkOwed } from './doctor-owed.ts'
import { checkPaid } from './doctor-paid.ts'
import { checkPostgres } from './doctor-postgres.ts'
import { checkStatementSums } from './doctor-statements.ts'
import type { Finding } from './finding.ts'
import { lateLine, missingLine } from './plan-migrations.ts'

/** With less free space a large push is refused. */
const FREE_BYTES_MIN = 16 * 1_048_576
const FLAGS = [undefined, '--live', '--fast', '--cluster']

/**
 * `doctor`: prints one line a check, and returns 1 if one fails. `doctor --live` only asks the running service, `doctor --fast`
 * takes a whole processor, and `doctor --cluster` looks at the replicas on a PostgreSQL server.
 */
export async function doctor(config: Config, flag: string | undefined): Promise<number> {
  if (!FLAGS.includes(flag)) throw new Error(`doctor has no ${flag}; see --help`)
  return await printFindings(runChecks(config, flag))
}

/** Prints one line a finding. @returns the exit code: 1 if one is not well */
export async function printFindings(findings: AsyncIterable<Finding>): Promise<number> {
  let failures = 0
  for await (const { isWell, line } of findings) {
    if (!isWell) failures++
    process.stdout.write(`${isWell ? 'ok  ' : 'FAIL'} ${line}\n`)
  }
  return failures === 0 ? 0 : 1
}

async function* runChecks(config: Config, flag: string | undefined): AsyncGenerator<Finding> {
  if (flag === '--live') return yield await checkLive(config)
  if (flag === '--cluster') return yield* checkCluster(config)
  const isFast = flag === '--fast'
  for (const { name, meant } of config.misspelt)
    yield { isWell: false, line: `there is no setting ${name}; is it ${meant}?` }
  // SQLite checks the pages of a table in one call, which knows no rest: everybody else goes before it.
  if (!isFast) setPriority(system.priority.PRIORITY_LOW)
  let isNewest: boolean | undefined
  if (typeof config.database !== 'string') isNewest = yield* checkPostgres(config, config.database)
  else {
    yield await checkFolder(config)
    const file = await checkFile(config.database)
    yield file
    isNewest = file.isNewest
    if (file.isNewest !== undefined) yield* checkBackups(config)
  }
  if (isNewest) {
    yield* checkPaid(config)
    yield* checkStatementSums(config)
    yield* checkOwed(config)
    yield* checkDrawn(config)
    yield* checkFreeUntil(config)
    yield* checkInvariants(config, { isFast, nowMs: Date.now() })
  }
  yield await checkMailServer(config)
}

async function checkFolder({ dataDir }: Config): Promise<Finding> {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK)
    const free = roomAt(dataDir)
    if (free < FREE_BYTES_MIN)
      return {
        isWell: false,
        line: `the disk of data folder ${dataDir} is full: ${free} bytes are free`,
      }
    return { isWell: true, line: `data folder ${dataDir} can be written` }
  } catch (error) {
    return { isWell: false, line: `data folder ${dataDir}: ${(error as Error).message}` }
  }
}

/** Checks a SQLite file. `isNewest`: it is sound, and no migration is missing. */
async function checkFile(file: string): Promise<Finding & { isNewest?: boolean }> {
  try {
    if (existsSync(file)) refuseLinked(file)
    refuseForeign(file)
    if (!existsSync(file)) return { isWell: true, line: `no database yet; serve makes ${file}` }
    refuseReadonly(file)
    const { newest, wrongs, uncompared } = await inspectBeside(file)
    if (wrongs.length > 0) return { isWell: false, line: `${file}: ${wrongs.join('; ')}` }
    const missing = MIGRATIONS.length - 1 - MIGRATIONS.findIndex(({ name }) => name === newest)
    const version = newest ? `at migration ${newest}${missingLine(missing)}` : 'still empty'
    const isNewest = newest !== undefined && missing === 0
    const late = lookInto(file, listLate)
    const rest = late.length > 0 ? `; once it is served, ${lateLine(late)}` : ''
    const line = `database ${file} is sound, ${version}${rest}${exceptOf(uncompared)}`
    return { isWell: true, line, isNewest }
  } catch (error) {
    const { message } = error as Error
    const place = message.includes(file) ? '' : `${file}: `
    return { isWell: false, line: place + message }
  }
}

/** Says which indexes a check beside a service left out. */
const exceptOf = (tables: readonly string[]) =>
  tables.length > 0
    ? `; beside a service indexes of large tables are not compared with their rows (${tables.join(', ')}): restore --check of a backup does it`
    : ''

async function checkLive({ host, port }: Config): Promise<Finding> {
  const reachable = localUrl(host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port)
  try {
    const answer = await fetch(`${reachable}/v1/health`, { signal: AbortSignal.timeout(5_000) })
    const said = answer.ok ? undefined : (await answer.json().catch(() => undefined))?.detail
    const line = `${reachable}/v1/health answers ${answer.status}${said ? `: ${said}` : ''}`
    return { isWell: answer.ok, line }
  } catch {
    return { isWell: false, line: `nothing answers at ${reachable}` }
  }
}
