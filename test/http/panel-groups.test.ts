import { expect, test } from 'bun:test'
import { indexBookings } from '../../src/service/bookings/index-words.ts'
import { OPTION_ROOMS, readAvailable, sell } from '../support/bookings.ts'
import { guestPageOf } from '../support/guest-page.ts'
import { mailsOf, startMailing } from '../support/mails.ts'
import { makeRate } from '../support/rates.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import type { TestUser } from '../support/users.ts'

// Reservations of several stays in the panel and of agencies (contract-groups, *Several rooms, one reservation*).

const PANEL = '/v1/panel/booking-groups'
const AGENCY = '/v1/acenta/booking-groups'
const STAY = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03', adults: 2 }
const WALK_IN = { firstName: 'Ilgın', lastName: 'Öztürk', phone: '+90 532 555 01 47' }
const GUEST = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
const HELD = { hotelSlug: 'alfa', guest: GUEST, stays: [STAY, STAY], hold: true }

async function start(service: TestService) {
  await sell(service)
  return await hireStaff(service)
}

const place = ({ call }: TestUser, more: object = {}, headers: Record<string, string> = {}) =>
  call('POST', PANEL, { body: { guest: WALK_IN, stays: [STAY, STAY], ...more }, headers })

test('the desk books several rooms as it books one: telephone alone, own prices, past restrictions, by key once (contract-groups)', async () => {
  await using service = await startService({ rooms: OPTION_ROOMS })
  const { manager } = await start(service)
  const restricted = [{ roomCode: 'DBL', date: STAY.checkin, minStay: 5 }]
  await service.alfa.call('PATCH', '/availability', { body: { updates: restricted } })
  const refused = await place(manager)
  expect(refused).toBeProblem(409, 'min_stay')
  expect(refused.body.errors.map(({ path }: { path: string }) => path)).toEqual([
    '/stays/0/checkin',
    '/stays/1/checkin',
  ])

  const manualPrice = { priceCents: 7_000, reason: 'A regular guest' }
  const asked = { stays: [STAY, { ...STAY, manualPrice }], override: true }
  const headers = { 'idempotency-key': 'desk-1' }
  const { status, body, headers: answered } = await place(manager, asked, headers)
  expect(status).toBe(201)
  expect(body.manageToken).toBeUndefined()
  expect(body).toMatchObject({ totalPriceCents: 34_000, proof: 'hotel', guest: { email: null } })
  expect(body.bookings[0].source).toEqual({ type: 'panel' })
  const again = await place(manager, asked, headers)
  expect([again.status, again.body.code]).toEqual([201, body.code])
  expect(await readAvailable(service, { to: '2027-04-02' })).toEqual([3, 3])

  const read = await manager.call('GET', answered.get('location')!)
  const { bookings, ...sums } = read.body
  expect({ ...sums, bookings: body.bookings }).toEqual(body)
  for (const [index, { desk, ...record }] of bookings.entries()) {
    expect(record).toEqual(body.bookings[index])
    expect(desk).toMatchObject({ roomNumbers: [], dueCents: record.payableCents })
  }
  const { body: trail } = await manager.call('GET', `/v1/panel/bookings/${bookings[1].code}`)
  expect(trail.revisions[0].actor).toMatchObject({ type: 'user', id: manager.user.id })
})

test('the desk confirms a held group and cancels it for the simulated penalty, waived unless charged (contract-groups)', async () => {
  await using service = await startService({ rooms: OPTION_ROOMS })
  const { manager } = await start(service)
  const cancellation = { freeUntilDays: null, penalty: 'first_night' } as const
  await makeRate(service, { rateCode: 'STD', cancellation })
  const { code } = (await place(manager, { hold: true })).body
  const confirmed = await manager.call('POST', `${PANEL}/${code}/confirm`)
  expect(confirmed.body.bookings.map(({ status }: { status: string }) => status)).toEqual([
    'confirmed',
    'confirmed',
  ])

  const cancel = (body: object) => manager.call('POST', `${PANEL}/${code}/cancel`, { body })
  expect((await cancel({ simulate: true })).body.penaltyCents).toBe(0)
  const charged = await cancel({ simulate: true, charge: true })
  expect(charged.body).toMatchObject({ penaltyCents: 20_000, simulated: true })
  const wrong = await cancel({ charge: true, expectedPenaltyCents: 10_000 })
  expect(wrong).toBeProblem(409, 'penalty_changed')
  const done = await cancel({ charge: true, expectedPenaltyCents: 20_000, reason: 'Flood' })
  expect(done.body).toMatchObject({ penaltyCents: 20_000, totalPriceCents: 0 })
  expect(done.body.bookings[1].cancelReason).toBe('Flood')
  expect(await readAvailable(service, { to: '2027-04-02' })).toEqual([5, 5])
})

