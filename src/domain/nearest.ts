import { closest } from 'fastest-levenshtein'

/** Codes of one push for which the nearest is looked for: it costs the more, the more rooms a hotel has. */
const NEAREST_MAX = 50

/** Explains unknown room codes of one push, each distinct one once; after the first 50 no nearest code is named. */
export function unknownRoomReader(known: readonly string[]): (roomCode: string) => string {
  const read = new Map<string, string>()
  return (roomCode) => {
    const message =
      read.get(roomCode) ??
      (read.size < NEAREST_MAX ? unknownRoomMessage(roomCode, known) : `${unknown(roomCode)}.`)
    read.set(roomCode, message)
    return message
  }
}

/** The sentence that refuses an unknown room code and names the known one nearest to it (contract §2). */
export function unknownRoomMessage(roomCode: string, known: readonly string[]): string {
  const start = unknown(roomCode)
  if (known.length === 0) return `${start}; it has none at all.`
  return `${start}; the nearest code is ${JSON.stringify(nearest(roomCode.slice(0, 64), known))}.`
}

const unknown = (roomCode: string) =>
  `This hotel has no room type ${JSON.stringify(roomCode.slice(0, 64))}`

/** Case counts for nothing here: it is what is got wrong most. */
function nearest(roomCode: string, known: readonly string[]): string {
  const upper = known.map((code) => code.toUpperCase())
  return known[upper.indexOf(closest(roomCode.toUpperCase(), upper))]!
}
