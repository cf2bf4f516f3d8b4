import { expect, test } from 'bun:test'
import { setAside, startWithAgencies } from '../support/allotments.ts'
import { addDay, book, sell } from '../support/bookings.ts'
import { makeRate } from '../support/rates.ts'
import type { Call } from '../support/service.ts'
import { watchStatements } from '../support/statements.ts'
import { putTerms } from '../support/terms.ts'

const STAY = 'checkin=2027-04-01&checkout=2027-04-03'

/** The most rooms for which a search finds Alfa, and the rooms left that its page shows. */
async function leftFor(call: Call) {
  let found = 0
  for (let rooms = 1; rooms <= 6; rooms++) {
    const { body } = await call('GET', `/v1/hotels?${STAY}&rooms=${rooms}&adults=${rooms}`)
    if (body.items.length > 0) found = rooms
  }
  const { body } = await call('GET', `/v1/hotels/alfa?${STAY}`)
  return [found, body.rooms[0].quote?.available ?? 0]
}

for (const isRated of [false, true])
  test(`search and page show the rooms that the caller may take, ${isRated ? 'with' : 'without'} rates (contract-agencies, *Allotment*)`, async () => {
    const { service, staff } = await startWithAgencies()
    await using _ = service
    const { agent, echoAgent, manager } = staff
    if (isRated) await makeRate(service, { rateCode: 'FLEX' })
    await sell(service)
    expect(await leftFor(service.call)).toEqual([5, 5])
    await setAside(manager)
    await setAside(manager, { agencyCode: 'ECHO', rooms: 1 })
    expect(await leftFor(service.call)).toEqual([1, 1])
    expect(await leftFor(agent.call)).toEqual([4, 4])
    expect(await leftFor(echoAgent.call)).toEqual([2, 2])
    await book(agent.call, { rooms: 2, adults: 2 })
    expect(await leftFor(agent.call)).toEqual([2, 2])
    expect(await leftFor(service.call)).toEqual([1, 1])
    await putTerms(manager, { stopSale: true })
    expect(await leftFor(service.call)).toEqual([2, 2])
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

test('a hotel without allotments reads nothing of them, searched, quoted and booked (contract-agencies, *Allotment*)', async () => {
  using statements = watchStatements()
  const { service, staff } = await startWithAgencies()
  await using _ = service
  await sell(service)
  const visit = async (at: number) => {
    const checkin = addDay('2027-04-01', at)
    const stay = { checkin, checkout: addDay(checkin, 1) }
    const query = `checkin=${stay.checkin}&checkout=${stay.checkout}`
    const { call } = service
    for (const path of [`/v1/hotels?${query}`, `/v1/hotels/alfa?${query}`]) await call('GET', path)
    const { body, status } = await book(staff.manager.call, stay)
    expect(status).toBe(201)
    await staff.manager.call('PATCH', `/v1/bookings/${body.code}`, {
      body: { checkout: addDay(checkin, 2) },
    })
    await staff.manager.call('POST', `/v1/bookings/${body.code}/cancel`)
    const updates = [{ roomCode: 'DBL', date: checkin, available: 4 }]
    await service.alfa.call('PATCH', '/availability', { body: { updates } })
  }
  await visit(0)
  const isOfAgencies = (text: string) => /"allotment"|"agency_night"/.test(text)
  expect((await statements.during(() => visit(2))).filter(isOfAgencies)).toEqual([])
  await setAside(staff.manager, { date: '2027-04-10' })
  expect((await statements.during(() => visit(4))).filter(isOfAgencies)).not.toEqual([])
})
