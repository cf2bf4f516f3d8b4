import { expect, test } from 'bun:test'
import { VISIT_MS } from '../../src/domain/limits.ts'
import { startService } from '../support/service.ts'
import { hireStaff, historyOf } from '../support/staff.ts'
import { forbidWrites } from '../support/store.ts'

test('that an admin looks into a hotel’s figures or bookings stands in its history, once an hour; its settings and its own people leave nothing (issue 18)', async () => {
  await using service = await startService()
  const { admin, manager } = await hireStaff(service)
  const visits = async () => {
    const { items } = (await manager.call('GET', '/v1/panel/history?entity=visit')).body
    return items
  }
  const look = (path: string) => admin.call('GET', `/v1/panel/${path}?hotel=alfa`)
  for (const path of ['hotel', 'rooms', 'api-keys', 'mails', 'members'])
    expect((await look(path)).status).toBe(200)
  await manager.call('GET', '/v1/panel/dashboard')
  await manager.call('GET', '/v1/panel/bookings')
  expect(await visits()).toEqual([])

  await Promise.all([look('dashboard'), look('bookings'), look('dashboard/desk')])
  expect(await visits()).toHaveLength(1)
  expect((await visits())[0]).toMatchObject({
    ...{ entity: 'visit', id: 'alfa', before: null },
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
