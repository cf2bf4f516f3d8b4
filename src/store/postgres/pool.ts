import type { ReservedSQL } from 'bun'
import { connectTo } from './address.ts'
import { asAppError, isLost, isSpent } from './errors.ts'

/** How to reach the database. */
export type PostgresTarget = {
  url: string
  /** Past a transaction pooler, for what it cannot carry; the same as `url` where there is none. */
  directUrl: string
  /** Whether statements are prepared: a transaction pooler gives each to another session. */
  prepare: boolean
  /** Connections of a pool at most, where each is to have fewer than a replica wants. */
  poolMax?: number
  /** How long the worker's lease lasts without a renewal; 4,000 ms unless said otherwise. */
  leaseMs?: number
}

/** What a pool of connections is for. */
type PoolOptions = {
  max: number
  /** How long whoever asks waits for a connection. */
  waitMs: number
  /** How long one statement may take. */
  statementMs: number
  isReadOnly: boolean
}

/** Seconds to make a connection: a proxy may accept and then wait. */
const CONNECT_SECONDS = 2
/** How much later than the server a statement is given up here: the server, or the way to it, may be gone. */
const GRACE_MS = 2_000
/** How long a statement waits for what another transaction holds. */
const LOCK_MS = 2_000

export type Pool = {
  /**
   * Gives a connection to a piece of work, and takes it back; a piece that takes longer than it may loses it, and one
   * that is silent for longer than a statement may take.
   *
   * @param endsAtMs by the monotonic clock, with the wait for the connection
   * @throws DOMException TimeoutError when none is free for too long, or the work takes too long
   */
  use: <T>(
    work: (connection: ReservedSQL, onAnswer: () => void) => Promise<T>,
    deadlineMs: number,
    endsAtMs?: number,
  ) => Promise<T>
  /** Sets the deadlines of a transaction, where connections do not have them by themselves: past a pooler. */
  limits: string | undefined
  /** What drizzle reads through: each statement has a connection to itself. */
  reads: DrizzleClient
  /** How many connections are in use, and how many wait for one. */
  state: () => { used: number; waiting: number; max: number }
  close: () => Promise<void>
}

/** As much of Bun's client as drizzle calls. */
export type DrizzleClient = {
  options: Record<string, unknown>
  unsafe: (text: string, params?: unknown[]) => Statement
}

type Mode = 'rows' | 'values'

/** A statement that begins when somebody waits for it, as Bun's do. */
type Statement = PromiseLike<unknown> & {
  values: () => Promise<unknown>
  catch: Promise<unknown>['catch']
}

/** @returns a client for drizzle whose statements are run so */
export function drizzleClient(
  run: (text: string, params: unknown[], mode: Mode) => Promise<unknown>,
): DrizzleClient {
  return {
    options: {},
    unsafe: (text, params = []) => ({
      values: () => run(text, params, 'values'),
      // biome-ignore lint/suspicious/noThenProperty: it is waited for, as Bun's own statements are.
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

/** As `ask`, of what only reads: a write that is cancelled in its commit may be done, or not everywhere. */
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

export function createPool(target: PostgresTarget, options: PoolOptions): Pool {
  const { url, prepare, poolMax = options.max } = target
  const max = Math.min(options.max, poolMax)
  const { waitMs, statementMs, isReadOnly } = options
  const client = connectTo(url, {
    max,
    prepare,
    connectionTimeout: CONNECT_SECONDS,
    connection: {
      application_name: 'roomwire',
      // A transaction pooler knows none of these and refuses them.
      ...(prepare && {
        default_transaction_isolation: 'read committed',
        statement_timeout: String(statementMs),
        idle_in_transaction_session_timeout: String(statementMs),
        lock_timeout: String(LOCK_MS),
        // Of who is cut off without a word the server would keep the connections for hours.
        tcp_keepalives_idle: '15',
        tcp_keepalives_interval: '5',
        tcp_keepalives_count: '3',
        ...(isReadOnly && { default_transaction_read_only: 'on' }),
      }),
    },
  })
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
      // What still waits for the server is cut off, and the server undoes it.
      if (isUseless) void connection.close({ timeout: 0 }).catch(() => {})
      else connection.release()
    }
  }

  // Past a pooler the server knows no deadline: it is told to end what takes too long, which a cut does not tell it.
  const askToRead = prepare ? ask : cancelling(statementMs)
  const read = (text: string, params: unknown[], mode: Mode) =>
    use((connection) => askToRead(connection, text, params, mode), statementMs + GRACE_MS)
  const reads = drizzleClient(async (text, params, mode) => {
    try {
      // A connection that was lost since it was used last: what only reads may be asked again.
      return await read(text, params, mode).catch((error) => {
        if (!isLost(error)) throw error
        return read(text, params, mode)
      })
    } catch (error) {
      throw asAppError(error)
    }
  })
  return {
    use,
    limits: prepare
      ? undefined
      : `set local lock_timeout = ${LOCK_MS}; set local statement_timeout = ${statementMs}`,
    reads,
    state: () => ({ used, waiting, max }),
    close: () => client.close({ timeout: 1 }),
  }
}

/** What is left of a time, in whole ms, when it must be over by then. */
const leftOf = (ms: number, endsAtMs: number) =>
  Math.max(0, Math.ceil(Math.min(ms, endsAtMs - performance.now())))
