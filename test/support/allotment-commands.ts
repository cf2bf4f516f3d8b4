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

type Collector = 'agency' | 'hotel'
/** Terms as a command says them; the limit is in prices of a night, null without one. */
type Agreed = {
  stopSale: boolean
  active: boolean
  limitNights: number | null
  commissionBp: number | null
}

/** One thing that somebody does; `pick` chooses among the bookings made so far. */
export type Command =
  | { type: 'set'; settings: Setting[] }
  | { type: 'book'; who: Who; stay: Asked; hold: boolean; override: boolean; collect: Collector }
  | { type: 'group'; who: Who; stays: Asked[]; collect: Collector }
  | { type: 'change'; pick: number; stay: Asked; override: boolean; byHotel: boolean }
  | { type: 'cancel'; pick: number; byHotel: boolean; charge: boolean }
  | { type: 'confirm'; pick: number }
  | { type: 'noShow'; pick: number }
  | { type: 'takeBack'; pick: number }
  | { type: 'pay'; pick: number; cents: number }
  | { type: 'collect'; pick: number; collect: Collector; override: boolean }
  | { type: 'reinstate'; pick: number; override: boolean }
  | { type: 'count'; roomCode: Asked['roomCode']; night: number; rooms: number }
  | { type: 'countBy'; roomCode: Asked['roomCode']; night: number; by: number }
  | { type: 'cap'; rooms: number }
  | ({ type: 'terms'; agency: AgencyCode } & Agreed)
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
const collect = fc.constantFrom<Collector>('agency', 'agency', 'hotel')
const agreed = {
  ...{ stopSale: rarely, active: fc.constantFrom(true, true, false) },
  limitNights: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 12 })),
  commissionBp: fc.constantFrom(null, 0, 777, 2_500),
}

/** Acts of hotels, agencies and strangers, bookings more often than the rest. */
export const command: fc.Arbitrary<Command> = fc.oneof(
  oneOf(
    3,
    fc.record({
      type: kind('set'),
      settings: fc.array(setting, { minLength: 1, maxLength: 3 }),
    }),
  ),
  oneOf(
    8,
    fc.record({ type: kind('book'), who, stay: asked, collect, hold: rarely, override: rarely }),
  ),
  oneOf(
    2,
    fc.record({
      type: kind('group'),
      ...{ who, collect },
      stays: fc.array(asked, { minLength: 2, maxLength: 3 }),
    }),
  ),
  oneOf(
    4,
    fc.record({ type: kind('change'), pick, stay: asked, override: rarely, byHotel: rarely }),
  ),
  oneOf(3, fc.record({ type: kind('cancel'), pick, byHotel: rarely, charge: fc.boolean() })),
  oneOf(2, fc.record({ type: kind('confirm', 'noShow'), pick })),
  oneOf(2, fc.record({ type: kind('pay'), pick, cents: fc.integer({ min: 1, max: 60_000 }) })),
  oneOf(1, fc.record({ type: kind('takeBack'), pick })),
  oneOf(1, fc.record({ type: kind('collect'), pick, collect, override: rarely })),
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
  oneOf(2, fc.record({ type: kind('terms'), agency, ...agreed })),
  oneOf(2, fc.record({ type: kind('midnight'), isBefore: fc.boolean() })),
  oneOf(1, fc.record({ type: kind('tick'), minutes: fc.integer({ min: 1, max: 20 }) })),
)
