// Rows that wait in memory until a transaction takes them over.

import { type Column, getTableName, sql } from 'drizzle-orm'
import type { Dialect, RecordedColumn } from '../engine/dialect.ts'

/** The most values of a row that waits: those that rows have alike do not. */
const VALUES_MAX = 9

/**
 * Makes the place of such rows, which only this connection sees. Any later, it would have the engine compile all
 * statements of the connection anew.
 */
export const STAGE = `create temp table staged (place integer primary key, ${valueNames(VALUES_MAX)})`

/**
 * The texts of staged rows. The transaction that takes them over binds no value of theirs: of 10,000 days with their
 * history it takes two thirds of the time.
 */
export const stagingTexts: NonNullable<Dialect['bulk']['staging']> = (
  table,
  columns,
  { key, alike, history, recorded },
) => {
  const values = columns.filter((column) => !alike.includes(column))
  const olds = recorded.filter(isOld)
  const count = values.length + olds.length
  if (count > VALUES_MAX) throw new Error(`a staged row has ${count} values`)
  const newOf = (column: Column) =>
    alike.includes(column) ? `?${alike.indexOf(column) + 1}` : `v${values.indexOf(column)}`
  const oldOf = (of: RecordedColumn) => `v${values.length + olds.indexOf(of)}`
  const those = `from temp.staged where place between ?${alike.length + 1} and ?${alike.length + 2}`
  const set = columns.filter((column) => !key.includes(column))
  const [ofAll, listed, ranged] = key as [Column, Column, Column]
  const name = `"${getTableName(table)}"`
  const bound = (at: number) => `?${alike.length + 1 + at}`
  return {
    clear: 'delete from temp.staged',
    put: (rows) => {
      const row = `(${Array(count + 1).fill('?')})`
      return `insert into temp.staged (place, ${valueNames(count)}) values ${Array(rows).fill(row)}`
    },
    written: sql`select total_changes() as number`,
    waiting: (first, last) =>
      sql`select count(*) as number from temp.staged where place between ${first} and ${last}`,
    update: `update ${name} set (${set.map(nameOf)}) = (
  select ${set.map(newOf)} from temp.staged where place = ${bound(0)} + unixepoch(${name}.${nameOf(ranged)}) / 86400
) where ${nameOf(ofAll)} = ${newOf(ofAll)} and ${nameOf(listed)} = ${bound(1)} and ${nameOf(ranged)} between ${bound(2)} and ${bound(3)}`,
    upsert: `insert into ${name} (${columns.map(nameOf)})
  select ${columns.map(newOf)} ${those}
  on conflict (${key.map(nameOf)}) do update set ${set.map((column) => `${nameOf(column)} = excluded.${nameOf(column)}`)}`,
    record: `insert into "${getTableName(history)}" (${recorded.map(({ column }) => nameOf(column))})
  select ${recorded.map((of) => (isOld(of) ? oldOf(of) : newOf(of.value)))} ${those}`,
  }
}

const isOld = ({ isBefore }: RecordedColumn) => isBefore === true

const nameOf = ({ name }: Column) => `"${name}"`

function valueNames(count: number): string {
  return Array.from({ length: count }, (_, at) => `v${at}`).join(', ')
}
