import { getTableColumns, type Placeholder, sql, type Table } from 'drizzle-orm'
import type { Handle } from './engine.ts'

/**
 * A statement of a fixed shape, built once for each connection: for one row, building takes longer than running.
 *
 * @param build ends in `.prepare()`
 */
export function prepared<Statement>(build: (handle: Handle) => Statement) {
  const kept = new WeakMap<Handle['db'], Statement>()
  return (handle: Handle): Statement => {
    const known = kept.get(handle.db)
    if (known) return known
    const made = build(handle)
    kept.set(handle.db, made)
    return made
  }
}

/** A row of placeholders, one a column, named as the column's property. */
export function placeholders<T extends Table, Skipped extends string = never>(
  table: T,
  ...skipped: Skipped[]
) {
  const names = Object.keys(getTableColumns(table)).filter(
    (name) => !(skipped as string[]).includes(name),
  )
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as {
    [Name in Exclude<keyof T['_']['columns'] & string, Skipped>]: Placeholder<Name>
  }
}
