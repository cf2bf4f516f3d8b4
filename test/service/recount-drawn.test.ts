import { expect, test } from 'bun:test'
import { recountDrawn } from '../../src/service/agencies/recount-drawn.ts'
import { firstNight, setAside, startWithAgencies } from '../support/allotments.ts'
import { book, sell } from '../support/bookings.ts'
import { runningAgain } from '../support/run-again.ts'

test('doctor counts anew what agencies draw and puts right what differs from their bookings (contract-agencies, *Allotment*)', async () => {
  const { service, staff } = await startWithAgencies()
  await using _ = service
  const { agent, echoAgent, manager } = staff
  await sell(service)
  await setAside(manager)
  await book(agent.call, { rooms: 2, adults: 2 })
  await book(echoAgent.call, { hold: true })
  const { body } = await book(agent.call)
  await agent.call('POST', `/v1/bookings/${body.code}/cancel`)
  expect(await recountDrawn(service)).toEqual([])

  const before = await firstNight(manager)
  const { store, alfa } = service
  const { agencyNight } = store.t
  await store.tx(async ({ db }) => {
    await db.update(agencyNight).set({ live: 1, pending: 1 })
    const night = { hotelId: alfa.id, roomCode: 'DBL', date: '2027-04-09' as never }
    await db.insert(agencyNight).values({ ...night, agencyId: staff.echoId, live: 3 })
  })
  // A transaction that runs again tells of each night once.
  const done = await recountDrawn({ store: runningAgain(store) })
  const nights = done.map(({ agencyId, date, live, pending }) => [
    ...[agencyId === staff.deltaId ? 'DELTA' : 'ECHO', date],
    ...[live, pending],
  ])
  expect(nights.toSorted()).toEqual([
    ['DELTA', '2027-04-01', 2, 0],
    ['DELTA', '2027-04-02', 2, 0],
    ['ECHO', '2027-04-09', 0, 0],
  ])
  expect(await recountDrawn(service)).toEqual([])
  expect(await firstNight(manager)).toEqual(before)
})
