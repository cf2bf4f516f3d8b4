import { expect, test } from 'bun:test'
import { completeStays } from '../../src/service/bookings/booking-passes.ts'
import { publishUnacked } from '../../src/service/bookings/unacked.ts'
import { changeHotel } from '../../src/service/catalog/catalog.ts'
import { book, CARLA, events, sell } from '../support/bookings.ts'
import { mailsOf, postman, scriptAnswers, startMailing } from '../support/mails.ts'
import { tokenOf } from '../support/manage.ts'
import { BOOKINGS, readBooking } from '../support/panel-booking.ts'
import { bookTest, openSandbox } from '../support/sandbox.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff, type Staff } from '../support/staff.ts'

// A walk-in leaves a telephone number alone: `guest.email` is null (D1; contract-access, *A booking's own key*).

const PHONE = '+90 532 555 01 47'
const ILGIN = { firstName: 'Ilgın', lastName: 'Öztürk', phone: PHONE }
const walkIn = (staff: Staff, more = {}) => book(staff.manager.call, { guest: ILGIN, ...more })

async function start(service: TestService): Promise<Staff> {
  await sell(service)
  return await hireStaff(service)
}

test('the hotel’s own people book with a telephone alone, and null is the e-mail in record, feed, event, pull and lists (D1)', async () => {
  await using service = await startService()
  const staff = await start(service)
  const { status, body } = await walkIn(staff)
  expect(status).toBe(201)
  const guest = { ...ILGIN, email: null, country: null }
  expect(body).toMatchObject({ guest, source: { type: 'panel' } })

  const { alfa } = service
  expect((await events(service))[0]!.data.guest).toEqual(guest)
  const { changes } = (await alfa.call('GET', '/changes')).body
  const told = changes.find(({ type }: { type: string }) => type === 'booking')
  expect(told.booking.guest).toEqual(guest)
  const pull = '/bookings?from=2027-04-01&to=2027-04-30'
  expect((await alfa.call('GET', pull)).body.bookings[0].guest).toEqual(guest)
  const { items } = (await staff.manager.call('GET', `${BOOKINGS}?q=ozturk`)).body
  expect(items[0].guest).toEqual(guest)
  // Nothing that is called “null” is a word of it.
  expect((await staff.manager.call('GET', `${BOOKINGS}?q=null`)).body.items).toEqual([])
  const csv = await staff.manager.call(
    'GET',
    '/v1/panel/exports/bookings?from=2027-04-01&to=2027-04-30',
  )
  expect(csv.text).toContain(`${body.code},`)
  expect(csv.text).not.toContain('null')
})

test.each([
  ['the hotel, with neither', 'manager', { phone: undefined }, '/guest/phone', 'phone_or_email'],
  ['the hotel, with an empty text', 'manager', { email: '' }, '/guest/email', 'wrong_length'],
  ['the next hotel’s people', 'bravoManager', {}, '/guest/email', 'required'],
  ['an agency', 'agent', {}, '/guest/email', 'required'],
  ['an admin, who is not of the hotel', 'admin', {}, '/guest/email', 'required'],
  ['a guest with an account', 'guest', { email: null }, '/guest/email', 'required'],
] as const)('%s cannot book without an e-mail (D1)', async (_, who, more, path, code) => {
  await using service = await startService()
  const staff = await start(service)
  const answer = await book(staff[who].call, { guest: { ...ILGIN, ...more } })
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors).toMatchObject([{ path, code }])
})

test('a stranger needs an e-mail, and learns by leaving it out of no suspended hotel (D1)', async () => {
  await using service = await startService()
  await sell(service)
  const { nobody, bravoManager } = await hireStaff(service)
  await changeHotel(service.deps, { type: 'user', id: 'an admin' }, 'alfa', { active: false })
  for (const call of [nobody, bravoManager.call])
    for (const hotelSlug of ['alfa', 'no-such-hotel']) {
      const answer = await book(call, { hotelSlug, guest: ILGIN })
      expect(answer).toBeProblem(422, 'validation_failed')
      expect(answer.body.errors).toMatchObject([{ path: '/guest/email', code: 'required' }])
    }
})

test('attack: no e-mail reads or changes a booking that has none, nor does none (D1)', async () => {
  await using service = await startService()
  const staff = await start(service)
  const { code } = (await walkIn(staff)).body
  const path = `/v1/bookings/${code}`
  for (const email of ['', 'null', 'nobody@nowhere', CARLA, 'ilgin@example.com'])
    expect(await staff.nobody('GET', `${path}?email=${email}`)).toBeProblem(404, 'not_found')
  expect(await staff.nobody('GET', path)).toBeProblem(404, 'not_found')
  for (const [body, status, problem] of [
    [{}, 404, 'not_found'],
    [{ manageToken: 'null' }, 404, 'not_found'],
    [{ email: CARLA }, 403, 'manage_token_required'],
  ] as const) {
    const answers = [
      await staff.nobody('POST', `${path}/cancel`, { body }),
      await staff.nobody('PATCH', path, { body }),
    ]
    for (const answer of answers) expect(answer).toBeProblem(status, problem)
  }
  expect((await staff.manager.call('GET', path)).status).toBe(200)
  expect((await readBooking(staff.manager, code)).guest.email).toBeNull()
})

test('no e-mail reviews a stay that has none (D1)', async () => {
  await using service = await startService()
  const staff = await start(service)
  const { code } = (await walkIn(staff)).body
  service.clock.nowMs = Date.parse('2027-04-03T10:00:00Z')
  await completeStays(service.deps)
  const body = { email: CARLA, rating: 5, text: 'Quiet.' }
  const answer = await staff.nobody('POST', `/v1/bookings/${code}/review`, { body })
  expect(answer).toBeProblem(403, 'manage_token_required')
})

