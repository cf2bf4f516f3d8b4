// Connection pool with deadlines.

import type { ReservedSQL } from 'bun'
import { connectTo } from './address.ts'
import { asAppError, isLost, isSpent } from './errors.ts'

/** The address of the database, and how to connect to it. */
export type PostgresTarget = {
  url: string
  /**
   * The address behind a transaction pooler, for everything that the pooler cannot carry; the same as `url` without
   * one.
   */
  directUrl: string
  /** True if statements are prepared. A transaction pooler would run each in another session. */
  prepare: boolean
  /** All connections of a replica; by default a third of those that the server grants, 35 at most. */
  connections?: number | undefined
  /** The most connections of a pool, if it should have fewer than a replica would use. */
  poolMax?: number
  /** How long a connection of a pool may be idle before it is given back; 60 by default. */
  idleSeconds?: number
  /** The length of the worker's lease; 4,000 ms by default. */
  leaseMs?: number
}

/** The size and the deadlines of a pool. */
type PoolOptions = {
  max: number
  /** How long a caller waits for a connection. */
  waitMs: number
  /** How long one statement may take. */
  statementMs: number
  isReadOnly: boolean
  /** True if its connections are never given back: they are the worker's, and others might take their places. */
  isKept?: boolean
}

const IDLE_SECONDS = 60
/** Seconds to connect: a proxy may accept the connection and then be silent. */
const CONNECT_SECONDS = 2
/**
 * How long after the server's own deadline this process gives a statement up: the server or the network may be gone.
 */
const GRACE_MS = 2_000
/** How long a statement waits for a lock of another transaction. */
const LOCK_MS = 2_000
/**
 * How long a transaction that writes rests between two statements. One of a replica that is paused or cut off keeps its
 * hotel from all others until then.
 */
const IDLE_MS = 2_000

/** A pool of connections. */
export type Pool = {
  /**
   * Lends a connection to a piece of work and takes it back. The work loses the connection after its deadline, or if
   * the server is silent for longer than a statement may take.
   *
   * @param endsAtMs by the monotonic clock, the wait for the connection included
   * @throws DOMException TimeoutError if no connection is free in time, or the work takes too long
   */
  use: <T>(
    work: (connection: ReservedSQL, onAnswer: () => void) => Promise<T>,
    deadlineMs: number,
    endsAtMs?: number,
  ) => Promise<T>
  /**
   * Sets the deadlines of a transaction, if connections do not have them by themselves: behind a transaction pooler.
   */
  limits: string | undefined
  /** The client for drizzle's reads: each statement borrows a connection of its own. */
  reads: DrizzleClient
  /** The number of connections in use, and of callers that wait for one. */
  state: () => { used: number; waiting: number; max: number }
  /** Opens all its connections that are not open yet; stays silent where the server grants none. */
  open: () => Promise<void>
  close: () => Promise<void>
}

/** The part of Bun's client that drizzle calls. */
export type DrizzleClient = {
  options: Record<string, unknown>
  unsafe: (text: string, params?: unknown[]) => Statement
}

type Mode = 'rows' | 'values'

/** A statement that starts when it is awaited, as Bun's do. */
type Statement = PromiseLike<unknown> & {
  values: () => Promise<unknown>
  catch: Promise<unknown>['catch']
}

/** @returns a client for drizzle that passes its statements to `run` */
export function drizzleClient(
  run: (text: string, params: unknown[], mode: Mode) => Promise<unknown>,
): DrizzleClient {
  return {
    options: {},
    unsafe: (text, params = []) => ({
      values: () => run(text, params, 'values'),
      // biome-ignore lint/suspicious/noThenProperty: it is awaited, as Bun's own statements are.
      then: (done, failed) => run(text, params, 'rows').then(done, failed),
      catch: (failed) => run(text, params, 'rows').catch(failed),
    }),
  }
}

/** Runs a statement on a connection. */
export function ask(
  connection: Pick<ReservedSQL, 'unsafe'>,
  text: string,
  params: unknown[],
  mode: Mode,
): Promise<unknown> {
  const statement = connection.unsafe(text, params)
  return (mode === 'values' ? statement.values() : statement).execute()
}

/**
 * The same as `ask` for reads, cancelled after a time. A write that is cancelled during its commit may be committed, or
 * not on every standby.
 */
