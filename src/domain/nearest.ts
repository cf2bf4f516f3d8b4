import { closest } from 'fastest-levenshtein'

/** The sentence that refuses an unknown room code and names the known one nearest to it (contract §2). */
export function unknownRoomMessage(roomCode: string, known: readonly string[]): string {
  const start = `This hotel has no room type ${JSON.stringify(roomCode.slice(0, 64))}`
  if (known.length === 0) return `${start}; it has none at all.`
  return `${start}; the nearest code is ${JSON.stringify(nearest(roomCode.slice(0, 64), known))}.`
}

/** Case counts for nothing here: it is what is got wrong most. */
function nearest(roomCode: string, known: readonly string[]): string {
  const upper = known.map((code) => code.toUpperCase())
  return known[upper.indexOf(closest(roomCode.toUpperCase(), upper))]!
}
