// Rate limits (token buckets), cache versions and the time in PostgreSQL, in one statement per request.

import { peekTokens } from '../../domain/kernel/rate-limit.ts'
import type { StoreEvents } from '../engine/engine.ts'
import type { SpendResult } from '../engine/limiter.ts'
import { SERVER } from '../engine/scopes.ts'
import {
  type Ask,
  type Call,
  columnsOf,
  createLimiters,
  createPeek,
  createSpend,
  scopesOf,
} from './buckets.ts'
import { asAppError, isLost, isUndone } from './errors.ts'
import { gather } from './gather.ts'
import type { Pool } from './pool.ts'
import type { ServerClock } from './server-clock.ts'
import { OF_SERVER } from './versions.ts'

/** How long the statement that every request makes may take: without the wait for its turn, and with it. */
const REQUEST_MS_MAX = 5_000
const WHOLE_MS_MAX = 10_000
const TRIES_MAX = 10

const VERSIONS = `select scope, version, null::float8 as server_ms from version where scope in (select unnest($1::text[]))
union all ${OF_SERVER}`

/**
 * Refills token buckets as `refill` of `domain/kernel/rate-limit.ts`, and takes tokens of those that have enough and have promised none, which is nearly always so: a third of the time
 * of `spend_tokens`. It locks buckets in the order of their names, as all statements that lock several, and reads the
 * versions of scopes ($6).
 */
const TAKE = `with asked as (
  select * from unnest(
    $1::text[], $2::double precision[], $3::double precision[], $4::double precision[], $5::double precision[]
  ) as asked (name, capacity, per_minute, wanted, given_ms)
), spent as (
  insert into bucket as had (name, tokens, at_ms, promised_ms)
  select name, capacity - wanted, coalesce(given_ms, extract(epoch from clock_timestamp()) * 1000), '{}'
  from asked where wanted <= capacity order by name collate "C"
  on conflict (name) do update set
    tokens = (
      select greatest(0, least(
        capacity, had.tokens + greatest(0, excluded.at_ms - had.at_ms) * per_minute / 60000
      ) - wanted) from asked where name = had.name
    ),
    at_ms = greatest(had.at_ms, excluded.at_ms)
  where had.promised_ms = '{}' and (
    select least(
      capacity, had.tokens + greatest(0, excluded.at_ms - had.at_ms) * per_minute / 60000
    ) + 1e-6 >= wanted from asked where name = had.name
  )
  returning name, tokens
)
select name as scope, tokens, null as version, null::float8 as server_ms from spent
union all select scope, null, version, null from version where scope in (select unnest($6::text[]))
union all select scope, null, version, server_ms from (${OF_SERVER}) as server`

type ScopeRow = { scope: string; version: string | null }
/** The server's row of a statement has the time. */
type TimedRow = { server_ms?: number | null }
/** The statements that every request makes first: the versions of scopes, and a token of a bucket (rate limit). Both read
 * the time, too. */
export function createRequests(
  pool: Pool,
  clock: Pick<ServerClock, 'learn'>,
  { moment, onSeen }: Pick<StoreEvents, 'moment' | 'onSeen'>,
) {
  const ask = createAsk(pool, clock)

  /** @param scopes those that were read: a scope without a row was never raised, or has been reset */
  function see(rows: readonly ScopeRow[], scopes: readonly string[], sinceMoment: number): void {
    const versions = new Map(rows.map(({ scope, version }) => [scope, version]))
    for (const scope of [...scopes, SERVER])
      onSeen(scope, Number(versions.get(scope) ?? 0), sinceMoment)
  }

  /**
   * Brings the cache of scopes up to date with the commits of all processes, and all of the cache if the server is
   * another one.
   */
  async function freshenScopes(scopes: string[], sinceMs = performance.now()): Promise<void> {
    const since = moment()
    see(await ask<ScopeRow>(VERSIONS, [scopes], sinceMs), scopes, since)
  }

  const freshen = gather(async (requested: readonly string[][], sinceMs) => {
    await freshenScopes([...new Set(requested.flat())], sinceMs)
    return requested
  })

  /** Takes a token each, and reads the versions of scopes with it. */
  const take = gather(async (calls: readonly (Call & { scopes: string[] })[], sinceMs) => {
    const scopes = [...new Set(calls.flatMap((call) => call.scopes))]
    const since = moment()
    const params = [...columnsOf(bucketsOf(calls)), scopes]
    const rows = await ask<ScopeRow & { tokens: number }>(TAKE, params, sinceMs)
    see(rows, scopes, since)
    const taken = new Map(rows.map((row) => [row.version === null ? row.scope : '', row.tokens]))
    return answersOf(calls, taken)
  })

  return {
    async freshen(topics: readonly string[]): Promise<void> {
      const scopes = scopesOf(topics)
      if (scopes.length > 0) await freshen(scopes)
    },
    freshenScopes,
    limiter: createLimiters(take, createSpend(ask), createPeek(ask)),
  }
}

/** Runs a statement as a transaction of its own, so that it may be repeated after a rollback or a lost connection. */
function createAsk(pool: Pool, clock: Pick<ServerClock, 'learn'>): Ask {
  return async (text, params, sinceMs) => {
    const endsAtMs = sinceMs + WHOLE_MS_MAX
    for (let tries = 1; ; tries++)
      try {
        return await pool.use(
          async (connection) => {
            const sentMs = performance.now()
            const rows = await connection.unsafe(text, params)
            for (const { server_ms } of rows as TimedRow[])
              if (typeof server_ms === 'number') clock.learn(server_ms, sentMs)
            return rows
          },
          REQUEST_MS_MAX,
          endsAtMs,
        )
      } catch (error) {
        const isWorthIt = isUndone(error) || (isLost(error) && tries === 1)
        if (!isWorthIt || tries === TRIES_MAX) throw asAppError(error)
      }
  }
}

/** One bucket for all its calls. If its allowance changed in between, the last one applies to all. */
const bucketsOf = (calls: readonly Call[]): Call[] =>
  [...Map.groupBy(calls, ({ name }) => name).values()].map((same) => ({
    ...same.at(-1)!,
    tokens: same.length,
  }))

/**
 * The answer of each call; undefined where its bucket had too few tokens.
 *
 * @param taken the tokens left, by bucket
 */
function answersOf(
  calls: readonly Call[],
  taken: Map<string, number>,
): (SpendResult | undefined)[] {
  // The last call on a bucket sees the rest, each earlier call one token more.
  const answers = calls.toReversed().map(({ name, allowance }): SpendResult | undefined => {
    const tokens = taken.get(name)
    if (tokens === undefined) return undefined
    taken.set(name, tokens + 1)
    return { allowed: true, ...peekTokens({ tokens, atMs: 0, promisedMs: [] }, allowance, 0) }
  })
  return answers.reverse()
}
