// Token buckets (rate limits) in PostgreSQL.

import { type Allowance, type BucketStatus, peekTokens } from '../../domain/kernel/rate-limit.ts'
import type { SharedLimiter, SpendResult } from '../engine/limiter.ts'
import { scopeOf } from '../engine/scopes.ts'
import { gather } from './gather.ts'

/** Spends the calls on the same bucket one after another, as they arrived. */
const SPEND = `select asked.place, spent.* from (
  select * from unnest(
    $1::text[], $2::double precision[], $3::double precision[], $4::double precision[], $5::double precision[],
    $6::boolean[]
  ) with ordinality as asked (name, capacity, per_minute, wanted, given_ms, keeps, place)
  order by name collate "C", place
) asked, spend_tokens(name, capacity, per_minute, wanted, keeps, given_ms) spent`

/** Reads buckets and writes nothing: the server takes a tenth of the time of spending no token. */
const PEEK = `select tokens, at_ms, promised_ms, coalesce(given_ms, extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms
from unnest($1::text[], $2::double precision[]) with ordinality as asked (name, given_ms, place)
left join bucket using (name) order by place`

/** A call on a bucket. */
export type Call = {
  name: string
  allowance: Allowance
  tokens: number
  /** The clock of a test; null for the database's own. */
  givenMs: number | null
}
type SpentRow = {
  place: string
  allowed: boolean
  remaining: number
  retry_after: number
  reset: number
}

/** Null for a bucket that nobody has taken from. */
type BucketRow = {
  tokens: number | null
  at_ms: number | null
  promised_ms: Iterable<number> | null
  now_ms: number
}

/** Runs a statement as a transaction of its own. */
export type Ask = <Row>(text: string, params: unknown[], sinceMs: number) => Promise<Row[]>

/** Spends tokens, or none. */
export const createSpend = (ask: Ask) =>
  gather(async (calls: readonly (Call & { keeps: boolean })[], sinceMs) => {
    const params = [...columnsOf(calls), calls.map(({ keeps }) => keeps)]
    const answers: SpendResult[] = []
    for (const row of await ask<SpentRow>(SPEND, params, sinceMs))
      answers[Number(row.place) - 1] = {
        allowed: row.allowed,
        remaining: row.remaining,
        retryAfterSeconds: row.retry_after,
        resetSeconds: row.reset,
      }
    return answers
  })

/** Reads buckets. */
export const createPeek = (ask: Ask) =>
  gather(async (calls: readonly Call[], sinceMs) => {
    const params = [calls.map(({ name }) => name), calls.map(({ givenMs }) => givenMs)]
    const rows = await ask<BucketRow>(PEEK, params, sinceMs)
    return rows.map(({ tokens, at_ms, promised_ms, now_ms }, at) => {
      const promisedMs = [...(promised_ms ?? [])]
      const bucket = tokens === null ? undefined : { tokens, atMs: at_ms!, promisedMs }
      return peekTokens(bucket, calls[at]!.allowance, now_ms)
    })
  })

/** Makes the limiters of a kind of bucket. */
export const createLimiters =
  (
    take: (call: Call & { scopes: string[] }) => Promise<SpendResult | undefined>,
    spend: (call: Call & { keeps: boolean }) => Promise<SpendResult>,
    peek: (call: Call) => Promise<BucketStatus>,
  ) =>
  /** @param clock for tests, in ms; by default the database's own */
  (kind: string, clock?: () => number): SharedLimiter => {
    const call = (name: string, allowance: Allowance, tokens: number): Call => ({
      name: `${kind} ${name}`,
      allowance,
      tokens,
      givenMs: clock?.() ?? null,
    })
    return {
      spend: async (name, allowance, topics = []) => {
        const one = call(name, allowance, 1)
        const taken = await take({ ...one, scopes: scopesOf(topics) })
        return taken ?? (await spend({ ...one, keeps: true }))
      },
      spendMany: (name, allowance, tokens) =>
        spend({ ...call(name, allowance, tokens), keeps: false }),
      giveBack: async (name, allowance, tokens) =>
        void (await spend({ ...call(name, allowance, -tokens), keeps: false })),
      peek: (name, allowance) => peek(call(name, allowance, 0)),
    }
  }

/** The calls as the array parameters of a statement. */
export function columnsOf(calls: readonly Call[]): unknown[][] {
  return [
    calls.map(({ name }) => name),
    calls.map(({ allowance }) => allowance.capacity),
    calls.map(({ allowance }) => allowance.perMinute),
    calls.map(({ tokens }) => tokens),
    calls.map(({ givenMs }) => givenMs),
  ]
}

/** The scopes of topics, each once. */
export function scopesOf(topics: readonly string[]): string[] {
  return [...new Set(topics.flatMap((topic) => scopeOf(topic) ?? []))]
}
