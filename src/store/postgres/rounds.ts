// The transactions of an upgrade without downtime: one changes all tables, the others fill rows.

import type { Migration } from '../engine/migrations.ts'
import { type Step, stepOf } from './plan.ts'

/** A transaction of an upgrade. */
export type Round = {
  /** The migrations that are complete after it. */
  names: string[]
  /** The statements for which no other process waits. */
  makes: string[]
  /** The tables that are there and that the statements after them lock. */
  tables: Tables
  statements: string[]
  /** Returns the first migration that needs a table; for others, the first that needs any. */
  neededBy: (table: string | undefined) => string
  /** True if other processes may wait for it. */
  isStrong: boolean
}

/** The tables that nobody else may use, and those that nobody else may write. */
export type Tables = { altered: readonly string[]; referred: readonly string[] }

/** The facts of a database that a plan depends on. */
export type Ground = {
  /** The table of each index that a migration has made. */
  tableOf: ReadonlyMap<string, string>
  /** The tables that are there, and their columns as `table.column`. */
  there: ReadonlySet<string>
}

/** The table of which whoever writes locks a row first. */
const GATE = 'version'
/**
 * Older versions read this table before that, and then wait for the upgrade that waits for them. The server ends them
 * after 1 s; meanwhile the upgrade has no other table.
 */
const FIRST = 'booking'

const ALTERED = /^ALTER TABLE "(\w+)"/
const COLUMN = /^ALTER TABLE "(\w+)" ADD COLUMN "(\w+)"/
const TABLE = /^CREATE (?:UNLOGGED )?TABLE "(\w+)"/
const REFERRED = /\bREFERENCES "(\w+)"/
const UNINDEXED = /^DROP INDEX IF EXISTS "(\w+)"/
const WEAK = /^INSERT /

/**
 * Plans the transactions of an upgrade, in their order. The first changes the tables for all migrations, however many
 * rows these have: next to those who write it takes seconds to get the tables, and would take minutes to get them again
 * for each migration. Rows are filled afterwards, migration by migration, while other processes use the tables.
 */
export function roundsOf(migrations: readonly Migration[], ground: Ground): Round[] {
  const steps = migrations.map(stepOf)
  const rounds = steps
    .filter(({ fills }) => fills.length > 0)
    .map(({ name, fills }) => ({
      ...{ names: [name], makes: [], statements: fills, neededBy: () => name },
      tables: { altered: [], referred: [] },
      isStrong: fills.some((text) => !WEAK.test(text)),
    }))
  const changing = steps.filter((step) => !isChanged(step, ground.there))
  return changing.length > 0 ? [changeOf(changing, ground), ...rounds] : rounds
}

/** True if only the rows of a migration are left to fill, as after a kill. */
export function isChanged({ makes, changes, fills }: Step, there: ReadonlySet<string>): boolean {
  if (fills.length === 0) return false
  const statements = [...makes, ...changes]
  const names = statements.flatMap(added)
  // A part of them is not of a kill: whoever made it by hand is told that it is there.
  return statements.length === 0 || (names.length > 0 && names.every((name) => there.has(name)))
}

/** The table or column that a statement adds. */
function added(text: string): string[] {
  const [, table, column] = text.match(TABLE) ?? text.match(COLUMN) ?? []
  return table === undefined ? [] : [column === undefined ? table : `${table}.${column}`]
}

/** The transaction that changes the tables. */
function changeOf(steps: readonly Step[], { tableOf }: Ground): Round {
  const makes = steps.flatMap((step) => step.makes)
  const changes = steps.flatMap((step) => step.changes)
  const made = new Set(makes.map((text) => text.match(TABLE)?.[1]))
  const tablesOf = (texts: readonly string[], find: (text: string) => string | undefined) =>
    new Set(texts.flatMap((text) => find(text) ?? [])).difference(made)
  const altered = tablesOf(changes, (text) => tableIn(text, tableOf))
  const referred = tablesOf(changes, (text) => text.match(REFERRED)?.[1]).difference(altered)
  const first = steps.find((step) => step.changes.length > 0) ?? steps[0]!
  const needs = (table: string) => (step: Step) =>
    step.changes.some((text) => tableIn(text, tableOf) === table)
  return {
    names: steps.filter(({ fills }) => fills.length === 0).map(({ name }) => name),
    makes,
    tables: { altered: [...altered], referred: [...referred] },
    // One message: with the locks every round trip is a wait of all others.
    statements: changes.length > 0 ? [changes.map(withoutEnd).join(';\n')] : [],
    neededBy: (table = '') => (steps.find(needs(table)) ?? first).name,
    isStrong: changes.length > 0,
  }
}

const withoutEnd = (text: string): string => text.replace(/;$/, '')

/** The table that a statement changes. */
const tableIn = (text: string, tableOf: Ground['tableOf']): string | undefined =>
  text.match(ALTERED)?.[1] ?? tableOf.get(text.match(UNINDEXED)?.[1] ?? '')

/**
 * The statements that take the locks on several tables. One after another they would meet requests that have the tables
 * in another order (deadlock). Whoever writes locks a row of `version` first: once nobody does, few who write have any
 * table. A table that somebody holds for long comes before all: nobody else waits while it is waited for.
 *
 * @param held the tables that are held for long, `version` by somebody who writes
 */
export function locksOf({ altered, referred }: Tables, held: ReadonlySet<string>): string[] {
  if (altered.length + referred.length < 2) return []
  const lock = (tables: readonly string[], mode: string) =>
    tables.length === 0
      ? []
      : [`LOCK TABLE ${tables.map((name) => `"${name}"`).join(', ')} IN ${mode} MODE`]
  const isHeld = (table: string) => held.has(table) && !held.has(GATE)
  const isFree = (table: string) => !isHeld(table)
  const free = altered.filter(isFree).toSorted((a, b) => Number(b === FIRST) - Number(a === FIRST))
  const rest = [
    ...lock(free, 'ACCESS EXCLUSIVE'),
    ...lock(referred.filter(isFree), 'SHARE ROW EXCLUSIVE'),
  ]
  return [
    ...lock(altered.filter(isHeld), 'ACCESS EXCLUSIVE'),
    ...lock(referred.filter(isHeld), 'SHARE ROW EXCLUSIVE'),
    // Beside a dump all are held: with the last of them nothing is left to wait for.
    ...(rest.length > 0 ? lock([GATE], 'SHARE') : []),
    ...rest,
  ]
}
