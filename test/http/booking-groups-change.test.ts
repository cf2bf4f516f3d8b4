import { expect, test } from 'bun:test'
import { readAvailable, sell } from '../support/bookings.ts'
import { mailsOf, startMailing } from '../support/mails.ts'
import {
  type Booking,
  change,
  DOUBLE,
  type Group,
  guest,
  place,
  placesOf,
  ROOMS,
  read,
  SUITE,
  startGroup,
} from '../support/own-group.ts'
import { makeRate } from '../support/rates.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

test('stays are changed in the order sent, and the next takes what the one before let go (contract-groups)', async () => {
  await using scene = await startGroup([SUITE, SUITE, DOUBLE])
  const { service, group } = scene
  const [one, two, three] = group.bookings
  const stays = [
    { code: one!.code, roomCode: 'DBL' },
    { code: three!.code, roomCode: 'SUI' },
  ]
  const { status, body } = await change(service, group, { stays })
  expect(status).toBe(200)
  expect(body.bookings.map((each: Booking) => [each.roomCode, each.revision])).toEqual([
    ['DBL', 2],
    ['SUI', 1],
    ['SUI', 2],
  ])
  expect(await read(service, group)).toEqual(body)
  // The other way round the suite is not free yet.
  const back = [
    { code: one!.code, roomCode: 'SUI' },
    { code: two!.code, roomCode: 'DBL' },
  ]
  const refused = await change(service, group, { stays: back })
  expect(refused).toBeProblem(409, 'sold_out')
  expect(placesOf(refused)).toEqual([['/stays/0/checkin', 'sold_out']])
  expect(await read(service, group)).toEqual(body)
})

test('a refusal names every place, and nothing of the change is kept (contract-groups, *Several rooms*)', async () => {
  await using scene = await startGroup([DOUBLE, DOUBLE, DOUBLE])
  const { service, group } = scene
  const [one, two, three] = group.bookings
  await service.call('POST', `/v1/bookings/${three!.code}/cancel`, {
    body: { manageToken: group.manageToken },
  })
  const before = await read(service, group)
  const rooms = await readAvailable(service)
  const refused = await change(service, group, {
    guest: { firstName: 'Ada' },
    stays: [
      { code: one!.code, checkout: '2027-04-02' },
      { code: two!.code, roomCode: 'NONE' },
      { code: three!.code, checkout: '2027-04-02' },
    ],
  })
  expect(refused).toBeProblem(422, 'validation_failed')
  expect(placesOf(refused)).toEqual([
    ['/stays/1/roomCode', 'unknown_room'],
    ['/stays/2', 'transition_invalid'],
  ])
  const unknown = [{ code: one!.code }, { code: 'AAAAAAAAAA' }, { code: one!.code }]
  expect(placesOf(await change(service, group, { stays: unknown }))).toEqual([
    ['/stays/1/code', 'unknown_value'],
    ['/stays/2/code', 'repeated'],
  ])
  expect(await read(service, group)).toEqual(before)
  expect(await readAvailable(service)).toEqual(rooms)
})

test('what a group shares changes in every booking that stands, each with its revision (contract-groups)', async () => {
  await using scene = await startGroup([DOUBLE, DOUBLE, DOUBLE])
  const { service, group } = scene
  const [one, two, three] = group.bookings
  const { manageToken } = group
  await service.call('POST', `/v1/bookings/${one!.code}/cancel`, { body: { manageToken } })
  const { status, body } = await change(service, group, {
    guest: { email: 'ada@example.com' },
    arrivalTime: '18:30',
    stays: [{ code: three!.code, guest: { firstName: 'Deniz' }, arrivalTime: '20:00' }],
  })
  expect(status).toBe(200)
  const shown = body.bookings.map((each: Booking & { arrivalTime: string }) => [
    each.guest.email,
    each.revision,
    each.arrivalTime,
  ])
  expect(shown).toEqual([
    ['carla@example.com', 2, null],
    ['ada@example.com', 2, '18:30'],
    ['ada@example.com', 2, '20:00'],
  ])
  expect(body.bookings[2].guest.firstName).toBe('Deniz')
  expect(body.guest.email).toBe('ada@example.com')

  // Another e-mail ends the links of all its bookings, ended ones included (contract-access).
  expect(await change(service, group, { arrivalTime: null })).toBeProblem(404, 'not_found')
  const anew = { ...group, manageToken: body.manageToken }
  expect((await change(service, anew, { arrivalTime: null })).status).toBe(200)
  for (const { code } of [one!, two!])
    for (const [token, status] of [
      [manageToken, 404],
      [body.manageToken, 200],
    ])
      expect(
        (
          await service.call('GET', `/v1/bookings/${code}`, {
            headers: { 'x-service-manage-token': token },
          })
        ).status,
      ).toBe(status)
  const path = `/v1/booking-groups/${group.code}?email=`
  expect((await service.call('GET', `${path}ada@example.com`)).status).toBe(200)
  expect((await service.call('GET', `${path}carla@example.com`)).status).toBe(404)
})

