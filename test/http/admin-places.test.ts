import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { NO_NAMES } from '../support/catalog.ts'
import { startService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'

const HOTEL = {
  name: 'Kordon Işık',
  currency: 'TRY',
  timezone: 'Europe/Istanbul',
  stars: 4,
  address: 'Kordon 1',
}

test('cities are listed with their hotels and found by parts of words; one that a hotel is in stays, another is deleted (issue 18)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const body = { name: 'Iğdır', country: 'TR', lat: 39.92, lng: 44.05 }
  expect((await admin.call('POST', '/v1/admin/cities', { body })).status).toBe(201)
  const cities = async (query = '') => (await admin.call('GET', `/v1/admin/cities${query}`)).body

  const ofFirst = { lat: null, lng: null, currency: 'EUR', timezone: 'Europe/Istanbul' }
  const none = { currency: null, timezone: null }
  expect((await cities()).items).toEqual([
    { slug: 'alfa-city', name: 'City of alfa', country: 'TR', ...NO_NAMES, ...ofFirst, hotels: 1 },
    {
      slug: 'bravo-city',
      name: 'City of bravo',
      country: 'TR',
      ...NO_NAMES,
      ...ofFirst,
      hotels: 1,
    },
    {
      slug: 'igdir',
      name: 'Iğdır',
      country: 'TR',
      ...NO_NAMES,
      lat: 39.92,
      lng: 44.05,
      hotels: 0,
      ...none,
    },
  ])
  for (const q of ['ığdır', 'IGDIR', 'iğ'])
    expect((await cities(`?q=${encodeURIComponent(q)}`)).items).toHaveLength(1)
  const first = await cities('?limit=2')
  expect((await cities(`?limit=2&cursor=${first.nextCursor}`)).items[0].slug).toBe('igdir')

  const remove = (slug: string) => admin.call('DELETE', `/v1/admin/cities/${slug}`)
  // Read before, so that it is kept in memory.
  const guests = async () => (await service.call('GET', '/v1/cities?q=igdir')).body.items
  expect(await guests()).toHaveLength(1)
  expect(await remove('alfa-city')).toBeProblem(409, 'in_use')
  expect((await remove('igdir')).status).toBe(204)
  expect(await remove('igdir')).toBeProblem(404, 'not_found')
  expect(await guests()).toEqual([])
  const [entry] = await historyOf(admin)
  expect(entry).toMatchObject({ entity: 'city', id: 'igdir', before: { name: 'Iğdır' } })
  expect(entry!.after.deletedAtMs).toBe(service.clock.nowMs)
})

test('boards are listed with what is sold with them; one of a room type, a rate or a booking stays (issue 18)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const post = (path: string, body: object) => admin.call('POST', `/v1/admin${path}`, { body })
  await post('/boards', { code: 'BR', name: 'Brunch' })
  await post('/boards', { code: 'AI', name: 'All inclusive' })
  const boards = async () => (await admin.call('GET', '/v1/admin/boards')).body.items
  const remove = (code: string) => admin.call('DELETE', `/v1/admin/boards/${code}`)
  const boardOf = async (code: string) => (await boards()).find((each: any) => each.code === code)
  const { boards: sold } = (await admin.call('GET', '/v1/panel/rooms?hotel=alfa')).body.items[0]
  const offer = (codes: string[]) =>
    admin.call('PATCH', '/v1/admin/hotels/alfa/rooms/DBL', { body: { boards: codes } })

  expect(await boardOf('BR')).toEqual({
    ...{ code: 'BR', name: 'Brunch', ...NO_NAMES },
    ...{ roomTypes: 0, rates: 0 },
  })
  expect(await boardOf(sold[0])).toMatchObject({ roomTypes: 4 })
  expect(await remove(sold[0])).toBeProblem(409, 'in_use')

  const cancellation = { freeUntilDays: null, penalty: 'all' }
  const rate = {
    rateCode: 'R',
    name: 'R',
    boardCode: 'AI',
    roomCodes: ['DBL'],
    pricing: { type: 'derived' },
  }
  expect((await offer([...sold, 'AI', 'BR'])).status).toBe(200)
  expect((await post('/hotels/alfa/rates', { ...rate, cancellation })).status).toBe(201)
  expect(await boardOf('AI')).toMatchObject({ roomTypes: 1, rates: 1 })

  await sell(service)
  expect((await book(service.call, { boardCode: 'BR' })).status).toBe(201)
  expect((await offer(sold)).status).toBe(200)
  expect(await boardOf('BR')).toMatchObject({ roomTypes: 0, rates: 0 })
  expect(await remove('BR')).toBeProblem(409, 'in_use')
  expect(await remove('AI')).toBeProblem(409, 'in_use')

  await post('/boards', { code: 'XX', name: 'Nobody' })
  expect((await remove('XX')).status).toBe(204)
  expect(await remove('XX')).toBeProblem(404, 'not_found')
})

test('a hotel that does not say where it is, is where its city is, or else the first hotel there (issue 18)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const post = (path: string, body: object) => admin.call('POST', `/v1/admin${path}`, { body })
  await post('/cities', { name: 'Bursa', country: 'TR' })
  const nowhere = await post('/hotels', { ...HOTEL, city: 'bursa' })
  expect(nowhere).toBeProblem(422, 'validation_failed')
  expect(nowhere.body.errors).toMatchObject([{ path: '/lat', code: 'required' }])

  const first = await post('/hotels', { ...HOTEL, city: 'bursa', lat: 40.1, lng: 29.1 })
  expect(first.body).toMatchObject({ lat: 40.1, lng: 29.1 })
  const second = await post('/hotels', { ...HOTEL, city: 'bursa' })
  expect(second.body).toMatchObject({ lat: 40.1, lng: 29.1 })

  await admin.call('PATCH', '/v1/admin/cities/bursa', { body: { lat: 40.2, lng: 29.2 } })
  expect((await post('/hotels', { ...HOTEL, city: 'bursa' })).body).toMatchObject({ lat: 40.2 })
  const said = await post('/hotels', { ...HOTEL, city: 'bursa', lat: 1, lng: 2 })
  expect(said.body).toMatchObject({ lat: 1, lng: 2 })
})

test('agencies are found by parts of words of name, code and e-mail, without case and marks, and by their state (issue 18)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const fields = { email: 'satis@example.com', commissionBasisPoints: 1_000 }
  const body = { code: 'ISIK', name: 'Işık Şehir Turizm', ...fields }
  await admin.call('POST', '/v1/admin/agencies', { body })
  await admin.call('PATCH', '/v1/admin/agencies/ECHO', { body: { active: false } })
  const codes = async (query: string) =>
    (await admin.call('GET', `/v1/agencies?${query}`)).body.items.map((item: any) => item.code)

  for (const q of ['ışık', 'ISIK', 'şehir ışık', 'turiz', 'satis@example', 'isik'])
    expect(await codes(`q=${encodeURIComponent(q)}`)).toEqual(['ISIK'])
  expect(await codes('q=nobody')).toEqual([])
  expect(await codes('active=false')).toEqual(['ECHO'])
  expect(await codes('active=true')).toEqual(['DELTA', 'ISIK'])
})
