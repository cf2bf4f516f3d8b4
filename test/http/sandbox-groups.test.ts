import { expect, test } from 'bun:test'
import { bookGroup, readAvailable, sell } from '../support/bookings.ts'
import { makeRate } from '../support/rates.ts'
import { bookTest, groupTest, openSandbox } from '../support/sandbox.ts'
import { startService, type TestHotel, type TestService } from '../support/service.ts'

// Reservations of several stays for partners, and in sandboxes (contract-groups; contract §2, *Sandbox*).

const PATH = '/sandbox/booking-groups'

async function start(service: TestService): Promise<TestHotel> {
  await sell(service)
  return await openSandbox(service)
}

const statusesOf = (group: { bookings: { status: string }[] }) =>
  group.bookings.map(({ status }) => status)

const left = (service: TestService, sandbox: TestHotel) =>
  readAvailable({ ...service, alfa: sandbox }, { to: '2027-04-02' })

test('a test key books several rooms, reads them as one, and finds each in feed and pull with its place (contract-groups)', async () => {
  await using service = await startService()
  const sandbox = await start(service)
  const { status, body, headers } = await groupTest(sandbox, [{}, { rooms: 2 }])
  expect([status, body.test, body.totalPriceCents]).toEqual([201, true, 60_000])
  expect(headers.get('location')).toBe(`/v1/partner/booking-groups/${body.code}`)
  expect(await left(service, sandbox)).toEqual([2, 2])
  expect((await sandbox.call('GET', `/booking-groups/${body.code}`)).body).toEqual(body)

  const places = [1, 2].map((position) => ({ code: body.code, position }))
  const { changes } = (await sandbox.call('GET', '/changes')).body
  const told = changes.filter(({ type }: { type: string }) => type === 'booking')
  expect(told.map((each: { booking: { group: object } }) => each.booking.group)).toEqual(places)
  const pulled = await sandbox.call('GET', '/bookings?from=2027-04-01&to=2027-04-02')
  expect(pulled.body.bookings.map(({ group }: { group: object }) => group)).toEqual(places)

  const refused = await groupTest(sandbox, [{}, { rooms: 2 }, { roomCode: 'NONE' }])
  expect(refused).toBeProblem(422, 'validation_failed')
  expect(await left(service, sandbox)).toEqual([2, 2])
  expect(await readAvailable(service, { to: '2027-04-02' })).toEqual([5, 5])
  // A live key has no part in it, nor a test key in what the hotel has sold.
  const path = `/booking-groups/${body.code}`
  expect(await service.alfa.call('GET', path)).toBeProblem(404, 'not_found')
  const { code } = (await bookGroup(service.call)).body
  for (const act of ['confirm', 'expire', 'cancel'])
    expect(await sandbox.call('POST', `${PATH}/${code}/${act}`)).toBeProblem(404, 'not_found')
})

test('a group of a sandbox is changed as a whole, by its guest or past restrictions by the hotel (contract-groups)', async () => {
  await using service = await startService()
  const sandbox = await start(service)
  const { code, bookings } = (await groupTest(sandbox, [{}, {}])).body
  const change = (body: object) => sandbox.call('PATCH', `${PATH}/${code}`, { body })
  const stays = [{ code: bookings[1].code, rooms: 2, adults: 2 }]
  const changed = await change({ arrivalTime: '23:30', stays })
  expect(changed.status).toBe(200)
  expect(changed.body.bookings).toMatchObject([
    { arrivalTime: '23:30', rooms: 1, revision: 2 },
    { arrivalTime: '23:30', rooms: 2 },
  ])
  expect(await left(service, sandbox)).toEqual([2, 2])
  const { changes } = (await sandbox.call('GET', '/changes')).body
  expect(changes.at(-1).actor ?? {}).not.toMatchObject({ type: 'user' })
  const refused = await change({ stays: [{ code: bookings[0].code, rooms: 4, adults: 4 }] })
  expect(refused).toBeProblem(409, 'sold_out')
  expect(await left(service, sandbox)).toEqual([2, 2])
  expect((await change({ by: 'hotel', guest: { firstName: 'Adile' } })).body.guest.firstName).toBe(
    'Adile',
  )
})

