import { expect, test } from 'bun:test'
import { book, readAvailable, sell } from '../support/bookings.ts'
import { readBooking } from '../support/panel-booking.ts'
import { setRateDay } from '../support/rates.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

// A walk-in past restrictions and rules of the party, as a change has it (contract-rates, *Changes*), never past rooms.

const ARRIVAL = '2027-04-01'

/** Nobody may arrive on 1 April, and who stays over its night stays for five. */
async function restrict(service: TestService) {
  await sell(service)
  const restrictions = { minStayThrough: 5, closedToArrival: true }
  await setRateDay(service, { date: ARRIVAL, ...restrictions })
}

test("the hotel's people book past restrictions and rules of the party, at the same price, and the trail says so", async () => {
  await using service = await startService()
  const { manager, admin } = await hireStaff(service)
  await restrict(service)
  expect(await book(manager.call)).toBeProblem(409, 'min_stay_through')
  const { status, body } = await book(manager.call, { override: true, adults: 9 })
  expect([status, body.totalPriceCents, body.source]).toEqual([201, 20_000, { type: 'panel' }])
  const { revisions } = await readBooking(manager, body.code)
  expect(revisions[0].override).toBe(true)
  expect((await book(admin.call, { override: true })).status).toBe(201)
  expect((await readAvailable(service)).slice(0, 3)).toEqual([3, 3, 5])
})

test('nobody else does, and the page of the hotel shows it to nobody else', async () => {
  await using service = await startService()
  const { manager, guest, agent, bravoManager, nobody } = await hireStaff(service)
  await restrict(service)
  const page = '/v1/hotels/alfa?checkin=2027-04-01&checkout=2027-04-03&override=true'
  for (const call of [guest.call, agent.call, bravoManager.call, nobody]) {
    expect(await book(call, { override: true })).toBeProblem(403, 'forbidden')
    expect(await call('GET', page)).toBeProblem(403, 'forbidden')
  }
  const { body } = await manager.call('GET', page)
  expect(body.rooms[0]).toMatchObject({ quote: { totalPriceCents: 20_000 }, reason: null })
  const without = await manager.call('GET', page.replace('&override=true', ''))
  expect(without.body.rooms[0].reason.code).toBe('min_stay_through')
})

test('rooms left, closed nights and nights without a price hold for them, too', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await restrict(service)
  const asked = { override: true }
  const over = await book(manager.call, { ...asked, rooms: 6, adults: 6 })
  expect(over).toBeProblem(409, 'sold_out')
  const updates = [{ roomCode: 'DBL', date: '2027-04-02', closed: true }]
  await manager.call('PATCH', '/v1/panel/availability', { body: { updates } })
  expect(await book(manager.call, asked)).toBeProblem(409, 'closed_for_sale')
  expect((await readAvailable(service)).slice(0, 2)).toEqual([5, 5])
})
