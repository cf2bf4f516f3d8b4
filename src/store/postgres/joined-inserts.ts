// Inserts of one row whose rows may be joined: of sixteen bookings of one hotel, each insert by itself would take the server
// twice as long.

import { LRUCache } from 'lru-cache'
import { chunks } from '../engine/pace.ts'

/** The most rows of one statement: each number of them is prepared by itself. */
const ROWS_MAX = 16
/** Texts of statements that are known to name a table of such rows, or not; there are some hundred. */
const TEXTS_MAX = 1_000

/** An insert of one row whose rows may be joined. */
type Insert = {
  /** Its text up to the values, the values, and the rest. */
  parts: [before: string, values: string, after: string]
  keyColumns: number | undefined
  /** Its texts by the number of rows. */
  texts: Map<number, string>
}

/** A row of such an insert, as its parameters. */
export type JoinedRow = { insert: Insert; params: unknown[] }

export type Statement = { text: string; params: unknown[] }

const inserts = new Map<string, Insert>()
/** Matches the name of a table that has such an insert. */
let named = /(?!)/
const naming = new LRUCache<string, boolean>({ max: TEXTS_MAX })

/**
 * Declares that rows of an insert may be joined. No foreign key may lead to its table, and no trigger or view read it.
 *
 * @param text an insert of one row, all of whose values are parameters or defaults, that answers nothing
 * @param keyColumns absent, unless the insert is an upsert that adds to the columns behind so many of its key
 */
export function declareJoined(text: string, keyColumns?: number): void {
  const [, before, table, values, after] =
    /^(insert into "(\w+)" .*? values )(\((?:\$\d+|default|, )+\))(.*)$/s.exec(text) ?? []
  if (!before) throw new Error(`no insert of one row: ${text}`)
  if (inserts.has(text)) return
  inserts.set(text, { parts: [before, values!, after!], keyColumns, texts: new Map() })
  named = new RegExp(inserts.size === 1 ? `\\b${table}\\b` : `${named.source}|\\b${table}\\b`)
  naming.clear()
}

/** The insert of a statement, if its rows may be joined. */
export const joinedInsert = (text: string): Insert | undefined => inserts.get(text)

/** True if a statement names a table of rows that may be joined: it may read them. */
export function namesJoined(text: string): boolean {
  const known = naming.get(text)
  if (known !== undefined) return known
  const isNaming = named.test(text)
  naming.set(text, isNaming)
  return isNaming
}

/** The statements that insert rows, those of each table in their order. */
export function* statementsOf(rows: readonly JoinedRow[]): Generator<Statement> {
  for (const [insert, those] of Map.groupBy(rows, ({ insert }) => insert)) {
    const all = insert.keyColumns === undefined ? those : addUp(those, insert.keyColumns)
    for (const part of chunks(all, ROWS_MAX))
      yield { text: textOf(insert, part.length), params: part.flatMap(({ params }) => params) }
  }
}

/** Joins rows of one key, which one upsert may not meet twice. */
function addUp(rows: readonly JoinedRow[], keyColumns: number): JoinedRow[] {
  const byKey = Map.groupBy(rows, ({ params }) => JSON.stringify(params.slice(0, keyColumns)))
  return [...byKey.values()].map(([first, ...others]) => ({
    ...first!,
    params: first!.params.map((value, at) =>
      at < keyColumns
        ? value
        : others.reduce((sum, { params }) => sum + Number(params[at]), Number(value)),
    ),
  }))
}

function textOf({ parts: [before, values, after], texts }: Insert, count: number): string {
  const known = texts.get(count)
  if (known) return known
  const width = values.split('$').length - 1
  const rows = Array.from({ length: count }, (_, row) =>
    values.replace(/\$(\d+)/g, (_, number) => `$${Number(number) + row * width}`),
  )
  const text = `${before}${rows.join(', ')}${after}`
  texts.set(count, text)
  return text
}
