import { closest } from 'fastest-levenshtein'
import type { Fault, FlawCode } from './errors.ts'

/** Unknown codes of one push that get a suggestion; its cost grows with the hotel's codes. */
const NEAREST_MAX = 50

/**
 * Returns the reader of unknown room codes of one push; each distinct code is explained once, and only the first 50
 * get a suggestion.
 */
export const unknownRoomReader = (known: readonly string[]) => readerOf(known, unknownRoom)

/** Returns the same for unknown rate codes. */
export const unknownRateReader = (known: readonly string[]) => readerOf(known, unknownRate)

/** Makes the fault of an unknown room code and suggests the nearest known one (contract §2). */
export const unknownRoom = (roomCode: string, known?: readonly string[]): Fault =>
  unknown('unknown_room', 'room type', roomCode, known)

/** Makes the fault of an unknown rate code, as `unknownRoom` does. */
export const unknownRate = (rateCode: string, known?: readonly string[]): Fault =>
  unknown('unknown_rate', 'rate', rateCode, known)

function readerOf(
  known: readonly string[],
  explain: (code: string, known?: readonly string[]) => Fault,
): (code: string) => Fault {
  const read = new Map<string, Fault>()
  return (code) => {
    const fault = read.get(code) ?? explain(code, read.size < NEAREST_MAX ? known : undefined)
    read.set(code, fault)
    return fault
  }
}

function unknown(code: FlawCode, noun: string, text: string, known?: readonly string[]): Fault {
  const given = text.slice(0, 64)
  const near = known && known.length > 0 ? { nearest: nearest(given, known) } : undefined
  const end = near
    ? `; the nearest code is ${JSON.stringify(near.nearest)}.`
    : `${known ? '; it has none at all' : ''}.`
  const message = `This hotel has no ${noun} ${JSON.stringify(given)}${end}`
  return { code, message, values: { given, ...near } }
}

/** Case is ignored: it is the most common mistake. */
function nearest(code: string, known: readonly string[]): string {
  const upper = known.map((each) => each.toUpperCase())
  return known[upper.indexOf(closest(code.toUpperCase(), upper))]!
}
