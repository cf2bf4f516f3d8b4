import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { AppError } from '../../src/domain/kernel/errors.ts'
import { expireHolds } from '../../src/service/bookings/booking-passes.ts'
import { reinstateBooking } from '../../src/service/bookings/reinstate-booking.ts'
import {
  type Command,
  command,
  FIRST,
  holdUntil,
  type Model,
  modelBook,
  modelChange,
  modelExpire,
  modelReinstate,
  modelStep,
  NIGHTS,
  nightsFrom,
} from '../support/booking-model.ts'
import { addDay, book, events, readAvailable, sell } from '../support/bookings.ts'
import { checkLive } from '../support/live-rooms.ts'
import { asGuest } from '../support/manage.ts'
import type { Answer } from '../support/matchers.ts'
import { rounds } from '../support/rounds.ts'
import { startService, type TestService } from '../support/service.ts'
import { checkWebRooms } from '../support/web-rooms.ts'

const ROOMS = [
  { roomCode: 'DBL', maxAdults: 9, maxOccupancy: 9 },
  { roomCode: 'SUI', maxAdults: 9, maxOccupancy: 9 },
]
/** What a reinstatement may be refused as; two at once see each other. */
const REFUSED = ['transition_invalid', 'sold_out', 'revision_conflict']
/** Nights that are on sale: a stay may run past the last start. */
const ON_SALE = NIGHTS + 3

async function prepare(service: TestService): Promise<Model> {
  const model: Model = { days: new Map(), bookings: [] }
  for (const { roomCode } of ROOMS) {
    await sell(service, { roomCode, from: FIRST, nights: ON_SALE, available: 4 })
    for (const date of nightsFrom(0, ON_SALE))
      model.days.set(`${roomCode} ${date}`, { available: 4, closed: false })
  }
  return model
}

const stayOf = (command: { roomCode: string; start: number; nights: number; rooms: number }) => ({
  roomCode: command.roomCode,
  rooms: command.rooms,
  checkin: addDay(FIRST, command.start),
  checkout: addDay(FIRST, command.start + command.nights),
})

/** What came of asking for rooms: the status, or why they were refused and on which nights. */
const outcomeOf = ({ status, body }: Answer) =>
  status === 409 ? { code: body.code, dates: body.dates } : status

/** The hotel reinstates a booking. @returns as `outcomeOf` */
async function reinstate(
  { deps }: TestService,
  code: string,
): Promise<number | { code: string; dates?: unknown }> {
  try {
    await reinstateBooking(deps, code, { type: 'user', id: 'u' })
    return 200
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { dates } = error.facts.members ?? {}
    return { code: error.code, dates }
  }
}

async function obey(service: TestService, model: Model, command: Command): Promise<void> {
  const nowMs = service.clock.nowMs
  if (command.type === 'tick') {
    service.clock.advance(command.minutes * 60_000)
    await expireHolds(service.deps)
    return modelExpire(model, service.clock.nowMs)
  }
  if (command.type === 'push') {
    const { roomCode, start, available, closed } = command
    const date = addDay(FIRST, start)
    const updates = [{ roomCode, date, available, closed }]
    expect((await service.alfa.call('PUT', '/availability', { body: { updates } })).status).toBe(
      200,
    )
    model.days.set(`${roomCode} ${date}`, { available, closed })
    return
  }
  if (command.type === 'book') {
    const { roomCode, rooms, start, nights, hold } = command
    const answer = await book(service.call, { ...stayOf(command), hold })
    const dates = nightsFrom(start, nights)
    const status = hold ? 'pending' : 'confirmed'
    const asked = {
      roomCode,
      rooms,
      dates,
      status,
      isHold: hold,
      holdUntilMs: holdUntil(nowMs),
    }
    expect(outcomeOf(answer)).toEqual(modelBook(model, asked) ?? 201)
    if (answer.status === 201)
      model.bookings.push({ ...asked, code: answer.body.code, revision: 1 })
    return
  }
  const booking = model.bookings[command.pick % Math.max(1, model.bookings.length)]
  if (!booking) return
  if (command.type === 'reinstate') {
    const outcome = await reinstate(service, booking.code)
    expect(outcome).toEqual(modelReinstate(model, booking) ?? 200)
    return
  }
  const path = `/v1/bookings/${booking.code}`
  const key = asGuest(booking.code)
  if (command.type === 'change') {
    const body = { ...key, ...stayOf(command) }
    const answer = await service.call('PATCH', path, { body })
    const { roomCode, rooms, start, nights } = command
    const next = { roomCode, rooms, dates: nightsFrom(start, nights) }
    if (booking.status !== 'confirmed') expect(answer).toBeProblem(409, 'transition_invalid')
    else expect(outcomeOf(answer)).toEqual(modelChange(model, booking, next) ?? 200)
    return
  }
  const answer = await service.call('POST', `${path}/${command.type}`, { body: key })
  expect(answer.status).toBe(modelStep(model, booking, command.type, nowMs))
}