test('flaws in what is shared have their place once, at the top (contract-groups)', async () => {
  await using scene = await startGroup([DOUBLE, DOUBLE])
  const { service, group } = scene
  const admin = await signIn(service, 'admin')
  const refused = await admin.call('PATCH', `/v1/booking-groups/${group.code}`, {
    body: { guest: { email: null }, stays: [{ code: group.bookings[0]!.code }] },
  })
  expect(placesOf(refused)).toEqual([['/guest/email', 'required']])
})

test('the sums expected of a change are of the whole, and a dry run keeps nothing (contract-groups)', async () => {
  await using scene = await startGroup([DOUBLE, DOUBLE])
  const { service, group } = scene
  const stays = [{ code: group.bookings[1]!.code, checkout: '2027-04-04' }]
  const before = await read(service, group)
  const rooms = await readAvailable(service)
  const simulated = await change(service, group, { stays, simulate: true })
  expect([simulated.status, simulated.body.simulated]).toEqual([200, true])
  expect(await read(service, group)).toEqual(before)
  expect(await readAvailable(service)).toEqual(rooms)
  const { totalPriceCents } = simulated.body
  expect(totalPriceCents).toBe(group.totalPriceCents + 10_000)
  const wrong = await change(service, group, { stays, expectedTotalCents: totalPriceCents - 1 })
  expect(wrong).toBeProblem(409, 'price_changed')
  expect(wrong.body.totalPriceCents).toBe(totalPriceCents)
  const { simulated: _, bookings, ...rest } = simulated.body
  const { body } = await change(service, group, { stays, expectedTotalCents: totalPriceCents })
  const { bookings: changed, ...whole } = body
  expect(whole).toEqual(rest)
  expect(changed.map(({ revision }: Booking) => revision)).toEqual([1, 2])
  expect(changed[1].nights).toBe(bookings[1].nights)
})

test('while a cancellation costs, a guest takes nothing off any stay of a group (contract-groups)', async () => {
  const cancellation = { freeUntilDays: null, penalty: 'first_night' } as const
  await using service = await startService({ rooms: ROOMS })
  await makeRate(service, { rateCode: 'STD', cancellation })
  await sell(service)
  const group: Group = (await place(service, [DOUBLE, DOUBLE])).body
  const [one, two] = group.bookings
  const refused = await change(service, group, {
    stays: [
      { code: one!.code, checkout: '2027-04-05' },
      { code: two!.code, checkout: '2027-04-02' },
    ],
  })
  expect(refused).toBeProblem(409, 'terms_forbid_change')
  expect(placesOf(refused)).toEqual([['/stays/1', 'terms_forbid_change']])
  expect((await read(service, group)).bookings).toEqual(group.bookings)
})

