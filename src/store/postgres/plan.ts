// The plan of a migration without downtime: its transaction, then its indexes, built concurrently.

import type { Migration } from '../engine/migrations.ts'

/** An index that a migration adds to a table that existed before it. */
export type Index = { name: string; sql: string }

/** A migration as it is applied next to a running service. */
export type Step = {
  name: string
  /** The statements of its transaction, after those that take its locks. */
  statements: string[]
  /** True if one of them may need an exclusive lock on a table that others use. */
  isStrong: boolean
  /** The indexes built after the transaction, while other processes write the table. */
  indexes: Index[]
}

const ALTERED = /^ALTER TABLE "(\w+)"/
const TABLE = /^CREATE (?:UNLOGGED )?TABLE "(\w+)"/
const INDEX = /^CREATE (?:UNIQUE )?INDEX "(\w+)" ON "(\w+)"/
const DROPPED_INDEX = /^DROP INDEX "(\w+)"/
const WEAK = /^(CREATE|INSERT) (?!.*REFERENCES)/s

/** The statements of a migration, without the comments before each. */
export const statementsOf = ({ sql }: Migration): string[] =>
  sql
    .split('--> statement-breakpoint')
    .map((text) => text.replace(/^(\s*--.*\n)*\s*/, '').trim())
    .filter((text) => text !== '')

/** Splits a migration into the statements of its transaction and the indexes that are built afterwards. */
export function stepOf(migration: Migration): Step {
  const all = statementsOf(migration)
  const made = new Set(all.map((text) => text.match(TABLE)?.[1]))
  const isLate = (text: string) => {
    const [, , table] = text.match(INDEX) ?? []
    return table !== undefined && !made.has(table)
  }
  const statements = all.filter((text) => !isLate(text)).map(dropIfThere)
  const altered = new Set(statements.flatMap((text) => text.match(ALTERED)?.[1] ?? []))
  return {
    name: migration.name,
    statements: [...locksOf([...altered.difference(made)]), ...statements],
    isStrong: statements.some((text) => !WEAK.test(text)),
    indexes: all.filter(isLate).map((sql) => ({ name: sql.match(INDEX)![1]!, sql })),
  }
}

/**
 * Takes the locks on several tables together. One after another they would meet requests that have the tables in another
 * order (deadlock). Whoever writes locks a row of `version` first: once nobody does, few who write have any table. Those
 * who have read `booking` before, as older versions do, meet it still: the server ends them after 1 s, and they try again.
 */
const locksOf = (tables: readonly string[]): string[] =>
  tables.length < 2
    ? []
    : [
        'LOCK TABLE "version" IN SHARE MODE',
        `LOCK TABLE ${tables.map((name) => `"${name}"`).join(', ')} IN ACCESS EXCLUSIVE MODE`,
      ]

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
