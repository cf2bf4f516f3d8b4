import { expect, test } from 'bun:test'
import { book, readAvailable, sell } from '../support/bookings.ts'
import { latest } from '../support/changes.ts'
import { history, push } from '../support/http.ts'
import { asGuest } from '../support/manage.ts'
import type { Answer } from '../support/matchers.ts'
import { startService, type TestService } from '../support/service.ts'

const NIGHT = '2027-04-01'
const PLACE = { roomCode: 'DBL', date: NIGHT }
/** Rooms that are not counted: what holds a count down is the cursor alone. */
const ROOMS = [{ roomCode: 'DBL' }, { roomCode: 'TWN' }].map((room) => ({
  ...room,
  totalRooms: null,
  maxAdults: 9,
  maxOccupancy: 9,
  basePriceCents: 10_000,
}))

async function start(): Promise<TestService> {
  const service = await startService({ rooms: ROOMS })
  await sell(service, { available: 6 })
  await sell(service, { available: 6, roomCode: 'TWN' })
  return service
}

const leftOn = async (service: TestService, roomCode = 'DBL') =>
  (await readAvailable(service, { roomCode }))[0]

async function bookRooms({ call }: TestService, rooms: number, more: Record<string, unknown> = {}) {
  const { status, body } = await book(call, {
    checkout: '2027-04-02',
    rooms,
    adults: rooms,
    ...more,
  })
  if (status !== 201) throw new Error(`the booking was refused: ${status}`)
  return body.code as string
}

/** Pushes a count that its sender composed when the feed stood at a cursor. */
const pushGuarded = (
  { alfa }: TestService,
  seenThrough: unknown,
  available: number,
  query = '',
): Promise<Answer> =>
  alfa.call('PUT', `/availability${query}`, {
    body: { updates: [{ ...PLACE, available }], seenThrough },
  })

const cancel = ({ call }: TestService, code: string) =>
  call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })

test('what was sold after the cursor is taken off a count, and named (contract-counts, seenThrough)', async () => {
  await using service = await start()
  const cursor = await latest(service.alfa)
  const codes = [await bookRooms(service, 2), await bookRooms(service, 1)]
  const { body } = await pushGuarded(service, cursor, 5)
  expect(body).toMatchObject({ applied: 1, corrected: 1, stale: 0 })
  expect(body.warnings).toEqual([
    {
      index: 0,
      ...PLACE,
      code: 'sold_meanwhile',
      message: '3 rooms were sold after the cursor: 2 are left, not 5.',
      values: { sold: 3, left: 2, sent: 5 },
      sent: 5,
      available: 2,
      bookings: codes,
    },
  ])
  expect(await leftOn(service)).toBe(2)
})

test('the same push again comes to the same, less what was sold between (contract-counts; case H)', async () => {
  await using service = await start()
  const cursor = await latest(service.alfa)
  await bookRooms(service, 1)
  await pushGuarded(service, cursor, 5)
  expect((await pushGuarded(service, cursor, 5)).body).toMatchObject({ unchanged: 1, corrected: 1 })
  await bookRooms(service, 2)
  await pushGuarded(service, cursor, 5)
  expect(await leftOn(service)).toBe(2)
})

test('a count whose cursor knows a booking is stored as sent, and as no older one after it (contract-counts, Order)', async () => {
  await using service = await start()
  const before = await latest(service.alfa)
  await bookRooms(service, 2)
  const after = await latest(service.alfa)
  expect((await pushGuarded(service, after, 4)).body).toMatchObject({ unchanged: 1, corrected: 0 })

  const late = await pushGuarded(service, before, 6)
  expect(late.body).toMatchObject({ unchanged: 1, corrected: 0, stale: 1 })
  expect(late.body.warnings[0]).toMatchObject({ index: 0, ...PLACE, code: 'stale_push' })
  expect(await leftOn(service)).toBe(4)
  // Of equal cursors the later arrival stands.
  await pushGuarded(service, after, 3)
  expect(await leftOn(service)).toBe(3)
})

test('of a stale element all but its count applies (contract-counts, Order)', async () => {
  await using service = await start()
  const before = await latest(service.alfa)
  await bookRooms(service, 1)
  await pushGuarded(service, await latest(service.alfa), 5)
  const { body } = await service.alfa.call('PUT', '/availability', {
    body: {
      updates: [{ ...PLACE, available: 9, priceCents: 7_000, closed: true }],
      seenThrough: before,
    },
  })
  expect(body).toMatchObject({ applied: 1, stale: 1 })
  const { body: pulled } = await service.alfa.call(
    'GET',
    `/availability?from=${NIGHT}&to=${NIGHT}&roomCode=DBL`,
  )
  expect(pulled.rooms[0].days[0]).toMatchObject({ available: 5, priceCents: 7_000, closed: true })
})