test('the desk hands over the link of a group, which acts on all of it; a renewal ends the link of before (contract-access)', async () => {
  await using service = await startService({ rooms: OPTION_ROOMS })
  const { manager } = await start(service)
  const { code } = (await place(manager)).body
  const handOver = async (body: object) =>
    (await manager.call('POST', `${PANEL}/${code}/manage-link`, { body })).body
  const first = await handOver({})
  const [, opened, token = ''] = first.url.match(/#(\w+)\.([\w-]+)$/)
  expect([opened, token]).toEqual([code, first.code.replaceAll(' ', '')])
  const page = await guestPageOf(service)({ act: 'open', code, token })
  expect([page.status, page.text.includes(code)]).toEqual([200, true])
  const cancel = (typed: string) =>
    service.call('POST', `/v1/booking-groups/${code}/cancel`, {
      body: { manageToken: typed.replaceAll(' ', ''), simulate: true },
    })
  expect((await cancel(first.code)).status).toBe(200)
  const second = await handOver({ renew: true })
  expect(await cancel(first.code)).toBeProblem(404, 'not_found')
  expect((await cancel(second.code)).status).toBe(200)
})

test('a group of Alfa does not exist in Bravo, nor for an agency that did not book it (contract §6)', async () => {
  await using service = await startService({ rooms: OPTION_ROOMS })
  const staff = await start(service)
  const { code } = (await place(staff.manager)).body
  const ofDelta = (await staff.agent.call('POST', AGENCY, { body: HELD })).body
  const acts = [
    ['GET', ''],
    ['GET', '/trail'],
    ['POST', '/cancel'],
    ['POST', '/confirm'],
    ['PATCH', '', { arrivalTime: '15:00' }],
    ['POST', '/stays', STAY],
  ] as const
  for (const [method, act, body] of acts) {
    for (const each of [staff.bravoManager, staff.chief])
      expect(await each.call(method, `${PANEL}/${code}${act}?hotel=bravo`, { body })).toBeProblem(
        404,
        'not_found',
      )
    for (const [agent, other] of [
      [staff.echoAgent, ofDelta.code],
      [staff.agent, code],
    ] as const)
      expect(await agent.call(method, `${AGENCY}/${other}${act}`, { body })).toBeProblem(
        404,
        'not_found',
      )
    // A booking is no group.
    const lone = `${PANEL}/${ofDelta.bookings[0].code}${act}`
    expect(await staff.manager.call(method, lone, { body })).toBeProblem(404, 'not_found')
  }
  const link = `${PANEL}/${code}/manage-link?hotel=bravo`
  expect(await staff.chief.call('POST', link)).toBeProblem(404, 'not_found')
})

test('the desk changes a group as a whole, with prices of its own and past restrictions, and adds a stay to it (contract-groups)', async () => {
  await using service = await startService({ rooms: OPTION_ROOMS })
  const { manager } = await start(service)
  const { code, bookings } = (await place(manager)).body
  const path = `${PANEL}/${code}`
  const change = (body: object) => manager.call('PATCH', path, { body })
  const restricted = [{ roomCode: 'DBL', date: '2027-04-04', minStay: 5 }]
  await service.alfa.call('PATCH', '/availability', { body: { updates: restricted } })
  const [first, second] = bookings.map((each: { code: string }) => each.code)
  const later = { checkin: '2027-04-04', checkout: '2027-04-06' }
  const manualPrice = { priceCents: 6_000, reason: 'Late change' }
  const asked = {
    guest: { firstName: 'Ece' },
    stays: [
      { code: first, ...later },
      { code: second, manualPrice },
    ],
  }
  expect(await change(asked)).toBeProblem(409, 'min_stay')
  const tried = await change({ ...asked, override: true, simulate: true })
  expect(tried.body).toMatchObject({ simulated: true, totalPriceCents: 32_000 })
  expect((await manager.call('GET', path)).body.bookings[0].revision).toBe(1)
  const { status, body } = await change({ ...asked, override: true, expectedTotalCents: 32_000 })
  expect([status, body.guest.firstName, body.totalPriceCents]).toEqual([200, 'Ece', 32_000])
  expect(body.bookings).toMatchObject([
    { ...later, revision: 2 },
    { checkin: STAY.checkin, revision: 2 },
  ])
  const { body: trail } = await manager.call('GET', `/v1/panel/bookings/${first}`)
  expect(trail.revisions[0]).toMatchObject({ actor: { type: 'user' }, override: true })

  const add = (stay: object, headers: Record<string, string> = {}) =>
    manager.call('POST', `${path}/stays`, { body: stay, headers })
  const third = { ...STAY, adults: 1, manualPrice }
  expect(await add({ ...third, expectedTotalCents: 1 })).toBeProblem(409, 'price_changed')
  const headers = { 'idempotency-key': 'one-more' }
  const added = await add({ ...third, expectedTotalCents: 44_000 }, headers)
  expect([added.status, added.body.totalPriceCents]).toEqual([201, 44_000])
  expect(added.body.bookings[2]).toMatchObject({
    ...{ group: { code, position: 3 }, status: 'confirmed', source: { type: 'panel' } },
    guest: { firstName: 'Ece' },
  })
  const again = await add({ ...third, expectedTotalCents: 44_000 }, headers)
  expect([again.status, again.body]).toEqual([201, added.body])
  expect(await readAvailable(service, { to: '2027-04-06' })).toEqual([3, 3, 5, 4, 4, 5])
})

test('an agency adds a stay to its held group, which is held until the others’ end, and changes what is confirmed; override is the hotel’s (contract-groups)', async () => {
  await using service = await startService({ rooms: OPTION_ROOMS })
  const { agent } = await start(service)
  const { code, holdUntil, bookings } = (await agent.call('POST', AGENCY, { body: HELD })).body
  const path = `${AGENCY}/${code}`
  const overridden = await agent.call('POST', `${path}/stays`, {
    body: { ...STAY, override: true },
  })
  expect(overridden).toBeProblem(403, 'forbidden')
  const { status, body } = await agent.call('POST', `${path}/stays`, { body: STAY })
  expect([status, body.totalPriceCents, body.holdUntil]).toEqual([201, 60_000, holdUntil])
  expect(body.bookings[2]).toMatchObject({
    ...{ status: 'pending', source: { type: 'agency', agencyCode: 'DELTA' } },
    ...{ commissionBp: bookings[0].commissionBp, holdUntil },
  })

  expect((await agent.call('POST', `${path}/confirm`)).status).toBe(200)
  const shorter = { stays: [{ code: bookings[0].code, checkout: '2027-04-02' }] }
  const changed = await agent.call('PATCH', path, { body: shorter })
  expect([changed.status, changed.body.totalPriceCents]).toEqual([200, 50_000])
})

test('the code of a group finds all of its bookings in each list, before and after they are indexed, and stands in the file (contract-groups)', async () => {
  await using service = await startService({ rooms: OPTION_ROOMS })
  const { manager, agent, admin } = await start(service)
  const { code } = (await place(manager)).body
  await place(manager, { stays: [STAY] })
  const ofAgency = (await agent.call('POST', AGENCY, { body: HELD })).body
  const find = async ({ call }: TestUser, path: string, q: string) => {
    const { items } = (await call('GET', `${path}${path.includes('?') ? '&' : '?'}q=${q}`)).body
    return items
      .map(({ group }: { group: { code: string; position: number } }) => group)
      .toSorted((a: { position: number }, b: { position: number }) => a.position - b.position)
  }
  const places = (of: string) => [1, 2].map((position) => ({ code: of, position }))
  for (const isIndexed of [false, true]) {
    if (isIndexed) await indexBookings(service.deps, new AbortController().signal)
    expect(await find(manager, '/v1/panel/bookings', code.toLowerCase())).toEqual(places(code))
    expect(await find(manager, '/v1/panel/bookings/find', code)).toEqual(places(code))
    expect(await find(admin, '/v1/admin/bookings', code)).toEqual(places(code))
    expect(await find(agent, '/v1/acenta/bookings', ofAgency.code)).toEqual(places(ofAgency.code))
    expect(await find(agent, '/v1/acenta/bookings', code)).toEqual([])
  }

  const file = `/v1/panel/exports/bookings?from=2027-04-01&to=2027-04-03&q=${code}`
  const [head = '', ...rows] = (await manager.call('GET', file)).text.trim().split('\r\n')
  const at = head.split(',').indexOf('Group')
  expect(head.split(',')[at + 1]).toBe('Place in group')
  expect(rows.map((row) => row.split(',').slice(at, at + 2))).toEqual([
    [code, '1'],
    [code, '2'],
  ])
})

test('an agency books, confirms and cancels a group with its commission; it charges nothing and proves the guest (contract-groups)', async () => {
  await using service = await startService({ rooms: OPTION_ROOMS })
  const { agent, manager } = await start(service)
  const { status, body, headers } = await agent.call('POST', AGENCY, { body: HELD })
  expect(status).toBe(201)
  expect(body).toMatchObject({ proof: 'hotel', totalPriceCents: 40_000 })
  expect(body.manageToken).toBeUndefined()
  for (const { source, commissionCents } of body.bookings) {
    expect(source).toEqual({ type: 'agency', agencyCode: 'DELTA' })
    expect(commissionCents).toBeGreaterThan(0)
  }
  const path = headers.get('location')!
  expect(path).toBe(`${AGENCY}/${body.code}`)
  expect((await agent.call('GET', path)).body).toEqual(body)
  expect((await agent.call('POST', `${path}/confirm`)).body.holdUntil).toBeNull()
  const charged = await agent.call('POST', `${path}/cancel`, { body: { charge: true } })
  expect(charged).toBeProblem(422, 'validation_failed')
  expect((await agent.call('POST', `${path}/cancel`)).status).toBe(200)

  const { body: trail } = await manager.call('GET', `/v1/panel/bookings/${body.bookings[0].code}`)
  const by = { type: 'booking', by: 'agency', how: 'session' }
  expect(trail.revisions.map(({ actor }: { actor: object }) => actor)).toMatchObject([by, by, by])
})

test('an agency mails the link of its group to the guest, and ends earlier ones; not of another’s group (contract-groups, the same verbs)', async () => {
  await using service = await startMailing({ rooms: OPTION_ROOMS })
  const { agent, manager } = await start(service)
  const { code } = (await agent.call('POST', AGENCY, { body: HELD })).body
  const { body: own } = await place(manager)
  const linksOf = async () =>
    (await mailsOf(service)).filter(({ kind }) => kind === 'manage_link').length
  const mail = (of: string, body?: object) =>
    agent.call('POST', `${AGENCY}/${of}/manage-link`, { body })
  expect([(await mail(code)).status, await linksOf()]).toEqual([202, 1])
  const link = await manager.call('POST', `${PANEL}/${code}/manage-link`)
  const token = link.body.url.split('.').at(-1)
  const read = () =>
    service.call('GET', `/v1/booking-groups/${code}`, {
      headers: { 'x-service-manage-token': token },
    })
  expect((await read()).status).toBe(200)
  const { status, body } = await mail(code, { renew: true })
  expect([status, body, await linksOf()]).toEqual([202, {}, 2])
  expect((await read()).status).toBe(404)
  expect((await mail(own.code)).status).toBe(404)
})
