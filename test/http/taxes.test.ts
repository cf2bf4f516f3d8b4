import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { HOTEL, NO_NAMES } from '../support/catalog.ts'
import { asGuest } from '../support/manage.ts'
import { startService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'

const PANEL = '/v1/panel/hotel'
const ADMIN = '/v1/admin/hotels/alfa'
const KEPT_VAT = { code: 'VAT', name: 'Value added tax', percentBp: 1_000 }
const VAT = { ...KEPT_VAT, ...NO_NAMES }
const CITY = { code: 'city.1', name: 'City tax', percentBp: 200, ...NO_NAMES }

test('a manager sets the taxes of the hotel, the whole list at once; mapping, panel and admins show it at once, the history tells; Bravo has none (contract-rates, Routes)', async () => {
  await using service = await startService()
  const { manager, bravoManager, admin } = await hireStaff(service)
  const { alfa, bravo } = service
  const put = (taxes: unknown) => manager.call('PATCH', PANEL, { body: { taxes } })
  const mapped = async () => (await alfa.call('GET', '/mapping')).body.hotel.taxes
  expect(await mapped()).toEqual([])
  const { body } = await put([CITY, VAT])

  expect(body).toMatchObject({ slug: 'alfa', taxes: [CITY, VAT] })
  expect(await mapped()).toEqual([CITY, VAT])
  expect((await manager.call('GET', PANEL)).body).toEqual(body)
  const listed = (await admin.call('GET', '/v1/admin/hotels?city=alfa-city')).body.items
  expect(listed).toMatchObject([{ taxes: [CITY, VAT] }])
  expect((await put([VAT])).body.taxes).toEqual([VAT])
  const [last] = await historyOf(admin, '?entity=hotel&id=alfa')
  expect(last).toMatchObject({
    actor: { id: manager.user.id },
    before: { taxes: [CITY, VAT] },
    after: { taxes: [VAT] },
  })
  expect((await put([])).body.taxes).toEqual([])
  expect((await manager.call('PATCH', PANEL, { body: {} })).status).toBe(200)
  const stranger = await bravoManager.call('PATCH', `${PANEL}?hotel=alfa`, { body: { taxes: [] } })
  expect(stranger).toBeProblem(404, 'not_found')
  await put([VAT])
  expect((await bravo.call('GET', '/hotel')).body.taxes).toEqual([])
})

test('admins make a hotel with taxes and change them; in the panel nothing but taxes can change', async () => {
  await using service = await startService()
  const { manager, admin } = await hireStaff(service)

  const made = await admin.call('POST', '/v1/admin/hotels', { body: { ...HOTEL, taxes: [VAT] } })
  expect(made.body.taxes).toEqual([VAT])
  const changed = await admin.call('PATCH', ADMIN, { body: { taxes: [VAT, CITY] } })
  expect(changed.body.taxes).toEqual([VAT, CITY])
  const renamed = await admin.call('PATCH', ADMIN, { body: { name: 'Alfa Nova' } })
  expect(renamed.body.taxes).toEqual([VAT, CITY])
  const refused = await manager.call('PATCH', PANEL, { body: { name: 'Mine' } })
  expect(refused.body.errors).toMatchObject([{ path: '/name', code: 'unknown_field' }])
})

const many = (count: number, percentBp = 0) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ code: `T${index}`, name: 'Tax', percentBp },
    ...NO_NAMES,
  }))

test.each<[what: string, path: string, code: string, taxes: unknown]>([
  ['eleven', '/taxes', 'wrong_length', many(11)],
  ['a code twice', '/taxes/1/code', 'repeated', [VAT, { ...CITY, code: 'VAT' }]],
  ['a code with a space', '/taxes/0/code', 'wrong_format', [{ ...VAT, code: 'V T' }]],
  ['a name of nothing', '/taxes/0/name', 'wrong_length', [{ ...VAT, name: '' }]],
  ['a name of two lines', '/taxes/0/name', 'wrong_text', [{ ...VAT, name: 'a\nb' }]],
  ['below 0', '/taxes/0/percentBp', 'out_of_range', [{ ...VAT, percentBp: -1 }]],
  ['above all', '/taxes/0/percentBp', 'out_of_range', [{ ...VAT, percentBp: 10_001 }]],
  ['half a point', '/taxes/0/percentBp', 'wrong_type', [{ ...VAT, percentBp: 0.5 }]],
  ['above all together', '/taxes', 'out_of_range', many(2, 5_001)],
  ['no percentage', '/taxes/0/percentBp', 'required', [{ code: 'VAT', name: 'VAT' }]],
  ['a field more', '/taxes/0/included', 'unknown_field', [{ ...VAT, included: true }]],
  ['null', '/taxes', 'null_refused', null],
])(
  'taxes that are %s are refused at %s as %s, everywhere, and nothing changes (contract-rates, Bounds)',
  async (_, path, code, taxes) => {
    await using service = await startService()
    const { manager, admin } = await hireStaff(service)
    await manager.call('PATCH', PANEL, { body: { taxes: [VAT] } })
    const tries = [
      manager.call('PATCH', PANEL, { body: { taxes } }),
      admin.call('PATCH', ADMIN, { body: { taxes } }),
      admin.call('POST', '/v1/admin/hotels', { body: { ...HOTEL, taxes } }),
    ]
    for (const answer of await Promise.all(tries)) {
      expect(answer).toBeProblem(422, 'validation_failed')
      expect(answer.body.errors).toMatchObject([{ path, code }])
    }
    expect((await manager.call('GET', PANEL)).body.taxes).toEqual([VAT])
  },
)

test('ten taxes, and together all of the net price, are taken (contract-rates, Bounds)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  for (const taxes of [many(10, 1_000), many(1, 10_000), [{ ...VAT, code: '1'.repeat(64) }]])
    expect((await manager.call('PATCH', PANEL, { body: { taxes } })).body.taxes).toEqual(taxes)
})

test('taxes concern bookings made from then on: one of before keeps its own, also when its total changes (contract-rates, Taxes)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service, { priceCents: 11_000 })
  const untaxed = (await book(service.call)).body
  await manager.call('PATCH', PANEL, { body: { taxes: [VAT] } })
  const { code, taxes, netCents } = (await book(service.call)).body

  expect(untaxed).toMatchObject({ taxes: [], netCents: 22_000 })
  expect([taxes, netCents]).toEqual([[{ ...KEPT_VAT, amountCents: 2_000 }], 20_000])
  await manager.call('PATCH', PANEL, { body: { taxes: [CITY] } })
  const longer = async (of: string) =>
    (
      await service.call('PATCH', `/v1/bookings/${of}`, {
        body: { ...asGuest(of), checkout: '2027-04-04' },
      })
    ).body
  expect(await longer(untaxed.code)).toMatchObject({ taxes: [], netCents: 33_000 })
  expect(await longer(code)).toMatchObject({
    taxes: [{ ...KEPT_VAT, amountCents: 3_000 }],
    netCents: 30_000,
  })
})
