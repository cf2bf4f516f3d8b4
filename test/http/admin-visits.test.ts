import { expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { createVisits, VISIT_MS } from '../../src/service/history/visits.ts'
import { forgetAnswers } from '../../src/service/retention.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'
import { forbidWrites } from '../support/store.ts'

// Admins and guests' data: what stands in a hotel's history (contract-access, Accounts; issue 18).

/** Rows of an entity in the history of Alfa. */
async function visitsOf({ store, alfa }: TestService): Promise<number> {
  const { audit } = store.t
  const isVisit = and(eq(audit.entity, 'visit'), eq(audit.hotelId, alfa.id))
  return (await store.db.select().from(audit).where(isVisit)).length
}

test('that an admin looks into a hotel’s figures or bookings stands in its history, once an hour; its settings and its own people leave nothing (issue 18)', async () => {
  await using service = await startService()
  const { admin, manager } = await hireStaff(service)
  const visits = async () => {
    const { items } = (await manager.call('GET', '/v1/panel/history?entity=visit')).body
    return items
  }
  const look = (path: string) => admin.call('GET', `/v1/panel/${path}?hotel=alfa`)
  for (const path of ['hotel', 'rooms', 'api-keys', 'members', 'invitations', 'webhooks'])
    expect((await look(path)).status).toBe(200)
  await manager.call('GET', '/v1/panel/dashboard')
  await manager.call('GET', '/v1/panel/bookings')
  expect(await visits()).toEqual([])

  await Promise.all([look('dashboard'), look('bookings'), look('dashboard/desk')])
  expect(await visits()).toHaveLength(1)
  expect((await visits())[0]).toMatchObject({
    ...{ entity: 'visit', id: 'alfa', before: null, after: { name: 'Hotel alfa' } },
    actor: { type: 'user', id: admin.user.id, name: 'admin' },
  })
  service.clock.advance(VISIT_MS - 1)
  await look('bookings')
  expect(await visits()).toHaveLength(1)
  service.clock.advance(1)
  await look('bookings')
  expect(await visits()).toHaveLength(2)
  await admin.call('GET', '/v1/panel/bookings?hotel=bravo')
  expect(await visits()).toHaveLength(2)
  expect((await historyOf(admin, '?entity=visit')).map(({ id }) => id)).toEqual([
    ...['bravo', 'alfa', 'alfa'],
  ])
})

test('an admin is shown no bookings while the visit cannot be kept (issue 18)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  await forbidWrites(service)
  const answer = await admin.call('GET', '/v1/panel/bookings?hotel=alfa')
  expect(answer.status).toBe(503)
})

test('what another replica has kept is not told again, and two who keep it at once tell it once', async () => {
  await using service = await startService()
  const { admin, manager } = await hireStaff(service)
  const alfa = { ...service.alfa, name: 'Hotel alfa' }
  const bravo = { ...service.bravo, name: 'Hotel bravo' }
  const [one, other] = [createVisits(service.deps), createVisits(service.deps)]
  await Promise.all([one.note(admin.user.id, [alfa, bravo]), other.note(admin.user.id, [alfa])])
  await other.note(admin.user.id, [bravo])
  expect(await visitsOf(service)).toBe(1)
  // Each admin by themselves.
  await other.note(manager.user.id, [alfa])
  expect(await visitsOf(service)).toBe(2)
  expect(await historyOf(admin, '?entity=visit')).toHaveLength(3)
})

test('rows of hours that are over are deleted after a day; the history stays', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const { store, clock, deps, alfa } = service
  await createVisits(deps).note(admin.user.id, [{ ...alfa, name: 'Hotel alfa' }])
  const kept = async () => {
    await forgetAnswers(deps, new AbortController().signal)
    return (await store.db.select().from(store.t.visit)).length
  }
  expect(await kept()).toBe(1)
  clock.advance(26 * VISIT_MS)
  expect(await kept()).toBe(0)
  expect(await visitsOf(service)).toBe(1)
})