test('a held group of a sandbox is confirmed, let go and run out as a whole, by the code of one booking, too (contract-groups)', async () => {
  await using service = await startService()
  const sandbox = await start(service)
  const hold = async () => (await groupTest(sandbox, [{}, {}], { hold: true })).body
  const act = (code: string, what: string) => sandbox.call('POST', `${PATH}/${code}/${what}`)
  const held = await hold()
  const lone = `/sandbox/bookings/${held.bookings[1].code}`
  expect(await sandbox.call('POST', `${lone}/confirm`)).toBeProblem(409, 'confirm_the_group')
  const confirmed = await act(held.code, 'confirm')
  expect(statusesOf(confirmed.body)).toEqual(['confirmed', 'confirmed'])
  expect(await act(held.code, 'expire')).toBeProblem(409, 'transition_invalid')
  const cancelled = await act(held.code, 'cancel')
  expect(statusesOf(cancelled.body)).toEqual(['cancelled', 'cancelled'])

  const second = await hold()
  expect(statusesOf((await act(second.code, 'expire')).body)).toEqual(['expired', 'expired'])
  const third = await hold()
  const one = `/sandbox/bookings/${third.bookings[1].code}/expire`
  const { body } = await sandbox.call('POST', one)
  expect([body.code, body.status]).toEqual([third.bookings[1].code, 'expired'])
  const read = await sandbox.call('GET', `/booking-groups/${third.code}`)
  expect(statusesOf(read.body)).toEqual(['expired', 'expired'])
  // A repeat changes nothing.
  expect((await sandbox.call('POST', one)).body).toEqual(body)
  expect(await left(service, sandbox)).toEqual([5, 5])
  // The hold of a single booking runs out alone.
  const { code } = (await bookTest(sandbox, { hold: true })).body
  const single = await sandbox.call('POST', `/sandbox/bookings/${code}/expire`)
  expect(single.body.status).toBe('expired')
})

test('a repeat under an Idempotency-Key books the rooms of a sandbox once, until its reset (contract-groups, *Several rooms*)', async () => {
  await using service = await startService()
  const sandbox = await start(service)
  const stay = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-03', adults: 2 }
  const bodies = { '/sandbox/bookings': stay, [PATH]: { stays: [stay, stay] } }
  for (const [path, body] of Object.entries(bodies)) {
    const send = (more = {}) =>
      sandbox.call('POST', path, {
        body: { ...body, ...more },
        headers: { 'idempotency-key': path },
      })
    const first = await send()
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null])
    const again = await send()
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
    expect(await send({ hold: true })).toBeProblem(409, 'idempotency_conflict')
  }
  expect(await left(service, sandbox)).toEqual([2, 2])

  const other = await openSandbox(service)
  const headers = { 'idempotency-key': PATH }
  const byOther = await other.call('POST', PATH, { body: { stays: [stay] }, headers })
  expect([byOther.status, byOther.headers.get('idempotent-replayed')]).toEqual([201, null])

  await sandbox.call('POST', '/sandbox/reset')
  const anew = await sandbox.call('POST', PATH, { body: bodies[PATH], headers })
  expect([anew.status, anew.headers.get('idempotent-replayed')]).toEqual([201, null])
})

test('a sandbox simulates what a change or cancellation would be, and holds to the penalty expected (contract-groups, *Several rooms*)', async () => {
  await using service = await startService()
  const cancellation = { freeUntilDays: null, penalty: 'first_night' } as const
  await makeRate(service, { rateCode: 'STD', cancellation })
  const sandbox = await start(service)
  const lone = (await bookTest(sandbox)).body
  const group = (await groupTest(sandbox, [{}, {}])).body
  const asked = [
    [`/sandbox/bookings/${lone.code}`, { rooms: 2 }, 10_000],
    [`${PATH}/${group.code}`, { stays: [{ code: group.bookings[0].code, rooms: 2 }] }, 20_000],
  ] as const
  for (const [path, change, penaltyCents] of asked) {
    const changed = await sandbox.call('PATCH', path, { body: { ...change, simulate: true } })
    expect([changed.status, changed.body.simulated]).toEqual([200, true])
    const cancel = (body: object) => sandbox.call('POST', `${path}/cancel`, { body })
    const tried = await cancel({ simulate: true })
    expect(tried.body).toMatchObject({ simulated: true, penaltyCents })
    expect(await left(service, sandbox)).toEqual([2, 2])
    const wrong = await cancel({ expectedPenaltyCents: penaltyCents - 1 })
    expect(wrong).toBeProblem(409, 'penalty_changed')
  }
  for (const [path, , penaltyCents] of asked) {
    const body = { expectedPenaltyCents: penaltyCents }
    expect((await sandbox.call('POST', `${path}/cancel`, { body })).body).toMatchObject({
      penaltyCents,
    })
  }
  expect(await left(service, sandbox)).toEqual([5, 5])
})
