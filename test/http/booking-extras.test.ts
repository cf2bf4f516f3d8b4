import { expect, test } from 'bun:test'
import { changeExtra } from '../../src/service/extras/extras.ts'
import { withAnotherKey } from '../support/api-keys.ts'
import { book, events, sell } from '../support/bookings.ts'
import { note } from '../support/desk.ts'
import { makeExtra } from '../support/extras.ts'
import { asGuest } from '../support/manage.ts'
import { makeRate } from '../support/rates.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'

// Extras of bookings through the API (contract-groups, *What a PMS needs of a booking*): two nights of 1 April for two.

const VAT = { code: 'VAT', name: 'VAT', percentBp: 1_000 }
const ACTOR = { type: 'user', id: 'u1' } as const
const order = (code: string, quantity: number) => ({ code, quantity })

/** Alfa on sale with a transfer of 45.00 a stay, breakfast of 15.00 a guest and night, and VAT of 10 %. */
async function start() {
  const service = await startService()
  const staff = await hireStaff(service)
  await staff.manager.call('PATCH', '/v1/panel/hotel', { body: { taxes: [VAT] } })
  await sell(service)
  await makeExtra(service, { code: 'TRANSFER', priceCents: 4_500, max: 4, taxCodes: [] })
  await makeExtra(service, { code: 'FOOD', priceCents: 1_500, per: 'guest_night', max: 2 })
  return { service, staff, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

const EXTRAS = [order('TRANSFER', 1), order('FOOD', 1)]
const change = ({ call }: Pick<TestService, 'call'>, code: string, body: object) =>
  call('PATCH', `/v1/bookings/${code}`, { body: { ...asGuest(code), ...body } })
const cancel = ({ call }: Pick<TestService, 'call'>, code: string, body: object = {}) =>
  call('POST', `/v1/bookings/${code}/cancel`, { body: { ...asGuest(code), ...body } })
const setTime = (service: TestService, instant: string) => {
  service.clock.nowMs = Date.parse(instant)
}
const linesOf = ({ extras }: { extras: Record<string, unknown>[] }) =>
  extras.map(({ code, quantity, unitPriceCents, totalCents }) => [
    code,
    quantity,
    unitPriceCents,
    totalCents,
  ])

test('a booking has its extras in record and event, with their sum, their taxes and what is to be paid', async () => {
  await using place = await start()
  const { service } = place
  const { status, body } = await book(service.call, { extras: EXTRAS, rooms: 2 })

  expect(status).toBe(201)
  // Two nights in two rooms for two guests: rooms are no factor.
  expect(body).toMatchObject({
    totalPriceCents: 40_000,
    extras: [
      {
        ...{ code: 'TRANSFER', name: 'Extra TRANSFER', per: 'stay' },
        ...{ unitPriceCents: 4_500, quantity: 1, totalCents: 4_500 },
      },
      {
        ...{ code: 'FOOD', name: 'Extra FOOD', per: 'guest_night' },
        ...{ unitPriceCents: 1_500, quantity: 1, totalCents: 6_000 },
      },
    ],
    extrasTotalCents: 10_500,
    extrasTaxes: [{ ...VAT, amountCents: 545 }],
    payableCents: 50_500,
  })
  expect(body.taxes).toEqual([{ ...VAT, amountCents: 3_636 }])
  expect(Object.keys(body.extras[0])).not.toContain('taxes')
  const sent = (await events(service)).at(-1)!
  expect(sent.data).toMatchObject({ extras: body.extras, payableCents: 50_500 })
  const read = await service.alfa.call('GET', `/bookings/${body.code}`)
  expect(read.body).toMatchObject({ extras: body.extras, extrasTotalCents: 10_500 })
})

test('expectedPayableCents guards the whole, expectedTotalCents the rooms alone; nothing is kept of what is refused', async () => {
  await using place = await start()
  const { service } = place
  const asked = { extras: EXTRAS, expectedTotalCents: 20_000 }

  const wrong = await book(service.call, { ...asked, expectedPayableCents: 20_000 })
  expect(wrong).toBeProblem(409, 'price_changed')
  expect(wrong.body).toMatchObject({ totalPriceCents: 20_000, payableCents: 30_500 })
  const right = await book(service.call, { ...asked, expectedPayableCents: 30_500 })
  expect(right.status).toBe(201)
  const { code } = right.body
  const more = { extras: [...EXTRAS.slice(1), order('TRANSFER', 2)] }
  const stale = await change(service, code, { ...more, expectedPayableCents: 30_500 })
  expect(stale).toBeProblem(409, 'price_changed')
  expect(stale.body.payableCents).toBe(35_000)
  const tried = await change(service, code, { ...more, simulate: true })
  expect(tried.body).toMatchObject({ simulated: true, payableCents: 35_000, revision: 2 })
  expect((await change(service, code, { ...more, expectedPayableCents: 35_000 })).status).toBe(200)
})

test('of an extra unknown or off sale, over its maximum or said twice nothing is booked; the place is named, of a stay too', async () => {
  await using place = await start()
  const { service } = place
  await makeExtra(service, { code: 'OFF', active: false })
  const flawsOf = async (extras: object[]) => {
    const { status, body } = await book(service.call, { extras })
    return [
      status,
      ...body.errors.map((each: Record<string, string>) => `${each.path} ${each.code}`),
    ]
  }

  expect(await flawsOf([order('GONE', 1)])).toEqual([422, '/extras/0/code unknown_extra'])
  expect(await flawsOf([EXTRAS[0]!, order('OFF', 1)])).toEqual([
    422,
    '/extras/1/code unknown_extra',
  ])
  expect(await flawsOf([order('FOOD', 3)])).toEqual([422, '/extras/0/quantity out_of_range'])
  expect(await flawsOf([order('FOOD', 1), order('FOOD', 1)])).toEqual([
    422,
    '/extras/1/code repeated',
  ])
  expect(await flawsOf([order('FOOD', 0)])).toEqual([422, '/extras/0/quantity out_of_range'])
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03', adults: 2 }
  const guest = { firstName: 'Carla', lastName: 'Öz', email: 'carla@example.com' }
  const group = (extras: object[]) =>
    service.call('POST', '/v1/booking-groups', {
      body: {
        hotelSlug: 'alfa',
        guest,
        stays: [
          { ...stay, extras: EXTRAS },
          { ...stay, extras },
        ],
      },
    })
  const refused = await group([order('OFF', 1)])
  expect(refused.body.errors[0]).toMatchObject({
    ...{ path: '/stays/1/extras/0/code', code: 'unknown_extra' },
  })
  const made = (await group([order('TRANSFER', 2)])).body
  expect(made).toMatchObject({
    ...{ totalPriceCents: 40_000, extrasTotalCents: 19_500, payableCents: 59_500 },
  })
})

test('a line keeps the price at which it was put in for all nights and guests, and more pieces cost what they cost that day', async () => {
  await using place = await start()
  const { service } = place
  const { code } = (await book(service.call, { extras: EXTRAS })).body
  const at = { hotelId: service.alfa.id, code: 'FOOD' }
  await changeExtra(service.deps, ACTOR, at, { priceCents: 2_000 })

  const longer = (await change(service, code, { checkout: '2027-04-04', adults: 1 })).body
  expect(linesOf(longer)).toEqual([
    ['TRANSFER', 1, 4_500, 4_500],
    ['FOOD', 1, 1_500, 4_500],
  ])
  const more = (await change(service, code, { extras: [order('FOOD', 2)] })).body
  expect(linesOf(more)).toEqual([
    ['FOOD', 1, 1_500, 4_500],
    ['FOOD', 1, 2_000, 6_000],
  ])
  await changeExtra(service.deps, ACTOR, at, { active: false })
  expect(linesOf((await change(service, code, { adults: 2 })).body)).toEqual([
    ['FOOD', 1, 1_500, 9_000],
    ['FOOD', 1, 2_000, 12_000],
  ])
  const fewer = (await change(service, code, { extras: [order('FOOD', 1)] })).body
  expect(linesOf(fewer)).toEqual([['FOOD', 1, 1_500, 9_000]])
  const again = await change(service, code, { extras: [order('FOOD', 1)] })
  expect(again.body.revision).toBe(fewer.revision)
  expect(await change(service, code, { extras: [order('FOOD', 2)] })).toBeProblem(
    422,
    'validation_failed',
  )
})

test('extras are no part of what terms forbid, nor of a penalty, and are owed nothing before the stay', async () => {
  await using place = await start()
  const { service } = place
  await makeRate(service, {
    rateCode: 'T',
    cancellation: { freeUntilDays: null, penalty: 'percent', percentBp: 5_000 },
  })
  const { code } = (await book(service.call, { rateCode: 'T', extras: EXTRAS })).body

  expect((await change(service, code, { extras: [EXTRAS[1]] })).status).toBe(200)
  const ended = await cancel(service, code, { expectedPayableCents: 10_000 })
  expect(ended.body).toMatchObject({
    ...{ status: 'cancelled', penaltyCents: 10_000, payableCents: 10_000, extrasTotalCents: 6_000 },
  })
})

test('from the check-in day on guest and agency take no extra off, the hotel does; more may be added (422 night_passed)', async () => {
  await using place = await start()
  const { service, staff } = place
  const { code } = (await book(service.call, { extras: EXTRAS })).body
  setTime(service, '2027-04-01T06:00:00Z')
  const flawOf = async (extras: object[]) =>
    (await change(service, code, { extras })).body.errors?.[0]

  expect(await flawOf([EXTRAS[1]!])).toMatchObject({ path: '/extras', code: 'night_passed' })
  const more = await change(service, code, { extras: [EXTRAS[0], order('FOOD', 2)] })
  expect(more.body.extrasTotalCents).toBe(16_500)
  expect(await flawOf(EXTRAS)).toMatchObject({
    ...{ path: '/extras/1/quantity', code: 'night_passed' },
  })
  const manager = await signInAgain(service, staff.manager)
  const byHotel = await manager.call('PATCH', `/v1/bookings/${code}`, { body: { extras: [] } })
  expect(byHotel.body).toMatchObject({ extras: [], extrasTotalCents: 0, payableCents: 20_000 })
})

test('a stay that has begun owes its extras when its guest cancels, those per night for the nights before today; reinstated it has them all', async () => {
  await using place = await start()
  const { service, staff } = place
  const { code } = (await book(service.call, { extras: EXTRAS })).body
  setTime(service, '2027-04-02T06:00:00Z')

  // One night of 100.00 begun, the transfer, and one night of breakfast for two.
  const tried = await cancel(service, code, { simulate: true })
  expect(tried.body).toMatchObject({ penaltyCents: 10_000, payableCents: 17_500 })
  const stale = await cancel(service, code, { expectedPayableCents: 10_000 })
  expect(stale).toBeProblem(409, 'penalty_changed')
  expect(stale.body).toMatchObject({ penaltyCents: 10_000, payableCents: 17_500 })
  const ended = await cancel(service, code, { expectedPayableCents: 17_500 })
  expect(ended.body).toMatchObject({ extrasTotalCents: 10_500, payableCents: 17_500 })
  const manager = await signInAgain(service, staff.manager)
  const path = `/v1/panel/bookings/${code}`
  expect((await manager.call('GET', path)).body.desk.dueCents).toBe(17_500)
  const back = await manager.call('POST', `${path}/reinstate`)
  expect(back.body).toMatchObject({ status: 'confirmed', payableCents: 30_500 })
  const byHotel = await manager.call('POST', `/v1/bookings/${code}/cancel`)
  expect(byHotel.body).toMatchObject({ penaltyCents: 0, payableCents: 0 })
  expect((await manager.call('POST', `${path}/reinstate`)).status).toBe(200)
  const charged = await manager.call('POST', `/v1/bookings/${code}/cancel`, {
    body: { charge: true },
  })
  expect(charged.body).toMatchObject({ penaltyCents: 10_000, payableCents: 17_500 })
})

test('a guest whom the desk has checked in owes the extras of one night on the check-in day; a no-show owes none', async () => {
  await using place = await start()
  const { service, staff } = place
  const codes: string[] = []
  for (let n = 0; n < 3; n++) codes.push((await book(service.call, { extras: EXTRAS })).body.code)
  const [here, away, gone] = codes as [string, string, string]
  setTime(service, '2027-04-01T15:00:00Z')
  const manager = await signInAgain(service, staff.manager)
  expect((await note(manager, here, { arrivedAt: '2027-04-01T12:00:00Z' })).status).toBe(200)

  expect((await cancel(service, here)).body).toMatchObject({ penaltyCents: 0, payableCents: 7_500 })
  expect((await cancel(service, away)).body).toMatchObject({ penaltyCents: 0, payableCents: 0 })
  const missed = await manager.call('POST', `/v1/panel/bookings/${gone}/no-show`)
  expect(missed.body).toMatchObject({ penaltyCents: 10_000, payableCents: 10_000 })
})

test('a booking of a sandbox has extras, too', async () => {
  await using place = await start()
  const { service } = place

  const key = await withAnotherKey(service, service.alfa, { test: true })
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03', adults: 2 }

  const made = await key.call('POST', '/sandbox/bookings', { body: { ...stay, extras: EXTRAS } })
  expect(made.body).toMatchObject({ extrasTotalCents: 10_500, payableCents: 30_500 })
  const path = `/sandbox/bookings/${made.body.code}`
  const changed = await key.call('PATCH', path, { body: { extras: [EXTRAS[1]] } })
  expect(changed.body).toMatchObject({ extrasTotalCents: 6_000, payableCents: 26_000 })
})

test('what a cancelled group owes of its extras is judged of the whole: its stays that have begun', async () => {
  await using place = await start()
  const { service } = place
  const guest = { firstName: 'Carla', lastName: 'Öz', email: 'carla@example.com' }
  const stay = { roomCode: 'DBL', adults: 2, extras: EXTRAS }
  const stays = [
    { ...stay, checkin: '2027-04-01', checkout: '2027-04-03' },
    { ...stay, checkin: '2027-04-05', checkout: '2027-04-06' },
  ]
  const { body: group } = await service.call('POST', '/v1/booking-groups', {
    body: { hotelSlug: 'alfa', guest, stays },
  })
  setTime(service, '2027-04-02T06:00:00Z')
  const end = (expectedPayableCents: number) =>
    service.call('POST', `/v1/booking-groups/${group.code}/cancel`, {
      body: { manageToken: group.manageToken, expectedPayableCents },
    })

  const stale = await end(10_000)
  expect(stale).toBeProblem(409, 'penalty_changed')
  expect(stale.body).toMatchObject({ penaltyCents: 10_000, payableCents: 17_500 })
  const ended = await end(17_500)
  expect(ended.body).toMatchObject({ payableCents: 17_500 })
  const payable = ended.body.bookings.map((each: { payableCents: number }) => each.payableCents)
  expect(payable).toEqual([17_500, 0])
})
