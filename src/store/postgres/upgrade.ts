// Rolling upgrade: migrations while other replicas serve.

import { setTimeout as sleep } from 'node:timers/promises'
import type { ReservedSQL, SQL } from 'bun'
import type { UpgradeOptions } from '../engine/upgrade-events.ts'
import { sqlState } from './errors.ts'
import { holderOf, listLocked, type Wait, waitOf } from './holders.ts'
import { createLockPace, lockMsOf } from './lock-pace.ts'
import { concurrently, type Index } from './plan.ts'
import { locksOf, type Round } from './rounds.ts'

/** The transactions and indexes that are still missing. */
export type Work = { rounds: Round[]; indexes: Index[] }

type UpgradeContext = {
  /** A session of its own: `client` observes its waits through another one. */
  session: ReservedSQL
  pid: number
  client: SQL
  onUpgrade: NonNullable<UpgradeOptions['onUpgrade']>
  signal: AbortSignal | undefined
}

/** How often the advisory lock of another replica is tried. */
const POLL_MS = 200
/** How often a wait that blocks no other process is reported. */
const REPORT_MS = 10_000
/** The shortest wait for a lock, if the waits before it used up the time of the try. */
const LOCK_MS_MIN = 50
/** SQLSTATEs that pass: another session has the lock (`lock_timeout`), or a deadlock. */
const PASSING = /^(55P03|40P01)$/

/**
 * The settings of the session, as far as the server knows them: the role may have limits meant for requests, a row that
 * others change meanwhile is filled all the same, and a process that is stopped or cut off must not keep locks for long.
 */
const SETTINGS = `select set_config(name, wanted, false) from pg_settings join (values
  ('application_name', 'roomwire upgrade'), ('default_transaction_isolation', 'read committed'),
  ('statement_timeout', '0'), ('lock_timeout', '0'), ('transaction_timeout', '0'),
  ('idle_in_transaction_session_timeout', '2s'), ('idle_session_timeout', '60s'),
  ('tcp_keepalives_idle', '15'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '3')
) as own(name, wanted) using (name)`

/**
 * Brings the tables up to date while other processes serve from them; replicas that start together do so one after
 * another. A transaction waits briefly for its locks and tries again later, for as long as it takes; indexes are built
 * concurrently. A kill leaves nothing that waits, and the next start continues from there.
 *
 * @param lock the key of the advisory lock of upgrades
 * @param left returns the transactions and indexes that are still missing
 */
export async function upgrade(
  client: SQL,
  { lock, left }: { lock: number; left: () => Promise<Work> },
  { onUpgrade = () => {}, signal }: UpgradeOptions,
): Promise<void> {
  const startMs = performance.now()
  const session = await client.reserve()
  await session.unsafe(SETTINGS)
  // The server itself checks if the process is still connected, if its operating system supports that.
  await session.unsafe(`set client_connection_check_interval = '500ms'`).catch(() => {})
  const [{ pid }] = await session`select pg_backend_pid() as pid`
  const means: UpgradeContext = { session, pid, client, onUpgrade, signal }
  await takeTurn(means, lock)
  const { rounds, indexes } = await left()
  const pace = createLockPace(signal)
  for (const round of rounds) await apply(means, round, pace)
  for (const index of indexes) await build(means, index)
  session.release()
  onUpgrade('upgrade_done', { tookMs: Math.round(performance.now() - startMs) })
}

/** Polls for the lock: `create index concurrently` of the holder would wait for a session that waits in the server. */
async function takeTurn({ session, client, onUpgrade, signal }: UpgradeContext, lock: number) {
  for (let reportedMs = -Infinity; ; ) {
    const [{ taken }] = await session`select pg_try_advisory_lock(${lock}) as taken`
    if (taken) return
    if (performance.now() - reportedMs >= REPORT_MS) {
      reportedMs = performance.now()
      const { holders = [] } = (await holderOf(client, lock)) ?? {}
      onUpgrade('upgrade_waits', { for: 'another replica that upgrades', holders })
    }
    await sleep(POLL_MS, undefined, { signal })
  }
}

