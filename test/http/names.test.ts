import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { NO_NAMES, STANDARD_NAMES } from '../support/catalog.ts'
import { find, hotelPage, STAY } from '../support/search.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'

const names = (en: string | null, tr: string | null) => ({
  translations: { en: { name: en }, tr: { name: tr } },
})
const SAVER = {
  ...{ rateCode: 'NRF', name: 'Saver', roomCodes: ['DBL'] },
  pricing: { type: 'derived', percentBp: -1_200 },
  cancellation: { freeUntilDays: null, penalty: 'all' },
}

/** What everything that shows names has of Alfa: mapping, hotel page and its quotes, search, cities. */
async function readNames(service: TestService) {
  const { body: mapping } = await service.alfa.call('GET', '/mapping')
  const { body: page } = await hotelPage(service, 'alfa', STAY)
  const [hit] = (await find(service, `city=alfa-city&${STAY}`)).body.items
  const { items } = (await service.call('GET', '/v1/cities')).body
  const city = items.find(({ slug }: any) => slug === 'alfa-city')
  const double = page.rooms.find(({ roomCode }: any) => roomCode === 'DBL')
  return { mapping, page, hit, city, quotes: double.rates ?? [] }
}

const by = (list: any[], code: string) =>
  list.find((each) => (each.rateCode ?? each.code) === code)?.translations

test('a rate has a name in each language: said one by one, taken away by null, shown everywhere at once, in the history (contract-agencies, Pages for guests)', async () => {
  await using service = await startService()
  const { manager, admin } = await hireStaff(service)
  await sell(service)
  const body = { ...SAVER, translations: { tr: { name: 'İptal edilemez' } } }
  const made = await manager.call('POST', '/v1/panel/rates', { body })
  expect([made.status, made.body]).toMatchObject([201, names(null, 'İptal edilemez')])
  // Read before, so that it is kept in memory.
  expect(by((await readNames(service)).quotes, 'NRF')).toEqual(made.body.translations)

  const change = (path: string, changes: object, who = manager) =>
    who.call('PATCH', `${path}/NRF`, { body: changes })
  const en = { translations: { en: { name: 'Non-refundable' } } }
  expect((await change('/v1/admin/hotels/alfa/rates', en, admin)).status).toBe(200)
  const both = names('Non-refundable', 'İptal edilemez')
  const { mapping, page, quotes } = await readNames(service)
  for (const list of [mapping.rates, page.rateNames, quotes])
    expect(by(list, 'NRF')).toEqual(both.translations)
  const [last] = await historyOf(admin, '?entity=rate&id=alfa/NRF')
  expect(last).toMatchObject({ before: names(null, 'İptal edilemez'), after: both })

  // Who has not seen the name that stands writes none over it.
  const unseen = { translations: { tr: { name: 'İadesiz' } } }
  const expected = { translations: { tr: { name: 'Başka' } } }
  expect(await change('/v1/panel/rates', { ...unseen, expected })).toBeProblem(
    409,
    'revision_conflict',
  )
  const none = await change('/v1/panel/rates', { translations: { tr: { name: null } } })
  expect(none.body).toMatchObject(names('Non-refundable', null))
  const wrong = await change('/v1/panel/rates', { translations: { de: { name: 'Nein' } } })
  expect(wrong).toBeProblem(422, 'validation_failed')
  expect(wrong.body.errors).toMatchObject([{ path: '/translations/de', code: 'unknown_field' }])
  // A booking has the name as the hotel wrote it.
  const booked = await book(service.call, { rateCode: 'NRF' })
  expect(booked.body.rateName).toBe('Saver')
  expect(booked.body).not.toHaveProperty('translations')
})

test('STD is called Standart in Turkish as long as it is called as in the beginning (contract-agencies, Pages for guests)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const std = async () => (await service.alfa.call('GET', '/mapping')).body.rates[0]
  const change = (body: object) => manager.call('PATCH', '/v1/panel/rates/STD', { body })
  expect(await std()).toMatchObject({ name: 'Standard', ...STANDARD_NAMES })
  await change({ cancellation: { freeUntilDays: 1, penalty: 'first_night' } })
  expect(await std()).toMatchObject({ name: 'Standard', ...STANDARD_NAMES })
  await change({ name: 'Flexible' })
  expect(await std()).toMatchObject({ name: 'Flexible', ...NO_NAMES })
  await change({ translations: { tr: { name: 'Esnek' } } })
  expect(await std()).toMatchObject({ name: 'Flexible', ...names(null, 'Esnek') })
})

