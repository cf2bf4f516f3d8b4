import { expect, test } from 'bun:test'
import type { CalendarDate } from '../../src/domain/kernel/date.ts'
import { NO_RATE_DAY } from '../../src/domain/rates/rate.ts'
import { book, sell } from '../support/bookings.ts'
import {
  HOTEL,
  NO_HOTEL_CONTENT,
  NO_NAMES,
  NO_PAGE_CONTENT,
  USUAL_WEB_RULES,
} from '../support/catalog.ts'
import { makeRate } from '../support/rates.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

test('a hotel is made switched off, with the usual hours, and an admin approves and suspends it (contract §5)', async () => {
  await using service = await startService()
  const { call } = await signIn(service, 'admin')
  const { status, body } = await call('POST', '/v1/admin/hotels', { body: HOTEL })

  expect(status).toBe(201)
  expect(body).toEqual({
    ...HOTEL,
    ...NO_HOTEL_CONTENT,
    ...NO_PAGE_CONTENT,
    ...{ isListed: true, widgetOrigins: [], guestDataYears: null },
    ...USUAL_WEB_RULES,
    slug: 'ciragan-and-sohne',
    city: { slug: 'alfa-city', name: 'City of alfa', country: 'TR', ...NO_NAMES },
    checkinTime: '14:00',
    checkoutTime: '12:00',
    restoreOnCancel: true,
    taxes: [],
    active: false,
  })
  for (const active of [true, false]) {
    const path = `/v1/admin/hotels/${body.slug}`
    expect((await call('PATCH', path, { body: { active } })).body.active).toBe(active)
  }
})

test('a hotel that is suspended takes no booking from that instant on, and its approval opens it again', async () => {
  await using service = await startService()
  const { call } = await signIn(service, 'admin')
  await sell(service)
  expect((await book(service.call)).status).toBe(201)

  await call('PATCH', '/v1/admin/hotels/alfa', { body: { active: false } })
  expect(await book(service.call)).toBeProblem(404, 'not_found')

  await call('PATCH', '/v1/admin/hotels/alfa', { body: { active: true } })
  expect((await book(service.call)).status).toBe(201)
})

test("a hotel's currency may change until it has a booking, in whatever state that is (contract §1)", async () => {
  await using service = await startService()
  const { call } = await signIn(service, 'admin')
  const to = (currency: string) => call('PATCH', '/v1/admin/hotels/alfa', { body: { currency } })
  expect((await to('TRY')).body.currency).toBe('TRY')
  await to('EUR')
  await sell(service)
  const { body } = await book(service.call, { hold: true })
  service.clock.advance(16 * 60_000)
  await service.call('POST', `/v1/bookings/${body.code}/cancel`, {
    body: { email: body.guest.email },
  })

  const refusal = await to('TRY')
  expect(refusal).toBeProblem(422, 'validation_failed')
  expect(refusal.body.errors[0]).toMatchObject({ path: '/currency', code: 'has_bookings' })
  expect((await to('EUR')).status).toBe(200)
})

const SUITE = '/v1/admin/hotels/alfa/rooms/SUI'
const ON_SALE = { roomCode: 'SUI', date: '2027-04-01', available: 2, priceCents: 12_000 }

test.each([
  ['the base price of SUI', { basePriceCents: 100 }, null],
  [
    'the supplement of SUI for BB',
    { supplementsCents: { BB: 1 } },
    { supplementsCents: { BB: 0 } },
  ],
])(
  "a hotel's currency stays while there is %s: cents never become yen (contract §1)",
  async (what, priced, unpriced) => {
    const suite = { roomCode: 'SUI', boards: ['RO', 'BB'] }
    await using service = await startService({ rooms: [{ roomCode: 'DBL' }, suite] })
    const { call } = await signIn(service, 'admin')
    const to = (currency: string) => call('PATCH', '/v1/admin/hotels/alfa', { body: { currency } })
    expect((await call('PATCH', SUITE, { body: priced })).status).toBe(200)

    const refusal = await to('JPY')

    expect(refusal).toBeProblem(422, 'validation_failed')
    expect(refusal.body.errors).toMatchObject([{ path: '/currency', code: 'has_prices' }])
    expect(refusal.body.detail).toBe(`Prices stand in EUR: ${what}.`)
    expect((await to('EUR')).status).toBe(200)
    if (unpriced) {
      await call('PATCH', SUITE, { body: unpriced })
      expect((await to('JPY')).body.currency).toBe('JPY')
    }
  },
)

test("a hotel's currency stays while a day has a price, of this hotel and not of the one next door (contract §1)", async () => {
  await using service = await startService({ rooms: [{ roomCode: 'SUI' }] })
  const { call } = await signIn(service, 'admin')
  const to = (currency: string) => call('PATCH', '/v1/admin/hotels/alfa', { body: { currency } })
  const push = ({ alfa, bravo }: typeof service, updates: unknown[]) =>
    Promise.all([
      bravo.call('PUT', '/availability', { body: { updates: [ON_SALE] } }),
      alfa.call('PUT', '/availability', { body: { updates } }),
    ])
  await push(service, [ON_SALE])

  const refusal = await to('JPY')
  expect(refusal).toBeProblem(422, 'validation_failed')
  expect(refusal.body.detail).toBe('Prices stand in EUR: the price of SUI on 2027-04-01.')
  await push(service, [{ ...ON_SALE, available: 0, priceCents: 0, closed: true }])
  expect((await to('JPY')).body.currency).toBe('JPY')
})

