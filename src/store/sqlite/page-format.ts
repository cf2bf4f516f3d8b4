// The format of the pages of SQLite's b-trees, for a look at the bytes that belong to no cell:
// https://sqlite.org/fileformat2.html#b_tree_pages

/** The first byte of a page, by what it is. */
const KINDS: Record<number, { isTable: boolean; isInner: boolean }> = {
  2: { isTable: false, isInner: true },
  5: { isTable: true, isInner: true },
  10: { isTable: false, isInner: false },
  13: { isTable: true, isInner: false },
}
/** Bytes from here on are printed, or part of a letter. */
const FIRST_LETTER = 0x20
/** As many as the largest page has. */
const ZEROS = Buffer.alloc(65_536)
/** So many letters in a row are a text. */
const TEXT_MIN = 3

/** A cell: a row, an entry of an index, or the way to a child. */
export type Cell = {
  /** The page below, of a cell of an inner page. */
  child: number
  /** The row of a table's cell. */
  rowid: number
  /** Where its record begins in the page, the bytes of it all, and those of them in this page. */
  record: number
  size: number
  local: number
  /** The bytes that it takes of the page. */
  bytes: number
}

/** A page of a b-tree. */
export type Page = {
  content: Buffer
  isTable: boolean
  isInner: boolean
  /** The places of the cells. */
  places: Buffer
  /** The bytes between these places and the cells themselves. */
  gap: Buffer
}

/** Reads a page; undefined for one that is none of a b-tree. */
export function readPage(content: Buffer): Page | undefined {
  const kind = KINDS[content[0]!]
  if (!kind) return undefined
  const headBytes = kind.isInner ? 12 : 8
  const placesEnd = headBytes + 2 * content.readUInt16BE(3)
  const places = content.subarray(headBytes, placesEnd)
  // 0 stands for 65,536, the end of the largest page.
  const gap = content.subarray(placesEnd, content.readUInt16BE(5) || content.length)
  return { content, ...kind, places, gap }
}

/** The pages below an inner page, in order. */
export const childrenOf = (page: Page): number[] => [
  ...cellsOf(page).map(({ child }) => child),
  page.content.readUInt32BE(8),
]

/** The bytes of a page that no cell takes: the gap, free blocks and fragments. */
export function freeBytesOf({ content, gap }: Page): number {
  let bytes = gap.length + content[7]!
  for (let block = content.readUInt16BE(1), last = 0; block > last; ) {
    bytes += content.readUInt16BE(block + 2)
    last = block
    block = content.readUInt16BE(block)
  }
  return bytes
}

/** The cells of a page, in order. */
export const cellsOf = (page: Page): Cell[] =>
  Array.from({ length: page.places.length / 2 }, (_, n) =>
    readCell(page, page.places.readUInt16BE(2 * n)),
  )

function readCell({ content, isTable, isInner }: Page, start: number): Cell {
  let at = start
  const next = () => {
    const [value, end] = readVarint(content, at)
    at = end
    return value
  }
  const child = isInner ? content.readUInt32BE(at) : 0
  if (isInner) at += 4
  const size = isTable && isInner ? 0 : next()
  const rowid = isTable ? next() : 0
  const { local, bytes } = placeOfRecord(size, isTable, content.length)
  return { child, rowid, record: at, size, local, bytes: at - start + bytes }
}

/** The bytes of a record that are in its page, and with the number of the page that has the rest. */
export function placeOfRecord(size: number, isTable: boolean, pageBytes: number) {
  const max = isTable ? pageBytes - 35 : Math.floor(((pageBytes - 12) * 64) / 255) - 23
  if (size <= max) return { local: size, bytes: size }
  const min = Math.floor(((pageBytes - 12) * 32) / 255) - 23
  const some = min + ((size - min) % (pageBytes - 4))
  const local = some <= max ? some : min
  return { local, bytes: local + 4 }
}

/** Reads a number of up to nine bytes. @returns the number, and the place after it */
function readVarint(content: Buffer, start: number): [value: number, end: number] {
  let value = 0
  for (let at = start; at < start + 8; at++) {
    const byte = content.readUInt8(at)
    value = value * 128 + (byte & 127)
    if (byte < 128) return [value, at + 1]
  }
  return [value * 256 + content.readUInt8(start + 8), start + 9]
}

/** The bytes that a number takes. */
export const varintBytes = (value: number): number => {
  for (let bytes = 1, limit = 128; bytes < 9; bytes++, limit *= 128) if (value < limit) return bytes
  return 9
}

/** The columns of a record: their types, and the bytes of each; `undefined` where these are in another page. */
export type Field = { type: number; bytes: Buffer | undefined }

/** Reads the columns of a cell's record, and the bytes of their types. */
export function readRecord(
  { content }: Pick<Page, 'content'>,
  { record, local }: Cell,
): { headBytes: number; fields: Field[] } {
  const [headBytes, first] = readVarint(content, record)
  const fields: Field[] = []
  let body = record + headBytes
  for (let at = first; at < record + headBytes; ) {
    const [type, next] = readVarint(content, at)
    at = next
    const end = body + bytesOfType(type)
    fields.push({ type, bytes: end <= record + local ? content.subarray(body, end) : undefined })
    body = end
  }
  return { headBytes, fields }
}

/** The bytes of a value, by its type. */
export const bytesOfType = (type: number): number =>
  type >= 12 ? (type - 12 - (type & 1)) / 2 : [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0][type]!

/** True for the type of a text. */
export const isText = (type: number): boolean => type >= 13 && type % 2 === 1

/** The type of a text of so many bytes. */
export const typeOfText = (bytes: number): number => 13 + 2 * bytes

/** A text or a whole number of a record; undefined for anything else. */
export function readValue({ type, bytes }: Field): number | string | undefined {
  if (type === 8 || type === 9) return type - 8
  if (bytes && isText(type)) return bytes.toString()
  if (!bytes || type < 1 || type > 6) return undefined
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  return Number(BigInt.asIntN(8 * bytes.length, value))
}

/**
 * True if the gap of a page holds text: a copy of a row that was moved to another page when this one was divided. The
 * places of former cells, at its beginning, are none.
 */
export function hasStrayText({ gap, content }: Page): boolean {
  let at = 0
  while (at < gap.length && gap[at]! < content.length >> 8) at += 2
  // Most gaps have zeros alone.
  if (gap.subarray(at).equals(ZEROS.subarray(0, Math.max(0, gap.length - at)))) return false
  let letters = 0
  for (; at < gap.length; at++) {
    letters = gap[at]! >= FIRST_LETTER ? letters + 1 : 0
    if (letters >= TEXT_MIN) return true
  }
  return false
}
