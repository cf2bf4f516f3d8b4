// The texts that change for a moment, so that the rows of a page fill all of it and the gap between them is overwritten.

import type { Tree } from './guest-trees.ts'
import {
  bytesOfType,
  type Cell,
  cellsOf,
  type Field,
  freeBytesOf,
  isText,
  type Page,
  placeOfRecord,
  readRecord,
  readValue,
  typeOfText,
  varintBytes,
} from './page-format.ts'

/** Free bytes that no longer matter: less than an entry. */
const LEFT_MAX = 8
/** The bytes of a cell of an inner page beside its record, with the place of the cell. */
const INNER_BYTES = 6
/** The most bytes of an entry on a page of 4 KiB, which holds four of them. */
const ENTRY_MAX = 1_000
const ENTRIES_A_PAGE = 4
/** The last of the types of numbers, of one byte each. */
const NUMBER_TYPE_MAX = 9
const FIRST_DIGIT = 0x30
/** Comes before every letter and digit. */
const FILLER = '\u0001'
/**
 * A word, or part of one: three Latin letters or digits, one sign of three bytes, or two letters of another script. Numbers
 * look like one now and then, and their page is cleared in vain once.
 */
const WORD =
  /[a-z0-9]{3}|[\xe3-\xed][\x80-\xbf]{2}|(?:[\xc3-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}){2}/i

/** A row by the columns of its key, in the order of the key. */
export type RowKey = Record<string, number | string>

/** The text that a row has for a moment. */
export type Change = { key: RowKey; become: (text: string) => string }

/** An entry whose text may grow in its place. */
type Growing = { page: Page; cell: Cell; key: RowKey }

/**
 * Plans changes so that the rows of a leaf fill it. Where all entries of an index have the same word none can grow in its
 * place: if the page holds another word all its entries leave it, so that its neighbours and then they themselves come
 * into it. The same word alone, which a hundred rows share, stays.
 *
 * @returns empty if nothing can change
 */
export function fillLeaf(page: Page, tree: Tree): Change[] {
  const growing = growingRows(page, tree)
  if (page.isTable) return fillByOne(page, tree, growing)
  const changes: Change[] = []
  let free = freeBytesOf(page)
  for (const { cell, key } of growing) {
    if (free <= LEFT_MAX) break
    const growth = growthOf(page, cell, tree.place, free)
    if (!growth) continue
    changes.push({ key, become: growBy(growth.bytes) })
    free -= growth.filled
  }
  if (free <= LEFT_MAX || (tree.isOrdered && growing.length > ENTRIES_A_PAGE)) return changes
  return tree.isOrdered && hasOtherWord(page, tree) ? leave(page, tree) : []
}

const growBy =
  (bytes: number): Change['become'] =>
  (text) =>
    text + FILLER.repeat(bytes)

/** Plans the growth of one text: a row of a table may take a whole page. */
function fillByOne(page: Page, { place }: Tree, growing: readonly Growing[]): Change[] {
  const free = freeBytesOf(page)
  const plans = growing.flatMap(({ cell, key }) => {
    const growth = growthOf(page, cell, place, free)
    return growth ? [{ key, ...growth }] : []
  })
  const best = plans.toSorted((a, b) => b.filled - a.filled)[0]
  return best ? [{ key: best.key, become: growBy(best.bytes) }] : []
}

/**
 * Plans the growth of entries of leaves so that these are divided until the cells of the inner page above, each a copy
 * of one of them, fill that page.
 *
 * @returns empty if there are too few entries that can grow in their places
 */
export function fillInner(above: Page, leaves: readonly Page[], tree: Tree): Change[] {
  const free = freeBytesOf(above)
  const cells = Math.ceil(free / (ENTRY_MAX + INNER_BYTES))
  const entry = Math.floor(free / cells) - INNER_BYTES
  const needed = (ENTRIES_A_PAGE + 1) * (cells + 2)
  const growing: Growing[] = []
  for (const leaf of leaves)
    if (growing.length < needed) growing.push(...growingRows(leaf, tree).slice(0, needed))
  if (growing.length < needed) return []
  return growing.flatMap(({ page, cell, key }) => {
    const growth = growthOf(page, cell, tree.place, entry - cell.bytes)
    return growth ? [{ key, become: growBy(growth.bytes) }] : []
  })
}

/**
 * The rows of a leaf whose text may grow in its place: in a tree that is in the order of the text, those that then still
 * stand before the next one, which differs in that column or in one before it.
 */
function growingRows(page: Page, tree: Tree): Growing[] {
  const cells = cellsOf(page)
  const orders = tree.isOrdered ? cells.map((cell) => orderOf(page, cell, tree)) : []
  return cells.flatMap((cell, n) => {
    const key = keyOf(page, cell, tree)
    const isBefore = n + 1 < orders.length && orders[n] !== '' && orders[n] !== orders[n + 1]
    return key && (isBefore || !tree.isOrdered) ? [{ page, cell, key }] : []
  })
}

