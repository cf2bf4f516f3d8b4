import { getTableName } from 'drizzle-orm'
import type { TestService } from './service.ts'

/**
 * Every column of every table that holds one of some texts, in any case, as `table.column`, sorted. It reads whatever
 * tables and columns the schema has, so that a new one is searched, too.
 */
export async function columnsWith({ store }: TestService, needles: readonly string[]) {
  const found = new Set<string>()
  for (const table of Object.values(store.t))
    for (const row of await store.db.select().from(table))
      for (const [column, value] of Object.entries(row))
        if (holds(textOf(value), needles)) found.add(`${getTableName(table)}.${column}`)
  return [...found].toSorted()
}

/** True if a text holds one of some needles, in any case. */
export const holds = (text: string, needles: readonly string[]): boolean =>
  needles.some((needle) => text.toLowerCase().includes(needle.toLowerCase()))

function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1')
  return typeof value === 'object' ? JSON.stringify(value) : `${value}`
}
