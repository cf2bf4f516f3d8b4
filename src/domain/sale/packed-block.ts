import type { Rate } from '../rates/rate.ts'
import { allNumbers, type CellNumbers, DIFFERENT_MAX } from './cell-numbers.ts'
import { BLOCK_DAYS, type DayBlock, emptyBlock, ownPlacesOf, rateBlock } from './day-block.ts'

// Blocks of days packed into bytes, for the database: a third of their memory, and read in a hundredth of the time of
// their rows.
//
// Eight bytes of head say how the rest is written: the size of a price (4 or 8), and of the restrictions and of the
// bounds of advance booking either how many different numbers they are (1 to 254), `RAW`, or 0 for none. Then follow,
// each in the order of the block's own array: prices of the days, prices of rates that have their own, the different
// numbers or all of them, counts, and the places of the numbers among the different ones. The bytes are little-endian,
// as on every machine that Bun runs on.

/** The form of the bytes: it is raised when they, or the numbers in them, come to mean something else. */
export const PACKED_FORM = 1

const HEAD = 8
const RAW = 255
const UINT32_MAX = 0xffff_ffff

/** Numbers as they are packed: a `code` of the head, what is stored in 4 bytes each, and places of one byte. */
type Numbers = { code: number; stored: Int32Array; places: Uint8Array }

const NO_NUMBERS: Numbers = { code: 0, stored: new Int32Array(), places: new Uint8Array() }

/** Packs a block; no bytes at all are a block with nothing for sale. */
export function packBlock({ prices, available, rates }: DayBlock): Uint8Array {
  const own = rates?.ownPrices ?? new Uint32Array()
  const words = packNumbers(rates?.words)
  const aheads = packNumbers(rates?.aheads)
  const isPlain = words.code === 0 && aheads.code === 0 && own.every(isZero)
  if (isPlain && prices.every(isZero) && isUnsold(available, rates !== null))
    return new Uint8Array()
  const isWide = prices.some(isLarge) || own.some(isLarge)
  const Prices = isWide ? Float64Array : Uint32Array
  const head = Uint8Array.of(Prices.BYTES_PER_ELEMENT, words.code, aheads.code, 0, 0, 0, 0, 0)
  const parts = [
    ...[head, new Prices(prices), new Prices(own), words.stored, aheads.stored],
    ...[available, words.places, aheads.places],
  ]
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at)
    at += part.byteLength
  }
  return bytes
}

/**
 * Unpacks a block for room types and, if any, their rates: as many of both as there were when it was packed, and the
 * same of the rates with prices of their own. The block lies in the bytes, which nothing else may use: five hundred
 * hotels are unpacked by the first search after a start, before any code is compiled, so nothing here works on each day.
 *
 * @returns undefined if the bytes are not such a block
 */
export function unpackBlock(
  bytes: Uint8Array,
  rooms: number,
  of: readonly Rate[] | null,
): DayBlock | undefined {
  if (bytes.length === 0) return emptyBlock(rooms, of)
  if (bytes.length < HEAD) return undefined
  const priceBytes = bytes[0]!
  const wordsCode = bytes[1]!
  const aheadsCode = bytes[2]!
  const days = rooms * BLOCK_DAYS
  const ownDays = of ? days * ownPlacesOf(of).owns : 0
  const cells = of ? days * of.length : 0
  const wordsStored = countStored(wordsCode, cells)
  const aheadsStored = countStored(aheadsCode, cells)
  // The longest numbers come first, so that each lies where its size asks.
  const ownAt = HEAD + days * priceBytes
  const wordsAt = ownAt + ownDays * priceBytes
  const aheadsAt = wordsAt + 4 * wordsStored
  const availableAt = aheadsAt + 4 * aheadsStored
  const wordPlacesAt = availableAt + 2 * days
  const aheadPlacesAt = wordPlacesAt + countPlaces(wordsCode, cells)
  const end = aheadPlacesAt + countPlaces(aheadsCode, cells)
  if (bytes.length !== end) return undefined
  // A driver may hand out a part of a larger buffer.
  const isWhole = bytes.buffer.byteLength === end
  const buffer = (isWhole ? bytes : new Uint8Array(bytes)).buffer as ArrayBuffer
  const Prices = priceBytes === 8 ? Float64Array : Uint32Array
  const prices = new Prices(buffer, HEAD, days)
  const available = new Int16Array(buffer, availableAt, days)
  if (!of) return { prices, available, rates: null }
  const numbers = (code: number, at: number, placesAt: number): CellNumbers | null =>
    code === 0
      ? null
      : {
          stored: new Int32Array(buffer, at, countStored(code, cells)),
          places: code === RAW ? null : new Uint8Array(buffer, placesAt, cells),
        }
  const ownPrices = new Prices(buffer, ownAt, ownDays)
  const words = numbers(wordsCode, wordsAt, wordPlacesAt)
  const aheads = numbers(aheadsCode, aheadsAt, aheadPlacesAt)
  return { prices, available, rates: rateBlock(of, { ownPrices, words, aheads }) }
}

const isZero = (price: number) => price === 0
const isLarge = (price: number) => price > UINT32_MAX

function isUnsold(available: Int16Array, hasRates: boolean): boolean {
  const unsold = hasRates ? -1 : 0
  return available.every((count) => count === unsold)
}

function packNumbers(known: CellNumbers | null | undefined): Numbers {
  const numbers = known && allNumbers(known)
  if (!numbers?.some((number) => number !== 0)) return NO_NUMBERS
  const places = new Map<number, number>()
  for (const number of numbers) {
    if (!places.has(number)) places.set(number, places.size)
    if (places.size > DIFFERENT_MAX)
      return { code: RAW, stored: numbers, places: NO_NUMBERS.places }
  }
  return {
    code: places.size,
    stored: Int32Array.from(places.keys()),
    places: Uint8Array.from(numbers, (number) => places.get(number)!),
  }
}

const countStored = (code: number, cells: number) => (code === RAW ? cells : code)

const countPlaces = (code: number, cells: number) => (code === 0 || code === RAW ? 0 : cells)
