import { expect, test } from 'bun:test'
import { addCity, addPriced, find, hotelPage, putDays } from '../support/search.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

// What guests may book at once is shown, and told where more is asked for (contract-access, One booking).

const DATES = 'checkin=2027-04-01&checkout=2027-04-03'
const OPEN = { available: 9, priceCents: 5_000 }
const PAST = [
  ['rooms', `${DATES}&rooms=3`, { webMaxRooms: 2 }],
  ['nights', 'checkin=2027-04-01&checkout=2027-04-04', { webMaxNights: 2 }],
] as const

/** Alfa's doubles are the cheapest of the city; `large`, `dear` and `full` stand there, too. */
async function startCity(bounds: object) {
  const service = await startService()
  const staff = await hireStaff(service)
  const { status } = await staff.manager.call('PATCH', '/v1/panel/hotel', { body: bounds })
  expect(status).toBe(200)
  await putDays(service, service.alfa.id, 'DBL', Array(4).fill(OPEN))
  const cityId = await addCity(service, 'there')
  for (const [slug, priceCents] of [
    ['dear', 20_000],
    ['large', 10_000],
  ] as const)
    await addPriced(service, { cityId, slug }, priceCents, { available: 9 })
  await addPriced(service, { cityId, slug: 'full', ...bounds }, 5_000, { available: 0 })
  return { service, staff, ...staff }
}

const searchAs = async (caller: Pick<TestService, 'call'>, query: string) =>
  (await find(caller, query)).body.items.map((item: any) => [
    ...[item.slug, item.lowestTotalCents !== null, item.reason?.code ?? null],
  ])

test('search and the page of a hotel show how much guests may book at once (contract-access, One booking)', async () => {
  const bounds = { webMaxRooms: 2, webMaxNights: 14 }
  const { service } = await startCity(bounds)
  await using _ = service
  expect((await hotelPage(service, 'alfa')).body).toMatchObject(bounds)
  const { items } = (await find(service, 'sort=stars')).body
  expect(items.find(({ slug }: any) => slug === 'alfa')).toMatchObject(bounds)
  expect(items.find(({ slug }: any) => slug === 'large').webMaxRooms).toBe(50)
})

test.each(PAST)(
  'a search for more %s than a hotel lets guests book says so, after all that can be booked; of what is sold out nothing (contract-access, One booking)',
  async (_, query, bounds) => {
    const { service, guest, bravoManager } = await startCity(bounds)
    await using _service = service
    const told = [
      ['large', true, null],
      ['dear', true, null],
      ['alfa', false, 'stay_too_large'],
    ]
    for (const caller of [service, guest, bravoManager])
      expect(await searchAs(caller, query)).toEqual(told)
    const dearest = await searchAs(service, `${query}&sort=-price`)
    expect(dearest.map(([slug]: string[]) => slug)).toEqual(['dear', 'large', 'alfa'])
    // Its price is what the bounds of prices are held against.
    expect(await searchAs(service, `${query}&maxPriceCents=1&currency=EUR`)).toEqual([])

    const first = (await find(service, `${query}&limit=2`)).body
    expect(await searchAs(service, `${query}&limit=2&cursor=${first.nextCursor}`)).toEqual(
      told.slice(2),
    )
    expect(await searchAs(service, DATES)).toContainEqual(['alfa', true, null])
  },
)

test.each(PAST)(
  'the page of a hotel says of more %s than guests may book that no room is, before all other reasons (contract-access, One booking)',
  async (_, query, bounds) => {
    const { service, guest } = await startCity(bounds)
    await using _service = service
    for (const caller of [service, guest]) {
      const { rooms } = (await hotelPage(caller, 'alfa', query)).body
      for (const { quote, reason } of rooms) {
        expect(quote).toBeNull()
        expect(reason).toMatchObject({ code: 'stay_too_large', dates: [] })
      }
    }
    const [double] = (await hotelPage(service, 'alfa', DATES)).body.rooms
    expect(double.reason).toBeNull()
  },
)

test.each(PAST)(
  'the hotel’s own people, admins and agencies find and book more %s than guests (contract-access, One booking)',
  async (_, query, bounds) => {
    const { service, manager, admin, agent } = await startCity(bounds)
    await using _service = service
    for (const caller of [manager, admin, agent]) {
      expect((await searchAs(caller, query))[0]).toEqual(['alfa', true, null])
      const [double] = (await hotelPage(caller, 'alfa', query)).body.rooms
      expect(double.quote).toMatchObject({ available: 9 })
    }
  },
)

test('each rate says so, too, first of its reasons (contract-access, One booking; contract-rates, Quotes)', async () => {
  const { service, manager } = await startCity({ webMaxRooms: 2 })
  await using _ = service
  const taxes = [{ code: 'VAT', name: 'VAT', percentBp: 1_000 }]
  await manager.call('PATCH', '/v1/panel/hotel', { body: { taxes } })
  const { rooms } = (await hotelPage(service, 'alfa', `${DATES}&rooms=10`)).body
  const [rate] = rooms[0].rates
  expect(rate.reasons.map(({ code }: any) => code)).toEqual(['stay_too_large', 'sold_out'])
  expect(rate).toMatchObject({ totalPriceCents: null, reason: { code: 'stay_too_large' } })
})
