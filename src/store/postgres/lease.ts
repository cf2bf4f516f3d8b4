// The worker's lease and fence in PostgreSQL.

import { hostname } from 'node:os'
import { sql } from 'drizzle-orm'
import type { FenceHandle, Lease, Term } from '../engine/lease.ts'
import { type LeaseTimes, timesOf } from '../worker/lease-times.ts'
import { termOver } from '../worker/worker-store.ts'
import { createLeaseClient } from './lease-client.ts'
import type { PostgresTarget } from './pool.ts'

/** How long one statement of the worker's transactions may take. */
const STATEMENT_MS_MAX = 10_000

type HeldTerm = {
  term: Term
  end: () => void
  renewed: (startMs: number) => void
  renewedMs: number
}

/**
 * The lease is a row `(epoch, holder, until)`. Three operations touch it, each a single statement:
 *
 * - *Renew* sets `until`, which is no key, so that it neither waits for fenced transactions nor keeps them waiting.
 * - *Fence*, first in each transaction of the worker, reads the row of its epoch `for key share`.
 * - *Take* sets a higher epoch after `until` has passed, and locks the row `for update`, which excludes every key
 *   share.
 *
 * Fence before take: the row is skipped as long as the transaction lasts, so no other process takes the lease until all
 * of the transaction is committed or rolled back. Take before fence: the fence waits until the take has ended, reads
 * the row again and finds another epoch. So everything that an epoch commits is committed before the next epoch begins.
 * All conditions name the holder, because after a failover an epoch may be given out twice.
 *
 * @param monotonicMs a clock that never steps; for tests
 * @param onJoin called when the first listener joins; must not throw
 */
export function createLease(
  target: PostgresTarget,
  {
    monotonicMs = () => performance.now(),
    onJoin = async () => {},
  }: { monotonicMs?: () => number; onJoin?: () => Promise<void> } = {},
): Lease & { close: () => Promise<void> } {
  const holder = `${hostname()} ${process.pid} ${crypto.randomUUID()}`
  const times = timesOf(target.leaseMs)
  const client = createLeaseClient(target, times)
  const listeners = new Set<() => void>()
  let held: HeldTerm | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let beating: Promise<void> | undefined

  function tell(): void {
    for (const listener of [...listeners]) listener()
  }

  function begin(epoch: number, startMs: number): void {
    const begun = startTerm({ epoch, holder, startMs, monotonicMs, times }, () => {
      if (held === begun) held = undefined
      tell()
    })
    held = begun
    tell()
  }

  /** Renews the lease, or tries to take it. @returns the time until the next beat, in ms */
  async function beat(): Promise<number> {
    const startMs = monotonicMs()
    try {
      if (held?.term.stands()) {
        const { term } = held
        if (await client.renew(term.epoch, holder)) held?.renewed(startMs)
        else held?.end()
      } else {
        const epoch = await client.take(holder)
        if (epoch !== undefined) begin(epoch, startMs)
      }
    } catch {
      // The database cannot be reached: the next beat asks again, and a term ends by its own clock.
    }
    const everyMs = held ? times.renewEveryMs : times.takeEveryMs
    return Math.max(0, startMs + everyMs - monotonicMs())
  }

  function goOn(): void {
    beating = beat().then((waitMs) => {
      beating = undefined
      if (listeners.size > 0) timer = setTimeout(goOn, waitMs)
    })
  }

  async function giveBack(): Promise<void> {
    clearTimeout(timer)
    await beating
    const last = held
    last?.end()
    // If the database cannot be reached, the next holder waits until the lease runs out.
    if (last) await client.giveBack(last.term.epoch, holder).catch(() => {})
    await client.close()
  }

  return {
    term: () => (held?.term.stands() ? held.term : undefined),
    join(listener) {
      listeners.add(listener)
      if (listeners.size === 1) void onJoin()
      if (listeners.size === 1 && !beating) goOn()
      return async () => {
        if (listeners.delete(listener) && listeners.size === 0) await giveBack()
      }
    },
    state: () => ({
      epoch: held?.term.stands() ? held.term.epoch : undefined,
      renewedMsAgo: held && monotonicMs() - held.renewedMs,
    }),
    look: client.look,
    async close() {
      listeners.clear()
      await giveBack()
    },
  }
}

/** Starts a term, which ends unless it is renewed in time; `onEnd` is called once, at its end. */
function startTerm(
  {
    epoch,
    holder,
    startMs,
    monotonicMs,
    times,
  }: {
    epoch: number
    holder: string
    startMs: number
    monotonicMs: () => number
    times: LeaseTimes
  },
  onEnd: () => void,
): HeldTerm {
  const ending = new AbortController()
  let alarm: ReturnType<typeof setTimeout> | undefined
  function end(): void {
    if (ending.signal.aborted) return
    clearTimeout(alarm)
    ending.abort()
    onEnd()
  }
  function stands(): boolean {
    if (!ending.signal.aborted && monotonicMs() - held.renewedMs >= times.holdMs) end()
    return !ending.signal.aborted
  }
  function renewed(atMs: number): void {
    held.renewedMs = atMs
    clearTimeout(alarm)
    alarm = setTimeout(stands, times.holdMs - (monotonicMs() - atMs) + 1)
  }
  async function fence(tx: FenceHandle): Promise<void> {
    if (stands() && (await isFenced(tx, { epoch, holder, times }))) return
    end()
    throw termOver()
  }
  const term = { epoch, stands, over: ending.signal, fence }
  const held: HeldTerm = { term, end, renewed, renewedMs: startMs }
  renewed(startMs)
  return held
}

/**
 * Locks the lease until the transaction ends, and sets the worker's deadlines for it. @returns true if the lease is
 * valid
 */
async function isFenced(
  tx: FenceHandle,
  { epoch, holder, times }: { epoch: number; holder: string; times: LeaseTimes },
): Promise<boolean> {
  const set = (name: string, ms: number) => sql`set_config(${name}, ${String(ms)}, true)`
  const rows = await tx.dialect.rows(
    tx.db,
    sql`select ${set('lock_timeout', times.pauseMs)},
      ${set('idle_in_transaction_session_timeout', times.pauseMs)},
      ${set('statement_timeout', STATEMENT_MS_MAX)}
      from lease where name = 'worker' and epoch = ${epoch} and holder = ${holder} and until > clock_timestamp()
      for key share`,
  )
  return rows.length > 0
}
