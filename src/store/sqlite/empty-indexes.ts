// Indexes that no row can be in yet.

import type { DatabaseSync } from 'node:sqlite'

const INDEX = /^\s*CREATE (?:UNIQUE )?INDEX [`"](\w+)[`"] ON [`"](\w+)[`"] .*? WHERE (.*?);?\s*$/is
const COLUMN = /[`"](\w+)[`"]\.[`"](\w+)[`"]/g
const DEFAULT = /\bDEFAULT\s+('(?:[^']|'')*'|\((?:[^()]|\([^()]*\))*\)|[\w.+-]+)/i
/** Stands for the table while the index is made. */
const EMPTY = '__empty'

/** A change of a database's schema after which every connection reads the schema anew. */
export type Rewrite = (statement: string) => string[]

/**
 * Creates the watch over migrations for partial indexes on columns that they add: each row has the default of such a
 * column until a row is written, so that an index over other values is empty. SQLite would read the whole table to find
 * that out: two million bookings for each of them.
 *
 * @param rehearsal has had each statement that is asked for, and no row
 */
export function createEmptyIndexes(rehearsal: DatabaseSync, rewrite: Rewrite) {
  /** Defaults of the new columns, by table and column. */
  const added = new Map<string, Map<string, string>>()

  /** True if a condition does not hold for the defaults of new columns. */
  function isEmpty(table: string, condition: string): boolean {
    const defaults = added.get(table)
    return termsOf(condition).some((term) => {
      const columns = [...term.matchAll(COLUMN)].map(([, , column]) => column!)
      if (columns.length === 0 || !columns.every((column) => defaults?.has(column))) return false
      const row = columns.map((column) => `${defaults!.get(column)} as "${column}"`).join(', ')
      const asked = `select (${term}) is true as holds from (select ${row}) as "${table}"`
      return rehearsal.prepare(asked).get()!.holds === 0
    })
  }

  return {
    /** Notes a new column. @param definition with its name */
    add(table: string, definition: string): void {
      const [, name] = definition.match(/^\s*[`"](\w+)[`"]/) ?? []
      if (name === undefined) return
      const value = definition.match(DEFAULT)?.[1] ?? 'null'
      added.set(table, (added.get(table) ?? new Map()).set(name, value))
    },
    /** Returns the statements that make an index without reading its table; undefined for any other statement. */
    of(statement: string): string[] | undefined {
      const [, name, table, condition] = statement.match(INDEX) ?? []
      if (name !== undefined && isEmpty(table!, condition!)) return makeEmpty(name, table!)
      // A trigger may write to any table.
      if (/\b(?:UPDATE|INSERT|REPLACE)\b/i.test(statement)) added.clear()
      return undefined
    },
  }

  /** An index of an empty table becomes that of another. */
  function makeEmpty(name: string, table: string): string[] {
    const row = rehearsal.prepare(`select sql from sqlite_schema where name = ?`).get(name)!
    const text = String(row.sql).replaceAll("'", "''")
    return [
      `create table ${EMPTY} (x)`,
      `create index "${name}" on ${EMPTY} (x)`,
      ...rewrite(
        `update sqlite_schema set tbl_name = '${table}', sql = '${text}' where type = 'index' and name = '${name}'`,
      ),
      `drop table ${EMPTY}`,
    ]
  }
}

/** The terms of a condition that all must be true; none if it has an alternative outside parentheses. */
function termsOf(condition: string): string[] {
  let depth = 0
  let outside = ''
  for (const character of condition) {
    if (character === '(') depth++
    outside += depth === 0 ? character : '_'
    if (character === ')') depth--
  }
  if (/\sor\s/i.test(outside)) return []
  const terms: string[] = []
  let at = 0
  for (const { index, 0: and } of outside.matchAll(/\sand\s/gi)) {
    terms.push(condition.slice(at, index))
    at = index + and.length
  }
  return [...terms, condition.slice(at)].map((term) => term.trim())
}
