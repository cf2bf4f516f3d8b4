import { expect, test } from 'bun:test'
import { updateHotel } from '../../src/store/catalog/catalog-edits.ts'
import { book, events, readAvailable, sell } from '../support/bookings.ts'
import { BOOKINGS } from '../support/panel-booking.ts'
import { startService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'

/** The check-in of 1 April in Istanbul, 14:00, and the midnight before it. */
const CHECKIN_MS = Date.parse('2027-04-01T11:00:00Z')
const MIDNIGHT_MS = Date.parse('2027-03-31T21:00:00Z')
const FORCE = { body: { force: true } }
const SIMULATE = { body: { simulate: true } }

test('a no-show is marked from the check-in time of the check-in day, not a millisecond before (contract §3)', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service)
  const { code } = (await book(service.call)).body
  const at = `${BOOKINGS}/${code}/no-show`
  service.clock.nowMs = CHECKIN_MS - 1
  const manager = await signInAgain(service, staff.manager)

  for (const init of [{}, SIMULATE, { body: { force: false } }]) {
    const refused = await manager.call('POST', at, init)
    expect(refused).toBeProblem(409, 'transition_invalid')
    expect(refused.body.detail).toContain('from 14:00 on 2027-04-01')
    expect(refused.body.from).toBe('2027-04-01T11:00:00.000Z')
    expect(refused.body.bookingStatus).toBe('confirmed')
  }
  expect((await events(service)).map(({ event }) => event)).toEqual(['booking.confirmed'])
  service.clock.nowMs = CHECKIN_MS
  expect((await manager.call('POST', at, SIMULATE)).body.simulated).toBe(true)
  expect((await manager.call('POST', at)).body.status).toBe('no_show')
})

test('force lifts the hour of a no-show, never the day (contract-rates.md, Penalties)', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service)
  const { code } = (await book(service.call)).body
  const at = `${BOOKINGS}/${code}/no-show`
  service.clock.nowMs = MIDNIGHT_MS - 1
  const manager = await signInAgain(service, staff.manager)
  const early = await manager.call('POST', at, FORCE)
  expect(early).toBeProblem(409, 'transition_invalid')
  expect(early.body.from).toBe('2027-03-31T21:00:00.000Z')
  expect(early.body.detail).toContain('2027-04-01')

  service.clock.nowMs = MIDNIGHT_MS
  const trial = await manager.call('POST', at, { body: { force: true, simulate: true } })
  expect(trial.body).toMatchObject({ simulated: true, nightsGivenBack: ['2027-04-02'] })
  expect((await readAvailable(service)).slice(0, 3)).toEqual([4, 4, 5])
  expect((await manager.call('POST', at, FORCE)).body.status).toBe('no_show')
  expect((await readAvailable(service)).slice(0, 3)).toEqual([4, 5, 5])
})

test("the hour is the hotel's own: its check-in time in its time zone, however late (contract §3)", async () => {
  await using service = await startService({ timezone: 'America/Los_Angeles' })
  const staff = await hireStaff(service)
  await sell(service)
  await service.store.tx((tx) => updateHotel(tx, service.alfa.id, { checkinTime: '23:30' }))
  const { code } = (await book(service.call)).body
  service.clock.nowMs = Date.parse('2027-04-02T06:29:59Z')
  const manager = await signInAgain(service, staff.manager)
  const mark = () => manager.call('POST', `${BOOKINGS}/${code}/no-show`)
  expect((await mark()).body.from).toBe('2027-04-02T06:30:00.000Z')
  service.clock.advance(1_000)
  expect((await mark()).body.status).toBe('no_show')
})

test('whom the desk has checked in is marked as no-show by nobody at the hotel, for the room would be sold over them (issue 18)', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service)
  const { code } = (await book(service.call)).body
  service.clock.nowMs = CHECKIN_MS
  const manager = await signInAgain(service, staff.manager)
  const mark = (arrivedAt: string | null) =>
    manager.call('PATCH', `${BOOKINGS}/${code}/desk`, { body: { arrivedAt } })
  expect((await mark(new Date(CHECKIN_MS).toISOString())).status).toBe(200)
  const before = await readAvailable(service)
  for (const init of [{}, SIMULATE, FORCE]) {
    const refused = await manager.call('POST', `${BOOKINGS}/${code}/no-show`, init)
    expect(refused).toBeProblem(409, 'transition_invalid')
    expect(refused.body.detail).toContain('checked in')
    expect(refused.body.from).toBeUndefined()
  }
  expect(await readAvailable(service)).toEqual(before)
  expect((await manager.call('GET', `${BOOKINGS}/${code}`)).body.status).toBe('confirmed')

  expect((await mark(null)).status).toBe(200)
  expect((await manager.call('POST', `${BOOKINGS}/${code}/no-show`)).body.status).toBe('no_show')
})
