import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { history, push } from '../support/http.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const DATE = '2027-04-01'
const PATH = `/v1/panel/availability/history?roomCode=DBL&date=${DATE}`

test('in the panel everybody who changed a day has a name: the key, the booking by its code, the account (contract §2)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const { alfa } = service
  await sell(service)
  const { code } = (await book(service.call)).body
  const body = { updates: [{ roomCode: 'DBL', date: DATE, available: 0, closed: true }] }
  await manager.call('PUT', '/v1/panel/availability', { body })

  const { status, body: shown } = await manager.call('GET', PATH)
  expect(status).toBe(200)
  expect(shown.items.map(({ actor }: any) => actor)).toEqual([
    { type: 'user', id: manager.user.id, name: 'manager-alfa' },
    { type: 'booking', id: code, name: code, by: 'guest', how: null },
    { type: 'key', id: alfa.keyId, name: 'alfa key' },
  ])
  const partners = (await history(alfa, 'DBL', DATE)).body
  const bare = (page: any) => page.items.map(({ actor, ...entry }: any) => entry)
  expect(bare(shown)).toEqual(bare(partners))
  expect(JSON.stringify(partners)).not.toContain('manager-alfa')
})

test('the history in the panel goes on page by page and is of its hotel only (contract §1, §5)', async () => {
  await using service = await startService()
  const { manager, bravoManager, chief } = await hireStaff(service)
  for (const available of [1, 2, 3])
    await push(service.alfa, [{ roomCode: 'DBL', date: DATE, available, priceCents: 100 }])

  const first = (await manager.call('GET', `${PATH}&limit=2`)).body
  const counts = (page: any) => page.items.map(({ after }: any) => after.available)
  expect(counts(first)).toEqual([3, 2])
  const cursor = `&limit=2&cursor=${first.nextCursor}`
  expect(counts((await manager.call('GET', PATH + cursor)).body)).toEqual([1])
  expect((await bravoManager.call('GET', PATH)).body.items).toEqual([])
  const foreign = await chief.call('GET', `${PATH}${cursor}&hotel=bravo`)
  expect(foreign).toBeProblem(422, 'validation_failed')
  expect(await bravoManager.call('GET', `${PATH}&hotel=alfa`)).toBeProblem(404, 'not_found')
  const unknown = await manager.call('GET', PATH.replace('DBL', 'DBK'))
  expect(unknown.body.errors).toMatchObject([{ path: '?roomCode', code: 'unknown_room' }])
})
