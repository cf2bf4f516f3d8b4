import { expect, test } from 'bun:test'
import { completeStays } from '../../src/service/bookings/booking-passes.ts'
import { indexBookings } from '../../src/service/bookings/index-words.ts'
import { book, sell } from '../support/bookings.ts'
import { note, pay } from '../support/desk.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'
import { putTerms } from '../support/terms.ts'
import type { TestUser } from '../support/users.ts'

// Lists of the desk: sorted, found by room, and those of a day (issue 18, parts 2 and 3).

type Item = Record<string, any>
const LIST = '/v1/panel/bookings'
const indexed = ({ deps }: TestService) => indexBookings(deps, new AbortController().signal)

/** A stay of somebody: `[name, check-in, check-out]`. */
const stayOf = async (service: TestService, [name, checkin, checkout]: string[], more = {}) => {
  const [firstName, lastName] = name!.split(' ')
  const guest = { firstName, lastName, email: `${lastName!.length}@example.com` }
  const { status, body } = await book(service.call, { guest, checkin, checkout, ...more })
  expect(status).toBe(201)
  service.clock.advance(1_000)
  return body.code as string
}

const SIX = [
  ['Zoe Adams', '2027-04-03', '2027-04-04'],
  ['Ömer Çelik', '2027-04-01', '2027-04-05'],
  ['Ali Çelik', '2027-04-02', '2027-04-03'],
  ['Carla Öz', '2027-04-02', '2027-04-06'],
  ['Bo Weiß', '2027-04-05', '2027-04-06'],
  ['Ida Şahin', '2027-04-04', '2027-04-07'],
]

/** The last names of a whole list, page by page of two. */
async function namesOf({ call }: TestUser, query: string): Promise<string[]> {
  const names: string[] = []
  for (let cursor = ''; ; ) {
    const { status, body } = await call('GET', `${LIST}?limit=2&${query}${cursor}`)
    expect(status).toBe(200)
    names.push(...body.items.map(({ guest }: Item) => `${guest.firstName} ${guest.lastName}`))
    if (body.nextCursor === null) return names
    cursor = `&cursor=${body.nextCursor}`
  }
}

test('the list is sorted by making, arrival, departure, guest, total and state, both ways, page after page, with any filter', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service, { available: 9 })
  const codes = []
  for (const each of SIX) codes.push(await stayOf(service, each))
  await manager.call('POST', `/v1/bookings/${codes[3]}/cancel`)
  await indexed(service)
  const byMaking = SIX.map(([name]) => name!)
  const by = (key: (stay: string[]) => string | number) =>
    SIX.map((stay, index) => ({ stay, index }))
      .sort((a, b) => {
        const [x, y] = [key(a.stay), key(b.stay)]
        return x < y ? -1 : x > y ? 1 : a.index - b.index
      })
      .map(({ stay }) => stay[0]!)
  const byGuest = ['Zoe Adams', 'Ali Çelik', 'Ömer Çelik', 'Carla Öz', 'Ida Şahin', 'Bo Weiß']
  const nights = ([, from, to]: string[]) => Date.parse(to!) - Date.parse(from!)

  expect(await namesOf(manager, '')).toEqual(byMaking.toReversed())
  for (const [sort, names] of [
    ['created', byMaking],
    ['checkin', by(([, from]) => from!)],
    ['checkout', by(([, , to]) => to!)],
    ['guest', byGuest],
    ['total', by(nights)],
    ['status', [...byMaking.filter((name) => name !== 'Carla Öz'), 'Carla Öz']],
  ] as const) {
    expect([sort, await namesOf(manager, `sort=${sort}`)]).toEqual([sort, [...names]])
    const down = await namesOf(manager, `sort=-${sort}`)
    expect([sort, down]).toEqual([sort, names.toReversed()])
  }
  const inApril = 'from=2027-04-02&to=2027-04-04'
  expect(await namesOf(manager, `sort=guest&${inApril}&status=confirmed`)).toEqual([
    'Zoe Adams',
    'Ali Çelik',
    'Ida Şahin',
  ])
  expect(await namesOf(manager, `sort=-checkin&${inApril}`)).toEqual(
    by(([, from]) => from!)
      .filter((name) => !['Ömer Çelik', 'Bo Weiß'].includes(name))
      .toReversed(),
  )
  expect(await namesOf(manager, 'sort=guest&q=celik')).toEqual(['Ali Çelik', 'Ömer Çelik'])
  expect(await namesOf(manager, `sort=checkout&dateField=checkin&${inApril}`)).toHaveLength(4)
  expect(await namesOf(manager, 'sort=total&unacked=true')).toHaveLength(6)
  const night = 'dateField=stay&from=2027-04-03&to=2027-04-03&status=confirmed'
  expect(await namesOf(manager, night)).toEqual(['Ömer Çelik', 'Zoe Adams'])
  expect(await namesOf(manager, `sort=checkin&${night}`)).toEqual(['Ömer Çelik', 'Zoe Adams'])
})

test('a cursor of one order is none of another, and an unknown order is refused', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service, { available: 9 })
  for (const each of SIX) await stayOf(service, each)
  const { body } = await manager.call('GET', `${LIST}?limit=2&sort=guest`)
  for (const query of ['sort=-guest', 'sort=total', ''])
    expect(
      await manager.call('GET', `${LIST}?limit=2&${query}&cursor=${body.nextCursor}`),
    ).toBeProblem(422, 'validation_failed')
  expect(await manager.call('GET', `${LIST}?sort=room`)).toBeProblem(422, 'validation_failed')
})

