import type { SQLiteBunDatabase } from 'drizzle-orm/bun-sqlite'
import type { Change } from '../domain/availability.ts'
import type { PlacedRateDay } from '../domain/rate.ts'
import type { Tables } from './schema.ts'

/**
 * A way to the database: the tables of its dialect and drizzle on one of its connections. The type is that of SQLite; a
 * second engine casts to it, as its kit does (kit.ts).
 */
export type Handle = { t: Tables; db: SQLiteBunDatabase }

/** Days of a hotel that a transaction left differently. */
export type ChangedDays = { hotelId: number; changes: readonly Change[] }

/** Days of a hotel's rates as a transaction left them. */
export type ChangedRateDays = { hotelId: number; rows: readonly PlacedRateDay[] }

/** What a transaction leaves outdated in memory, from the moment it commits. */
export type Invalidated = {
  topics: Set<string>
  days: ChangedDays[]
  rateDays: ChangedRateDays[]
}

/** A handle inside `tx`, where alone writing is possible: one for each body, which carries what it invalidates. */
export type Tx = Handle & Invalidated

/** Marks a topic as changed by a transaction; it counts when that commits. */
export function invalidate(tx: Tx, topic: string): void {
  tx.topics.add(topic)
}

/**
 * Why a database that is being served is not written any more. `failed`: it failed in the act of committing, so that
 * nobody knows what it holds until it is opened anew; it is not read either. `damaged`: a page that makes no sense was
 * met; what can be read of it is read.
 */
export type Breakdown = { kind: 'failed' | 'damaged'; error: unknown }

/** What the opener of an engine is told of, by calls that must not throw. */
export type Told = {
  /** What a body that was committed invalidated, in the same step as the commit. */
  onCommit: (invalidated: Invalidated) => void
  onBreakdown: (breakdown: Breakdown) => void
}

/**
 * A database at work; a folder beside this file for each kind. Of what serves, nothing above `open.ts` knows which it
 * is; the command line names SQLite's backup, lock and refusals.
 */
export type Engine = {
  t: Tables
  /** What reads, and cannot write. */
  reads: Handle['db']
  /**
   * Runs a body as one transaction; answered when it is durable.
   *
   * @throws AppError `unavailable`, `outcome_unknown` and `already_exists`; else what the body throws
   */
  run<T>(body: (tx: Tx) => Promise<T>, isLarge: boolean): Promise<T>
  /** Answers when no body has run for so many ms, or at the latest after `waitMs`. */
  quiet(ms: number, waitMs: number): Promise<void>
  breakdown(): Breakdown | undefined
  close(): Promise<void>
}
