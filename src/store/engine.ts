import type { SQLiteBunDatabase } from 'drizzle-orm/bun-sqlite'
import type { Change } from '../domain/availability.ts'
import type { Tables } from './schema.ts'

/** A way to the database: the tables of its dialect and drizzle on one of its connections. */
export type Handle = { t: Tables; db: SQLiteBunDatabase }

/** Days of a hotel that a transaction left differently. */
export type ChangedDays = { hotelId: number; changes: readonly Change[] }

/** What a transaction leaves outdated in memory, from the moment it commits. */
export type Invalidated = { topics: Set<string>; days: ChangedDays[] }

/** A handle inside `tx`, where alone writing is possible: one for each body, which carries what it invalidates. */
export type Tx = Handle & Invalidated

/** Marks a topic as changed by a transaction; it counts when that commits. */
export function invalidate(tx: Tx, topic: string): void {
  tx.topics.add(topic)
}
