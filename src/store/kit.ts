import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'

/**
 * What a dialect brings to the schema: `define(kit)` in `schema.ts` makes the same tables from any of them.
 * A second engine is a second kit of the same shape, cast to this one's type, and a driver in `open.ts`.
 */
export const sqliteKit = {
  table: sqliteTable,
  text: (name: string) => text(name),
  /** A 32-bit whole number. */
  int: (name: string) => integer(name),
  /** Money in minor units and instants in epoch milliseconds: up to 2^53. */
  big: (name: string) => integer(name),
  bool: (name: string) => integer(name, { mode: 'boolean' }),
  real: (name: string) => real(name),
  /** A key that the engine counts up and never uses twice. */
  serial: (name: string) => integer(name).primaryKey({ autoIncrement: true }),
  pk: primaryKey,
  index,
  uniqueIndex,
  check,
}

export type Kit = typeof sqliteKit