/** Days, records, sums and revisions must be what the rules make of what was answered. */
async function checkWorld(service: TestService, model: Model): Promise<void> {
  const to = addDay(FIRST, ON_SALE - 1)
  for (const { roomCode } of ROOMS)
    expect(await readAvailable(service, { roomCode, from: FIRST, to })).toEqual(
      nightsFrom(0, ON_SALE).map((date) => model.days.get(`${roomCode} ${date}`)!.available),
    )
  const all = 'pending confirmed cancelled expired'
    .replaceAll(/\w+/g, '&status=$&')
    .replaceAll(' ', '')
  const pull = await service.alfa.call('GET', `/bookings?from=${FIRST}&to=${to}${all}`)
  const shown = pull.body.bookings.map((booking: any) => ({
    code: booking.code,
    status: booking.status,
    revision: booking.revision,
    roomCode: booking.roomCode,
    rooms: booking.rooms,
    dates: booking.nightly.map(({ date }: any) => date),
  }))
  const listed = model.bookings.filter(({ status, isHold }) => status !== 'cancelled' || !isHold)
  // By check-in; those of one day in the order they were made.
  const inOrder = listed.toSorted((a, b) =>
    a.dates[0]! < b.dates[0]! ? -1 : Number(a.dates[0]! > b.dates[0]!),
  )
  expect(shown).toEqual(inOrder.map(({ holdUntilMs, isHold, ...booking }) => booking))
  for (const { nightly, rooms, totalPriceCents } of pull.body.bookings)
    expect(nightly.reduce((sum: number, night: any) => sum + night.priceCents, 0) * rooms).toBe(
      totalPriceCents,
    )
}

async function checkRevisions({ store }: TestService, model: Model): Promise<void> {
  const rows = await store.db.select().from(store.t.bookingRevision)
  for (const { code, revision } of model.bookings) {
    const own = rows.filter((row) => row.code === code).map((row) => row.revision)
    expect(own.toSorted((a, b) => a - b)).toEqual(Array.from({ length: revision }, (_, i) => i + 1))
  }
}

test('after any sequence of bookings, holds, changes, cancellations, reinstatements and pushes the days and the pull equal the model (issue 3)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 40 }), async (commands) => {
      await using service = await startService({ rooms: ROOMS })
      const model = await prepare(service)
      for (const command of commands) await obey(service, model, command)
      await checkWorld(service, model)
      await checkRevisions(service, model)
      await checkLive(service)
      await checkWebRooms(service)
    }),
    { numRuns: rounds(40) },
  )
}, 60_000)

test('thirty-two clients at once oversell no night, give nothing back twice and leave no gap (issue 3)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 64, maxLength: 128 }), async (commands) => {
      await using service = await startService({ rooms: ROOMS })
      await prepare(service)
      const codes: string[] = []
      const clients = Array.from({ length: 32 }, (_, client) =>
        storm(
          service,
          codes,
          commands.filter((_, index) => index % 32 === client),
        ),
      )
      await Promise.all(clients)
      await checkConservation(service)
      await checkLive(service)
      await checkWebRooms(service)
    }),
    { numRuns: rounds(15) },
  )
}, 60_000)

async function storm(service: TestService, codes: string[], commands: Command[]): Promise<void> {
  for (const command of commands) {
    if (command.type === 'book') {
      const { status, body } = await book(service.call, { ...stayOf(command), hold: command.hold })
      expect([201, 409]).toContain(status)
      if (status === 201) codes.push(body.code)
    } else if (command.type === 'tick') {
      service.clock.advance(command.minutes * 60_000)
      await expireHolds(service.deps)
    } else if (command.type === 'reinstate' && codes.length > 0) {
      const outcome = await reinstate(service, codes[command.pick % codes.length]!)
      if (typeof outcome !== 'number') expect(REFUSED).toContain(outcome.code)
    } else if (command.type !== 'push' && codes.length > 0) {
      const code = codes[command.pick % codes.length]!
      const path = `/v1/bookings/${code}`
      const key = asGuest(code)
      const answer =
        command.type === 'change'
          ? await service.call('PATCH', path, { body: { ...key, ...stayOf(command) } })
          : await service.call('POST', `${path}/${command.type}`, { body: key })
      expect([200, 409]).toContain(answer.status)
    }
  }
}

/** Rooms left plus rooms held by live bookings are what was put on sale, night by night. */
async function checkConservation(service: TestService): Promise<void> {
  await expireHolds(service.deps)
  const to = addDay(FIRST, ON_SALE - 1)
  const query = `from=${FIRST}&to=${to}&status=pending&status=confirmed&limit=500`
  const { body } = await service.alfa.call('GET', `/bookings?${query}`)
  for (const { roomCode } of ROOMS) {
    const remaining = await readAvailable(service, { roomCode, from: FIRST, to })
    for (const [index, available] of remaining.entries()) {
      const date = addDay(FIRST, index)
      const held = body.bookings
        .filter((booking: any) => booking.roomCode === roomCode)
        .filter(({ nightly }: any) => nightly.some((night: any) => night.date === date))
        .reduce((sum: number, { rooms }: any) => sum + rooms, 0)
      expect(available).toBeGreaterThanOrEqual(0)
      expect(available + held).toBe(4)
    }
  }
  const told = (await events(service)).map(({ data }) => `${data.code} ${data.revision}`)
  expect(new Set(told).size).toBe(told.length)
}
