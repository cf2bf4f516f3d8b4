import { expect, test } from 'bun:test'
import { checkElements as checked } from '../../src/domain/days/push-elements.ts'
import { finish } from '../support/finish.ts'
import { date } from '../support/store.ts'

const ROOM = {
  roomCode: 'DBL',
  totalRooms: null,
  overbookingRooms: 0,
  basePriceCents: null,
  active: true,
}
const checkElements = (...given: Parameters<typeof checked>) => finish(checked(...given))
const GROUND = { rooms: new Map([['DBL', ROOM]]), today: date('2027-03-10') }
const NEAREST_MAX = 50

const messagesOf = (roomCodes: string[]) =>
  checkElements(
    GROUND,
    roomCodes.map((roomCode) => ({ roomCode, date: '2027-03-10', available: 1 })),
  ).errors.map(({ message }) => message)
const plain = (roomCode: string) => `This hotel has no room type "${roomCode}"`
const near = (roomCode: string) => `${plain(roomCode)}; the nearest code is "DBL".`

test('the nearest code is named for the first 50 unknown codes of a push, however often each stands there (contract §2)', () => {
  const codes = Array.from({ length: NEAREST_MAX + 2 }, (_, index) => `X${index}`)
  const first = codes.slice(0, NEAREST_MAX)
  const rest = codes.slice(NEAREST_MAX)
  expect(messagesOf([...first, ...first, ...rest, ...first])).toEqual([
    ...[...first, ...first].map(near),
    ...rest.map((code) => `${plain(code)}.`),
    ...first.map(near),
  ])
})

test('each push has 50 of its own (contract §2)', () => {
  const codes = Array.from({ length: NEAREST_MAX }, (_, index) => `X${index}`)
  expect(messagesOf(codes)).toEqual(codes.map(near))
  expect(messagesOf(['Y'])).toEqual([near('Y')])
})
