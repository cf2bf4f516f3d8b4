import { expect, test } from 'bun:test'
import { setAside, startWithAgencies } from '../support/allotments.ts'
import { book, sell } from '../support/bookings.ts'
import { makeRate } from '../support/rates.ts'
import type { Call } from '../support/service.ts'
import { putTerms } from '../support/terms.ts'

const STAY = 'checkin=2027-04-01&checkout=2027-04-03'

/** A caller finds Alfa for so many rooms and for no more, and its page shows as many. */
async function expectLeft(call: Call, rooms: number): Promise<void> {
  const isFound = async (count: number) => {
    const { body } = await call('GET', `/v1/hotels?${STAY}&rooms=${count}&adults=${count}`)
    return body.items.length > 0
  }
  const { body } = await call('GET', `/v1/hotels/alfa?${STAY}`)
  const shown = [await isFound(rooms), await isFound(rooms + 1), body.rooms[0].quote.available]
  expect(shown).toEqual([true, false, rooms])
}

for (const isRated of [false, true])
  test(`search and page show the rooms that the caller may take, ${isRated ? 'with' : 'without'} rates (contract-agencies, *Allotment*)`, async () => {
    const { service, staff } = await startWithAgencies()
    await using _ = service
    const { agent, echoAgent, manager } = staff
    if (isRated) await makeRate(service, { rateCode: 'FLEX' })
    await sell(service)
    await expectLeft(service.call, 5)
    await setAside(manager)
    await setAside(manager, { agencyCode: 'ECHO', rooms: 1 })
    await expectLeft(service.call, 1)
    await expectLeft(agent.call, 4)
    await expectLeft(echoAgent.call, 2)
    await book(agent.call, { rooms: 2, adults: 2 })
    await expectLeft(agent.call, 2)
    await expectLeft(service.call, 1)
    await putTerms(manager, { stopSale: true })
    await expectLeft(service.call, 2)
    const found = await echoAgent.call('GET', `/v1/acenta/search?${STAY}`)
    expect(found.body.items[0].rooms[0].roomsLeft).toBe(3)
  })

test('what search keeps of a hotel with allotments is good until its midnight (contract-agencies, *Allotment*)', async () => {
  const { service, staff } = await startWithAgencies()
  await using _ = service
  await sell(service)
  await setAside(staff.manager, { rooms: 5, releaseDays: 20 })
  service.clock.nowMs = Date.parse('2027-03-11T20:59:59Z')
  const one = 'checkin=2027-04-01&checkout=2027-04-02'
  const calendar = '/v1/hotels/alfa/calendar?from=2027-04-01&to=2027-04-02'
  const see = async () => [
    (await service.call('GET', `/v1/hotels?${one}`)).body.items.length,
    (await service.call('GET', calendar)).body.days.map(({ lowestCents }: any) => lowestCents),
  ]
  expect(await see()).toEqual([0, [null, null]])
  service.clock.nowMs += 1_000
  expect(await see()).toEqual([1, [10_000, null]])
})

test('search sees at once what an agency switched off or on, and the next count of a night, leave to others (contract-agencies, *Allotment*)', async () => {
  const { service, staff } = await startWithAgencies()
  await using _ = service
  const { agent, manager, admin } = staff
  await sell(service, { available: 6 })
  await setAside(manager)
  await expectLeft(service.call, 3)
  for (const [active, left] of [
    [false, 6],
    [true, 3],
  ] as const) {
    await admin.call('PATCH', '/v1/admin/agencies/DELTA', { body: { active } })
    await expectLeft(service.call, left)
  }
  await admin.call('PATCH', '/v1/admin/hotels/alfa', { body: { restoreOnCancel: false } })
  const { body } = await book(agent.call, { rooms: 2, adults: 2 })
  await agent.call('POST', `/v1/bookings/${body.code}/cancel`)
  await expectLeft(service.call, 3)
  // The same count again: the two rooms kept back are Delta's to draw once more.
  const updates = ['2027-04-01', '2027-04-02'].map((date) => ({
    ...{ roomCode: 'DBL', date, available: 4 },
  }))
  await service.alfa.call('PATCH', '/availability', { body: { updates } })
  await expectLeft(service.call, 1)
})

test('a quote of the hotel’s people says what is set aside, and their override sees all (contract-agencies, *Allotment*)', async () => {
  const { service, staff } = await startWithAgencies()
  await using _ = service
  const { manager } = staff
  await sell(service)
  await setAside(manager, { rooms: 5 })
  const page = `/v1/hotels/alfa?${STAY}`
  const room = async (call: Call, more = '') => (await call('GET', page + more)).body.rooms[0]
  expect((await room(service.call)).reason.code).toBe('sold_out')
  expect((await room(manager.call)).reason).toMatchObject({
    ...{ code: 'set_aside', dates: ['2027-04-01', '2027-04-02'] },
  })
  expect((await room(manager.call, '&override=true')).quote.available).toBe(5)
})
