import fc from 'fast-check'
import { completeStays, expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { addDay, book } from './bookings.ts'
import { asMaker } from './manage.ts'
import type { Answer } from './matchers.ts'
import { type TestService, TODAY } from './service.ts'
import { signInAgain } from './staff.ts'
import type { TestUser } from './users.ts'

/** The room types of the model's hotel: two with a capacity, one without. */
export const ROOMS = [
  { roomCode: 'DBL', maxAdults: 9, maxOccupancy: 9, totalRooms: 5, overbookingRooms: 0 },
  { roomCode: 'SUI', maxAdults: 9, maxOccupancy: 9, totalRooms: 3, overbookingRooms: 1 },
  { roomCode: 'ANY', maxAdults: 9, maxOccupancy: 9, totalRooms: null },
]
/** Days that are on sale at the start, from yesterday on; a push may put more there. */
const ON_SALE = 14
const MINUTE_MS = 60_000
/** The hotel's time zone. */
export const ZONE = 'Europe/Istanbul'

/** One thing that somebody does; `pick` counts back over the bookings made so far, `start` counts days from today. */
export type Command =
  | ({ type: 'book'; hold: boolean } & Stay)
  | ({ type: 'change'; pick: number } & Stay)
  | { type: 'confirm' | 'cancel' | 'no-show' | 'reinstate'; pick: number }
  | { type: 'push'; updates: DayPush[] }
  | { type: 'add'; roomCode: string; start: number; availableBy: number }
  | {
      type: 'rooms'
      roomCode: string
      numbers: { totalRooms?: number | null; overbookingRooms?: number }
    }
  | { type: 'restore'; restoreOnCancel: boolean }
  | { type: 'tick'; minutes: number }

type Stay = { roomCode: string; start: number; nights: number; rooms: number }
type DayPush = { roomCode: string; start: number; available: number; closed: boolean }

const roomCode = fc.constantFrom(...ROOMS.map((room) => room.roomCode))
/** Today and the days after it most often: it is there that nights are fought over. */
const start = fc.oneof(fc.constant(0), fc.nat(2), fc.nat(6))
const pick = fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(20) })
const stay = {
  roomCode,
  start,
  nights: fc.integer({ min: 1, max: 4 }),
  rooms: fc.integer({ min: 1, max: 3 }),
}
const pushed = fc.record({
  roomCode,
  start: fc.integer({ min: -1, max: ON_SALE }),
  available: fc.nat(6),
  // Days that are closed sell nothing; they are not to be the rule.
  closed: fc.nat(9).map((n) => n === 0),
})
const type = <const T extends string>(name: T) => fc.constant(name)

/** What people and systems do, bookings more often than the rest. */
export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: type('book'), ...stay, hold: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ type: type('change'), pick, ...stay }) },
  { weight: 3, arbitrary: fc.record({ type: type('confirm'), pick }) },
  { weight: 3, arbitrary: fc.record({ type: type('cancel'), pick }) },
  { weight: 5, arbitrary: fc.record({ type: type('no-show'), pick }) },
  { weight: 4, arbitrary: fc.record({ type: type('reinstate'), pick }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: type('push'),
      updates: fc.array(pushed, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: type('add'),
      roomCode,
      start,
      availableBy: fc.integer({ min: -3, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: type('rooms'),
      roomCode,
      numbers: fc.record(
        {
          totalRooms: fc.option(fc.integer({ min: 1, max: 6 }), { freq: 5 }),
          overbookingRooms: fc.nat(2),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: type('restore'), restoreOnCancel: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: type('tick'),
      // A hold runs out in 15 minutes; the long moves go over midnight.
      minutes: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 600, max: 4_000 })),
    }),
  },
)

/** Who and what a run is about; `codes` are the bookings made so far. */
export type Run = {
  service: TestService
  admin: TestUser
  codes: string[]
  /** Who made a booking signed in, by its code. */
  owners?: Map<string, TestUser>
}

/** Puts the first days of every room type on sale; it is after the time of check-in. */
export async function openDays({ service }: Run): Promise<void> {
  service.clock.advance(3 * 60 * MINUTE_MS)
  const updates = ROOMS.flatMap(({ roomCode }) =>
    Array.from({ length: ON_SALE }, (_, index) => ({
      roomCode,
      date: addDay(TODAY, index - 1),
      available: 3,
      priceCents: 10_000,
      closed: false,
    })),
  )
  await service.alfa.call('PUT', '/availability', { body: { updates } })
}

/** Runs a command. @returns the answer; undefined if the command sends no request */
export async function obey(run: Run, command: Command): Promise<Answer | undefined> {
  const { service, codes } = run
  const today = service.deps.today(ZONE)
  switch (command.type) {
    case 'tick':
      return await passTime(run, command.minutes)
    case 'book': {
      const answer = await book(service.call, { ...stayOf(today, command), hold: command.hold })
      if (answer.status === 201) codes.push(answer.body.code)
      return answer
    }
    case 'push': {
      const updates = command.updates.map(({ start, ...update }) => ({
        ...update,
        date: addDay(today, start),
        priceCents: 10_000,
      }))
      return await service.alfa.call('PUT', '/availability', { body: { updates } })
    }
    case 'add': {
      const { roomCode, start, availableBy } = command
      const updates = [{ roomCode, date: addDay(today, start), availableBy }]
      return await run.admin.call('PUT', '/v1/panel/availability?hotel=alfa', { body: { updates } })
    }
    case 'rooms': {
      const { roomCode, numbers } = command
      const { items } = (await run.admin.call('GET', '/v1/panel/rooms?hotel=alfa')).body
      const { totalRooms } = items.find((room: Stay) => room.roomCode === roomCode)
      const body = { ...numbers, expected: { totalRooms } }
      return await run.admin.call('PATCH', `/v1/admin/hotels/alfa/rooms/${roomCode}`, { body })
    }
    case 'restore': {
      const { restoreOnCancel } = command
      const body = { restoreOnCancel }
      return await run.admin.call('PATCH', '/v1/admin/hotels/alfa', { body })
    }
    default: {
      const code = codes.at(-1 - (command.pick % Math.max(1, codes.length)))
      return code === undefined ? undefined : await move(run, today, { ...command, code })
    }
  }
}

const stayOf = (today: string, { roomCode, start, nights, rooms }: Stay) => ({
  roomCode,
  rooms,
  adults: rooms,
  checkin: addDay(today, start),
  checkout: addDay(today, start + nights),
})

async function move(
  { service, admin, owners }: Run,
  today: string,
  command: Extract<Command, { pick: number }> & { code: string },
): Promise<Answer> {
  const { code } = command
  const path = `/v1/bookings/${code}`
  const owner = owners?.get(code)
  const { call } = owner ? await signInAgain(service, owner) : service
  const key = asMaker(code)
  switch (command.type) {
    case 'change':
      return await call('PATCH', path, { body: { ...key, ...stayOf(today, command) } })
    case 'confirm':
    case 'cancel':
      return await call('POST', `${path}/${command.type}`, { body: key })
    default:
      return await admin.call('POST', `/v1/panel/bookings/${code}/${command.type}?hotel=alfa`)
  }
}

/** The clock moves, and what goes by it is done as the service's loops would. */
async function passTime(run: Run, minutes: number): Promise<undefined> {
  const { service } = run
  service.clock.advance(minutes * MINUTE_MS)
  run.admin = await signInAgain(service, run.admin)
  await expireHolds(service.deps)
  await completeStays(service.deps)
}
