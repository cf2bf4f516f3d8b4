// Statements that may be joined with their like: of sixteen bookings of one hotel, each insert by itself would take the server
// twice as long.

import { LRUCache } from 'lru-cache'
import { chunks } from '../engine/pace.ts'

/** The most rows of one insert: each number of them is prepared by itself. */
const ROWS_MAX = 16
/** Texts of statements whose tables are known; there are some hundred. */
const TEXTS_MAX = 1_000

/** A statement that may be joined with its like. */
export type Joined = {
  /** Matches the text of a statement that names its tables. */
  named: RegExp
  /** Joins such statements, given by their parameters. */
  join: (all: unknown[][]) => Statement[]
}

/** Such a statement with its parameters. */
export type JoinedRow = { joined: Joined; params: unknown[] }

export type Statement = { text: string; params: unknown[] }

const declared = new Map<string, Joined>()
const looks = new Set<string>()
const naming = new LRUCache<string, ReadonlySet<Joined>>({ max: TEXTS_MAX })

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
  const textOf = createTexts([before, values!, after!])
  declare(text, [table!], (all) =>
    [...chunks(keyColumns === undefined ? all : addUp(all, keyColumns), ROWS_MAX)].map((part) => ({
      text: textOf(part.length),
      params: part.flat(),
    })),
  )
}

/**
 * Declares that the lists of a statement may be joined. The same must be true of its tables.
 *
 * @param text a statement whose first parameter is alike in those that are joined, and whose others are lists, as text
 */
export function declareJoinedLists(text: string, tables: readonly string[]): void {
  declare(text, tables, (all) =>
    [...Map.groupBy(all, ([alike]) => alike)].map(([alike, those]) => ({
      text,
      params: [
        alike,
        ...those[0]!.slice(1).map((_, at) => joinLists(those.map((params) => params[at + 1]))),
      ],
    })),
  )
}

function declare(text: string, tables: readonly string[], join: Joined['join']): void {
  if (declared.has(text)) return
  declared.set(text, { named: new RegExp(`\\b(${tables.join('|')})\\b`), join })
  naming.clear()
}

/** Declares that a statement may read without what waits: whoever asks knows it. */
export function declareLook(text: string): void {
  looks.add(text)
  naming.clear()
}

/** The kind by which a statement is joined with its like, if it is. */
export const joinedOf = (text: string): Joined | undefined => declared.get(text)

/** The joined statements of whose tables a statement names one: it may read what they write. */
export function joinedNamedIn(text: string): ReadonlySet<Joined> {
  const known = naming.get(text)
  if (known) return known
  const all = looks.has(text) ? [] : [...declared.values()]
  const found = new Set(all.filter(({ named }) => named.test(text)))
  naming.set(text, found)
  return found
}

/** Joins statements, those of each text in their order. */
export const statementsOf = (rows: readonly JoinedRow[]): Statement[] =>
  [...Map.groupBy(rows, ({ joined }) => joined)].flatMap(([{ join }, those]) =>
    join(those.map(({ params }) => params)),
  )

/** Joins rows of one key, which one upsert may not meet twice. */
function addUp(rows: unknown[][], keyColumns: number): unknown[][] {
  const byKey = Map.groupBy(rows, (row) => JSON.stringify(row.slice(0, keyColumns)))
  return [...byKey.values()].map(([first, ...others]) =>
    first!.map((value, at) =>
      at < keyColumns ? value : others.reduce((sum, row) => sum + Number(row[at]), Number(value)),
    ),
  )
}

const joinLists = (lists: unknown[]) => `{${lists.map((list) => String(list).slice(1, -1)).join()}}`

/** Returns a function that makes the text of an insert of so many rows. */
function createTexts([before, values, after]: [string, string, string]) {
  const texts = new Map<number, string>()
  const width = values.split('$').length - 1
  return (count: number): string => {
    const known = texts.get(count)
    if (known) return known
    const rows = Array.from({ length: count }, (_, row) =>
      values.replace(/\$(\d+)/g, (_, number) => `$${Number(number) + row * width}`),
    )
    const text = `${before}${rows.join(', ')}${after}`
    texts.set(count, text)
    return text
  }
}
