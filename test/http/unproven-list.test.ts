import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { setProof } from '../support/strangers.ts'
import type { TestUser } from '../support/users.ts'

const LIST = '/v1/panel/bookings?unproven=true'

test('the list is narrowed to bookings that nobody has proven, in every order and with every other filter, and its file, too (contract-access, The alarm)', async () => {
  await using service = await startService()
  const { manager, bravoManager } = await hireStaff(service)
  await sell(service)
  const codes: string[] = []
  for (const firstName of ['Ada', 'Bea', 'Cem', 'Dora']) {
    const guest = { firstName, lastName: 'Er', email: `${firstName}@example.com` }
    codes.push((await book(service.call, { guest, hold: firstName === 'Bea' })).body.code)
  }
  const [ada, bea, cem, dora] = codes
  await setProof(service, 'none', ada!)
  await setProof(service, 'asked', bea!)
  await setProof(service, 'mail', cem!)
  await setProof(service, 'hotel', dora!)
  const listed = async ({ call }: TestUser, more = '') =>
    (await call('GET', LIST + more)).body.items.map(({ code }: { code: string }) => code)

  expect(await listed(manager)).toEqual([bea, ada])
  for (const sort of ['created', 'checkin', 'guest', 'total'])
    expect(await listed(manager, `&sort=${sort}`)).toEqual([ada, bea])
  expect(await listed(manager, '&status=pending')).toEqual([bea])
  expect(await listed(manager, '&q=er')).toEqual([bea, ada])
  expect(await listed(manager, '&q=cem')).toEqual([])
  expect(await listed(manager, '&from=2027-04-01&to=2027-04-01')).toEqual([bea, ada])
  const first = (await manager.call('GET', `${LIST}&limit=1`)).body
  expect(await listed(manager, `&limit=1&cursor=${first.nextCursor}`)).toEqual([ada])
  expect(await listed(bravoManager)).toEqual([])

  const range = 'from=2027-04-01&to=2027-04-30'
  const file = await manager.call('GET', `/v1/panel/exports/bookings?unproven=true&${range}`)
  expect(codes.map((code) => file.text.includes(code))).toEqual([true, true, false, false])
  const told = (await manager.call('GET', '/v1/panel/history?entity=export')).body.items[0]
  expect(told.after).toMatchObject({ unproven: true })
})
