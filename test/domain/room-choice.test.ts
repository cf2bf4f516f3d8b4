import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { chooseRooms, type RoomNeed } from '../../src/domain/bookings/room-choice.ts'
import { type RoomNumber, roomWord } from '../../src/domain/bookings/room-numbers.ts'
import { addDays } from '../../src/domain/kernel/date.ts'
import { date } from '../support/store.ts'

// Which rooms bookings get in one press (contract-groups, Room numbers of the desk).

const FIRST = date('2027-04-01')
const TYPES = ['DBL', 'STE']

const rooms = fc.array(
  fc.record(
    { roomCode: fc.constantFrom(...TYPES), active: fc.boolean() },
    { noNullPrototype: true },
  ),
  { maxLength: 25 },
)
const need = fc.record({
  roomCode: fc.constantFrom(...TYPES),
  rooms: fc.integer({ min: 1, max: 4 }),
  start: fc.integer({ min: 0, max: 4 }),
  nights: fc.integer({ min: 1, max: 5 }),
  taken: fc.array(fc.integer({ min: 0, max: 24 }), { maxLength: 8 }),
})

const numberAt = (at: number) => `${101 + at}`

function makeNeed({
  start,
  nights,
  taken,
  ...rest
}: typeof need extends fc.Arbitrary<infer T> ? T : never): RoomNeed {
  const from = addDays(FIRST, start)
  const words = new Set(taken.map((at) => roomWord(numberAt(at))))
  return { ...rest, from, to: addDays(from, nights), has: new Set(), taken: words }
}

test('whoever gets rooms gets free ones of the type, none twice on a night, and goes without only if none is left (contract-groups, Room numbers of the desk)', () => {
  fc.assert(
    fc.property(rooms, fc.array(need, { maxLength: 6 }), (some, drawn) => {
      const list: RoomNumber[] = some.map((room, at) => ({
        ...room,
        number: numberAt(at),
        floor: null,
      }))
      const needs = drawn.map(makeNeed)
      const chosen = chooseRooms(list, needs)
      expect(chosen).toHaveLength(needs.length)
      const isFree = (room: RoomNumber, { roomCode, taken }: RoomNeed) =>
        room.active && room.roomCode === roomCode && !taken.has(roomWord(room.number))
      const given = chosen.flatMap((all, at) => all.map((room) => ({ room, need: needs[at]! })))
      const clashes = (room: RoomNumber, { from, to }: RoomNeed) =>
        given.filter((each) => each.room === room && each.need.from < to && from < each.need.to)
      for (const each of given) {
        expect(isFree(each.room, each.need)).toBe(true)
        expect(clashes(each.room, each.need)).toHaveLength(1)
      }
      for (const [at, all] of chosen.entries()) {
        const wants = needs[at]!
        expect(all.length).toBeLessThanOrEqual(wants.rooms)
        if (all.length < wants.rooms)
          for (const room of list.filter((one) => isFree(one, wants)))
            expect(clashes(room, wants).length).toBeGreaterThan(0)
      }
    }),
  )
})

test('rooms of one press lie next to each other where they can, and beside those that the bookings have', () => {
  const list = Array.from(
    { length: 20 },
    (_, at): RoomNumber => ({
      ...{ number: numberAt(at), floor: null, roomCode: 'DBL', active: true },
    }),
  )
  const needOf = (count: number, taken: string[], has: string[] = []): RoomNeed => ({
    ...{ roomCode: 'DBL', rooms: count, from: FIRST, to: addDays(FIRST, 2) },
    ...{ taken: new Set(taken), has: new Set(has) },
  })
  const numbersOf = (needs: RoomNeed[]) =>
    chooseRooms(list, needs).map((all) => all.map(({ number }) => number))
  const odd = ['102', '104', '106', '108']
  expect(numbersOf([needOf(1, odd), needOf(2, odd)])).toEqual([['109'], ['110', '111']])
  expect(numbersOf([needOf(1, ['116'], ['117'])])).toEqual([['118']])
})
