import { closest } from 'fastest-levenshtein'
import type { Fault, FlawValues } from './errors.ts'

/** Codes of one push for which the nearest is looked for: it costs the more, the more rooms a hotel has. */
const NEAREST_MAX = 50

/** Explains unknown room codes of one push, each distinct one once; after the first 50 no nearest code is named. */
export function unknownRoomReader(known: readonly string[]): (roomCode: string) => Fault {
  const read = new Map<string, Fault>()
  return (roomCode) => {
    const fault =
      read.get(roomCode) ??
      (read.size < NEAREST_MAX ? unknownRoom(roomCode, known) : unknown(roomCode, '.'))
    read.set(roomCode, fault)
    return fault
  }
}

/** Refuses an unknown room code and names the known one nearest to it (contract §2). */
export function unknownRoom(roomCode: string, known: readonly string[]): Fault {
  if (known.length === 0) return unknown(roomCode, '; it has none at all.')
  const code = nearest(roomCode.slice(0, 64), known)
  return unknown(roomCode, `; the nearest code is ${JSON.stringify(code)}.`, { nearest: code })
}

function unknown(roomCode: string, end: string, values?: FlawValues): Fault {
  const given = roomCode.slice(0, 64)
  const message = `This hotel has no room type ${JSON.stringify(given)}${end}`
  return { code: 'unknown_room', message, values: { given, ...values } }
}

/** Case counts for nothing here: it is what is got wrong most. */
function nearest(roomCode: string, known: readonly string[]): string {
  const upper = known.map((code) => code.toUpperCase())
  return known[upper.indexOf(closest(roomCode.toUpperCase(), upper))]!
}