test('a row of STD that a replica of the version before wrote is called Standart in Turkish, too (contract-agencies, Pages for guests)', async () => {
  await using service = await startService()
  const { store, alfa } = service
  await store.tx(async ({ t, db }) => {
    const row = { hotelId: alfa.id, rateCode: 'STD', name: 'Standard', public: true, active: true }
    await db.insert(t.rate).values({ ...row, cancellation: '{"freeUntilDays":0,"penalty":"none"}' })
    await db.update(t.hotel).set({ usesRates: true })
  })
  expect((await alfa.call('GET', '/mapping')).body.rates[0]).toMatchObject(STANDARD_NAMES)
})

test('taxes have names in each language; a list without them keeps those of the code; a booking has the name as it was written (contract-agencies, Pages for guests)', async () => {
  await using service = await startService()
  const { manager, admin } = await hireStaff(service)
  await sell(service)
  const VAT = { code: 'VAT', name: 'Value added tax', percentBp: 1_000 }
  const CITY = { code: 'CITY', name: 'City tax', percentBp: 200 }
  const put = (taxes: object[], more: object = {}) =>
    manager.call('PATCH', '/v1/panel/hotel', { body: { taxes, ...more } })
  const both = names(null, 'KDV')
  const made = await put([{ ...VAT, translations: { tr: { name: 'KDV' } } }, CITY])
  expect(made.body.taxes).toEqual([
    { ...VAT, ...both },
    { ...CITY, ...NO_NAMES },
  ])
  const { mapping, page } = await readNames(service)
  for (const list of [mapping.hotel.taxes, page.taxes])
    expect(by(list, 'VAT')).toEqual(both.translations)
  expect((await put([CITY, { ...VAT, percentBp: 800 }])).body.taxes[1]).toEqual({
    ...{ ...VAT, percentBp: 800 },
    ...both,
  })
  // One that was decided on without names is refused for another percentage alone.
  const seen = { expected: { taxes: [CITY, { ...VAT, percentBp: 800 }] } }
  expect((await put([VAT], seen)).body.taxes).toEqual([{ ...VAT, ...both }])
  const otherwise = { expected: { taxes: [{ ...VAT, translations: { tr: { name: 'Vergi' } } }] } }
  expect(await put([CITY], otherwise)).toBeProblem(409, 'revision_conflict')

  const { body } = await book(service.call)
  expect(body.taxes).toEqual([{ ...VAT, amountCents: 1_818 }])
  const listed = (await admin.call('GET', '/v1/admin/hotels?city=alfa-city')).body.items
  expect(listed[0].taxes).toEqual([{ ...VAT, ...both }])
})

test('cities and boards have names in each language, which their hotels show at once (contract-agencies, Pages for guests)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  await sell(service)
  expect((await readNames(service)).city).toMatchObject(NO_NAMES)
  const patch = (path: string, body: object) => admin.call('PATCH', `/v1/admin${path}`, { body })
  const tr = (name: string | null) => ({ translations: { tr: { name } } })
  expect((await patch('/cities/alfa-city', tr('Alfa şehri'))).body).toMatchObject(
    names(null, 'Alfa şehri'),
  )
  expect((await patch('/boards/RO', tr('Sadece oda'))).body).toMatchObject(
    names(null, 'Sadece oda'),
  )
  const { mapping, page, hit, city } = await readNames(service)
  for (const each of [mapping.hotel.city, page.city, hit.city, city])
    expect(each).toMatchObject(names(null, 'Alfa şehri'))
  expect(by(mapping.boards, 'RO')).toEqual(names(null, 'Sadece oda').translations)
  expect(page.boards).toEqual([{ code: 'RO', name: 'Room only', ...names(null, 'Sadece oda') }])
  expect((await patch('/cities/alfa-city', { name: 'Alfa' })).body).toMatchObject({
    name: 'Alfa',
    ...names(null, 'Alfa şehri'),
  })
  await patch('/boards/RO', tr(null))
  expect(by((await readNames(service)).page.boards, 'RO')).toEqual(NO_NAMES.translations)

  const made = await admin.call('POST', '/v1/admin/cities', {
    body: { name: 'Vienna', country: 'AT', ...tr('Viyana') },
  })
  expect(made.body).toMatchObject(names(null, 'Viyana'))
  const board = { code: 'BR', name: 'Brunch', ...tr('Geç kahvaltı') }
  expect((await admin.call('POST', '/v1/admin/boards', { body: board })).body).toEqual({
    ...{ code: 'BR', name: 'Brunch' },
    ...names(null, 'Geç kahvaltı'),
  })
  const { items } = (await admin.call('GET', '/v1/admin/cities?q=vienna')).body
  expect(items[0]).toMatchObject(names(null, 'Viyana'))
})