test.each([false, true])(
  'the desk finds a room by the beginning of its number, indexed or not (%p); nobody else does',
  async (isIndexed) => {
    await using service = await startService()
    const { manager, admin, bravoManager } = await hireStaff(service)
    await sell(service, { available: 9 })
    const [zoe, omer, ali] = await Promise.all(SIX.slice(0, 3).map((each) => stayOf(service, each)))
    await note(manager, zoe!, { roomNumber: '204, B-12' })
    await note(manager, omer!, { roomNumber: '1204' })
    await note(manager, ali!, { roomNumber: '2041' })
    if (isIndexed) await indexed(service)
    const found = async ({ call }: TestUser, q: string, list = LIST) =>
      (await call('GET', `${list}?q=${encodeURIComponent(q)}`)).body.items.map(
        ({ code }: Item) => code,
      )

    for (const list of [LIST, `${LIST}/find`]) {
      expect((await found(manager, '204', list)).toSorted()).toEqual([zoe!, ali!].toSorted())
      expect(await found(manager, 'b12', list)).toEqual([zoe!])
      expect(await found(manager, 'B-12', list)).toEqual([zoe!])
      expect(await found(manager, 'adams zoe', list)).toEqual([zoe!])
      expect(await found(manager, '999', list)).toEqual([])
    }
    expect(await found(bravoManager, '204')).toEqual([])
    expect(await found(admin, '204', '/v1/admin/bookings')).toEqual([])
    // In another room it is found there, and no more where it was.
    await note(manager, zoe!, { roomNumber: '7788' })
    expect(await found(manager, '204')).toEqual([ali!])
    expect(await found(manager, '7788')).toEqual([zoe!])
  },
)

test('who is in house stands before those who once were, or will be', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service, { available: 9 })
  const here = await stayOf(service, ['Ida Şahin', '2027-04-01', '2027-04-09'])
  for (const day of [5, 6, 7])
    await stayOf(service, ['Ida Şahin', `2027-04-0${day}`, `2027-04-0${day + 1}`])
  service.clock.nowMs = Date.parse('2027-04-02T12:00:00Z')
  const manager = await signInAgain(service, staff.manager)
  const { body } = await manager.call('GET', `${LIST}/find?q=sahin&limit=2`)
  expect(body.items).toHaveLength(2)
  expect(body.items[0].code).toBe(here)
  expect(body.items[0].desk).toMatchObject({ roomNumber: null })
})

test('the lists of a day are those that the dashboard counts, by name, with phone, wishes, due and marks', async () => {
  await using service = await startService()
  const staff = await hireStaff(service)
  await sell(service, { available: 9 })
  const codes: string[] = []
  const wish = { specialRequests: 'A cot' }
  for (const each of SIX) codes.push(await stayOf(service, each, wish))
  const gone = await stayOf(service, ['No Show', '2027-04-02', '2027-04-03'])
  await staff.manager.call('POST', `/v1/bookings/${gone}/cancel`)
  await pay(staff.manager, codes[2]!, { amountCents: 4_000 })
  service.clock.nowMs = Date.parse('2027-04-02T12:00:00Z')
  let manager = await signInAgain(service, staff.manager)
  const arrivedAt = '2027-04-02T11:00:00.000Z'
  await note(manager, codes[2]!, { roomNumber: '204', arrivedAt })

  const dayOf = async (date = '') => {
    const { status, body } = await manager.call('GET', `/v1/panel/dashboard/desk${date}`)
    expect(status).toBe(200)
    return body
  }
  const names = ({ items }: Item) => items.map(({ guest }: Item) => guest.lastName)
  const today = await dayOf()
  expect([today.date, names(today.arrivals)]).toEqual(['2027-04-02', ['Çelik', 'Öz']])
  expect(names(today.inHouse)).toEqual(['Çelik', 'Çelik', 'Öz'])
  expect(names(today.departures)).toEqual([])
  expect(today.arrivals.items[0]).toMatchObject({
    ...{ code: codes[2], nights: 1, specialRequests: 'A cot', totalPriceCents: 10_000 },
    guest: { firstName: 'Ali', lastName: 'Çelik', phone: null },
    desk: { roomNumber: '204', arrivedAt, paidCents: 4_000, dueCents: 6_000 },
  })
  const { arrivals, departures, inHouse } = (await manager.call('GET', '/v1/panel/dashboard')).body
  for (const [counted, list] of [
    [arrivals, today.arrivals],
    [departures, today.departures],
    [inHouse, today.inHouse],
  ])
    expect([counted.bookings, list.more]).toEqual([list.items.length, false])

  service.clock.nowMs = Date.parse('2027-04-05T15:00:00Z')
  await completeStays(service.deps)
  manager = await signInAgain(service, staff.manager)
  expect(names((await dayOf('?date=2027-04-05')).departures)).toEqual(['Çelik'])
  const past = await dayOf('?date=2027-04-02')
  expect([names(past.arrivals), names(past.inHouse)]).toEqual([
    ['Çelik', 'Öz'],
    ['Çelik', 'Çelik', 'Öz'],
  ])
})

test('the lists of a day have the details that the desk reads on paper (contract-groups)', async () => {
  await using service = await startService()
  const { manager, agent } = await hireStaff(service)
  await sell(service)
  await putTerms(manager, { creditLimitCents: null })
  const details = {
    ...{ arrivalTime: '22:30', company: { name: 'Ege' }, payment: { collect: 'agency' } },
    guestNames: [{ firstName: 'Can', lastName: 'Çelik' }],
  }
  const { body } = await book(agent.call, details)
  const lists = (await manager.call('GET', '/v1/panel/dashboard/desk?date=2027-04-01')).body
  expect(lists.arrivals.items[0]).toMatchObject({
    ...{ code: body.code, ...details, extras: [], group: null },
    company: body.company,
  })
  expect(JSON.stringify(lists)).not.toContain('commission')
})
