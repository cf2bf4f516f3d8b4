import type { CopiedColumn, CopiedTable, Kind } from './tables.ts'

/** Values of a row in the order of its table's columns, in SQLite's form: flags are 0 and 1, bytes an array. */
export type Row = readonly unknown[]

/** Characters that `COPY` needs escaped (PostgreSQL, COPY, Text Format). */
const SPECIAL = /[\\\t\n\r]/
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
/** A sum stays below 2^53 when a 32-bit hash is added to it. */
const SUM_MAX = 2 ** 52

/** Writes a value as text; undefined if the value is not of the kind. */
const TEXTS: Record<Kind, (value: unknown) => string | undefined> = {
  int: (value) => (value === ((value as number) | 0) ? String(value) : undefined),
  big: (value) => (Number.isSafeInteger(value) ? String(value) : undefined),
  bool: (value) => (value === 0 ? 'f' : value === 1 ? 't' : undefined),
  real: (value) => (Number.isFinite(value) ? String(value) : undefined),
  text: (value) => (isText(value) ? escapeText(value) : undefined),
  bytes: (value) => (value instanceof Uint8Array ? `\\\\x${value.toHex()}` : undefined),
}

/** Requirements of each kind, for error messages. */
const MUST_BE: Record<Kind, string> = {
  int: 'a whole number of 32 bits',
  big: 'a whole number below 2^53',
  bool: '0 or 1',
  real: 'a number',
  text: 'text without U+0000',
  bytes: 'bytes',
}

/**
 * Writes rows of a table as lines of `COPY`'s text format; equal rows have equal lines.
 *
 * @throws Error naming table, row and column of a value that cannot be stored
 */
export function lineWriter(table: CopiedTable): (row: Row) => string {
  const { columns } = table
  const texts = columns.map(({ kind }) => TEXTS[kind])
  return (row) => {
    let line = ''
    for (let at = 0; at < texts.length; at++) {
      const value = row[at]
      const column = columns[at]!
      const text = value === null && column.isNullable ? '\\N' : texts[at]!(value)
      if (text === undefined) throw notStorable(table, row, column)
      line += at === 0 ? text : `\t${text}`
    }
    return `${line}\n`
  }
}

/** Names a row by table and key, for error messages. */
export function describeRow({ name, columns, key }: CopiedTable, row: Row): string {
  const parts = key.map((part) => {
    const value = row[columns.findIndex((column) => column.name === part)]
    return `${part} ${JSON.stringify(value)}`
  })
  return `table ${name}, row ${parts.join(', ')}`
}

/** A checksum that does not depend on the order of lines: their number, and two sums of hashes. */
export type Sums = { rows: number; sums: readonly [number, number] }

/** Starts a checksum. */
export function createSums() {
  let rows = 0
  let first = 0
  let second = 0
  return {
    add(line: string): void {
      rows++
      first = (first + Bun.hash.crc32(line)) % SUM_MAX
      second = (second + Bun.hash.xxHash32(line)) % SUM_MAX
    },
    result: (): Sums => ({ rows, sums: [first, second] }),
  }
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed()

const escapeText = (text: string) =>
  SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (sign) => ESCAPES[sign]!) : text

function notStorable(table: CopiedTable, row: Row, { name, kind, isNullable }: CopiedColumn) {
  const mustBe = MUST_BE[kind] + (isNullable ? ' or null' : '')
  return new Error(`${describeRow(table, row)}: ${name} cannot be stored; it must be ${mustBe}`)
}
