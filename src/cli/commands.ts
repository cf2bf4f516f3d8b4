import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pkg from '../../package.json' with { type: 'json' }
import { createApp } from '../app.ts'
import { type Config, localUrl } from '../config.ts'
import { createContext } from '../http/context.ts'
import { createLog } from '../log.ts'
import { realDeps } from '../service/real-deps.ts'
import { openStore } from '../store/open.ts'
import { backup, inspect, restore } from '../store/sqlite/backup.ts'
import { refuseLinked } from '../store/sqlite/lock.ts'
import { refuseForeign, refuseReadonly } from '../store/sqlite/refuse.ts'

/** `migrate`: opening the store brings it up to date. */
export async function migrateDatabase({ databaseFile }: Config): Promise<number> {
  const store = await openStore(databaseFile)
  await store.close()
  process.stdout.write(`${databaseFile} is up to date\n`)
  return 0
}

/** `backup <file>`: a consistent copy, also of a database in use. */
export async function backupTo({ databaseFile }: Config, file: string | undefined) {
  if (!file) throw new Error('name the file to write: roomwire backup <file>')
  const target = resolve(file)
  refuseLinked(databaseFile)
  backup(databaseFile, target)
  process.stdout.write(`${target} holds a copy of ${databaseFile}\n`)
  return 0
}

/** `restore <file>`: checks the backup, sets the present database aside and puts the backup in its place. */
export async function restoreFrom({ databaseFile }: Config, file: string | undefined) {
  if (!file) throw new Error('name the backup: roomwire restore <file>')
  const aside = restore(databaseFile, resolve(file))
  process.stdout.write(
    `${databaseFile} is restored${aside ? `; the former one is ${aside}` : ''}\n`,
  )
  return 0
}

/** `doctor`: one line a check, 1 when one fails. `doctor --live` only asks a running service, for health checks. */
export async function doctor(config: Config, flag: string | undefined): Promise<number> {
  if (flag !== undefined && flag !== '--live') throw new Error(`doctor has no ${flag}; see --help`)
  const checks = flag === '--live' ? [checkLive] : [checkFolder, checkDatabase]
  let failures = 0
  for (const check of checks) {
    const { isWell, line } = await check(config)
    if (!isWell) failures++
    process.stdout.write(`${isWell ? 'ok  ' : 'FAIL'} ${line}\n`)
  }
  return failures === 0 ? 0 : 1
}

/** `openapi`: the document that `/openapi.json` serves. */
export async function printOpenApi(config: Config): Promise<number> {
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
    // Not process.stdout: a pipe that is read slowly would get what it holds, 64 KiB, and then the end.
    await Bun.write(Bun.stdout, `${JSON.stringify(await answer.json(), null, 2)}\n`)
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
  return 0
}

type Finding = { isWell: boolean; line: string }

async function checkFolder({ dataDir }: Config): Promise<Finding> {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK)
    return { isWell: true, line: `data folder ${dataDir} can be written` }
  } catch (error) {
    return { isWell: false, line: `data folder ${dataDir}: ${(error as Error).message}` }
  }
}

async function checkDatabase({ databaseFile }: Config): Promise<Finding> {
  try {
    if (existsSync(databaseFile)) refuseLinked(databaseFile)
    refuseForeign(databaseFile)
    if (!existsSync(databaseFile))
      return { isWell: true, line: `no database yet; serve makes ${databaseFile}` }
    refuseReadonly(databaseFile)
    const { newest, wrongs } = inspect(databaseFile)
    if (wrongs.length > 0) return { isWell: false, line: `${databaseFile}: ${wrongs.join('; ')}` }
    const version = newest ? `at migration ${newest}` : 'still empty'
    return { isWell: true, line: `database ${databaseFile} is sound, ${version}` }
  } catch (error) {
    const { message } = error as Error
    const place = message.includes(databaseFile) ? '' : `${databaseFile}: `
    return { isWell: false, line: place + message }
  }
}

async function checkLive({ host, port }: Config): Promise<Finding> {
  const reachable = localUrl(host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port)
  try {
    const answer = await fetch(`${reachable}/v1/health`, { signal: AbortSignal.timeout(5_000) })
    return { isWell: answer.ok, line: `${reachable}/v1/health answers ${answer.status}` }
  } catch {
    return { isWell: false, line: `nothing answers at ${reachable}` }
  }
}
