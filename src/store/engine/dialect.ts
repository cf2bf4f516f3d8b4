// SQL dialects: what SQLite and PostgreSQL write differently.

import type { Column, SQL, Table } from 'drizzle-orm'
import type { SQLiteBunDatabase } from 'drizzle-orm/bun-sqlite'

/**
 * drizzle on a connection. The type is SQLite's without the methods that only its driver has; PostgreSQL is cast to it,
 * as its kit is.
 */
export type Db = Omit<
  SQLiteBunDatabase,
  'all' | 'get' | 'run' | 'values' | 'transaction' | '$client'
>

/**
 * The strength of a row lock: against every other lock (`update`), or only against transactions that change or delete
 * the rows.
 */
export type LockStrength = 'update' | 'no key update' | 'share'

/** Numbers that rows get which are inserted later. */
export type ReservedNumbers = { changeSeq?: number; bookingId?: number | undefined }

/** A flag as a driver returns it. */
export type Flag = boolean | 0 | 1

/** An insert without its rows yet. */
type RowlessInsert = { values: (rows: never[]) => unknown; select: (rows: SQL) => unknown }

type Ignorable = { toSQL: () => { sql: string }; onConflictDoNothing: () => Ignorable }

/**
 * The rows of an insert of many. SQLite takes a parameter for each value; PostgreSQL takes an array for each column, so
 * that one text serves any number of rows.
 */
type Bulk = {
  /** The most rows of one statement. */
  rowsMax: number
  /** True if the text depends on the number of rows. */
  isCounted: boolean
  /** Adds rows of these columns to an insert, or parameters for rows. @param alike columns that all rows have alike */
  fill: <Insert extends RowlessInsert>(
    insert: Insert,
    columns: readonly Column[],
    { rows, alike }: { rows: readonly unknown[]; alike: readonly Column[] },
  ) => ReturnType<Insert['values']>
  /** The parameters of rows for a text with the same columns. */
  params: (
    names: readonly string[],
    rows: readonly Record<string, unknown>[],
    alike: readonly string[],
  ) => unknown[]
  /**
   * An insert that leaves rows as they are which are there already. SQLite copies no page for it: before `on conflict do
   * nothing` changes a page it does, since another constraint may undo the statement.
   */
  unlessThere: (insert: Ignorable) => Pick<Ignorable, 'toSQL'>
  /**
   * The text of an update of rows by their key, with one more parameter: their number. It fails if one is not there.
   * Absent where an upsert costs no more.
   */
  update?: (
    table: Table,
    columns: readonly Column[],
    { key, alike }: Record<'key' | 'alike', readonly Column[]>,
  ) => string
  /**
   * The text of the same update that, in one statement, also inserts a row of history for each: what was there, and what
   * is written. It reads a block: of a key of three columns the first is alike, and after the parameters of `update` come
   * all values of the second, the lowest and the highest of the third, and the sum of a column as it was judged: the
   * number of a row's newest change only grows, so the statement fails if a row has changed since.
   */
  updateRecorded?: (
    table: Table,
    columns: readonly Column[],
    how: Record<'key' | 'alike', readonly Column[]> & {
      history: Table
      recorded: RecordedColumn[]
      judged: Column
    },
  ) => string
  /**
   * The texts by which nights are read ahead, and sold as they are known then. Each takes the hotel, and a list for each of
   * `NIGHT_RUN` or `KNOWN_NIGHT`. The sales of bodies that share a transaction become one statement, which also records them;
   * it fails if a night is not as it was known. Absent where nothing is read ahead.
   */
  known?: { read: string; sell: string }
  /**
   * The texts by which rows of a table wait in memory until a transaction upserts them, with a row of history for each.
   * Absent where transactions of others go on meanwhile.
   */
  staging?: (
    table: Table,
    columns: readonly Column[],
    how: Record<'key' | 'alike', readonly Column[]> & {
      history: Table
      recorded: RecordedColumn[]
    },
  ) => StagingTexts
}

/**
 * A row that waits has a place, and then the values of its columns and those of before. The other texts take what all
 * rows have alike first: `upsert` and `record` then the first and the last place; `update`, for rows that are there and
 * whose dates follow each other, the place of 1970-01-01, the second column of the key, and the dates.
 */
