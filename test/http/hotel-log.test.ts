import { expect, test } from 'bun:test'
import { addDay, book, sell } from '../support/bookings.ts'
import { pay } from '../support/desk.ts'
import { asGuest } from '../support/manage.ts'
import { readBooking } from '../support/panel-booking.ts'
import { makeRate } from '../support/rates.ts'
import type { TestService } from '../support/service.ts'
import { startService } from '../support/service.ts'
import { hireStaff, signInAgain } from '../support/staff.ts'
import { putTerms } from '../support/terms.ts'
import { signIn, type TestUser } from '../support/users.ts'

// One history of a hotel: its settings, its days and its bookings (issue 18, part 4).

const PATH = '/v1/panel/history?hotel=alfa'
const RANGE = { roomCode: 'DBL', dateFrom: '2027-04-12', dateTo: '2027-04-18' }

type Entry = Record<string, any>

const NOTHING = { least: null, most: null }

const read = async ({ call }: TestUser, query = ''): Promise<Entry[]> =>
  (await call('GET', `${PATH}${query}`)).body.items

/** All pages of a list, each of so many entries. */
async function readAll({ call }: TestUser, limit: number, query = ''): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let cursor = ''; ; ) {
    const { body } = await call('GET', `${PATH}&limit=${limit}${query}${cursor}`)
    expect(body.items.length).toBeLessThanOrEqual(limit)
    entries.push(...body.items)
    if (body.nextCursor === null) return entries
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`
  }
}

const patch = async ({ call }: TestUser, updates: unknown[]) => {
  const answer = await call('PATCH', '/v1/panel/availability?hotel=alfa', { body: { updates } })
  expect(answer.status).toBe(200)
}

/** Alfa on sale, a price set by its manager, a rate's restriction, a room renamed, and Carla's booking, changed and cancelled. */
async function liveThrough(service: TestService) {
  const staff = await hireStaff(service)
  const { manager } = staff
  await sell(service, { nights: 30 })
  await patch(manager, [{ ...RANGE, priceCents: 12_000 }])
  await makeRate(service, { rateCode: 'NRF' })
  await patch(manager, [{ ...RANGE, rateCode: 'NRF', minStay: 3, closedToArrival: true }])
  await patch(manager, [{ ...RANGE, dateTo: '2027-04-13', closed: true, available: 1 }])
  await manager.call('PATCH', '/v1/panel/rooms/DBL?hotel=alfa', { body: { name: 'Large' } })
  const { code } = (await book(service.call)).body
  const change = { ...asGuest(code), checkout: '2027-04-04' }
  await service.call('PATCH', `/v1/bookings/${code}`, { body: change })
  await manager.call('POST', `/v1/bookings/${code}/cancel`, { body: { reason: 'Rain' } })
  return { ...staff, code }
}

test('changes of days are summed up by room type and rate: who, which nights, what to', async () => {
  await using service = await startService()
  const { manager, code } = await liveThrough(service)
  const entries = await read(manager)
  expect(entries.map(({ entity }) => entity).toSorted()).toEqual(
    [
      'booking',
      'booking',
      'booking',
      'days',
      'days',
      'days',
      'days',
      'rate',
      'room_type',
    ].toSorted(),
  )
  const days = entries.filter(({ entity }) => entity === 'days')
  const [closed, rate, price, pushed] = days
  const span = { roomCode: 'DBL', rateCode: null, from: '2027-04-12', to: '2027-04-18', nights: 7 }
  expect(price).toMatchObject({
    actor: { type: 'user', id: manager.user.id, name: 'manager-alfa' },
    before: null,
    after: {
      parts: [
        {
          ...span,
          fields: {
            priceCents: {
              ...{ nights: 7, least: 12_000, most: 12_000 },
              before: { least: 10_000, most: 10_000 },
            },
          },
        },
      ],
      more: 0,
    },
  })
  expect(Object.keys(price!.after.parts[0].fields)).toEqual(['priceCents'])
  expect(rate!.after.parts).toEqual([
    {
      ...{ ...span, rateCode: 'NRF' },
      fields: {
        minStay: { nights: 7, least: 3, most: 3, before: NOTHING },
        closedToArrival: { nights: 7, least: 1, most: 1, before: NOTHING },
      },
    },
  ])
  expect(closed!.after.parts[0]).toMatchObject({
    ...{ to: '2027-04-13', nights: 2 },
    fields: {
      closed: { nights: 2, least: 1, most: 1, before: { least: 0, most: 0 } },
      available: { nights: 2, least: 1, most: 1 },
    },
  })
  expect(pushed).toMatchObject({
    actor: { type: 'key', name: 'alfa key' },
    after: { parts: [{ roomCode: 'DBL', from: '2027-04-01', nights: 30 }] },
  })
  const bookings = entries.filter(({ entity }) => entity === 'booking')
  expect(bookings).toMatchObject([
    {
      id: code,
      actor: { id: manager.user.id },
      after: { what: 'cancelled', guest: 'Carla Çelik' },
    },
    {
      actor: { type: 'booking' },
      before: { checkout: '2027-04-03', totalPriceCents: 20_000 },
      after: { what: 'changed', checkout: '2027-04-04', totalPriceCents: 30_000 },
    },
    { before: null, after: { what: 'booked', revision: 1 } },
  ])
})

test('what takes a minimum stay back tells of that alone, and from what to what (D14)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service, { nights: 30 })
  await patch(manager, [{ ...RANGE, rateCode: 'STD', minStay: 3 }])
  await patch(manager, [{ ...RANGE, rateCode: 'STD', minStay: 1 }])
  const [back, set] = await read(manager, '&entity=days')
  const three = { least: 3, most: 3 }
  const one = back!.after.parts[0].fields.minStay
  expect(back!.after.parts[0].fields).toEqual({ minStay: { ...one, nights: 7, before: three } })
  expect(set!.after.parts[0].fields).toEqual({
    minStay: { nights: 7, ...three, before: NOTHING },
  })
})

test('it is read by kind, person and day, in pages of any size the same', async () => {
  await using service = await startService()
  const { manager, admin, code } = await liveThrough(service)
  const whole = await read(manager, '&limit=100')
  for (const limit of [1, 2, 4]) expect(await readAll(manager, limit)).toEqual(whole)
  const kinds = async (query: string) => [
    ...new Set((await read(manager, query)).map(({ entity }) => entity)),
  ]
  expect(await kinds('&entity=days')).toEqual(['days'])
  expect(await kinds('&entity=booking')).toEqual(['booking'])
  expect(await kinds('&entity=room_type')).toEqual(['room_type'])
  const byManager = await read(manager, `&userId=${manager.user.id}`)
  expect(byManager.map(({ actor }) => actor.id)).toEqual(byManager.map(() => manager.user.id))
  expect(byManager.map(({ entity }) => entity).toSorted()).toEqual(
    ['booking', 'days', 'days', 'days', 'room_type'].toSorted(),
  )
  const mine = `&userId=${manager.user.id}`
  expect(await readAll(manager, 2, mine)).toEqual(byManager)
  expect(await read(manager, `${mine}&entity=booking`)).toMatchObject([{ id: code }])
  expect(await read(manager, `&userId=${admin.user.id}&entity=days`)).toEqual([])

  service.clock.nowMs = Date.parse('2027-03-12T10:00:00Z')
  const later = await signInAgain(service, manager)
  await patch(later, [{ ...RANGE, priceCents: 13_000 }])
  expect(await read(later, '&from=2027-03-12')).toMatchObject([{ entity: 'days' }])
  expect(await read(later, '&to=2027-03-11')).toEqual(await readAll(later, 3, '&to=2027-03-11'))
  expect((await read(later, '&to=2027-03-11')).length).toBe(whole.length)
  expect(await read(later, '&from=2027-03-11&to=2027-03-11')).toEqual([])
})

test('owners read all, revenue days and rates, front desk bookings and the desk, others nothing; no other hotel’s', async () => {
  await using service = await startService()
  const { bravoManager, manager } = await liveThrough(service)
  const kindsOf = async (role: 'revenue' | 'front_desk', query = '') => {
    const memberships = [{ hotelId: service.alfa.id, role }]
    const name = `${role} ${query}`
    const member = await signIn(service, 'hotel_manager', { name, memberships })
    return [...new Set((await read(member, query)).map(({ entity }) => entity))].toSorted()
  }
  expect(await kindsOf('revenue')).toEqual(['days', 'rate', 'room_type'])
  expect(await kindsOf('revenue', '&entity=booking')).toEqual([])
  expect(await kindsOf('front_desk')).toEqual(['booking'])
  expect(await kindsOf('front_desk', '&entity=days')).toEqual([])
  expect((await read(manager)).length).toBe(9)
  expect(await bravoManager.call('GET', PATH)).toBeProblem(404, 'not_found')
  expect((await bravoManager.call('GET', '/v1/panel/history')).body.items).toEqual([])
})

test('a change of many room types tells twenty of them, and how many more there are; large ones end a page early', async () => {
  const rooms = Array.from({ length: 25 }, (_, index) => ({ roomCode: `R${10 + index}` }))
  await using service = await startService({ rooms })
  const { alfa } = service
  const { manager } = await hireStaff(service)
  for (let time = 0; time < 3; time++) {
    const updates = rooms.flatMap(({ roomCode }) =>
      Array.from({ length: 400 }, (_, index) => ({
        ...{ roomCode, date: addDay('2027-04-01', index), available: 5 },
        ...{ priceCents: 10_000 + time + index },
      })),
    )
    expect((await alfa.call('PUT', '/availability', { body: { updates } })).status).toBe(200)
  }
  const whole = await readAll(manager, 100)
  expect(whole.map(({ after }) => [after.parts.length, after.more])).toEqual([
    [20, 5],
    [20, 5],
    [20, 5],
  ])
  expect(whole[0]!.after.parts[0]).toMatchObject({
    ...{ roomCode: 'R10', from: '2027-04-01', to: addDay('2027-04-01', 399), nights: 400 },
    fields: { priceCents: { nights: 400, least: 10_002, most: 10_401 } },
  })
})

test('a booking that the desk takes is its own in the history, the trail and by person, not the guest’s', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { code } = (await book(manager.call)).body
  const actor = { type: 'user', id: manager.user.id, name: 'manager-alfa' }
  for (const query of ['&entity=booking', `&userId=${manager.user.id}`])
    expect(await read(manager, query)).toMatchObject([
      { id: code, actor, after: { what: 'booked' } },
    ])
  const { revisions } = (await manager.call('GET', `/v1/panel/bookings/${code}?hotel=alfa`)).body
  expect(revisions).toMatchObject([{ revision: 1, actor }])
})

test('the history says what changed of the details of a booking, and what was before (contract-groups)', async () => {
  await using service = await startService()
  const { manager, agent } = await hireStaff(service)
  await sell(service)
  await putTerms(manager, { creditLimitCents: null })
  const { code } = (await book(agent.call, { arrivalTime: '18:00' })).body
  const guestNames = [{ firstName: 'Can', lastName: 'Çelik', isChild: false }]
  const company = { name: 'Ege', taxNumber: '123' }
  const body = { arrivalTime: '22:30', guestNames, company, payment: { collect: 'agency' } }
  expect((await manager.call('PATCH', `/v1/bookings/${code}`, { body })).status).toBe(200)
  const { items } = (await manager.call('GET', '/v1/panel/history?entity=booking')).body
  expect(items[0]).toMatchObject({
    before: { arrivalTime: '18:00', guestNames: [], company: null, payment: { collect: 'hotel' } },
    after: { arrivalTime: '22:30', guestNames, company, payment: { collect: 'agency' } },
  })
  expect(Object.keys(items[0].before)).toHaveLength(4)
  expect((await readBooking(manager, code)).revisions[0].changes).toContainEqual({
    field: 'payment',
    before: { collect: 'hotel', guarantee: null, paidCents: 0 },
    after: { collect: 'agency', guarantee: null, paidCents: 0 },
  })
})

test('a payment at the desk is no change of the next revision, neither of the booking nor in the history (contract §3)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  await sell(service)
  const { code } = (await book(service.call)).body
  await pay(manager, code, { amountCents: 5_000 })
  const body = { arrivalTime: '22:30' }
  expect((await manager.call('PATCH', `/v1/bookings/${code}`, { body })).status).toBe(200)
  const [newest] = (await readBooking(manager, code)).revisions
  expect(newest.changes.map(({ field }: Entry) => field)).toEqual(['arrivalTime'])
  const [entry] = await read(manager, '&entity=booking')
  expect(entry!.before).toEqual({ arrivalTime: null })
})