type Pace = ReturnType<typeof createLockPace>

/** Tries a transaction until it succeeds. */
async function apply(means: UpgradeContext, round: Round, pace: Pace): Promise<void> {
  for (let tries = 0; ; tries++) {
    const lockMs = lockMsOf(tries)
    const held = round.isStrong
      ? await heldThrough(means, () => pace.rest(lockMs))
      : new Set<string>()
    let startMs = performance.now()
    let watch: ReturnType<typeof watchWait> | undefined
    let failed: unknown
    try {
      await attempt(means.session, { ...round, locks: locksOf(round.tables, held) }, () => {
        watch = watchWait(means, lockMs / 4)
        startMs = performance.now()
        return startMs + lockMs
      })
      return
    } catch (error) {
      if (!PASSING.test(sqlState(error))) throw error
      failed = error
    } finally {
      watch?.end()
      if (round.isStrong) pace.spend(performance.now() - startMs)
    }
    const { what, holders = [] } = watch?.last() ?? {}
    means.onUpgrade('upgrade_waits', {
      ...{ migration: round.neededBy(what), for: what, holders },
      ...{ error: (failed as Error).message, waitedMs: Math.round(performance.now() - startMs) },
    })
  }
}

/** The tables that somebody holds for the whole of a pause. A lock that a service takes lasts no longer than its act. */
async function heldThrough({ client }: UpgradeContext, pause: () => Promise<void>) {
  const keyOf = ({ holder, table }: { holder: string; table: string }) => `${holder} ${table}`
  const before = new Set((await listLocked(client)).map(keyOf))
  await pause()
  const still = (await listLocked(client)).filter((each) => before.has(keyOf(each)))
  return new Set(still.map(({ table }) => table))
}

/** @param begins returns the end of the wait for the locks on its tables, all together, once others may wait for it */
async function attempt(
  session: ReservedSQL,
  { names, makes, locks, statements }: Round & { locks: string[] },
  begins: () => number,
) {
  await session.begin(async (tx) => {
    // The inserts come first, so that of two processes that miss a migration only one applies it.
    for (const name of names) await tx`insert into roomwire_migration (name) values (${name})`
    for (const statement of makes) await tx.unsafe(statement)
    const endMs = begins()
    for (const statement of [...locks, ...statements]) {
      const leftMs = Math.max(LOCK_MS_MIN, Math.ceil(endMs - performance.now()))
      await tx.unsafe(`set local lock_timeout = ${leftMs}`)
      await tx.unsafe(statement)
    }
  })
}

/** Builds an index. A half-built index that a kill left behind is useless, and is built again. */
async function build(means: UpgradeContext, index: Index): Promise<void> {
  const { session, onUpgrade, signal } = means
  const watch = watchWait(means, REPORT_MS, ({ what, holders }) =>
    onUpgrade('upgrade_waits', { index: index.name, for: what, holders }),
  )
  try {
    for (;;)
      try {
        await session.unsafe(`drop index concurrently if exists "${index.name}"`)
        return void (await session.unsafe(concurrently(index)))
      } catch (error) {
        if (!PASSING.test(sqlState(error))) throw error
        await sleep(POLL_MS, undefined, { signal })
      }
  } finally {
    watch.end()
  }
}

/** Checks through another connection, now and then, which lock the session waits for. */
function watchWait(
  { client, pid }: UpgradeContext,
  everyMs: number,
  onWait: (wait: Wait) => void = () => {},
) {
  let last: Wait | undefined
  const timer = setInterval(async () => {
    const wait = await waitOf(client, pid).catch(() => undefined)
    if (!wait) return
    last = wait
    onWait(wait)
  }, everyMs)
  return { last: () => last, end: () => clearInterval(timer) }
}
