import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { NO_NAMES, STANDARD_NAMES } from '../support/catalog.ts'
import { patch } from '../support/http.ts'
import { makeRate } from '../support/rates.ts'
import { startService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'

const RATES = '/v1/panel/rates'
const STANDARD = {
  rateCode: 'STD',
  name: 'Standard',
  ...STANDARD_NAMES,
  boardCode: null,
  roomCodes: ['DBL', 'SGL'],
  pricing: null,
  guests: null,
  cancellation: { freeUntilDays: 0, penalty: 'none' },
  public: true,
  active: true,
}
const SAVER = {
  rateCode: 'NRF',
  name: 'Saver',
  roomCodes: ['DBL'],
  pricing: { type: 'derived', percentBp: -1_200, amountCents: 50 },
  cancellation: { freeUntilDays: 7, penalty: 'percent', percentBp: 5_000 },
}

test('a hotel has STD before anybody makes a rate, sold with every room type, and writes nothing for it (contract-rates, Rates)', async () => {
  await using service = await startService()
  const { manager, admin } = await hireStaff(service)
  const list = { items: [STANDARD], nextCursor: null }

  expect((await manager.call('GET', RATES)).body).toEqual(list)
  expect((await admin.call('GET', '/v1/admin/hotels/alfa/rates')).body).toEqual(list)
  const same = await manager.call('PATCH', `${RATES}/STD`, { body: { name: 'Standard' } })
  expect(same.body).toEqual(STANDARD)
  expect(await service.store.db.select().from(service.store.t.rate)).toEqual([])
  expect((await service.context.hotelOf(service.alfa.id)).hotel.usesRates).toBe(false)
})

test('a manager makes a rate; it is listed after STD, by code, and the history tells of it; Bravo has none of it (contract-rates, Routes)', async () => {
  await using service = await startService()
  const { manager, bravoManager, admin } = await hireStaff(service)
  const guests = {
    adults: 2,
    lessPercentBp: 1_500,
    moreCents: 2_000,
    children: [
      { toAge: 5, amountCents: 0 },
      { toAge: 11, percentBp: 2_500 },
    ],
  }
  await makeRate(service, { rateCode: 'ZZZ' })
  const made = await manager.call('POST', RATES, {
    body: { ...SAVER, boardCode: 'BB', guests, public: false, active: false },
  })

  const rate = { ...SAVER, ...NO_NAMES, boardCode: 'BB', guests, public: false, active: false }
  expect([made.status, made.body]).toEqual([201, rate])
  const { items } = (await manager.call('GET', RATES)).body
  expect(items.map(({ rateCode }: { rateCode: string }) => rateCode)).toEqual(['STD', 'NRF', 'ZZZ'])
  expect(items[1]).toEqual(rate)
  expect(await historyOf(admin, '?entity=rate&id=alfa/NRF')).toMatchObject([
    { actor: { id: manager.user.id }, before: null, after: rate },
  ])
  expect((await bravoManager.call('GET', RATES)).body.items).toEqual([STANDARD])
  expect(await bravoManager.call('GET', `${RATES}?hotel=alfa`)).toBeProblem(404, 'not_found')
  const stranger = await bravoManager.call('POST', `${RATES}?hotel=alfa`, {
    body: { ...SAVER, rateCode: 'BRV' },
  })
  expect(stranger).toBeProblem(404, 'not_found')
  for (const path of [`${RATES}/NRF`, `${RATES}/NRF?hotel=alfa`])
    expect(await bravoManager.call('PATCH', path, { body: { name: 'x' } })).toBeProblem(
      404,
      'not_found',
    )
  expect((await manager.call('GET', RATES)).body.items).toEqual(items)
})

test('a rate is public and on sale, of any board and of one price for all parties, where nothing else is said', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)

  expect((await manager.call('POST', RATES, { body: SAVER })).body).toEqual({
    ...SAVER,
    ...NO_NAMES,
    boardCode: null,
    guests: null,
    public: true,
    active: true,
  })
})

