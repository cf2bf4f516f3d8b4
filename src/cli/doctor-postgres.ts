import { type Config, type PostgresAddress, requireSecrets } from '../config.ts'
import { CLOCK_WARN_MS } from '../domain/kernel/clock-limits.ts'
import { fingerprints } from '../server/secrets.ts'
import { connectTo, nameOf } from '../store/postgres/address.ts'
import {
  complaintsOf,
  explainError,
  hearsItself,
  LOOKING,
  POOLER,
  prepareOften,
  readHistory,
  readServer,
  type Server,
} from '../store/postgres/look.ts'
import { MIGRATIONS } from '../store/postgres/postgres.ts'
import { CONNECTIONS_MIN, usualConnections } from '../store/postgres/shares.ts'
import { rejectIfSilent } from '../store/postgres/silence.ts'
import type { Finding } from './finding.ts'
import { missingLine } from './plan-migrations.ts'

type Client = ReturnType<typeof connectTo>

const CONNECT_SECONDS = 5
const ECHO_MS_MAX = 2_000
/** The newest PostgreSQL version that was tested. */
const NEWEST = 18

const ok = (line: string): Finding => ({ isWell: true, line })
const bad = (line: string): Finding => ({ isWell: false, line })

/**
 * Checks that PostgreSQL meets the service's needs, one finding after another; ends if it cannot be reached.
 *
 * @returns true if its tables are those of this version, and can be read
 */
export async function* checkPostgres(
  config: Config,
  database: PostgresAddress,
): AsyncGenerator<Finding, boolean> {
  yield checkSecrets(config)
  const { directUrl } = database
  const client = connectTo(directUrl, {
    ...{ max: 2, connectionTimeout: CONNECT_SECONDS },
    connection: LOOKING,
  })
  try {
    const sentMs = Date.now()
    const server = await rejectIfSilent(directUrl, readServer(client))
    const tookMs = Date.now() - sentMs
    yield ok(`${nameOf(directUrl)} answers, PostgreSQL ${versionOf(server)}`)
    yield* checkServer(server)
    yield checkClock(server, sentMs + tookMs / 2)
    yield* checkTables(config, client)
    yield checkConnections(database, server)
    const statements = await checkStatements(database, server)
    yield statements
    yield await checkEcho(client)
    // Working anything out anew needs statements that work.
    return statements.isWell && (await isNewest(client))
  } catch (error) {
    yield bad(`${nameOf(directUrl)} cannot be used: ${explainError(error)}`)
    return false
  } finally {
    await client.close({ timeout: 1 })
  }
}

function checkSecrets(config: Config): Finding {
  try {
    requireSecrets(config)
    return ok('JWT_SECRET and ENCRYPTION_KEY are set')
  } catch (error) {
    return bad((error as Error).message)
  }
}

const versionOf = ({ version, versionText }: Server) =>
  version / 10_000 >= NEWEST + 1
    ? `${versionText}, newer than ${NEWEST}, the newest tested`
    : versionText

function* checkServer(server: Server): Generator<Finding> {
  const complaints = complaintsOf(server)
  if (complaints.length > 0) yield* complaints.map(bad)
  else {
    const { encoding, role, schema } = server
    yield ok(`it is a primary and can be written, ${encoding}`)
    yield ok(`role ${role} may create tables in schema ${schema}`)
  }
}

function checkClock({ nowMs }: Server, atMs: number): Finding {
  const aheadMs = Math.round(nowMs - atMs)
  const line = `its clock is ${Math.abs(aheadMs)} ms ${aheadMs < 0 ? 'behind' : 'ahead of'} that of this machine`
  return Math.abs(aheadMs) <= CLOCK_WARN_MS ? ok(line) : bad(line)
}

async function* checkTables(config: Config, client: Client): AsyncGenerator<Finding> {
  const { applied, kept } = await readHistory(client)
  const names = MIGRATIONS.map(({ name }) => name)
  const unknown = applied.filter((name) => !names.includes(name))
  const missing = names.filter((name) => !applied.includes(name)).length
  if (unknown.length > 0)
    yield bad(`its tables were made by a newer version of roomwire (it has ${unknown.at(-1)})`)
  else if (applied.length === 0) yield ok('it is still empty; serve makes the tables')
  else {
    yield ok(`its tables are at migration ${applied.at(-1)}${missingLine(missing)}`)
  }
  if (kept.length === 0) return
  for (const { name, own } of fingerprints(config))
    if (!kept.includes(own)) yield bad(`${name} is not the one this database was first served with`)
}

/** True if no migration of this version is missing, and none of a newer one was made. */
async function isNewest(client: Client): Promise<boolean> {
  const { applied } = await readHistory(client)
  return applied.length === MIGRATIONS.length && applied.at(-1) === MIGRATIONS.at(-1)!.name
}

function checkConnections(
  { connections: wanted }: PostgresAddress,
  { connectionsMax, connectionsFree }: Server,
): Finding {
  const connections = wanted ?? usualConnections(connectionsMax)
  const replicas = Math.floor(connectionsMax / connections)
  const each = `each may take ${connections}`
  const used = connectionsMax - connectionsFree
  const line = `its ${connectionsMax} connections are enough for ${replicas} ${replicas === 1 ? 'replica' : 'replicas'}; ${each}; ${used} are in use`
  if (replicas > 0 && connectionsFree >= CONNECTIONS_MIN) return ok(line)
  return bad(`${line}, and another replica needs ${CONNECTIONS_MIN}`)
}

/** Checks statements as requests make them, through the pooler if there is one. */
async function checkStatements(
  { url, directUrl, prepare }: PostgresAddress,
  direct: Server,
): Promise<Finding> {
  const client = connectTo(url, { max: 4, prepare, connectionTimeout: CONNECT_SECONDS })
  const how = prepare ? 'prepared' : 'not prepared (DATABASE_PREPARE=0)'
  try {
    if (url !== directUrl && (await readServer(client)).identity !== direct.identity)
      return bad(`${nameOf(url)} is not the database of DATABASE_DIRECT_URL`)
    await prepareOften(client)
    return ok(`statements work, ${how}`)
  } catch (error) {
    const why = explainError(error)
    // Most errors that nothing else explains are of statements that got lost.
    const hint = prepare && why === (error as Error).message ? `; ${POOLER}` : ''
    return bad(`statements, ${how}, fail at ${nameOf(url)}: ${why}${hint}`)
  } finally {
    await client.close({ timeout: 1 })
  }
}

async function checkEcho(client: Client): Promise<Finding> {
  const isHeard = await hearsItself(client, ECHO_MS_MAX)
  return isHeard
    ? ok('a notice comes back (LISTEN, NOTIFY)')
    : bad(
        `no notice came back within ${ECHO_MS_MAX} ms (LISTEN, NOTIFY); behind a pooler set DATABASE_DIRECT_URL past it`,
      )
}
