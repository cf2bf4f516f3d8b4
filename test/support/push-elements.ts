import fc from 'fast-check'
import { foldUpdates } from '../../src/domain/days/fold-updates.ts'
import type { FoldResult } from '../../src/domain/days/folded.ts'
import { checkElements as checked } from '../../src/domain/days/push-elements.ts'
import type { Update } from '../../src/domain/days/update.ts'
import type { Days, RoomRules, StoredDay } from '../../src/domain/kernel/availability.ts'
import { finish } from './finish.ts'
import { date } from './store.ts'

/** Room types of a push: with and without a base price or a number of rooms, and one that is switched off. */
export const ROOMS = new Map<string, RoomRules>(
  [
    { roomCode: 'STD', totalRooms: null, overbookingRooms: 0, basePriceCents: 9_000, active: true },
    { roomCode: 'NIL', totalRooms: null, overbookingRooms: 0, basePriceCents: null, active: true },
    { roomCode: 'CAP', totalRooms: 3, overbookingRooms: 0, basePriceCents: null, active: true },
    { roomCode: 'OFF', totalRooms: 5, overbookingRooms: 0, basePriceCents: 100, active: false },
  ].map((rules) => [rules.roomCode, rules]),
)
export const GROUND = { rooms: ROOMS, today: date('2027-03-10') }
const DATES = ['2027-03-09', '2027-03-10', '2027-03-11', '2028-02-29']

/** Elements as they should be. */
export const good = fc.record(
  {
    roomCode: fc.constantFrom(...ROOMS.keys()),
    date: fc.constantFrom(...DATES),
    available: fc.nat(5),
    priceCents: fc.constantFrom(0, 1, 9_000),
    closed: fc.boolean(),
  },
  { requiredKeys: ['roomCode', 'date', 'available'] },
)
const odd = fc.record(
  {
    roomCode: fc.oneof(fc.constantFrom('STD', 'std', '__proto__', ''), fc.jsonValue()),
    date: fc.oneof(fc.constantFrom('2027-03-08', '2029-03-10', '2027-02-30'), fc.jsonValue()),
    available: fc.oneof(fc.constantFrom(-1, 1.5, '2', 10_000, null), fc.jsonValue()),
    priceCents: fc.jsonValue(),
    closed: fc.jsonValue(),
    constructor: fc.jsonValue(),
  },
  { requiredKeys: [] },
)
const element = fc.oneof(
  { weight: 4, arbitrary: good },
  { weight: 1, arbitrary: odd },
  { weight: 1, arbitrary: fc.jsonValue() },
)
/** Elements of a push: most as they should be, some nearly, some nothing of the kind. */
export const elements = fc.array(element, { maxLength: 40, size: 'max' })

/** Stored days such as a push may have left them. */
export const stored: fc.Arbitrary<Days<StoredDay>> = fc
  .array(fc.tuple(good, fc.boolean()), { maxLength: 12, size: 'max' })
  .map((rows) => stateAfter(new Map(), fold(new Map(), updatesOf(rows.map(([row]) => row)))))

export const checkElements = (...given: Parameters<typeof checked>) => finish(checked(...given))
export const updatesOf = (elements: unknown[]): Update[] => checkElements(GROUND, elements).updates

export const fold = (days: Days<StoredDay>, updates: Update[]): FoldResult =>
  finish(foldUpdates(ROOMS, days, updates))

/** Days as a fold leaves them. */
export function stateAfter(days: Days<StoredDay>, { changes }: FoldResult): Days<StoredDay> {
  const state: Days<StoredDay> = new Map([...days].map(([room, of]) => [room, new Map(of)]))
  for (const { roomCode, date, after } of changes) {
    if (!state.has(roomCode)) state.set(roomCode, new Map())
    state.get(roomCode)!.set(date, { ...after, live: 0, lastSeq: null })
  }
  return state
}