test('of a changed rate what is absent stays, parts are replaced as a whole, and null takes board and parties away (contract-rates, Rates)', async () => {
  await using service = await startService()
  const { manager, admin } = await hireStaff(service)
  await makeRate(service, {
    ...SAVER,
    rateCode: 'NRF',
    boardCode: 'BB',
    pricing: { type: 'own' },
    guests: { adults: 2, moreCents: 100 },
    cancellation: { freeUntilDays: 1, penalty: 'first_night' },
  })
  const change = async (body: unknown) =>
    (await manager.call('PATCH', `${RATES}/NRF`, { body })).body
  const before = (await manager.call('GET', RATES)).body.items[1]

  expect(await change({ name: 'Cheap' })).toEqual({ ...before, name: 'Cheap' })
  const pricing = { type: 'derived', amountCents: -500 }
  expect(await change({ pricing })).toMatchObject({ pricing })
  const { pricing: replaced } = await change({ pricing: { type: 'derived' } })
  expect(replaced).toEqual({ type: 'derived' })
  expect((await change({ guests: { adults: 1 } })).guests).toEqual({ adults: 1 })
  expect(await change({ guests: null, boardCode: null })).toMatchObject({
    guests: null,
    boardCode: null,
  })
  const cancellation = { freeUntilDays: null, penalty: 'all' }
  const last = await change({ cancellation, active: false, public: false, roomCodes: ['SGL'] })
  expect(last).toEqual({
    rateCode: 'NRF',
    name: 'Cheap',
    ...NO_NAMES,
    boardCode: null,
    roomCodes: ['SGL'],
    pricing: { type: 'derived' },
    guests: null,
    cancellation,
    public: false,
    active: false,
  })
  const [newest] = await historyOf(admin, '?entity=rate&id=alfa/NRF')
  expect(newest).toMatchObject({ before: { active: true }, after: last })
})

test('of STD name, public, guests and cancellation can change, nothing else; what follows reads it at once (contract-rates, Routes)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const body = {
    name: 'Flexible',
    public: false,
    guests: { adults: 2 },
    cancellation: { freeUntilDays: 1, penalty: 'first_night' },
  }
  const changed = await manager.call('PATCH', `${RATES}/STD`, { body })

  expect(changed.body).toEqual({ ...STANDARD, ...NO_NAMES, ...body })
  expect((await manager.call('GET', RATES)).body.items).toEqual([
    { ...STANDARD, ...NO_NAMES, ...body },
  ])
  const others = {
    boardCode: 'BB',
    roomCodes: ['DBL'],
    pricing: { type: 'derived' },
    active: false,
  }
  const refused = await manager.call('PATCH', `${RATES}/STD`, { body: { ...others, name: 'x' } })
  expect(refused).toBeProblem(422, 'validation_failed')
  expect(refused.body.errors.map(({ path, code }: any) => `${path} ${code}`)).toEqual(
    Object.keys(others).map((name) => `/${name} conflicting_fields`),
  )
  expect((await manager.call('GET', RATES)).body.items[0].name).toBe('Flexible')
})

test('a rate is not deleted, its code does not change, and one that there is none of is not found (contract-rates, Routes)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await makeRate(service, { rateCode: 'NRF' })

  const deleted = await manager.call('DELETE', `${RATES}/NRF`)
  expect(deleted).toBeProblem(405, 'method_not_allowed')
  expect(deleted.headers.get('allow')).toBe('PATCH')
  const code = await manager.call('PATCH', `${RATES}/NRF`, { body: { rateCode: 'X' } })
  expect(code.body.errors).toMatchObject([{ path: '/rateCode', code: 'unknown_field' }])
  expect(await manager.call('PATCH', `${RATES}/nrf`, { body: { name: 'x' } })).toBeProblem(
    404,
    'not_found',
  )
})

test('the name of a booking’s rate is the one it has now, its terms are those it was booked with', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { code } = (await book(service.call)).body
  const body = { name: 'Flexible', cancellation: { freeUntilDays: null, penalty: 'all' } }
  await manager.call('PATCH', `${RATES}/STD`, { body })

  expect((await service.alfa.call('GET', `/bookings/${code}`)).body).toMatchObject({
    rateCode: 'STD',
    rateName: 'Flexible',
    cancellation: { freeUntilDays: 0, penalty: 'none' },
  })
})

test('prices of a rate are not looked at while it is derived, and count again when it is not (contract-rates, Rates)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const { alfa } = service
  await sell(service)
  await makeRate(service, { rateCode: 'OWN', pricing: { type: 'own' } })
  const element = { roomCode: 'DBL', rateCode: 'OWN', date: '2027-04-01', priceCents: 7_777 }
  expect((await patch(alfa, [element])).status).toBe(200)
  const priced = async () => {
    const { body } = await alfa.call('GET', '/rates?from=2027-04-01&to=2027-04-01&rateCode=OWN')
    return body.rooms[0].rates[0].days[0].priceCents
  }
  const change = (pricing: object) => manager.call('PATCH', `${RATES}/OWN`, { body: { pricing } })

  expect(await priced()).toBe(7_777)
  await change({ type: 'derived', percentBp: 1_000 })
  expect(await priced()).toBe(11_000)
  await change({ type: 'own' })
  expect(await priced()).toBe(7_777)
})