/** Sends all entries of a leaf to the beginning of the index. */
const leave = (page: Page, tree: Tree): Change[] =>
  cellsOf(page).flatMap((cell) => {
    const key = keyOf(page, cell, tree)
    return key ? [{ key, become: (text: string) => FILLER + text }] : []
  })

/** True if the gap holds a word that is not part of the first entry's text. */
function hasOtherWord(page: Page, { place }: Tree): boolean {
  const [first] = cellsOf(page)
  if (!first) return WORD.test(page.gap.toString('latin1'))
  const { headBytes, fields } = readRecord(page, first)
  const own = fields[place]?.bytes?.toString('latin1') ?? ''
  const text = page.gap.toString('latin1')
  return (
    WORD.test(own === '' ? text : text.replaceAll(own, '\0')) ||
    hasOtherEntry(page.gap, { headBytes, columns: fields.length, place, own })
  )
}

type Shape = { headBytes: number; columns: number; place: number; own: string }

/** True if a gap holds an entry of the same shape with another text, however short that is. */
function hasOtherEntry(gap: Buffer, { headBytes, columns, place, own }: Shape): boolean {
  for (let at = gap.indexOf(headBytes); at >= 0; at = gap.indexOf(headBytes, at + 1)) {
    const types = [...gap.subarray(at + 1, at + headBytes)]
    const type = types[place] ?? 0
    const hasShape = types.length === columns && isText(type)
    if (!hasShape || types.some((other, n) => n !== place && other > NUMBER_TYPE_MAX)) continue
    const before = types.slice(0, place).reduce((sum, other) => sum + bytesOfType(other), 0)
    const start = at + headBytes + before
    const text = gap.subarray(start, start + bytesOfType(type))
    const isWord = text.length > 0 && text.every((byte) => byte >= FIRST_DIGIT)
    if (isWord && text.toString('latin1') !== own) return true
  }
  return false
}

/** The key of the first row of a page whose key is in it whole. */
export const firstKey = (page: Page, tree: Tree): RowKey | undefined =>
  cellsOf(page)
    .map((cell) => keyOf(page, cell, tree))
    .find((key) => key !== undefined)

/** The key of a cell's row; undefined if a part of it is in another page. */
function keyOf(page: Page, cell: Cell, { keys }: Tree): RowKey | undefined {
  if (page.isTable) return { rowid: cell.rowid }
  const { fields } = readRecord(page, cell)
  const entries = keys.map(({ column, place }) => [
    column,
    fields[place] && readValue(fields[place]),
  ])
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries)
}

/** The columns of an entry up to its text, for a comparison; empty if it has none. */
function orderOf(page: Page, cell: Cell, { place }: Tree): string {
  const { fields } = readRecord(page, cell)
  const [text] = fields.slice(place)
  if (!text?.bytes || !isText(text.type)) return ''
  return fields
    .slice(0, place + 1)
    .map(({ type, bytes }) => `${type} ${bytes?.toString('latin1')}`)
    .join()
}

/** The growth of a cell's text that fills as many bytes as possible, without leaving the page. */
function growthOf(page: Page, cell: Cell, column: number, free: number) {
  const record = readRecord(page, cell)
  const field = record.fields[column]
  // A row that is older than the column.
  if (!field) return undefined
  const isWhole = cell.local === cell.size
  let best: { bytes: number; filled: number } | undefined
  // Of a record that goes on in other pages, the part in this page depends on the bytes that are left over at its end.
  const most = isWhole ? free : free + 2 * page.content.length
  for (let bytes = most; bytes > 0; bytes--) {
    const filled = bytesGrown(page, cell, { ...record, field }, bytes)
    if (filled <= free && filled > (best?.filled ?? 0)) best = { bytes, filled }
    if (best && (isWhole || best.filled >= free - 2)) break
  }
  return best
}

/** The bytes of its page that a cell takes in addition, after a text of it has grown. */
function bytesGrown(
  { isTable, content }: Page,
  { size, rowid, bytes, local }: Cell,
  { headBytes, field: { type } }: { headBytes: number; field: Field },
  grown: number,
): number {
  const typeBytes = varintBytes(typeOfText(bytesOfType(type) + grown)) - varintBytes(type)
  const headGrown = typeBytes + (varintBytes(headBytes + typeBytes) - varintBytes(headBytes))
  const newSize = size + headGrown + grown
  const place = placeOfRecord(newSize, isTable, content.length)
  // A record that was whole stays so: pages of their own would be one more place to clear.
  if (local === size && place.local < newSize) return Number.POSITIVE_INFINITY
  const rowidBytes = isTable ? varintBytes(rowid) : 0
  return varintBytes(newSize) + rowidBytes + place.bytes - bytes
}
