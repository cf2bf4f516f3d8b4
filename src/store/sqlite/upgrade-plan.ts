// The plan of an upgrade of a SQLite file.

import type { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import type { Migration } from '../engine/migrations.ts'
import {
  behindOf,
  deedsOf,
  indexedTables,
  inWords,
  type UpgradePlan,
} from '../engine/upgrade-plan.ts'
import times from '../engine/upgrade-times.json' with { type: 'json' }
import { listLate } from './late-indexes.ts'
import { BREAKPOINT, isLeftForLater, withoutVain } from './left-statements.ts'
import { lookInto } from './look.ts'
import { MIGRATIONS, refuseForeign, refuseNewer } from './refuse.ts'

/** All is one transaction of the file's one writer, and every request waits for it. */
const MODE = 'the whole file'
const TIMES: Record<string, number> = times.sqlite.ms

/**
 * Reads what the next start would do to a file, and changes nothing.
 *
 * @throws Error one clear line if the file is another program's, or of a newer version
 */
export function planSqlite(file: string): UpgradePlan {
  refuseForeign(file)
  const applied = existsSync(file) ? lookInto(file, (database) => refuseNewer(file, database)) : []
  const left = withoutVain(MIGRATIONS.filter(({ name }) => !applied.includes(name)))
  const late = applied.length > 0 ? lookInto(file, listLate) : []
  const nowOf = (migration: Migration) =>
    statementsOf(migration).filter((text) => late.length === 0 || !isLeftForLater(text))
  const indexed = indexedTables(MIGRATIONS.flatMap(statementsOf))
  const plan = (rowsOf: (table: string) => number | undefined) =>
    left.map((migration) => {
      const deeds = deedsOf(nowOf(migration), indexed)
      const tables = new Set(deeds.map(({ table }) => table))
      return {
        name: migration.name,
        does: inWords(deeds),
        locks: [...tables].flatMap((table) => {
          const rows = rowsOf(table)
          return rows === undefined ? [] : [{ table, mode: MODE, rows }]
        }),
        behind: behindOf(migration.name),
        tookMs: TIMES[migration.name],
      }
    })
  const steps = existsSync(file)
    ? lookInto(file, (database) => plan(countRows(database)))
    : plan(() => undefined)
  return { newest: applied.at(-1), steps, late, holders: [] }
}

const statementsOf = ({ sql }: Migration): string[] =>
  sql.split(BREAKPOINT).map((text) => text.replace(/^(\s*--.*\n)*\s*/, ''))

/** Counts the rows of tables, each once; of one that is not there yet undefined. */
function countRows(database: Database) {
  const known = new Map<string, number | undefined>()
  return (table: string): number | undefined => {
    if (!known.has(table)) {
      const isThere = database.query('select 1 from sqlite_schema where name = ?').get(table)
      const count = () => database.query(`select count(*) from "${table}"`).values()[0]![0]
      known.set(table, isThere ? Number(count()) : undefined)
    }
    return known.get(table)
  }
}
