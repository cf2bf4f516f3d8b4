import { expect, test } from 'bun:test'
import { book, readAvailable, sell } from '../support/bookings.ts'
import { history } from '../support/http.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'
import type { TestUser } from '../support/users.ts'

type Item = Record<string, any>
const LIST = '/v1/panel/bookings'

const codesOf = async ({ call }: TestUser, query = '') =>
  (await call('GET', `${LIST}${query}`)).body.items.map(({ code }: Item) => code)

/** Three bookings of Alfa, oldest first. */
async function threeBookings(service: TestService): Promise<string[]> {
  await sell(service)
  const guest = { firstName: 'Ömer', lastName: '50%_Off', email: 'omer@example.org' }
  const first = await book(service.call, { checkin: '2027-04-01', checkout: '2027-04-02' })
  const second = await book(service.call, { checkin: '2027-04-02', checkout: '2027-04-05', guest })
  const third = await book(service.call, {
    checkin: '2027-04-03',
    checkout: '2027-04-04',
    hold: true,
  })
  return [first, second, third].map(({ body }) => body.code)
}

test('the panel lists the whole records of its hotel, newest first (contract §5)', async () => {
  await using service = await startService()
  const { manager, bravoManager } = await hireStaff(service)
  const codes = await threeBookings(service)

  const { body } = await manager.call('GET', LIST)
  expect(body.items.map(({ code }: Item) => code)).toEqual(codes.toReversed())
  const email = 'carla@example.com'
  const record = await service.call('GET', `/v1/bookings/${codes[0]}?email=${email}`)
  const { desk, ...shown } = body.items[2]
  expect({ ...shown, payment: null }).toEqual(record.body)
  expect(desk).toMatchObject({ note: null, tags: [], paidCents: 0, dueCents: 10_000 })
  expect((await bravoManager.call('GET', LIST)).body).toEqual({ items: [], nextCursor: null })
})

test('bookings are found by status, by check-in or check-out dates, and by words of code, name and e-mail', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const [first, second, third] = await threeBookings(service)

  expect(await codesOf(manager, '?status=pending')).toEqual([third])
  expect(await codesOf(manager, '?status=pending&status=confirmed')).toEqual([third, second, first])
  expect(await codesOf(manager, '?from=2027-04-02')).toEqual([third, second])
  expect(await codesOf(manager, '?from=2027-04-01&to=2027-04-02')).toEqual([second, first])
  expect(await codesOf(manager, '?dateField=checkout&to=2027-04-04')).toEqual([third, first])
  expect(await codesOf(manager, `?q=${second!.slice(0, 7).toLowerCase()}`)).toEqual([second])
  expect(await codesOf(manager, '?q=example.org')).toEqual([second])
  expect(await codesOf(manager, '?q=Carla%20%C3%87elik&status=confirmed')).toEqual([first])
  expect(await codesOf(manager, '?q=50%25_')).toEqual([second])
  expect(await codesOf(manager, '?q=%25')).toEqual([])
  expect(await codesOf(manager, '?q=nobody')).toEqual([])
})

test('the alarm of the dashboard leads to its bookings: what the partner has not acknowledged, of guests still to come or here (contract §2, §5)', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  const [first, second, third] = await threeBookings(service)
  await service.alfa.call('POST', `/bookings/${second}/ack`, { body: { revision: 1 } })
  const listed = async () => {
    const manager = await signInAgain(service, staff.manager)
    const { unacked } = (await manager.call('GET', '/v1/panel/dashboard')).body
    const codes = await codesOf(manager, '?unacked=true')
    expect(unacked.bookings).toBe(codes.length)
    return codes
  }

  // A hold is nothing that a partner is told of.
  expect(await listed()).toEqual([first])
  expect(await codesOf(staff.manager, '?unacked=false')).toEqual([third, second, first])
  await staff.manager.call('PATCH', `/v1/bookings/${second}`, { body: { adults: 1 } })
  expect(await listed()).toEqual([second, first])
  service.clock.nowMs = Date.parse('2027-04-03T12:00:00Z')
  expect(await listed()).toEqual([second])
})

test('a no-show is marked once the guests are late: the first night stays, later ones go back to sale, by whom is told (contract §3)', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service, { nights: 3, available: 1 })
  const { code } = (await book(service.call, { checkout: '2027-04-04' })).body
  const mark = (who: TestUser) => who.call('POST', `${LIST}/${code}/no-show`)

  expect(await mark(staff.manager)).toBeProblem(409, 'transition_invalid')
  expect(await mark(staff.bravoManager)).toBeProblem(404, 'not_found')
  const chiefAsBravo = `${LIST}/${code}/no-show?hotel=bravo`
  expect(await staff.chief.call('POST', chiefAsBravo)).toBeProblem(404, 'not_found')

  service.clock.nowMs = Date.parse('2027-04-01T18:00:00Z')
  const manager = await signInAgain(service, staff.manager)
  const { status, body } = await mark(manager)
  expect([status, body.status, body.revision]).toEqual([200, 'no_show', 2])
  expect(await readAvailable(service, { to: '2027-04-03' })).toEqual([0, 1, 1])
  const [entry] = (await history(service.alfa, 'DBL', '2027-04-02')).body.items
  expect(entry.actor).toMatchObject({ type: 'user', id: manager.user.id })
  expect(await mark(manager)).toBeProblem(409, 'transition_invalid')
  const figures = await manager.call('GET', '/v1/panel/dashboard?from=2027-04-01&to=2027-04-03')
  expect(figures.body).toMatchObject({ roomNightsSold: 1, revenueCents: 10_000 })
})
