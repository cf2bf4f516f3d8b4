import fc from 'fast-check'
import type { AgencyCode, Asked, Who } from './allotment-model.ts'
import { NIGHTS } from './allotment-model.ts'

/** A setting of an allotment: `from` and `days` count nights from the history's first. */
type Setting = {
  agency: AgencyCode
  roomCode: Asked['roomCode']
  from: number
  days: number
  rooms: number | undefined
  releaseDays: number | undefined
}

/** One thing that somebody does; `pick` chooses among the bookings made so far. */
export type Command =
  | { type: 'set'; settings: Setting[] }
  | { type: 'book'; who: Who; stay: Asked; hold: boolean; override: boolean }
  | { type: 'group'; who: Who; stays: Asked[] }
  | { type: 'change'; pick: number; stay: Asked; override: boolean }
  | { type: 'cancel' | 'confirm' | 'noShow'; pick: number }
  | { type: 'reinstate'; pick: number; override: boolean }
  | { type: 'count'; roomCode: Asked['roomCode']; night: number; rooms: number }
  | { type: 'countBy'; roomCode: Asked['roomCode']; night: number; by: number }
  | { type: 'cap'; rooms: number }
  | { type: 'terms'; agency: AgencyCode; stopSale: boolean; active: boolean }
  | { type: 'midnight'; isBefore: boolean }
  | { type: 'tick'; minutes: number }

const roomCode = fc.constantFrom<Asked['roomCode']>('DBL', 'DBL', 'SUI')
const agency = fc.constantFrom<AgencyCode>('DELTA', 'ECHO')
const who = fc.constantFrom<Who>('DELTA', 'DELTA', 'ECHO', 'web', 'web', 'hotel')
const pick = fc.nat(20)
const asked: fc.Arbitrary<Asked> = fc
  .record({
    roomCode,
    start: fc.nat(NIGHTS - 1),
    nights: fc.integer({ min: 1, max: 3 }),
    rooms: fc.integer({ min: 1, max: 3 }),
  })
  .map((stay) => ({ ...stay, nights: Math.min(stay.nights, NIGHTS - stay.start) }))
const setting: fc.Arbitrary<Setting> = fc
  .record({
    ...{ agency, roomCode, from: fc.nat(NIGHTS - 1), days: fc.integer({ min: 1, max: NIGHTS }) },
    rooms: fc.option(fc.nat(6), { nil: undefined, freq: 9 }),
    releaseDays: fc.option(fc.nat(4), { nil: undefined, freq: 2 }),
  })
  .map((each) => ({ ...each, days: Math.min(each.days, NIGHTS - each.from) }))
const kind = <const T extends string>(...types: T[]) => fc.constantFrom(...types)
const oneOf = <T extends { type: Command['type'] }>(
  weight: number,
  arbitrary: fc.Arbitrary<T>,
) => ({ weight, arbitrary: arbitrary as unknown as fc.Arbitrary<Command> })
const rarely = fc.constantFrom(false, false, false, true)

/** Acts of hotels, agencies and strangers, bookings more often than the rest. */
export const command: fc.Arbitrary<Command> = fc.oneof(
  oneOf(
    3,
    fc.record({
      type: kind('set'),
      settings: fc.array(setting, { minLength: 1, maxLength: 3 }),
    }),
  ),
  oneOf(8, fc.record({ type: kind('book'), who, stay: asked, hold: rarely, override: rarely })),
  oneOf(
    2,
    fc.record({
      type: kind('group'),
      who,
      stays: fc.array(asked, { minLength: 2, maxLength: 3 }),
    }),
  ),
  oneOf(4, fc.record({ type: kind('change'), pick, stay: asked, override: rarely })),
  oneOf(4, fc.record({ type: kind('cancel', 'cancel', 'confirm', 'noShow'), pick })),
  oneOf(2, fc.record({ type: kind('reinstate'), pick, override: rarely })),
  oneOf(
    2,
    fc.record({ type: kind('count'), roomCode, night: fc.nat(NIGHTS - 1), rooms: fc.nat(7) }),
  ),
  oneOf(
    1,
    fc.record({
      ...{ type: kind('countBy'), roomCode, night: fc.nat(NIGHTS - 1) },
      by: fc.integer({ min: -3, max: 3 }),
    }),
  ),
  oneOf(1, fc.record({ type: kind('cap'), rooms: fc.integer({ min: 4, max: 8 }) })),
  oneOf(1, fc.record({ type: kind('terms'), agency, stopSale: rarely, active: fc.boolean() })),
  oneOf(2, fc.record({ type: kind('midnight'), isBefore: fc.boolean() })),
  oneOf(1, fc.record({ type: kind('tick'), minutes: fc.integer({ min: 1, max: 20 }) })),
)
