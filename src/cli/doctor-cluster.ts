import type { SQL } from 'bun'
import pkg from '../../package.json' with { type: 'json' }
import type { Config, PostgresAddress } from '../config.ts'
import { CLOCK_WARN_MS } from '../domain/kernel/clock-limits.ts'
import { connectTo, nameOf } from '../store/postgres/address.ts'
import { type Cluster, isPoolShared, readCluster, readLease } from '../store/postgres/cluster.ts'
import { explainError, LOOKING, readServer, type Server } from '../store/postgres/look.ts'
import { callRoll, countListeners, type Present } from '../store/postgres/roll-call.ts'
import { rejectIfSilent } from '../store/postgres/silence.ts'
import type { Finding } from './finding.ts'

const CONNECT_SECONDS = 5
/** The time that replicas have to answer a roll call. */
const ROLL_MS = 2_000

const ok = (line: string): Finding => ({ isWell: true, line })
const bad = (line: string): Finding => ({ isWell: false, line })

/** `doctor --cluster`: looks at everything that several replicas on one PostgreSQL server need, and says what to do. */
export async function* checkCluster({ database }: Config): AsyncGenerator<Finding> {
  if (typeof database === 'string')
    return yield ok(
      'SQLite is served by one process, so there is no cluster to check; several replicas need PostgreSQL',
    )
  const { directUrl } = database
  const client = connectTo(directUrl, {
    ...{ max: 2, connectionTimeout: CONNECT_SECONDS },
    connection: LOOKING,
  })
  try {
    const sentMs = Date.now()
    const server = await rejectIfSilent(directUrl, readServer(client))
    const serverAheadMs = server.nowMs - (sentMs + Date.now()) / 2
    const present = await callRoll(client, { waitMs: ROLL_MS, serverAheadMs })
    const holder = await readLease(client)
    yield* checkReplicas(present, holder)
    yield* checkSettings(present)
    yield checkSilent(present, await countListeners(client))
    yield checkHolder(holder)
    // Behind a pooler the server grants the connections to that.
    if (database.url === directUrl) yield checkConnections(present, server)
    yield await checkPooler(database)
    yield* checkServer(await readCluster(client))
  } catch (error) {
    yield bad(`${nameOf(directUrl)} cannot be used: ${explainError(error)}`)
  } finally {
    await client.close({ timeout: 1 })
  }
}

function* checkReplicas(
  present: readonly Present[],
  holder: string | undefined,
): Generator<Finding> {
  if (present.length === 0) yield bad('no replica answers: start one on this database')
  for (const { version, host, pid, aheadMs, connections } of present) {
    const isWorker = holder?.startsWith(`${host} ${pid} `) ? ', the worker' : ''
    const line = `replica ${host} ${pid}${isWorker}: version ${version}, up to ${connections} connections, clock ${Math.abs(aheadMs)} ms ${aheadMs < 0 ? 'behind' : 'ahead of'} the database's`
    if (version !== pkg.version)
      yield bad(`${line}; this program is ${pkg.version}: end the upgrade`)
    else if (Math.abs(aheadMs) > CLOCK_WARN_MS) yield bad(`${line}; set it right (NTP)`)
    else yield ok(line)
  }
  if (present.length === 1)
    yield ok('there is no second replica, which would take over if this one ended')
}

/** Finds the settings that all replicas need alike and that differ; earlier versions do not tell them. */
function* checkSettings(present: readonly Present[]): Generator<Finding> {
  const told = present.filter(({ settings }) => settings !== undefined)
  const untold = present.length - told.length
  if (untold > 0)
    yield bad(`${untold} of ${present.length} replicas do not tell their settings: end the upgrade`)
  if (told.length < 2) return
  const names = [...new Set(told.flatMap(({ settings }) => Object.keys(settings!)))]
  let areAlike = true
  for (const name of names) {
    const sides = Map.groupBy(told, ({ settings }) => settings![name])
    if (sides.size < 2) continue
    areAlike = false
    const shown = [...sides.values()].map((side) =>
      side.map(({ host, pid }) => `${host} ${pid}`).join(' and '),
    )
    yield bad(`${name} is not alike: replicas ${shown.join(', unlike ')}; set it alike in all`)
  }
  if (areAlike && untold === 0)
    yield ok('replicas have the same settings where answers depend on them')
}

