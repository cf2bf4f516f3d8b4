import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import type { TestUser } from '../support/users.ts'

const LIST = '/v1/panel/bookings?source='

test('the list is narrowed to the way in which bookings were made, in every order and with every other filter, and its file, too (issue 36, the hotel’s side)', async () => {
  await using service = await startService()
  const { manager, bravoManager, agent } = await hireStaff(service)
  await sell(service)
  const made = async (by: TestUser['call'], firstName: string, more = {}) => {
    const guest = { firstName, lastName: 'Er', email: `${firstName}@example.com` }
    return (await book(by, { guest, ...more })).body.code as string
  }
  const ada = await made(service.call, 'Ada')
  const bea = await made(manager.call, 'Bea')
  const cem = await made(agent.call, 'Cem')
  const dora = await made(service.call, 'Dora', { hold: true })
  const listed = async ({ call }: TestUser, query: string) =>
    (await call('GET', LIST + query)).body.items.map(({ code }: { code: string }) => code)

  expect(await listed(manager, 'web')).toEqual([dora, ada])
  expect(await listed(manager, 'panel')).toEqual([bea])
  expect(await listed(manager, 'agency')).toEqual([cem])
  for (const sort of ['created', 'checkin', 'guest', 'total'])
    expect(await listed(manager, `web&sort=${sort}`)).toEqual([ada, dora])
  expect(await listed(manager, 'web&status=pending')).toEqual([dora])
  expect(await listed(manager, 'web&unproven=true')).toEqual([dora, ada])
  expect(await listed(manager, 'web&q=er')).toEqual([dora, ada])
  expect(await listed(manager, 'web&q=cem')).toEqual([])
  expect(await listed(manager, 'web&agency=DELTA')).toEqual([])
  expect(await listed(manager, 'web&from=2027-04-01&to=2027-04-01')).toEqual([dora, ada])
  const first = (await manager.call('GET', `${LIST}web&limit=1`)).body
  expect(await listed(manager, `web&limit=1&cursor=${first.nextCursor}`)).toEqual([ada])
  expect(await listed(bravoManager, 'web')).toEqual([])
  expect(await manager.call('GET', `${LIST}elsewhere`)).toBeProblem(422, 'validation_failed')

  const range = 'from=2027-04-01&to=2027-04-30'
  const file = await manager.call('GET', `/v1/panel/exports/bookings?source=web&${range}`)
  expect([ada, bea, cem, dora].map((code) => file.text.includes(code))).toEqual([
    ...[true, false, false, true],
  ])
  const told = (await manager.call('GET', '/v1/panel/history?entity=export')).body.items[0]
  expect(told.after).toMatchObject({ source: 'web' })
})
