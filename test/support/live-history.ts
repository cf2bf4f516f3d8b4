import type { Command } from './live-model.ts'

const stay = { roomCode: 'DBL', nights: 1, rooms: 1 }

/** A history that comes to each kind of command and each state, which few chosen by chance do. */
export const EVERY_KIND: Command[] = [
  { type: 'push', updates: [{ roomCode: 'DBL', start: 3, available: 4, closed: false }] },
  { type: 'rooms', roomCode: 'DBL', numbers: { totalRooms: 5, overbookingRooms: 1 } },
  // It is over at the end; the next guest does not come.
  { type: 'book', ...stay, start: 0, hold: false },
  { type: 'book', ...stay, start: 0, hold: false },
  { type: 'no-show', pick: 0 },
  { type: 'book', ...stay, start: 3, hold: false },
  { type: 'change', pick: 0, ...stay, start: 4 },
  { type: 'book', ...stay, start: 3, hold: true },
  { type: 'confirm', pick: 0 },
  { type: 'cancel', pick: 0 },
  { type: 'reinstate', pick: 0 },
  { type: 'cancel', pick: 0 },
  { type: 'book', ...stay, start: 3, hold: true },
  { type: 'tick', minutes: 20 },
  { type: 'tick', minutes: 2_000 },
  { type: 'book', ...stay, start: 3, hold: true },
]
