import {
  bigint,
  boolean,
  bytea,
  doublePrecision,
  check as pgCheck,
  customType as pgCustomType,
  index as pgIndex,
  integer as pgInteger,
  primaryKey as pgPrimaryKey,
  pgTable,
  uniqueIndex as pgUniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  type AnySQLiteColumn,
  blob,
  check,
  customType,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import { fullText, readRecord, shortText } from '../../domain/bookings/stored-record.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'

/** The record of a booking as text: in short, so that a row of a few nights fits its page and takes no other of its own. */
const shortRecord = customType<{ data: BookingRecord; driverData: string }>({
  dataType: () => 'text',
  toDriver: shortText,
  fromDriver: readRecord,
})

/** The schema kit of a dialect: the functions of this folder make the same tables from any of them. */
export const sqliteKit = {
  table: sqliteTable,
  text: (name: string) => text(name),
  /** `YYYY-MM-DD`. */
  date: (name: string) => text(name).$type<CalendarDate>(),
  /** A 32-bit integer. */
  int: (name: string) => integer(name),
  /** Money in minor units and instants in epoch milliseconds: up to 2^53. */
  big: (name: string) => integer(name),
  bool: (name: string) => integer(name, { mode: 'boolean' }),
  real: (name: string) => real(name),
  bytes: (name: string) => blob(name, { mode: 'buffer' }),
  record: shortRecord,
  /** A key that the engine counts up and never uses twice. */
  serial: (name: string) => integer(name).primaryKey({ autoIncrement: true }),
  pk: primaryKey,
  index,
  uniqueIndex,
  check,
}

export type Kit = typeof sqliteKit

/** A column of any table and type. */
export type Column = AnySQLiteColumn

/** Text that is compared by byte, as in SQLite: orders, ranges and cursors depend on it. */
const byteText = pgCustomType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

/** The record of a booking in full: replicas of earlier versions read the table during an upgrade, and know no other. */
const fullRecord = pgCustomType<{ data: BookingRecord; driverData: string }>({
  dataType: () => 'text COLLATE "C"',
  toDriver: fullText,
  fromDriver: readRecord,
})

/** The same tables in PostgreSQL; the type is that of SQLite (`Handle`). */
export const postgresKit = {
  table: pgTable,
  text: (name: string) => byteText(name),
  date: (name: string) => byteText(name),
  int: (name: string) => pgInteger(name),
  big: (name: string) => bigint(name, { mode: 'number' }),
  bool: (name: string) => boolean(name),
  real: (name: string) => doublePrecision(name),
  bytes: (name: string) => bytea(name),
  record: fullRecord,
  serial: (name: string) =>
    bigint(name, { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  pk: pgPrimaryKey,
  index: pgIndex,
  uniqueIndex: pgUniqueIndex,
  check: pgCheck,
} as unknown as Kit
