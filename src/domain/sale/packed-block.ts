import type { Rate } from '../rates/rate.ts'
import { BLOCK_DAYS, type DayBlock, emptyBlock, followingPrice, rateCell } from './day-block.ts'

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
  const own = rates ? ownPrices(rates.of, rates.prices) : new Float64Array()
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
 * same of the rates with prices of their own.
 *
 * @returns undefined if the bytes are not such a block
 */
export function unpackBlock(
  bytes: Uint8Array,
  rooms: number,
  of: readonly Rate[] | null,
): DayBlock | undefined {
  const block = emptyBlock(rooms, of)
  if (bytes.length === 0) return block
  if (bytes.length < HEAD) return undefined
  const take = createReader(bytes)
  const [priceBytes, wordsCode, aheadsCode] = take(Uint8Array, HEAD)
  const { prices, available, rates } = block
  const Prices: Numeric<Float64Array | Uint32Array> = priceBytes === 8 ? Float64Array : Uint32Array
  const cellsOfOwn = rooms * BLOCK_DAYS * (of?.filter(isOwn).length ?? 0)
  const cells = rates?.prices.length ?? 0
  const length =
    HEAD +
    (prices.length + cellsOfOwn) * Prices.BYTES_PER_ELEMENT +
    available.byteLength +
    bytesOf(wordsCode!, cells) +
    bytesOf(aheadsCode!, cells)
  if (bytes.length !== length) return undefined
  prices.set(take(Prices, prices.length))
  const own = take(Prices, cellsOfOwn)
  const words = take(Int32Array, countStored(wordsCode!, cells))
  const aheads = take(Int32Array, countStored(aheadsCode!, cells))
  available.set(take(Int16Array, available.length))
  if (!rates) return block
  fillRatePrices(block, rates, own)
  rates.words = unpackNumbers(words, wordsCode!, () => take(Uint8Array, cells))
  rates.aheads = unpackNumbers(aheads, aheadsCode!, () => take(Uint8Array, cells))
  return block
}

const isZero = (price: number) => price === 0
const isLarge = (price: number) => price > UINT32_MAX
const isOwn = ({ pricing }: Pick<Rate, 'pricing'>) => pricing?.type === 'own'

function isUnsold(available: Int16Array, hasRates: boolean): boolean {
  const unsold = hasRates ? -1 : 0
  return available.every((count) => count === unsold)
}

/** The prices of rates that have their own, room type by room type; all others follow from the day's. */
function ownPrices(of: readonly Rate[], prices: Float64Array): Float64Array {
  const own = of.flatMap((rate, index) => (isOwn(rate) ? [index] : []))
  const rooms = prices.length / (of.length * BLOCK_DAYS)
  const packed = new Float64Array(rooms * own.length * BLOCK_DAYS)
  let at = 0
  for (let room = 0; room < rooms; room++)
    for (const rate of own) {
      const from = rateCell(room * BLOCK_DAYS, rate, of.length)
      packed.set(prices.subarray(from, from + BLOCK_DAYS), at)
      at += BLOCK_DAYS
    }
  return packed
}

/** Fills in the prices of all rates: their own ones, and those that follow from the day's as `fillCell` does. */
function fillRatePrices(
  { prices }: DayBlock,
  { of, prices: ofRates }: NonNullable<DayBlock['rates']>,
  own: Float64Array | Uint32Array,
): void {
  let at = 0
  let ofOwn = 0
  for (let start = 0; start < prices.length; start += BLOCK_DAYS)
    for (const { pricing } of of) {
      if (pricing?.type === 'own') {
        for (let day = 0; day < BLOCK_DAYS; day++) ofRates[at++] = own[ofOwn++]!
        continue
      }
      for (let day = 0; day < BLOCK_DAYS; day++)
        ofRates[at++] = followingPrice(prices[start + day]!, pricing)
    }
}

function packNumbers(numbers: Int32Array | null | undefined): Numbers {
  if (!numbers?.some((number) => number !== 0)) return NO_NUMBERS
  const places = new Map<number, number>()
  for (const number of numbers) {
    if (!places.has(number)) places.set(number, places.size)
    if (places.size === RAW) return { code: RAW, stored: numbers, places: NO_NUMBERS.places }
  }
  return {
    code: places.size,
    stored: Int32Array.from(places.keys()),
    places: Uint8Array.from(numbers, (number) => places.get(number)!),
  }
}

function unpackNumbers(stored: Int32Array, code: number, places: () => Uint8Array) {
  if (code === 0) return null
  if (code === RAW) return new Int32Array(stored)
  const numbers = new Int32Array(places())
  for (let at = 0; at < numbers.length; at++) numbers[at] = stored[numbers[at]!]!
  return numbers
}

const countStored = (code: number, cells: number) => (code === RAW ? cells : code)

/** The bytes of packed numbers. */
const bytesOf = (code: number, cells: number) =>
  4 * countStored(code, cells) + (code === 0 || code === RAW ? 0 : cells)

type Numeric<A> = {
  new (buffer: ArrayBuffer, at: number, length: number): A
  BYTES_PER_ELEMENT: number
}

/** A reader of arrays that follow each other, the longest numbers first, so that each lies where its size asks. */
function createReader(bytes: Uint8Array) {
  // A driver may hand out a part of a larger buffer.
  const aligned = bytes.byteOffset % HEAD === 0 ? bytes : new Uint8Array(bytes)
  const buffer = aligned.buffer as ArrayBuffer
  let at = aligned.byteOffset
  return <A>(Kind: Numeric<A>, length: number): A => {
    const array = new Kind(buffer, at, length)
    at += length * Kind.BYTES_PER_ELEMENT
    return array
  }
}
