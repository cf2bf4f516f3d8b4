import { closest } from 'fastest-levenshtein'

/** The sentence that refuses an unknown room code and names the known one nearest to it (contract §2). */
export function unknownRoomMessage(roomCode: string, known: readonly string[]): string {
  const start = `This hotel has no room type ${JSON.stringify(roomCode.slice(0, 64))}`
  if (known.length === 0) return `${start}; it has none at all.`
  return `${start}; the nearest code is ${JSON.stringify(closest(roomCode.slice(0, 64), known))}.`
}
