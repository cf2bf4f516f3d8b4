// PostgreSQL as an engine.

import { drizzle } from 'drizzle-orm/bun-sql/postgres'
import { createTally, type Tally } from '../../domain/kernel/tally.ts'
import { commitGauges } from '../engine/commit-gauges.ts'
import type { Engine, Reader, StoreEvents } from '../engine/engine.ts'
import { readMigrations } from '../engine/migrations.ts' with { type: 'macro' }
import { postgresTables } from '../engine/schema.ts'
import { scopeOf } from '../engine/scopes.ts'
import type { UpgradeOptions } from '../engine/upgrade-events.ts'
import { postgresDialect } from './dialect.ts'
import { gaugesOf } from './gauges.ts'
import { createLease } from './lease.ts'
import { naming } from './look.ts'
import { createNotices } from './notices.ts'
import { createPool, type Pool, type PostgresTarget } from './pool.ts'
import { prepareDatabase } from './prepare.ts'
import { createRequests } from './requests.ts'
import { createServerClock } from './server-clock.ts'
import { placesOf, sharesOf, usualConnections } from './shares.ts'
import { readSnapshot } from './snapshots.ts'
import { createTransactions } from './transactions.ts'
import type { Places } from './turns.ts'
import { listVersions, markDatabase } from './versions.ts'
import { readVitals } from './vitals.ts'

/** The migrations of PostgreSQL, oldest first. */
export const MIGRATIONS = readMigrations('postgres')

/** How long a caller waits for a connection. */
const WAIT_MS = 5_000
const WRITE_MS_MAX = 10_000
const READ_MS_MAX = 10_000
const LONG_READ_MS_MAX = 15_000
const ASK_MS_MAX = 5_000
/** How long one export may be read. */
const EXPORT_MS_MAX = 60_000
/** How often the versions of the scopes with listeners are read. */
const LOOK_MS = 3_000

/** How PostgreSQL is opened. */
type PostgresOpening = UpgradeOptions & {
  isBeside: boolean
  settings?: Record<string, unknown> | undefined
}

/** @throws Error one clear line: unreachable, written by a newer version, no rights */
export async function openPostgres(
  target: PostgresTarget,
  events: StoreEvents,
  opening: PostgresOpening,
): Promise<Engine> {
  const { connectionsMax } = await prepareDatabase(target, MIGRATIONS, opening)
  const connections = target.connections ?? usualConnections(connectionsMax)
  const pools = createPools(target, connections)
  const { writers, readers, longReaders, askers, workerWriters, workerReaders } = pools
  if (!opening.isBeside) await openWorker(pools)
  // Catches up on commits before the LISTEN; a listener of a topic without a scope reads again.
  const catchUp = async () => {
    const since = events.moment()
    for (const [scope, version] of await listVersions(askers)) events.onSeen(scope, version, since)
    events.onTouched()
  }
  const onListen = () => void catchUp().catch(events.onLost)
  const facts = opening.isBeside ? undefined : { connections, settings: opening.settings ?? {} }
  const notices = await createNotices(target, { ...events, facts, onListen })
  events.onBegin(await naming(target.url, () => beginVersions(askers)))
  const commits = createTally(['groups', 'writes'])
  const onCommit: StoreEvents['onCommit'] = (invalidated, raised = new Map()) => {
    commits.add('groups')
    events.onCommit(invalidated, raised)
    const others = [...invalidated.topics].filter((topic) => scopeOf(topic) === undefined)
    if (raised.size + others.length > 0) notices.tell(raised, others)
  }
  const clock = createServerClock()
  const { runOn, quiet, settled, retries, inLine } = createTransactions(onCommit, clock)
  const { freshen, freshenScopes, limiter } = createRequests(askers, clock, events)
  await freshenScopes([]) // The time is known from here on.
  // A replica that ended between a commit and its notice has notified no other one.
  const look = setInterval(() => freshenScopes([...events.listened()]).catch(() => {}), LOOK_MS)
  look.unref?.()
  const lease = createLease(target, { onJoin: () => openWorker(pools) })
  return {
    t: postgresTables(),
    dialect: postgresDialect,
    reads: readingOf(readers),
    longReads: readingOf(longReaders),
    exports: { snapshot: (read) => readSnapshot(longReaders, read, EXPORT_MS_MAX) },
    run: counting(commits, runOnWriters(writers, askers, runOn)),
    ofWorker: { ...readingOf(workerReaders), run: counting(commits, runOn(workerWriters)) },
    freshen,
    limiter,
    quiet,
    // A failure is answered to its caller; the next call may find the server well again.
    breakdown: () => undefined,
    isRemote: true,
    clock,
    lease,
    presence: notices.presence,
    vitals: () => readVitals(readingOf(longReaders).db),
    gauges: () => [
      ...commitGauges(commits),
      ...gaugesOf({
        ...{ pools, retries: retries(), inLine: inLine(), clock },
        ...{ notices: notices.state(), lease: lease.state() },
      }),
    ],
    async close() {
      await settled()
      await lease.close()
      clearInterval(look)
      await notices.close()
      await Promise.all(Object.values(pools).map((each) => each.close()))
    },
  }
}

/** Marks the database as served. @returns the versions from which this replica goes on */
async function beginVersions(askers: Pool) {
  await markDatabase(askers)
  return await listVersions(askers)
}

/**
 * Runs bodies over the connections that write. While all of these are in use, as when each waits for a hotel that
 * somebody holds, an urgent body has one of the connections of requests' first statements.
 */
function runOnWriters(
  writers: Pool,
  askers: Pool,
  runOn: (pool: Pool, places?: Places) => Engine['run'],
): Engine['run'] {
  const [run, runUrgent] = [runOn(writers, placesOf(writers.state())), runOn(askers)]
  return (body, options) => {
    const { used, max } = writers.state()
    const isUrgent = options?.withinMs !== undefined && used >= max
    return (isUrgent ? runUrgent : run)(body, options)
  }
}

/** Counts the bodies that were committed. */
const counting =
  (commits: Tally<'groups' | 'writes'>, run: Engine['run']): Engine['run'] =>
  async (body, options) => {
    const value = await run(body, options)
    commits.add('writes')
    return value
  }

/** The pools of a replica; the worker's keep their connections, because others might take their places. */
function createPools(target: PostgresTarget, connections: number) {
  const sizes = sharesOf(connections)
  const pool = (max: number, statementMs: number, how: { isReadOnly?: true; isKept?: true } = {}) =>
    createPool(target, { max, waitMs: WAIT_MS, statementMs, isReadOnly: false, ...how })
  return {
    writers: pool(sizes.writers, WRITE_MS_MAX),
    readers: pool(sizes.readers, READ_MS_MAX, { isReadOnly: true }),
    longReaders: pool(sizes.longReaders, LONG_READ_MS_MAX, { isReadOnly: true }),
    askers: pool(sizes.askers, ASK_MS_MAX),
    workerWriters: pool(sizes.workerWriters, WRITE_MS_MAX, { isKept: true }),
    workerReaders: pool(sizes.workerReaders, LONG_READ_MS_MAX, { isReadOnly: true, isKept: true }),
  }
}

/** Opens the connections of the worker-to-be, before requests take all that the server or a pooler grants. */
async function openWorker({ workerWriters, workerReaders }: ReturnType<typeof createPools>) {
  await Promise.all([workerWriters.open(), workerReaders.open()])
}

/** The reader over the connections of a pool. */
const readingOf = (pool: Pool): Reader => ({
  db: drizzle({ client: pool.reads as never }) as unknown as Reader['db'],
  snapshot: (read) => readSnapshot(pool, read),
})