test('the hotel empties the e-mail of what it booked while a telephone stands, and adds one later (D1)', async () => {
  await using service = await startService()
  const staff = await start(service)
  const { code } = (await book(staff.manager.call)).body
  const change = (guest: object, call = staff.manager.call, more = {}) =>
    call('PATCH', `/v1/bookings/${code}`, { body: { guest, ...more } })

  const bare = await change({ email: null })
  expect(bare.body.errors).toMatchObject([{ path: '/guest/phone', code: 'phone_or_email' }])
  const key = { manageToken: await tokenOf(service, code) }
  const own = await change({ email: null, phone: PHONE }, staff.nobody, key)
  expect(own.body.errors).toMatchObject([{ path: '/guest/email', code: 'required' }])
  expect((await change({ email: null, phone: PHONE })).body.guest.email).toBeNull()
  expect(await staff.nobody('GET', `/v1/bookings/${code}?email=${CARLA}`)).toBeProblem(
    404,
    'not_found',
  )
  // A name may change beside it, by anybody of the hotel.
  expect((await change({ firstName: 'Ilgın' })).body.guest.email).toBeNull()
  expect((await change({ email: 'ilgin@example.com' })).body.guest.email).toBe('ilgin@example.com')
  expect((await staff.nobody('GET', `/v1/bookings/${code}?email=ilgin@example.com`)).status).toBe(
    200,
  )
  const { revisions } = await readBooking(staff.manager, code)
  expect(
    revisions.map(({ changes = [] }: any) =>
      changes.map(({ before, after }: any) => [before.email, after.email]),
    ),
  ).toContainEqual([[CARLA, null]])
})

test('what a guest or an agency booked keeps its e-mail, also when the hotel changes it (D1)', async () => {
  await using service = await startService()
  const staff = await start(service)
  for (const call of [staff.nobody, staff.agent.call]) {
    const { code } = (await book(call, { guest: { ...ILGIN, email: CARLA } })).body
    const body = { guest: { email: null } }
    const answer = await staff.manager.call('PATCH', `/v1/bookings/${code}`, { body })
    expect(answer.body.errors).toMatchObject([{ path: '/guest/email', code: 'required' }])
  }
})

test('nobody is mailed whose e-mail is not known, nothing waits, and a former address is told once (D1)', async () => {
  await using service = await startMailing()
  const staff = await start(service)
  const server = scriptAnswers()
  const { work } = postman(service, server)
  const { code } = (await walkIn(staff)).body
  const path = `/v1/bookings/${code}`
  const change = (body: object) => staff.manager.call('PATCH', path, { body })
  expect((await change({ adults: 1 })).status).toBe(200)
  expect((await staff.manager.call('POST', `${path}/cancel`)).status).toBe(200)
  expect((await staff.manager.call('POST', `${BOOKINGS}/${code}/reinstate`)).status).toBe(200)
  expect(await mailsOf(service)).toEqual([])

  expect((await change({ guest: { email: 'ilgin@example.com' } })).status).toBe(200)
  expect((await change({ guest: { email: null } })).status).toBe(200)
  expect((await change({ adults: 2 })).status).toBe(200)
  await work()
  const told = (await mailsOf(service)).map(({ kind, recipient, state }) => [
    kind,
    recipient,
    state,
  ])
  expect(told).toEqual([
    ['confirmation', 'ilgin@example.com', 'sent'],
    ['readdressed', 'ilgin@example.com', 'sent'],
  ])
  const log = await staff.manager.call('GET', '/v1/panel/mails')
  expect([log.status, log.body.items.length]).toEqual([200, 2])
})

test('the unacknowledged walk-in is told to the hotel by mail, without a line for the e-mail (D1)', async () => {
  await using service = await startMailing()
  const staff = await start(service)
  const server = scriptAnswers()
  const { work } = postman(service, server)
  await walkIn(staff)
  service.clock.advance(31 * 60_000)
  await publishUnacked(service.deps)
  await work()
  const [letter] = server.letters
  expect(letter!.text).toContain(PHONE)
  expect(letter!.text).not.toMatch(/null|E-mail/)
})

test('a sandbox books with a telephone alone, as its hotel would (D1)', async () => {
  await using service = await startService()
  await start(service)
  const sandbox = await openSandbox(service)
  const { status, body } = await bookTest(sandbox, { guest: ILGIN })
  expect(status).toBe(201)
  expect(body).toMatchObject({ guest: { email: null }, source: { type: 'panel' }, test: true })
  const bare = await bookTest(sandbox, { guest: { ...ILGIN, phone: undefined } })
  expect(bare.body.errors).toMatchObject([{ path: '/guest/phone', code: 'phone_or_email' }])
})

test('the end of a telephone number finds its booking, however it is spaced (D12)', async () => {
  await using service = await startService()
  const staff = await start(service)
  const { code } = (await walkIn(staff, { guest: { ...ILGIN, phone: '+90 532 555 11 22' } })).body
  const find = async (q: string) =>
    (await staff.manager.call('GET', `${BOOKINGS}/find?q=${encodeURIComponent(q)}`)).body.items
  for (const q of ['555 11 22', '5551122', '555-11-22', '0532 555 11 22', '+90 532'])
    expect((await find(q)).map((item: any) => item.code)).toEqual([code])
  expect(await find('11 22')).toEqual([])
})
