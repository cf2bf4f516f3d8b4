import type { Body } from '../../../client/call.ts'

/** A room of the list as it is sent. */
export type Room = Body<'writeRoomNumbers'>['items'][number]

/** The rooms of a pasted text, and the words that it cannot read. */
export type Pasted = { rooms: Room[]; unknown: string[] }

/** A room type by which a text names rooms. */
type Type = { roomCode: string; names: readonly string[] }

/** Rooms of one range, such as 101-120. */
const RANGE_MAX = 500
const RANGE = /^(\D*)(\d+)\s*[-–]\s*(\D*)(\d+)$/
const FLOOR = /^(?:floor|kat)[:.]?\s*(.+)$|^(.+?)[.]?\s*(?:floor|kat)$/iu

/**
 * Reads rooms as people write them or copy them from a sheet: `101-120 DBL`, `201, 203 Suite`, or columns of number, room
 * type and floor. A line that names no type is of the default one; a number of three digits or more names its floor.
 */
export function readPasted(text: string, types: readonly Type[], defaultCode: string): Pasted {
  const codeOf = new Map(
    types.flatMap(({ roomCode, names }) =>
      [roomCode, ...names].map((name) => [fold(name), roomCode]),
    ),
  )
  const pasted: Pasted = { rooms: [], unknown: [] }
  for (const line of text.split('\n')) {
    const { roomCode = defaultCode, floor, numbers, unknown } = readLine(line, codeOf)
    pasted.unknown.push(...unknown)
    for (const number of numbers)
      pasted.rooms.push({ number, roomCode, floor: floor ?? floorOf(number) })
  }
  return pasted
}

/** The floor that a number of digits begins with: 1 of 101, 12 of 1204; null if it has none. */
const floorOf = (number: string): string | null =>
  /^\d{3,4}$/.test(number) ? String(Number(number.slice(0, -2))) : null

type Line = { roomCode?: string; floor?: string; numbers: string[]; unknown: string[] }

function readLine(line: string, codeOf: ReadonlyMap<string, string>): Line {
  const read: Line = { numbers: [], unknown: [] }
  const isTable = /[\t;]/.test(line)
  const named = isTable ? { rest: line } : takeType(line, codeOf)
  if (named.roomCode) read.roomCode = named.roomCode
  for (const cell of cellsOf(named.rest, isTable)) {
    const code = codeOf.get(fold(cell))
    const floor = FLOOR.exec(cell)
    if (code) read.roomCode = code
    else if (floor) read.floor = (floor[1] ?? floor[2])!
    else if (isTable && read.roomCode && read.numbers.length > 0) read.floor = cell
    else if (/\d/.test(cell)) read.numbers.push(...numbersIn(cell))
    else read.unknown.push(cell)
  }
  return read
}

/** Takes the name of a room type, which may have spaces, off the beginning or the end of a line. The longest one wins. */
function takeType(line: string, codeOf: ReadonlyMap<string, string>) {
  const words = line.replace(':', ' ').trim().split(/\s+/)
  for (let count = words.length - 1; count > 0; count--)
    for (const [from, to] of [
      [words.length - count, words.length],
      [0, count],
    ] as const) {
      const roomCode = codeOf.get(fold(words.slice(from, to).join(' ')))
      if (roomCode) return { roomCode, rest: words.toSpliced(from, count).join(' ') }
    }
  return { rest: words.join(' ') }
}

/** Joins the word of a floor with its number, and the ends of a range that has spaces. */
const cellsOf = (line: string, isTable: boolean): string[] =>
  (isTable
    ? line.split(/[\t;]/)
    : line
        .replace(/(\d)\s*[-–]\s*(\d)/g, '$1-$2')
        .replace(/(floor|kat)[:.]?\s+(?=\w)/giu, '$1:')
        .split(/[,\s]+/)
  )
    .map((cell) => cell.trim())
    .filter(Boolean)

/** The numbers of a range, with the zeros of its first one; any other text is one number. */
function numbersIn(cell: string): string[] {
  const [, prefix, first, other, last] = RANGE.exec(cell) ?? []
  if (first === undefined || (other !== '' && other !== prefix)) return [cell]
  const count = Number(last) - Number(first) + 1
  if (count < 1 || count > RANGE_MAX) return [cell]
  return Array.from(
    { length: count },
    (_, at) => prefix + String(Number(first) + at).padStart(first.length, '0'),
  )
}

const fold = (text: string): string => text.trim().toLocaleLowerCase('tr').normalize('NFKC')