test('an unchanged count notes its cursor without a row of history; one without a cursor, and rooms added, leave it (contract-counts, Order)', async () => {
  await using service = await start()
  const [old, young] = [await latest(service.alfa), await moveFeed(service)]
  await pushGuarded(service, young, 6)
  expect((await history(service.alfa, 'DBL', NIGHT)).body.items).toHaveLength(1)
  await push(service.alfa, [{ ...PLACE, available: 5 }])
  expect((await pushGuarded(service, old, 6)).body).toMatchObject({ stale: 1 })
  expect(await leftOn(service)).toBe(5)
})

/** A cursor after one more change of another night. */
async function moveFeed(service: TestService): Promise<string> {
  await push(service.alfa, [{ roomCode: 'TWN', date: '2027-04-09', available: 1 }])
  return await latest(service.alfa)
}

test('what is only held is sold, though its entry was seen; its confirmation is what a count knows (contract-counts, Σ)', async () => {
  await using service = await start()
  const code = await bookRooms(service, 2, { hold: true })
  await pushGuarded(service, await latest(service.alfa), 6)
  expect(await leftOn(service)).toBe(4)
  await service.call('POST', `/v1/bookings/${code}/confirm`, { body: asGuest(code) })
  const confirmed = await latest(service.alfa)
  await pushGuarded(service, confirmed, 4)
  expect(await leftOn(service)).toBe(4)
})

test('a booking moved to another room type counts there with all its rooms, and raises no count where it was (contract-counts, Σ)', async () => {
  await using service = await start()
  const code = await bookRooms(service, 2)
  const cursor = await latest(service.alfa)
  const { status } = await service.call('PATCH', `/v1/bookings/${code}`, {
    body: { ...asGuest(code), roomCode: 'TWN' },
  })
  expect(status).toBe(200)
  await service.alfa.call('PUT', '/availability', {
    body: {
      updates: [
        { ...PLACE, available: 4 },
        { ...PLACE, roomCode: 'TWN', available: 6 },
      ],
      seenThrough: cursor,
    },
  })
  expect([await leftOn(service), await leftOn(service, 'TWN')]).toEqual([4, 4])
})

test('a booking that came and went after the cursor takes nothing; one less room is taken for fewer rooms (contract-counts, Σ)', async () => {
  await using service = await start()
  const cursor = await latest(service.alfa)
  await cancel(service, await bookRooms(service, 3))
  const code = await bookRooms(service, 3)
  await service.call('PATCH', `/v1/bookings/${code}`, {
    body: { ...asGuest(code), rooms: 1, adults: 1 },
  })
  await pushGuarded(service, cursor, 6)
  expect(await leftOn(service)).toBe(5)
})

test('a count below 0 is 0, and rooms given back fill what is missing first (contract-counts, Shortfall)', async () => {
  await using service = await start()
  const cursor = await latest(service.alfa)
  const code = await bookRooms(service, 3)
  await pushGuarded(service, cursor, 1)
  expect(await leftOn(service)).toBe(0)
  await cancel(service, code)
  expect(await leftOn(service)).toBe(1)
})

test('a cursor of an element goes before the one beside the elements (contract-counts, Errors)', async () => {
  await using service = await start()
  const before = await latest(service.alfa)
  await bookRooms(service, 1, { checkout: '2027-04-03' })
  const after = await latest(service.alfa)
  const { body } = await service.alfa.call('PUT', '/availability', {
    body: {
      updates: [
        { ...PLACE, available: 6 },
        { ...PLACE, date: '2027-04-02', available: 6, seenThrough: after },
      ],
      seenThrough: before,
    },
  })
  expect(body).toMatchObject({ corrected: 1 })
  expect((await readAvailable(service)).slice(0, 2)).toEqual([5, 6])
})

test('onStale=refuse makes both errors of the element (contract-counts, onStale)', async () => {
  await using service = await start()
  const before = await latest(service.alfa)
  await bookRooms(service, 1)
  const refused = await pushGuarded(service, before, 6, '?onStale=refuse')
  expect(refused).toBeProblem(422, 'validation_failed')
  expect(refused.body.errors[0]).toMatchObject({ code: 'sold_meanwhile', sent: 6, available: 5 })
  await pushGuarded(service, await latest(service.alfa), 5)
  const stale = await pushGuarded(service, before, 6, '?onStale=refuse')
  expect(stale.body.errors[0]).toMatchObject({ path: '/updates/0/available', code: 'stale_push' })
  expect(await leftOn(service)).toBe(5)
})

test('a dry run says what would be corrected and writes nothing, also of the cursor (contract-counts)', async () => {
  await using service = await start()
  const before = await latest(service.alfa)
  await bookRooms(service, 1)
  const after = await latest(service.alfa)
  const { body } = await pushGuarded(service, before, 6, '?dryRun=true')
  expect(body).toMatchObject({ dryRun: true, corrected: 1 })
  await pushGuarded(service, after, 4, '?dryRun=true')
  expect((await pushGuarded(service, before, 6)).body).toMatchObject({ corrected: 1, stale: 0 })
})
