// The tables and indexes that hold texts of guests.

import type { Database } from 'bun:sqlite'
import { textColumn } from './look.ts'

/**
 * The tables with texts of guests: a text of each that may change for a moment, and the columns of guests that are in
 * keys and indexes.
 */
const GUEST_TABLES: Record<string, { text: string; indexed?: readonly string[] }> = {
  attempt: { text: 'answer' },
  booking: { text: 'special_requests', indexed: ['mailbox'] },
  booking_desk: { text: 'note' },
  booking_identity: { text: 'sealed' },
  booking_payment: { text: 'note' },
  booking_revision: { text: 'snapshot' },
  booking_word: { text: 'word', indexed: ['word'] },
  catalog_history: { text: 'after' },
  idempotency: { text: 'answer', indexed: ['owner'] },
  mail: { text: 'answer', indexed: ['address', 'mailbox'] },
  outbox: { text: 'body' },
  review: { text: 'text' },
  shut_mailbox: { text: 'mailbox', indexed: ['mailbox'] },
  statement_adjustment: { text: 'note' },
}

/** A b-tree: of a table, or of an index. */
export type Tree = {
  root: number
  table: string
  /** The text that may change for a moment: its column, and its place in a record of this tree. */
  text: string
  place: number
  /** True if records are in the order of the columns up to the text. */
  isOrdered: boolean
  /** The columns by which a row is found, with their places; none if the tree has the numbers of rows instead. */
  keys: { column: string; place: number }[]
}

type Column = { name: string | null; isKey: number }

/** The names of the tables with texts of guests. */
export const guestTables = (): string[] => Object.keys(GUEST_TABLES)

/** The b-trees of a database that hold texts of guests. */
export function guestTrees(database: Database): Tree[] {
  const rootOf = (name: string) =>
    Number(textColumn(database, `select rootpage from sqlite_master where name = '${name}'`)[0])
  return Object.entries(GUEST_TABLES).flatMap(([table, { text, indexed = [] }]) => {
    const lists = database
      .query<{ name: string; origin: string }, []>(`select * from pragma_index_list('${table}')`)
      .all()
      .map((list) => ({ ...list, columns: columnsOf(database, list.name) }))
    // A table without numbers of rows is itself the index of its key, which has no pages of its own.
    const own = lists.find(({ origin, name }) => origin === 'pk' && !rootOf(name))
    const primary = own?.columns.flatMap(({ name, isKey }) => (isKey ? [name!] : [])) ?? ['rowid']
    const names = textColumn(database, `select name from pragma_table_info('${table}')`)
    const tableTree = own
      ? treeOf(own.columns, text, primary)
      : { place: names.indexOf(text), isOrdered: false, keys: [] }
    const indexes = lists.flatMap(({ name, columns }) => {
      const found = columns.find((column) => indexed.includes(column.name ?? ''))?.name
      if (!found || name === own?.name) return []
      // The columns of the table's key at its end are part of the order, too.
      const ordered = columns.map((column) => ({ ...column, isKey: 1 }))
      return [{ root: rootOf(name), table, text: found, ...treeOf(ordered, found, primary) }]
    })
    return [{ root: rootOf(table), table, text, ...tableTree }, ...indexes]
  })
}

const columnsOf = (database: Database, index: string) =>
  database.query<Column, []>(`select name, key as isKey from pragma_index_xinfo('${index}')`).all()

function treeOf(columns: readonly Column[], text: string, primary: readonly string[]) {
  const placeOf = (column: string) => columns.findIndex(({ name }) => (name ?? 'rowid') === column)
  const place = placeOf(text)
  const keys = primary.map((column) => ({ column, place: placeOf(column) }))
  return { place, isOrdered: columns[place]!.isKey === 1, keys }
}
