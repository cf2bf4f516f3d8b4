import type { Migration } from '../engine/migrations.ts'

/** An index that a migration puts on a table which stood before it. */
export type Index = { name: string; sql: string }

/** A migration as it is applied beside a service that sells. */
export type Step = {
  name: string
  /** Statements of its transaction. */
  statements: string[]
  /** Tells if any of them may need a table that others use for itself. */
  isStrong: boolean
  /** Built after it, while everybody writes the table. */
  indexes: Index[]
}

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

/** The statements of a migration in its transaction, and those left for afterwards. */
export function stepOf(migration: Migration): Step {
  const all = statementsOf(migration)
  const made = new Set(all.map((text) => text.match(TABLE)?.[1]))
  const isLate = (text: string) => {
    const [, , table] = text.match(INDEX) ?? []
    return table !== undefined && !made.has(table)
  }
  const statements = all.filter((text) => !isLate(text)).map(dropIfThere)
  return {
    name: migration.name,
    statements,
    isStrong: statements.some((text) => !WEAK.test(text)),
    indexes: all.filter(isLate).map((sql) => ({ name: sql.match(INDEX)![1]!, sql })),
  }
}

/** An index that is built after all migrations was never there for one that drops it. */
const dropIfThere = (text: string): string =>
  text.replace(/^DROP INDEX (?=")/, 'DROP INDEX IF EXISTS ')

/** The indexes on standing tables that are there when all migrations are through: a later one may have dropped some. */
export function lateIndexes(migrations: readonly Migration[]): Index[] {
  const byName = new Map<string, Index>()
  for (const migration of migrations) {
    for (const text of statementsOf(migration)) byName.delete(text.match(DROPPED_INDEX)?.[1] ?? '')
    for (const index of stepOf(migration).indexes) byName.set(index.name, index)
  }
  return [...byName.values()]
}

/** As it is built while others read and write the table. */
export const concurrently = ({ sql }: Index): string =>
  sql.replace(/^CREATE (UNIQUE )?INDEX /, 'CREATE $1INDEX CONCURRENTLY ')