function checkSilent(present: readonly Present[], listeners: number): Finding {
  const silent = listeners - present.length
  if (silent <= 0) return ok('every session that hears notices has answered')
  return bad(
    `${silent} more sessions hear notices and do not answer: replicas of a version before this one, or that hang; restart them`,
  )
}

const checkHolder = (holder: string | undefined): Finding =>
  holder === undefined
    ? bad(
        "nobody holds the worker's lease, so no webhook and no mail is sent; a replica takes it within seconds",
      )
    : ok(`the worker is ${holder.split(' ').slice(0, 2).join(' ')}`)

function checkConnections(
  present: readonly Present[],
  { connectionsMax, connectionsFree }: Server,
): Finding {
  const all = present.reduce((sum, { connections }) => sum + connections, 0)
  const largest = Math.max(0, ...present.map(({ connections }) => connections))
  const line = `together they may take ${all} of ${connectionsMax} connections, of which ${connectionsFree} are free`
  if (all > connectionsMax)
    return bad(`${line}; raise max_connections, or set DATABASE_CONNECTIONS lower`)
  return all + largest > connectionsMax
    ? bad(
        `${line}; a rolling upgrade has one more replica: raise max_connections, or set DATABASE_CONNECTIONS lower`,
      )
    : ok(line)
}

async function checkPooler({ url, directUrl, prepare }: PostgresAddress): Promise<Finding> {
  if (url === directUrl) return ok('no pooler: replicas have connections of their own')
  const clients = [1, 2].map(() =>
    connectTo(url, { max: 1, prepare, connectionTimeout: CONNECT_SECONDS }),
  )
  try {
    if (!(await isPoolShared(clients as [SQL, SQL])))
      return ok(
        `the pooler at ${nameOf(url)} gives each client a session of its own and saves no connections; see pool_mode = transaction`,
      )
    // A pooler that shares sessions by statement refuses it.
    await clients[0]!.begin((tx) => tx`select 1`)
    if (prepare)
      return bad('the pooler shares sessions (pool_mode = transaction): set DATABASE_PREPARE=0')
    return ok(
      `the pooler at ${nameOf(url)} shares sessions (pool_mode = transaction), nothing is prepared`,
    )
  } catch (error) {
    return bad(`the pooler at ${nameOf(url)} cannot be used: ${explainError(error)}`)
  } finally {
    await Promise.all(clients.map((each) => each.close({ timeout: 1 })))
  }
}

function* checkServer({ off, waitsFor, standbys }: Cluster): Generator<Finding> {
  for (const name of off)
    yield bad(
      `${name} is off: a crash of the server loses bookings that were answered; set ${name} = on`,
    )
  if (off.length === 0)
    yield ok('the server keeps what it answered (fsync, full_page_writes, synchronous_commit)')
  const isSync = standbys.some(({ state }) => state === 'sync' || state === 'quorum')
  if (waitsFor !== '' && !isSync)
    yield bad(
      `every write waits for a standby (synchronous_standby_names = ${waitsFor}) and none is connected`,
    )
  if (standbys.length === 0 && waitsFor === '')
    yield ok('there is no standby: if its disk is lost, so is all that came after the last backup')
  for (const { name, state, behindBytes } of standbys) {
    const line = `standby ${name} is ${state ?? 'not shown to this role'}, ${behindBytes ?? 'unknown'} bytes behind`
    yield ok(
      state === 'async' ? `${line}; a failover may lose these (synchronous_standby_names)` : line,
    )
  }
}
