import { closest } from 'fastest-levenshtein'
import type { Fault, FlawCode } from './errors.ts'

/** Codes of one push for which the nearest is looked for: it costs the more, the more codes a hotel has. */
const NEAREST_MAX = 50

/** Explains unknown room codes of one push, each distinct one once; after the first 50 no nearest code is named. */
export const unknownRoomReader = (known: readonly string[]) => readerOf(known, unknownRoom)

/** The same for unknown codes of rates. */
export const unknownRateReader = (known: readonly string[]) => readerOf(known, unknownRate)

/** Refuses an unknown room code and names the known one nearest to it (contract §2). */
export const unknownRoom = (roomCode: string, known?: readonly string[]): Fault =>
  unknown('unknown_room', 'room type', roomCode, known)

/** Refuses an unknown code of a rate as `unknownRoom` does that of a room type. */
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

/** Case counts for nothing here: it is what is got wrong most. */
function nearest(code: string, known: readonly string[]): string {
  const upper = known.map((each) => each.toUpperCase())
  return known[upper.indexOf(closest(code.toUpperCase(), upper))]!
}