type StagingTexts = {
  clear: string
  put: (rows: number) => string
  update: string
  upsert: string
  record: string
  /** The `number` of rows that wait. */
  waiting: (first: number, last: number) => SQL
  /** The `number` of rows that the connection has written. */
  written: SQL
}

/** Consecutive nights of one room type, both ends inclusive. */
export const NIGHT_RUN = ['roomCode', 'from', 'to'] as const

/** A night that is sold: its change, the rooms taken, and the state after it; `prevSeq` is the change before. */
export const KNOWN_NIGHT = [
  'roomCode',
  'date',
  'changeSeq',
  'rooms',
  'unproven',
  'heldByStrangers',
  'available',
  'priceCents',
  'closed',
  'shortfall',
  'prevSeq',
] as const

/** A column of a history, and that of the updated table whose value it keeps: the new one, or the one before. */
export type RecordedColumn = { column: Column; value: Column; isBefore?: boolean }

/** A write that is not prepared yet. */
export type Write = {
  prepare: () => unknown
  toSQL: () => { sql: string }
  returning: (fields: { key: Column }) => Pick<Write, 'prepare'>
}

/** A prepared write that answers with a number; `query` has its parameters. */
export type PreparedWrite = {
  query: { params: unknown[] }
  execute: (values: Record<string, unknown>) => Promise<number>
}

/** A prepared insert; `query` has its parameters. */
export type PreparedInsert = {
  query: { params: unknown[] }
  execute: (values: Record<string, unknown>) => PromiseLike<unknown>
}

/** A select that can be executed. */
type Selected = { execute: (params?: Record<string, unknown>) => PromiseLike<unknown[]> }

/** The parts of a query that the engines write differently, or that only one of them has. */
export type Dialect = {
  /** Locks the rows that a select reads until the transaction ends, if several transactions can write at a time. */
  lock: <Query>(query: Query, strength: LockStrength) => Query
  /** The same, without the rows that another transaction has locked: it waits for none. */
  lockFree: <Query>(query: Query, strength: LockStrength) => Query
  /** Runs a statement that no query builder can express. @returns its rows; flags may be 0 and 1 */
  rows: <Row>(db: Db, statement: SQL) => Promise<Row[]>
  /** Runs a statement from its finished text, with the parameters as the driver takes them. */
  run: (db: Db, text: string, params: unknown[]) => Promise<unknown>
  bulk: Bulk
  /**
   * Prepares an insert of one row, which answers with the key that the engine counts up. SQLite does without `returning`,
   * for which it copies each page before the statement changes it: for one booking some twenty.
   */
  prepareInsert: (insert: Write, key: Column) => PreparedWrite
  /**
   * Prepares an insert of one row that answers nothing. Where bodies share a transaction, rows of several may be inserted
   * together, before anything reads them.
   *
   * @param keyColumns absent, unless the insert is an upsert that adds to the columns behind so many of its key
   */
  prepareJoined: (insert: Write, keyColumns?: number) => PreparedInsert
  /** Prepares an update in the same way, which answers with the number of rows written. */
  prepareUpdate: (update: Write, key: Column) => PreparedWrite
  /**
   * The rows of a select, prepared or not, as lists, in its order and as the driver returns them: flags may be 0 and 1.
   */
  values: (query: Selected, params?: Record<string, unknown>) => Promise<unknown[][]>
  /**
   * The condition that a column is one of a list of numbers, the parameter of this name: one text serves a list of any
   * length, and drizzle has no work for each of its numbers.
   */
  isAmong: (column: Column, name: string) => SQL
  /** The value of such a parameter. */
  listOf: (numbers: readonly number[]) => string
  /**
   * Takes the next numbers of so many changes, ascending, and of at most as many bookings, where that saves flights of
   * their inserts (`reserveNumbers`).
   */
  nextNumbers?: (
    db: Db,
    changes: number,
    bookings: number,
  ) => Promise<{ changeSeq: number; bookingId: number | undefined }[]>
  /** An insert that sets the key that the engine would otherwise count up. */
  withId: <Insert>(insert: Insert) => Insert
  /**
   * Identifies the history of the database that is read: another history may use the same numbers for other things.
   */
  history: SQL<unknown>
  /** A column as an expression, where the planner would otherwise choose the wrong index. */
  unindexed: (column: Column) => SQL
}
