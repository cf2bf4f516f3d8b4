import type { Command } from './allotment-commands.ts'
import type { Asked, Who } from './allotment-model.ts'

const stay = (roomCode: Asked['roomCode'], start: number, nights = 1, rooms = 1): Asked => ({
  ...{ roomCode, start, nights, rooms },
})

const book = (
  who: Who,
  asked: Asked,
  flags: Partial<Extract<Command, { type: 'book' }>> = {},
): Command => ({
  ...{ type: 'book', who, stay: asked, hold: false, override: false, collect: 'agency' },
  ...flags,
})

const change = (pick: number, asked: Asked, byHotel = false): Command => ({
  ...{ type: 'change', pick, stay: asked, override: false, byHotel },
})

const agree = (
  agency: 'DELTA' | 'ECHO',
  { limitNights = 9, stopSale = false }: { limitNights?: number; stopSale?: boolean },
): Command => ({ type: 'terms', agency, stopSale, active: true, limitNights, commissionBp: null })

/** A history that comes to each kind of act and refusal, which few chosen by chance do. */
export const EVERY_KIND: Command[] = [
  {
    type: 'set',
    settings: [{ agency: 'ECHO', roomCode: 'SUI', from: 0, days: 4, rooms: 3, releaseDays: 0 }],
  },
  book('DELTA', stay('DBL', 0, 2)),
  book('ECHO', stay('SUI', 3)),
  book('web', stay('DBL', 4)),
  // All that is free of the night; then only what is set aside for Delta is left.
  book('hotel', stay('DBL', 4, 1, 2)),
  book('hotel', stay('DBL', 4)),
  book('web', stay('DBL', 4)),
  book('hotel', stay('DBL', 4), { override: true }),
  book('DELTA', stay('SUI', 5), { hold: true, collect: 'hotel' }),
  book('DELTA', stay('SUI', 5, 1, 2), { hold: true, collect: 'hotel' }),
  { type: 'confirm', pick: 0 },
  { type: 'group', who: 'web', stays: [stay('DBL', 0, 2), stay('SUI', 2)], collect: 'hotel' },
  { type: 'group', who: 'DELTA', stays: [stay('DBL', 4, 1, 3), stay('SUI', 5)], collect: 'agency' },
  // Delta owes two nights; two more are past its credit.
  agree('DELTA', { limitNights: 3 }),
  book('DELTA', stay('DBL', 0, 2)),
  change(0, stay('DBL', 0, 4)),
  change(0, stay('DBL', 1, 2)),
  change(0, stay('DBL', 0), true),
  agree('DELTA', { limitNights: 0 }),
  { type: 'collect', pick: 2, collect: 'agency', override: false },
  { type: 'collect', pick: 2, collect: 'agency', override: true },
  { type: 'pay', pick: 0, cents: 1_000 },
  { type: 'takeBack', pick: 0 },
  change(1, stay('DBL', 4, 1, 2)),
  agree('ECHO', { stopSale: true }),
  change(1, stay('SUI', 3, 2)),
  book('ECHO', stay('SUI', 3)),
  agree('ECHO', {}),
  { type: 'count', roomCode: 'SUI', night: 0, rooms: 4 },
  { type: 'countBy', roomCode: 'DBL', night: 3, by: 1 },
  { type: 'cap', rooms: 7 },
  // A guest's room comes back to what is set aside.
  { type: 'cancel', pick: 2, byHotel: false, charge: false },
  { type: 'reinstate', pick: 0, override: false },
  { type: 'reinstate', pick: 0, override: true },
  { type: 'cancel', pick: 0, byHotel: false, charge: false },
  { type: 'tick', minutes: 5 },
  { type: 'midnight', isBefore: true },
  { type: 'midnight', isBefore: false },
  { type: 'midnight', isBefore: false },
  { type: 'noShow', pick: 0 },
]
