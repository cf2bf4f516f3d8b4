import { expect, test } from 'bun:test'
import { changesTopic } from '../../src/store/days/history.ts'
import { book, sell } from '../support/bookings.ts'
import { changes } from '../support/changes.ts'
import { eventually, push } from '../support/http.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import type { TestUser } from '../support/users.ts'

const PATH = '/v1/panel/changes'
const DAY = { roomCode: 'DBL', date: '2027-04-01', available: 3, priceCents: 100 }

/** Waits for what comes next at Alfa; resolves when the request is waiting. */
async function waitingFor({ store, alfa }: TestService, { call }: TestUser) {
  const { subscribe } = store
  let waiting = 0
  store.subscribe = (topic, listener) => {
    if (topic === changesTopic(alfa.id)) waiting++
    return subscribe(topic, listener)
  }
  const answer = call('GET', `${PATH}?hotel=alfa&cursor=latest&waitSeconds=25`)
  await eventually(() => waiting === 1)
  store.subscribe = subscribe
  // In an object: a promise would be awaited.
  return { answer }
}

test('the panel reads the feed that the partner reads, entry for entry and with the same cursors (contract §2, §5)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  await book(service.call)

  const partners = (await changes(service.alfa)).body
  expect(partners.changes).toHaveLength(3)
  expect((await manager.call('GET', PATH)).body).toEqual(partners)
  const [first] = partners.changes
  const next = await manager.call('GET', `${PATH}?cursor=${first.cursor}&limit=1`)
  expect(next.body.changes).toEqual([partners.changes[1]])
  expect(next.body.hasMore).toBe(true)
})

test('what a partner pushes reaches a page that waits for it, and nothing of another hotel does (contract §1, §2)', async () => {
  await using service = await startService()
  const { chief } = await hireStaff(service)
  const { answer } = await waitingFor(service, chief)
  await push(service.bravo, [{ ...DAY, available: 9 }])
  await push(service.alfa, [DAY])

  const { body } = await answer
  expect(body.changes.flatMap(({ days }: any) => days)).toMatchObject([DAY])
})

test('who signs out, or loses the hotel, while the page waits reads nothing more (contract §5)', async () => {
  await using service = await startService()
  const { chief, manager, admin } = await hireStaff(service)
  const out = await waitingFor(service, manager)
  await manager.call('POST', '/v1/auth/logout')
  await push(service.alfa, [DAY])
  expect(await out.answer).toBeProblem(401, 'unauthenticated')

  const moved = await waitingFor(service, chief)
  await admin.call('PATCH', `/v1/admin/users/${chief.user.id}`, { body: { hotels: ['bravo'] } })
  await push(service.alfa, [{ ...DAY, available: 4 }])
  expect(await moved.answer).toBeProblem(404, 'not_found')
})

test('Bravo’s manager reads nothing of Alfa, not with its cursors either (contract §6)', async () => {
  await using service = await startService()
  const { manager, bravoManager, chief } = await hireStaff(service)
  await push(service.alfa, [DAY])
  const { nextCursor } = (await manager.call('GET', PATH)).body

  expect((await bravoManager.call('GET', PATH)).body.changes).toEqual([])
  expect(await bravoManager.call('GET', `${PATH}?hotel=alfa`)).toBeProblem(404, 'not_found')
  const foreign = await chief.call('GET', `${PATH}?hotel=bravo&cursor=${nextCursor}`)
  expect(foreign).toBeProblem(422, 'validation_failed')
})