test('the link of a group goes to the address that the group has now, whichever code asks (contract-access)', async () => {
  await using service = await startMailing({ rooms: ROOMS, world: { manageByEmail: false } })
  await sell(service)
  const { manager } = await hireStaff(service)
  const group: Group = (await place(manager, [DOUBLE, DOUBLE])).body
  const [one, two] = group.bookings
  expect((await manager.call('POST', `/v1/bookings/${one!.code}/cancel`)).status).toBe(200)
  const email = 'ada@example.com'
  const path = `/v1/booking-groups/${group.code}`
  expect((await manager.call('PATCH', path, { body: { guest: { email } } })).status).toBe(200)
  for (const [of, asked] of [
    [path, email],
    [path, guest.email],
    [`/v1/bookings/${one!.code}`, guest.email],
    [`/v1/bookings/${two!.code}`, email],
  ]) {
    const { status } = await service.call('POST', `${of}/manage-link`, { body: { email: asked } })
    expect(status).toBe(202)
    await service.context.linkRequests.idle()
  }
  // Reinstated it has the e-mail of its group.
  const anew = await manager.call('POST', `/v1/panel/bookings/${one!.code}/reinstate`)
  expect(anew.body.guest.email).toBe(email)
  const links = (await mailsOf(service)).filter(({ kind }) => kind === 'manage_link')
  expect(links.map(({ recipient }) => recipient)).toEqual([email, email])
})

test('a stay is added after the last one by the hotel, once for a key; not by a guest (contract-groups)', async () => {
  await using scene = await startGroup([DOUBLE, DOUBLE])
  const { service, group } = scene
  const { manager } = await hireStaff(service)
  const path = `/v1/panel/booking-groups/${group.code}/stays?hotel=alfa`
  const headers = { 'idempotency-key': 'one' }
  const first = await manager.call('POST', path, { body: SUITE, headers })
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null])
  const [, , added] = first.body.bookings
  expect(added).toMatchObject({
    ...{ roomCode: 'SUI', status: 'confirmed', group: { code: group.code, position: 3 } },
    ...{ guest: group.bookings[0]!.guest, proof: 'hotel', source: { type: 'web' } },
  })
  const again = await manager.call('POST', path, { body: SUITE, headers })
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  expect(again.body).toEqual(first.body)
  const other = await manager.call('POST', path, { body: DOUBLE, headers })
  expect(other).toBeProblem(409, 'idempotency_conflict')
  expect((await read(service, group)).bookings).toHaveLength(3)
  // The group's link opens it like the others.
  const lone = await service.call('PATCH', `/v1/bookings/${added.code}`, {
    body: { manageToken: group.manageToken, checkout: '2027-04-04' },
  })
  expect(lone.status).toBe(200)
  const guests = await service.call('POST', `/v1/booking-groups/${group.code}/stays`, {
    body: DOUBLE,
  })
  expect(guests.status).toBe(404)
  const sums = { ...DOUBLE, expectedTotalCents: 1 }
  expect(await manager.call('POST', path, { body: sums })).toBeProblem(409, 'price_changed')
  const large = await manager.call('POST', path, {
    body: { ...DOUBLE, rooms: 99, adults: 99 },
  })
  expect(placesOf(large)).toEqual([['/rooms', 'group_too_large']])
  expect((await read(service, group)).bookings).toHaveLength(3)
})

test('a stay added to a held group is held until the end of the others, and confirmed with them (contract-groups)', async () => {
  await using scene = await startGroup([DOUBLE], { hold: true })
  const { service, group } = scene
  const { manager } = await hireStaff(service)
  service.clock.nowMs += 5 * 60_000
  const path = `/v1/panel/booking-groups/${group.code}`
  const { status, body } = await manager.call('POST', `${path}/stays?hotel=alfa`, { body: SUITE })
  expect(status).toBe(201)
  const [one, two] = body.bookings
  expect([two.status, two.holdUntil, body.holdUntil]).toEqual([
    'pending',
    one.holdUntil,
    one.holdUntil,
  ])
  const confirmed = await service.call('POST', `/v1/booking-groups/${group.code}/confirm`, {
    body: { manageToken: group.manageToken },
  })
  const statuses = confirmed.body.bookings.map((each: { status: string }) => each.status)
  expect(statuses).toEqual(['confirmed', 'confirmed'])
  await manager.call('POST', `${path}/cancel?hotel=alfa`)
  const late = await manager.call('POST', `${path}/stays?hotel=alfa`, { body: SUITE })
  expect(late).toBeProblem(409, 'transition_invalid')
})
