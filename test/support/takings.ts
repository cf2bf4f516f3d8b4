import fc from 'fast-check'
import type {
  judgeTaking,
  StrangerContext,
  StrangerCounts,
} from '../../src/domain/strangers/stranger-judge.ts'
import { brakeBounds, WEB_PROOFS } from '../../src/domain/strangers/strangers.ts'

/** Rooms that are to be taken, as they are judged. */
export type Taking = Parameters<typeof judgeTaking>[2]

/** Nothing stands yet. */
export const NOTHING: StrangerCounts = {
  isShut: false,
  ...{ unprovenHere: 0, unprovenAll: 0, waiting: 0, provenRooms: 0, provenRoomNights: 0 },
  near: { hour: 0, day: 0, all: 0 },
  wide: { hour: 0, day: 0, all: 0 },
  siteHour: 0,
  brake: { day: 0, week: 0 },
  ...{ unproven: 0, unprovenOfType: 0, held: 0 },
}

/** A hotel with this many rooms, half of the room type that the test takes. */
export const groundOf = (rooms: number, more: Partial<StrangerContext> = {}): StrangerContext => ({
  ...{ limits: 'all', rooms, roomsOfType: Math.floor(rooms / 2), brake: brakeBounds(rooms, null) },
  ...{ isBrakeLifted: false, webProof: 'share', webMaxRooms: 5, webMaxNights: 30, hasMail: true },
  ...more,
})

/** A booking of one room-night by a stranger without proof. */
export const BOOKING: Taking = {
  ...{ act: 'book', standing: 'none', isPressed: false, rooms: 1, roomNights: 1 },
  ...{ whole: { rooms: 1, roomNights: 1 }, siteRoomNights: null, hasNetwork: true },
}

export const ground: fc.Arbitrary<StrangerContext> = fc
  .record({
    limits: fc.constantFrom('all', 'all', 'all', 'night', 'none'),
    rooms: fc.constantFrom(1, 3, 8, 60, 400),
    roomsOfType: fc.constantFrom(1, 2, 5, 40),
    meanDay: fc.option(fc.constantFrom(0, 4, 30, 100)),
    isBrakeLifted: fc.boolean(),
    webProof: fc.constantFrom(...WEB_PROOFS),
    webMaxRooms: fc.integer({ min: 1, max: 50 }),
    webMaxNights: fc.integer({ min: 1, max: 90 }),
    hasMail: fc.boolean(),
  })
  .map(({ meanDay, ...rest }) => ({ ...rest, brake: brakeBounds(rest.rooms, meanDay) }))

/** Counts around the bounds, many of them small. */
const some = fc.oneof(fc.nat(5), fc.nat(30), fc.nat(300), fc.nat(2_000))
const made = fc.record({ hour: some, day: some, all: some })
export const counted: fc.Arbitrary<StrangerCounts> = fc.record({
  isShut: fc.boolean(),
  ...{ unprovenHere: fc.nat(5), unprovenAll: fc.nat(12), waiting: fc.nat(4) },
  ...{ provenRooms: fc.nat(22), provenRoomNights: some },
  ...{ near: made, wide: made, siteHour: some, brake: fc.record({ day: some, week: some }) },
  ...{ unproven: some, unprovenOfType: some, held: some },
})

const roomNights = fc.integer({ min: 1, max: 150 })
const rooms = fc.integer({ min: 1, max: 20 })
export const taking: fc.Arbitrary<Taking> = fc.record({
  act: fc.constantFrom('book', 'hold', 'confirm', 'press', 'change', 'sell_anew'),
  standing: fc.constantFrom('none', 'mail', 'stay'),
  isPressed: fc.boolean(),
  ...{ rooms, roomNights, whole: fc.record({ rooms, roomNights }) },
  siteRoomNights: fc.option(fc.constantFrom(100, 600)),
  hasNetwork: fc.boolean(),
})

/** The counters, each with a way to raise it. */
export const MORE: Record<string, (counted: StrangerCounts) => StrangerCounts> = {
  isShut: (counted) => ({ ...counted, isShut: true }),
  ...Object.fromEntries(
    (
      [
        ...['unprovenHere', 'unprovenAll', 'waiting', 'provenRooms', 'provenRoomNights'],
        ...['siteHour', 'unproven', 'unprovenOfType', 'held'],
      ] as 'held'[]
    ).map((name) => [
      name,
      (counted: StrangerCounts) => ({ ...counted, [name]: counted[name] + 1 }),
    ]),
  ),
  ...Object.fromEntries(
    (['near', 'wide'] as const).flatMap((by) =>
      (['hour', 'day', 'all'] as const).map((window) => [
        `${by} ${window}`,
        (counted: StrangerCounts) => ({
          ...counted,
          [by]: { ...counted[by], [window]: counted[by][window] + 1 },
        }),
      ]),
    ),
  ),
  ...Object.fromEntries(
    (['day', 'week'] as const).map((window) => [
      `brake ${window}`,
      (counted: StrangerCounts) => ({
        ...counted,
        brake: { ...counted.brake, [window]: counted.brake[window] + 1 },
      }),
    ]),
  ),
}
