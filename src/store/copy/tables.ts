import { getTableConfig } from 'drizzle-orm/pg-core'
import { readRecord } from '../../domain/bookings/stored-record.ts'
import { postgresTables, type Tables } from '../engine/schema.ts'

/** Kind of a column: whole numbers of 32 bits or up to 2^53, flags, other numbers, texts, bytes. */
export type Kind = 'int' | 'big' | 'bool' | 'real' | 'text' | 'bytes'

/** A column as both engines share it. */
export type CopiedColumn = {
  name: string
  kind: Kind
  isNullable: boolean
  /** True if its texts are records of bookings. */
  isRecord: boolean
}

/** The definition of a table as far as both engines share it. */
export type CopiedTable = {
  name: string
  columns: readonly CopiedColumn[]
  /** The columns of its primary key. */
  key: readonly string[]
  /** The column that the engine numbers; undefined if there is none. */
  serial: string | undefined
}

const KINDS: Record<string, Kind> = {
  integer: 'int',
  bigint: 'big',
  boolean: 'bool',
  'double precision': 'real',
  'text COLLATE "C"': 'text',
  bytea: 'bytes',
}

let known: readonly CopiedTable[] | undefined

/** Returns every table of the schema, in foreign-key order. */
export function copiedTables(): readonly CopiedTable[] {
  known ??= Object.values(postgresTables()).map(copiedTable)
  return known
}

function copiedTable(table: Tables[keyof Tables]): CopiedTable {
  const { name, columns, primaryKeys } = getTableConfig(table as never)
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
  return {
    name,
    columns: columns.map((column) => ({
      name: column.name,
      kind: kindOf(column.getSQLType()),
      isNullable: !column.notNull && !key.includes(column),
      isRecord: column.mapFromDriverValue === readRecord,
    })),
    key: key.map((column) => column.name),
    serial: columns.find(({ generatedIdentity }) => generatedIdentity)?.name,
  }
}

/** Rows read or written at a time; rows with bytes have up to a megabyte each. */
export const pageOf = ({ columns }: CopiedTable): number =>
  columns.some(({ kind }) => kind === 'bytes') ? 10 : 5_000

/** Quoted names for SQL, in a list. */
export const quoteNames = (names: readonly string[]): string =>
  names.map((name) => `"${name}"`).join(', ')

/** The columns of a table for SQL. */
export const columnsOf = ({ columns }: CopiedTable): string =>
  quoteNames(columns.map(({ name }) => name))

function kindOf(type: string): Kind {
  const kind = KINDS[type]
  if (!kind) throw new Error(`a column of type ${type} cannot be copied`)
  return kind
}
