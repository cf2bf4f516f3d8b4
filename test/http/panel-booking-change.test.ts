import { expect, test } from 'bun:test'
import { book, readAvailable, sell } from '../support/bookings.ts'
import { BOOKINGS, readBooking } from '../support/panel-booking.ts'
import { startService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'

test('a manager tries out a cancellation and a no-show: which nights would go back is told, and nothing happens (contract §3)', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service, { nights: 4, available: 1 })
  const { code } = (await book(service.call, { checkout: '2027-04-05' })).body
  const simulate = { body: { simulate: true } }
  const early = await staff.manager.call('POST', `${BOOKINGS}/${code}/no-show`, simulate)
  expect(early).toBeProblem(409, 'transition_invalid')

  service.clock.nowMs = Date.parse('2027-04-03T08:00:00Z')
  const manager = await signInAgain(service, staff.manager)
  const before = await readBooking(manager, code)
  const noShow = await manager.call('POST', `${BOOKINGS}/${code}/no-show`, simulate)
  expect(noShow.body).toMatchObject({
    status: 'no_show',
    revision: 2,
    simulated: true,
    // The first night is kept, the second has passed.
    nightsGivenBack: ['2027-04-03', '2027-04-04'],
  })
  const cancel = await manager.call('POST', `/v1/bookings/${code}/cancel`, simulate)
  expect(cancel.body).toMatchObject({
    status: 'cancelled',
    simulated: true,
    nightsGivenBack: ['2027-04-03', '2027-04-04'],
  })
  expect(await readBooking(manager, code)).toEqual(before)
  expect(await readAvailable(service, { to: '2027-04-04' })).toEqual([0, 0, 0, 0])

  const done = await manager.call('POST', `${BOOKINGS}/${code}/no-show`)
  expect([done.status, done.body.status, 'simulated' in done.body]).toEqual([200, 'no_show', false])
  expect(await readAvailable(service, { to: '2027-04-04' })).toEqual([0, 0, 1, 1])
  const again = await manager.call('POST', `${BOOKINGS}/${code}/no-show`, simulate)
  expect(again).toBeProblem(409, 'transition_invalid')
})

test('a manager changes a booking with a token alone, is told the new price before agreeing to it, and is written down (contract §3)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { code } = (await book(service.call)).body
  const change = (body: Record<string, unknown>) =>
    manager.call('PATCH', `/v1/bookings/${code}`, { body })

  const refused = await change({ checkout: '2027-04-04', expectedTotalCents: 20_000, revision: 1 })
  expect(refused).toBeProblem(409, 'price_changed')
  expect(refused.body.totalPriceCents).toBe(30_000)
  const agreed = { checkout: '2027-04-04', expectedTotalCents: 30_000, revision: 1 }
  expect((await change(agreed)).body).toMatchObject({ revision: 2, totalPriceCents: 30_000 })
  expect(await change({ adults: 1, revision: 1 })).toBeProblem(409, 'revision_conflict')
  const [newest] = (await readBooking(manager, code)).revisions
  expect(newest.actor).toEqual({ type: 'user', id: manager.user.id, name: 'manager-alfa' })
})