const cancelling =
  (afterMs: number): typeof ask =>
  async (connection, text, params, mode) => {
    const statement = connection.unsafe(text, params)
    const alarm = setTimeout(() => statement.cancel(), afterMs)
    try {
      return await (mode === 'values' ? statement.values() : statement).execute()
    } finally {
      clearTimeout(alarm)
    }
  }

/** Makes a pool; it connects at the first use. */
export function createPool(target: PostgresTarget, options: PoolOptions): Pool {
  const { prepare, poolMax = options.max } = target
  const max = Math.min(options.max, poolMax)
  const { waitMs, statementMs } = options
  const client = connectTo(target.url, connectionOf(target, { ...options, max }))
  let used = 0
  let waiting = 0

  async function take(endsAtMs: number): Promise<ReservedSQL> {
    waiting++
    try {
      return await client.reserve({ signal: AbortSignal.timeout(leftOf(waitMs, endsAtMs)) })
    } finally {
      waiting--
    }
  }

  async function use<T>(
    work: (connection: ReservedSQL, onAnswer: () => void) => Promise<T>,
    deadlineMs: number,
    endsAtMs = Infinity,
  ) {
    const connection = await take(endsAtMs)
    used++
    const late = Promise.withResolvers<never>()
    const giveUp = () =>
      late.reject(new DOMException('The database did not answer in time.', 'TimeoutError'))
    const alarm = setTimeout(giveUp, leftOf(deadlineMs, endsAtMs))
    const silence = setTimeout(giveUp, statementMs + GRACE_MS)
    let isUseless = false
    try {
      return await Promise.race([work(connection, () => void silence.refresh()), late.promise])
    } catch (error) {
      isUseless = isSpent(error)
      throw error
    } finally {
      clearTimeout(alarm)
      clearTimeout(silence)
      used--
      // A statement that still waits for the server is cut off, and the server rolls it back.
      if (isUseless) void connection.close({ timeout: 0 }).catch(() => {})
      else connection.release()
    }
  }

  return {
    use,
    limits: prepare
      ? undefined
      : `set local lock_timeout = ${LOCK_MS}; set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${IDLE_MS}`,
    reads: createReads(use, prepare, statementMs),
    state: () => ({ used, waiting, max }),
    async open() {
      const reserved = Array.from({ length: max - used }, () => take(performance.now() + waitMs))
      for (const each of await Promise.allSettled(reserved))
        if (each.status === 'fulfilled') each.value.release()
    },
    close: () => client.close({ timeout: 1 }),
  }
}

/** How a pool connects. */
const connectionOf = (
  { prepare, idleSeconds = IDLE_SECONDS }: PostgresTarget,
  { max, statementMs, isReadOnly, isKept }: PoolOptions,
): Parameters<typeof connectTo>[1] => ({
  max,
  prepare,
  ...(!isKept && { idleTimeout: idleSeconds }),
  connectionTimeout: CONNECT_SECONDS,
  connection: {
    application_name: 'roomwire',
    // A transaction pooler knows none of these and refuses them.
    ...(prepare && {
      default_transaction_isolation: 'read committed',
      statement_timeout: String(statementMs),
      idle_in_transaction_session_timeout: String(isReadOnly ? statementMs : IDLE_MS),
      lock_timeout: String(LOCK_MS),
      // Without keepalives the server would keep the connections of a client that was cut off for hours.
      tcp_keepalives_idle: '15',
      tcp_keepalives_interval: '5',
      tcp_keepalives_count: '3',
      ...(isReadOnly && { default_transaction_read_only: 'on' }),
    }),
  },
})

/** The client for drizzle's reads, which repeats a read whose connection was lost. */
function createReads(use: Pool['use'], prepare: boolean, statementMs: number): DrizzleClient {
  // Behind a pooler the server knows no deadline: a slow statement must be cancelled, because a cut connection does not
  // end it.
  const askToRead = prepare ? ask : cancelling(statementMs)
  const read = (text: string, params: unknown[], mode: Mode) =>
    use((connection) => askToRead(connection, text, params, mode), statementMs + GRACE_MS)
  return drizzleClient(async (text, params, mode) => {
    try {
      // A pooled connection may have been lost since its last use: a read may be repeated.
      return await read(text, params, mode).catch((error) => {
        if (!isLost(error)) throw error
        return read(text, params, mode)
      })
    } catch (error) {
      throw asAppError(error)
    }
  })
}

/** The rest of a duration, in whole ms, that must not exceed a moment. */
const leftOf = (ms: number, endsAtMs: number) =>
  Math.max(0, Math.ceil(Math.min(ms, endsAtMs - performance.now())))
