import { roomWord, splitNumbers } from '../../../../domain/bookings/room-numbers.ts'

/** Returns a typed text of room numbers as it is sent: without commas at its end; null if it is empty. */
export const roomTextOf = (text: string): string | null =>
  text.replace(/[\s,;]+$/, '').trim() || null

/**
 * Returns the room that a booking gives for another one: the one that its text no longer has. Null: it has fewer numbers
 * than rooms, and gives none.
 */
export function roomToGive(own: readonly string[], text: string, rooms: number): string | null {
  const typed = new Set([...text.split(/[,;]/), ...splitNumbers(text)].map(roomWord))
  const left = own.find((number) => !typed.has(roomWord(number)))
  return left ?? (own.length < rooms ? null : (own[0] ?? null))
}
