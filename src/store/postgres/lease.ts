import { hostname } from 'node:os'
import type { SQL } from 'bun'
import { sql } from 'drizzle-orm'
import type { FenceHandle, Lease, Term } from '../engine/lease.ts'
import { type LeaseTimes, timesOf } from '../worker/lease-times.ts'
import { termOver } from '../worker/worker-store.ts'
import { connectTo } from './address.ts'
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
 * The lease is a row `(epoch, holder, until)`. Three statements touch it, each of them alone:
 *
 * - *Renew* sets `until`, no key, so that it waits for no transaction that is fenced, nor any of them for it.
 * - *Fence*, first in each transaction of the worker, reads the row of its epoch `for key share`.
 * - *Take* sets a higher epoch when `until` has passed, and locks the row `for update`, which goes with no key share.
 *
 * Fence before take: the row is skipped as long as the transaction lasts; no taker begins until all of it is committed
 * or undone. Take before fence: the fence waits for the end of the taker's statement, looks at the row again and finds
 * another epoch. So whatever an epoch commits is committed before the next begins. The holder stands in all conditions,
 * for after a failover an epoch may be given out twice.
 *
 * @param monotonicMs a clock that is never set; for tests
 */
export function createLease(
  target: PostgresTarget,
  monotonicMs = () => performance.now(),
): Lease & { close: () => Promise<void> } {
  const holder = `${hostname()} ${process.pid} ${crypto.randomUUID()}`
  const times = timesOf(target.leaseMs)
  const asking = createLeaseClient(target, times)
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

  /** Renews the lease, or tries to take it. @returns when to do it again, in ms */
  async function beat(): Promise<number> {
    const startMs = monotonicMs()
    try {
      if (held?.term.stands()) {
        const { term } = held
        if (await asking.renew(term.epoch, holder)) held?.renewed(startMs)
        else held?.end()
      } else {
        const epoch = await asking.take(holder)
        if (epoch !== undefined) begin(epoch, startMs)
      }
    } catch {
      // Not to be reached: it is asked again, and a term ends by its own clock.
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
    // Whoever cannot be told waits for the lease to run out.
    if (last) await asking.giveBack(last.term.epoch, holder).catch(() => {})
    await asking.close()
  }

  return {
    term: () => (held?.term.stands() ? held.term : undefined),
    join(listener) {
      listeners.add(listener)
      if (listeners.size === 1 && !beating) goOn()
      return async () => {
        if (listeners.delete(listener) && listeners.size === 0) await giveBack()
      }
    },
    state: () => ({
      epoch: held?.term.stands() ? held.term.epoch : undefined,
      renewedMsAgo: held && monotonicMs() - held.renewedMs,
    }),
    look: asking.look,
    async close() {
      listeners.clear()
      await giveBack()
    },
  }
}

/** A term that is over when it is not renewed in time; `onEnd` is called once, when it is. */
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

/** Holds the lease until the transaction ends, and gives that the deadlines of the worker. @returns whether it stands */
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

type Row = { epoch: number | string; holder: string; left_ms: number }

/** The questions about the lease, over a connection of their own: they wait for nobody's, and nobody waits for them. */
function createLeaseClient({ directUrl, prepare }: PostgresTarget, { leaseMs, askMs }: LeaseTimes) {
  let client: SQL | undefined

  async function ask(text: string, params: unknown[]): Promise<Row[]> {
    client ??= connectTo(directUrl, {
      ...{ max: 1, prepare, connectionTimeout: askMs / 1_000 },
      ...(prepare && { connection: { default_transaction_isolation: 'read committed' } }),
    })
    const asked = client
    const late = Promise.withResolvers<never>()
    const alarm = setTimeout(() => late.reject(new Error('no answer in time')), askMs)
    try {
      return await Promise.race([asked.unsafe(text, params), late.promise])
    } catch (error) {
      if (client === asked) client = undefined
      void asked.close({ timeout: 0 }).catch(() => {})
      throw error
    } finally {
      clearTimeout(alarm)
    }
  }

  return {
    async renew(epoch: number, holder: string): Promise<boolean> {
      const rows = await ask(
        `update lease set until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
        where name = 'worker' and epoch = $1 and holder = $2 and until > clock_timestamp() returning epoch`,
        [epoch, holder],
      )
      return rows.length > 0
    },
    /** The holder takes it again at once: it does not know that it has it. @returns the new epoch */
    async take(holder: string): Promise<number | undefined> {
      const [row] = await ask(
        `update lease set epoch = epoch + 1, holder = $1, until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
        where name = (
          select name from lease where name = 'worker' and (until <= clock_timestamp() or holder = $1)
          for update skip locked
        ) returning epoch`,
        [holder],
      )
      return row && Number(row.epoch)
    },
    async giveBack(epoch: number, holder: string): Promise<void> {
      await ask(
        `update lease set until = clock_timestamp() where name = 'worker' and epoch = $1 and holder = $2`,
        [epoch, holder],
      )
    },
    async look() {
      const [row] = await ask(
        `select epoch, holder, greatest(extract(epoch from until - clock_timestamp()) * 1000, 0)::float8 as left_ms
        from lease where name = 'worker'`,
        [],
      )
      return row && { epoch: Number(row.epoch), holder: row.holder, leftMs: row.left_ms }
    },
    async close() {
      const last = client
      client = undefined
      await last?.close({ timeout: 1 }).catch(() => {})
    },
  }
}
