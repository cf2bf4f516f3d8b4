import { expect, test } from 'bun:test'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { setAside, startWithAgencies } from '../support/allotments.ts'
import { book, sell } from '../support/bookings.ts'
import { makeExtra } from '../support/extras.ts'
import { photoFile } from '../support/pictures.ts'
import { putRateDays } from '../support/rate-rows.ts'
import { makeRate } from '../support/rates.ts'
import { putDays } from '../support/search.ts'
import { startService } from '../support/service.ts'
import { SAVER } from '../support/set-up.ts'
import { hireStaff } from '../support/staff.ts'

test('the kept page of a hotel is that of a signed-in guest, which is not kept, after each change of what it shows (contract §5)', async () => {
  await using service = await startService()
  const { manager, admin, guest } = await hireStaff(service)
  const patch = async (path: string, body: object) =>
    expect((await admin.call('PATCH', path, { body })).status).toBe(200)
  const acts: (() => Promise<unknown>)[] = [
    () => patch('/v1/panel/hotel?hotel=alfa', { phone: '+90 212 555 01 00' }),
    () => patch('/v1/panel/rooms/DBL?hotel=alfa', { sizeM2: 31 }),
    () => patch('/v1/admin/boards/RO', { name: 'Room alone' }),
    () => makeExtra(service, { code: 'TRANSFER' }),
    () => manager.call('POST', '/v1/panel/rates', { body: SAVER }),
    () =>
      manager.call('POST', '/v1/panel/photos', {
        raw: new Uint8Array(photoFile()),
        headers: { 'content-type': 'image/jpeg' },
      }),
    () => patch('/v1/admin/hotels/alfa', { stars: 2 }),
  ]
  const pages: string[] = []
  for (const act of [async () => {}, ...acts]) {
    await act()
    const [kept, again] = [
      await service.call('GET', '/v1/hotels/alfa'),
      await service.call('GET', '/v1/hotels/alfa'),
    ]
    expect(again.text).toBe(kept.text)
    expect(kept.body).toEqual((await guest.call('GET', '/v1/hotels/alfa')).body)
    pages.push(kept.text)
  }
  // Each act shows.
  expect(new Set(pages).size).toBe(pages.length)
  await patch('/v1/admin/hotels/alfa', { active: false })
  expect(await service.call('GET', '/v1/hotels/alfa')).toBeProblem(404, 'not_found')
})

const STAY = 'checkin=2027-04-01&checkout=2027-04-03'
const QUERIES = [STAY, `${STAY}&rooms=2&adults=3`, `${STAY}&party=2&party=1`, `${STAY}&board=RO`]

test('the kept page of a stay is that of a signed-in guest after each change of days, rates, bookings, allotments and the date (contract §5)', async () => {
  const { service, staff } = await startWithAgencies()
  await using _ = service
  const { deps, alfa, clock, call } = service
  const { manager, admin, guest } = staff
  await sell(service)
  const actor = { type: 'user', id: 'admin' } as const
  const taxes = [{ code: 'VAT', name: 'VAT', percentBp: 1_000 }]
  const flex = { hotelId: alfa.id, rateCode: 'FLEX' }
  const acts: (() => Promise<unknown>)[] = [
    () => putDays(service, alfa.id, 'DBL', Array(3).fill({ available: 9, priceCents: 12_000 })),
    () => changeHotel(deps, actor, 'alfa', { taxes }),
    () => makeRate(service, { rateCode: 'FLEX', pricing: { type: 'own' } }),
    () => putRateDays(service, flex, [{ priceCents: 15_000 }, { priceCents: 15_000 }]),
    () => putRateDays(service, flex, [{ priceCents: 15_000, minStay: 3 }]),
    () => book(call, { rooms: 2, adults: 2 }),
    () => setAside(manager, { rooms: 6, releaseDays: 20 }),
    () => admin.call('PATCH', '/v1/admin/boards/RO', { body: { name: 'Room alone' } }),
    () => changeHotel(deps, actor, 'alfa', { webMaxNights: 1 }),
    // At midnight in Istanbul, three weeks before the arrival, the rooms that are set aside are released.
    async () => {
      await changeHotel(deps, actor, 'alfa', { webMaxNights: 30 })
      await Promise.all(QUERIES.map((query) => call('GET', `/v1/hotels/alfa?${query}`)))
      clock.nowMs = Date.parse('2027-03-11T21:00:00Z')
    },
  ]
  const pages = new Set<string>()
  for (const act of [async () => {}, ...acts]) {
    await act()
    const texts: string[] = []
    for (const query of QUERIES) {
      const path = `/v1/hotels/alfa?${query}`
      const kept = await call('GET', path)
      expect(kept.status).toBe(200)
      expect((await call('GET', path)).text).toBe(kept.text)
      expect((await guest.call('GET', path)).text).toBe(kept.text)
      expect(JSON.stringify(JSON.parse(kept.text))).toBe(kept.text)
      texts.push(kept.text)
    }
    pages.add(texts.join())
  }
  // Each act shows.
  expect(pages.size).toBe(acts.length + 1)
})

test('a kept page of a stay is gone once its check-in is over, and for a hotel off sale (contract §5)', async () => {
  await using service = await startService()
  await sell(service)
  const page = () => service.call('GET', `/v1/hotels/alfa?${STAY}`)
  expect((await page()).status).toBe(200)
  await changeHotel(service.deps, { type: 'user', id: 'admin' }, 'alfa', { active: false })
  expect(await page()).toBeProblem(404, 'not_found')
  await changeHotel(service.deps, { type: 'user', id: 'admin' }, 'alfa', { active: true })
  expect((await page()).status).toBe(200)
  service.clock.nowMs = Date.parse('2027-04-02T09:00:00Z')
  expect(await page()).toBeProblem(422, 'validation_failed')
})

test('a page of a stay is kept when it is asked for again, so that pages asked for once displace no other', async () => {
  await using service = await startService()
  await sell(service)
  const { caches } = service.context
  const bytesKept = () => Object.fromEntries(caches.taken()).hotel_pages!
  const page = async (query: string) =>
    expect((await service.call('GET', `/v1/hotels/alfa?${query}`)).status).toBe(200)
  await page(STAY)
  const before = bytesKept()
  for (const adults of [1, 2, 3]) await page(`${STAY}&adults=${adults}`)
  expect(bytesKept()).toBe(before)
  await page(STAY)
  expect(bytesKept()).toBeGreaterThan(before)
})