test.each([
  [
    'amounts of the rate CHD',
    { amountCents: 1 },
    { pricing: { type: 'derived', amountCents: -1 } },
  ],
  ['amounts of the rate CHD', { more: 1 }, { guests: { adults: 2, moreCents: 1 } }],
  [
    'amounts of the rate CHD',
    { band: 1 },
    {
      guests: {
        adults: 2,
        children: [
          { toAge: 3, percentBp: 1 },
          { toAge: 4, amountCents: 1 },
        ],
      },
    },
  ],
] as const)(
  "a hotel's currency stays while there are %s (%p), also of a rate off sale; percentages are of any (contract §1)",
  async (what, _, priced) => {
    await using service = await startService()
    const { call } = await signIn(service, 'admin')
    const to = (currency: string) => call('PATCH', '/v1/admin/hotels/alfa', { body: { currency } })
    const change = (body: object) => call('PATCH', '/v1/admin/hotels/alfa/rates/CHD', { body })
    const percents = {
      pricing: { type: 'derived', percentBp: -500, amountCents: 0 },
      guests: { adults: 2, lessPercentBp: 1, moreCents: 0, children: [{ toAge: 3, percentBp: 1 }] },
    }
    await makeRate(service, { rateCode: 'CHD', active: false })
    await makeRate(service, { rateCode: 'STD', guests: { adults: 2, moreCents: 5 } }, 'bravo')
    expect((await change({ ...percents, ...priced })).status).toBe(200)

    const refusal = await to('JPY')
    expect(refusal.body.errors).toMatchObject([{ path: '/currency', code: 'has_prices' }])
    expect(refusal.body.detail).toBe(`Prices stand in EUR: ${what}.`)
    expect((await change(percents)).status).toBe(200)
    expect((await to('JPY')).body.currency).toBe('JPY')
  },
)

test("a hotel's currency stays while a rate has a price of its own on a day, also where it is not looked at now (contract §1)", async () => {
  await using service = await startService()
  const { store, alfa, bravo } = service
  const { call } = await signIn(service, 'admin')
  await makeRate(service, { rateCode: 'OWN', roomCodes: ['DBL'] })
  const at = { roomCode: 'DBL', rateCode: 'OWN', date: '2027-04-01' as CalendarDate }
  const put = (hotelId: number, priceCents: number | null) =>
    store.tx(({ t, db }) =>
      db
        .insert(t.rateDay)
        .values({ ...NO_RATE_DAY, ...at, hotelId, priceCents })
        .onConflictDoUpdate({
          target: [t.rateDay.hotelId, t.rateDay.roomCode, t.rateDay.rateCode, t.rateDay.date],
          set: { priceCents },
        }),
    )
  const to = (currency: string) => call('PATCH', '/v1/admin/hotels/alfa', { body: { currency } })
  await put(bravo.id, 500)
  await put(alfa.id, 500)

  const refusal = await to('JPY')
  expect(refusal.body.detail).toBe('Prices stand in EUR: the price of DBL at OWN on 2027-04-01.')
  await put(alfa.id, null)
  expect((await to('JPY')).body.currency).toBe('JPY')
})

test('the mapping follows at once: a renamed hotel, its renamed city, another board name (contract §2)', async () => {
  await using service = await startService()
  const { call } = await signIn(service, 'admin')
  const mapping = async () => (await service.alfa.call('GET', '/mapping')).body
  expect((await mapping()).hotel.name).toBe('Hotel alfa')

  await call('PATCH', '/v1/admin/hotels/alfa', { body: { name: 'Alfa Nova', city: 'bravo-city' } })
  expect((await mapping()).hotel.city.name).toBe('City of bravo')
  await call('PATCH', '/v1/admin/cities/bravo-city', { body: { name: 'Bravo Town' } })
  await call('PATCH', '/v1/admin/boards/BB', { body: { name: 'Breakfast' } })

  const { hotel, boards } = await mapping()
  expect(hotel).toMatchObject({ slug: 'alfa', name: 'Alfa Nova', city: { name: 'Bravo Town' } })
  expect(boards).toContainEqual({ code: 'BB', name: 'Breakfast', ...NO_NAMES })
})

test('another time zone moves the hotel’s today at once', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  // 23:30 in Istanbul is the next day in Tokyo.
  service.clock.nowMs = Date.parse('2027-03-10T20:30:00Z')
  const today = async () => (await admin.call('GET', '/v1/panel/dashboard?hotel=alfa')).body.today
  expect(await today()).toBe('2027-03-10')
  await admin.call('PATCH', '/v1/admin/hotels/alfa', { body: { timezone: 'Asia/Tokyo' } })
  expect(await today()).toBe('2027-03-11')
})
