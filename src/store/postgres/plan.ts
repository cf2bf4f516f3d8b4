// The plan of a migration without downtime: its transaction, then its indexes, built concurrently.

import type { Migration } from '../engine/migrations.ts'

/** An index that a migration adds to a table that existed before it. */
export type Index = { name: string; sql: string }

/** A migration as it is applied next to a running service. */
export type Step = {
  name: string
  /** Statements that make tables, and what belongs to these alone: no other process waits for them. */
  makes: string[]
  /** Statements that may need a lock on a table that others use, but take no longer for many rows. */
  changes: string[]
  /** Statements that write rows: they take as long as there are rows. */
  fills: string[]
  /** The indexes built after all transactions, while other processes write the table. */
  indexes: Index[]
}

const TABLE = /^CREATE (?:UNLOGGED )?TABLE "(\w+)"/
const INDEX = /^CREATE (?:UNIQUE )?INDEX "(\w+)" ON "(\w+)"/
const DROPPED_INDEX = /^DROP INDEX "(\w+)"/
const FILLS = /^(INSERT|UPDATE|DELETE|WITH) /
const MAKES = /^CREATE (?!.*REFERENCES)/s

/** The statements of a migration, without the comments before each. */
export const statementsOf = ({ sql }: Migration): string[] =>
  sql
    .split('--> statement-breakpoint')
    .map((text) => text.replace(/^(\s*--.*\n)*\s*/, '').trim())
    .filter((text) => text !== '')

/** Splits a migration by the locks that its statements need. */
export function stepOf(migration: Migration): Step {
  const all = statementsOf(migration)
  const made = new Set(all.map((text) => text.match(TABLE)?.[1]))
  const partOf = (text: string): keyof Omit<Step, 'name'> => {
    const [, , table] = text.match(INDEX) ?? []
    if (table !== undefined && !made.has(table)) return 'indexes'
    if (FILLS.test(text)) return 'fills'
    return MAKES.test(text) ? 'makes' : 'changes'
  }
  const { makes = [], changes = [], fills = [], indexes = [] } = Object.groupBy(all, partOf)
  return {
    name: migration.name,
    ...{ makes, changes: changes.map(dropIfThere), fills },
    indexes: indexes.map((sql) => ({ name: sql.match(INDEX)![1]!, sql })),
  }
}

/** A migration that drops an index may find none: late indexes are built after all migrations. */
const dropIfThere = (text: string): string =>
  text.replace(/^DROP INDEX (?=")/, 'DROP INDEX IF EXISTS ')

/**
 * The indexes on existing tables that must exist after all migrations; an index that a later migration drops is left
 * out.
 */
export function lateIndexes(migrations: readonly Migration[]): Index[] {
  const byName = new Map<string, Index>()
  for (const migration of migrations) {
    for (const text of statementsOf(migration)) byName.delete(text.match(DROPPED_INDEX)?.[1] ?? '')
    for (const index of stepOf(migration).indexes) byName.set(index.name, index)
  }
  return [...byName.values()]
}

/** The statement that builds an index while other processes read and write the table. */
export const concurrently = ({ sql }: Index): string =>
  sql.replace(/^CREATE (UNIQUE )?INDEX /, 'CREATE $1INDEX CONCURRENTLY ')
