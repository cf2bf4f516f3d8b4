import { expect, test } from 'bun:test'
import { completeStays } from '../../src/service/bookings/booking-passes.ts'
import { book, CARLA, sell } from '../support/bookings.ts'
import { asGuest, tokenOf } from '../support/manage.ts'
import type { Answer } from '../support/matchers.ts'
import { bookTest, openSandbox } from '../support/sandbox.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { signIn } from '../support/users.ts'

const DAY_MS = 86_400_000
const strict = { world: { manageByEmail: false } }
const HEADER = 'x-service-manage-token'
const GUEST = { firstName: 'Carla', lastName: 'Çelik', email: CARLA }
const WRONG = 'AAAAAAAAAAAAAAAAAAAAAA'

/** What somebody does to a booking: each act with what of a body lets them. */
const ACTS = ['PATCH ', 'POST /cancel', 'POST /confirm'] as const
const act = (
  service: TestService,
  code: string,
  which: string,
  body: object,
  call = service.call,
) => {
  const [method = '', path = ''] = which.split(' ')
  const more = method === 'PATCH' ? { adults: 1 } : {}
  return call(method, `/v1/bookings/${code}${path}`, { body: { ...more, ...body } })
}

test('a booking made without a session is answered with its token, one made with a session is not (contract-access)', async () => {
  await using service = await startService(strict)
  await sell(service)
  const guest = await signIn(service, 'guest')
  const placed = (call = service.call) =>
    call('POST', '/v1/bookings', {
      body: {
        ...{ hotelSlug: 'alfa', roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02' },
        guest: GUEST,
      },
    })
  const { body } = await placed()
  expect(body.manageToken).toMatch(/^[\w-]{22}$/)
  expect(body.manageToken).toBe(await tokenOf(service, body.code))
  expect((await placed(guest.call)).body).not.toHaveProperty('manageToken')
})

test('code and e-mail read a booking without what else its guest has told; the token reads all of it', async () => {
  await using service = await startService(strict)
  await sell(service)
  const told = { phone: '+90 555 000 00 00', country: 'TR' }
  const guest = { ...GUEST, ...told }
  const { body } = await book(service.call, { guest, specialRequests: 'A cot' })
  const path = `/v1/bookings/${body.code}`
  const read = (query: string, headers = {}) => service.call('GET', path + query, { headers })

  const redacted = { ...guest, email: 'CARLA@Example.com', phone: null, country: null }
  expect((await read('?email=CARLA@Example.com')).body).toEqual({
    ...{ ...body, guest: redacted, specialRequests: null, payment: null },
  })
  const token = { [HEADER]: asGuest(body.code).manageToken }
  expect((await read('', token)).body).toEqual(body)
  expect((await read(`?email=${CARLA}`, token)).body).toEqual(body)

  const wrong = [
    ['', {}],
    ['?email=eve@example.com', {}],
    ['?email=eve@example.com', token],
    ['', { [HEADER]: WRONG }],
    [`?email=${CARLA}`, { [HEADER]: WRONG }],
  ] as const
  for (const [query, headers] of wrong)
    expect(await read(query, headers)).toBeProblem(404, 'not_found')
  for (const query of ['', `?email=${CARLA}`])
    expect(
      await service.call('GET', `/v1/bookings/ZZZZZZZZZZ${query}`, { headers: token }),
    ).toBeProblem(404, 'not_found')
})

test('code and e-mail act on nothing, whoever sends them: read-only members, other hotels and guests, nobody (S1)', async () => {
  await using service = await startService(strict)
  await sell(service)
  const staff = await hireStaff(service)
  const memberships = [{ hotelId: service.alfa.id, role: 'read_only' as const }]
  const reader = await signIn(service, 'hotel_manager', { name: 'reader', memberships })
  const next = await signIn(service, 'hotel_manager', {
    name: 'next',
    hotelIds: [service.bravo.id],
  })
  const codes = [
    (await book(service.call)).body.code,
    (await book(service.call, { hold: true })).body.code,
    (await book(staff.agent.call)).body.code,
  ]
  const email = { email: CARLA }
  for (const code of codes)
    for (const which of ACTS) {
      for (const call of [service.call, next.call, staff.guest.call]) {
        const answer = await act(service, code, which, email, call)
        expect(answer).toBeProblem(403, 'manage_token_required')
        const other = await act(service, code, which, { email: 'eve@example.com' }, call)
        expect(other).toBeProblem(403, 'manage_token_required')
      }
      // What a member sends beside the session lends no role.
      for (const body of [email, { manageToken: await tokenOf(service, code) }])
        expect(await act(service, code, which, body, reader.call)).toBeProblem(403, 'role_missing')
      expect((await staff.manager.call('GET', `/v1/bookings/${code}`)).body.revision).toBe(1)
    }
})

test('a wrong token, code or e-mail beside a token is the same 404', async () => {
  await using service = await startService(strict)
  await sell(service)
  const { code } = (await book(service.call)).body
  const other = (await book(service.call)).body
  const told = (answer: Answer) => [answer.status, answer.body.code, answer.body.detail]
  const answers: unknown[] = []
  for (const which of ACTS)
    for (const [of, body] of [
      [code, { manageToken: WRONG }],
      [code, asGuest(other.code)],
      [code, { ...asGuest(code), email: 'eve@example.com' }],
      ['ZZZZZZZZZZ', asGuest(code)],
      [code, {}],
    ] as const)
      answers.push(told(await act(service, of, which, body)))
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
  expect(answers[0]).toEqual([404, 'not_found', 'There is no such booking, or no access to it.'])
})

test('the token changes, confirms and cancels, with the right e-mail beside it or none', async () => {
  await using service = await startService(strict)
  await sell(service)
  const { code } = (await book(service.call, { hold: true })).body
  const right = { ...asGuest(code), email: CARLA.toUpperCase() }
  expect((await act(service, code, 'POST /confirm', right)).body.status).toBe('confirmed')
  expect((await act(service, code, 'PATCH ', right)).body).toMatchObject({ adults: 1, revision: 3 })
  const cancelled = await act(service, code.toLowerCase(), 'POST /cancel', asGuest(code))
  expect(cancelled.body).toMatchObject({ status: 'cancelled', revision: 4 })
  expect((await act(service, code, 'POST /cancel', asGuest(code))).body).toEqual(cancelled.body)
})

test('another guest e-mail ends every link of before: the act that does so is answered with the new token', async () => {
  await using service = await startService(strict)
  await sell(service)
  const { code } = (await book(service.call)).body
  const old = asGuest(code)
  const change = (guest: object, more = {}) =>
    service.call('PATCH', `/v1/bookings/${code}`, { body: { ...asGuest(code), guest, ...more } })

  const email = 'dora@example.com'
  for (const [guest, more] of [
    [{ email: CARLA.toUpperCase() }, {}],
    [{ firstName: 'Karla' }, {}],
    [{ email }, { simulate: true }],
  ])
    expect((await change(guest!, more)).body).not.toHaveProperty('manageToken')
  const { body } = await change({ email })
  expect(body.manageToken).toMatch(/^[\w-]{22}$/)
  expect(body.manageToken).not.toBe(old.manageToken)
  expect(await act(service, code, 'POST /cancel', old)).toBeProblem(404, 'not_found')

  const staff = await hireStaff(service)
  const byDesk = { body: { guest: { email: CARLA } } }
  const told = await staff.manager.call('PATCH', `/v1/bookings/${code}`, byDesk)
  expect(told.body).not.toHaveProperty('manageToken')
  const ended = { manageToken: body.manageToken }
  expect(await act(service, code, 'POST /cancel', ended)).toBeProblem(404, 'not_found')
  const now = { manageToken: await tokenOf(service, code) }
  expect((await act(service, code, 'POST /cancel', now)).status).toBe(200)
})

test('a replay has the token for 15 minutes, from the same network and while no link was ended; what is kept has it never', async () => {
  await using service = await startService({ ...strict, trustedProxies: 1 })
  await sell(service)
  const order = (address: string, key = 'order-1') =>
    service.call('POST', '/v1/bookings', {
      body: {
        ...{ hotelSlug: 'alfa', roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02' },
        guest: GUEST,
      },
      headers: { 'idempotency-key': key, 'x-forwarded-for': address },
    })
  const { body } = await order('2001:db8:1:2200::1')
  expect((await order('2001:db8:1:22ff::9')).body).toEqual(body)
  expect((await order('2001:db8:1:2300::1')).body).toEqual({ ...body, manageToken: null })
  expect((await order('192.0.2.7')).body).toEqual({ ...body, manageToken: null })
  service.clock.advance(15 * 60_000 - 1)
  expect((await order('2001:db8:1:2200::1')).body).toEqual(body)
  service.clock.advance(1)
  expect((await order('2001:db8:1:2200::1')).body).toEqual({ ...body, manageToken: null })

  const second = (await order('192.0.2.7', 'order-2')).body
  expect((await order('192.0.2.7', 'order-2')).body).toEqual(second)
  await act(service, second.code, 'PATCH ', {
    ...asGuest(second.code),
    guest: { email: 'dora@example.com' },
  })
  expect((await order('192.0.2.7', 'order-2')).body).toEqual({ ...second, manageToken: null })

  const { store } = service
  const kept = JSON.stringify(await store.db.select().from(store.t.idempotency))
  expect(kept).not.toContain(body.manageToken)
  expect(kept).not.toContain('192.0.2.7')
})

test('of an agency’s booking the link reads, and reviews, alone', async () => {
  await using service = await startService(strict)
  await sell(service)
  const { agent } = await hireStaff(service)
  const { body } = await book(agent.call)
  const manageToken = await tokenOf(service, body.code)
  const headers = { [HEADER]: manageToken }
  expect((await service.call('GET', `/v1/bookings/${body.code}`, { headers })).body).toEqual({
    ...{ ...body, commissionBp: null, commissionCents: null },
  })
  for (const which of ACTS)
    expect(await act(service, body.code, which, { manageToken })).toBeProblem(403, 'forbidden')
  const changed = await act(service, body.code, 'PATCH ', {}, agent.call)
  expect(changed.body.adults).toBe(1)
})

test('of a booking that the hotel made the link acts', async () => {
  await using service = await startService(strict)
  await sell(service)
  const { manager } = await hireStaff(service)
  const { code } = (await book(manager.call)).body
  const manageToken = await tokenOf(service, code)
  const answer = await act(service, code, 'POST /cancel', { manageToken })
  expect(answer.body.status).toBe('cancelled')
})

test('from 30 days after its end a link reads and reviews, nothing else', async () => {
  await using service = await startService(strict)
  await sell(service)
  const cancelled = (await book(service.call)).body.code
  await act(service, cancelled, 'POST /cancel', asGuest(cancelled))
  service.clock.advance(30 * DAY_MS - 1)
  expect((await act(service, cancelled, 'POST /cancel', asGuest(cancelled))).status).toBe(200)
  service.clock.advance(1)
  for (const which of ACTS)
    expect(await act(service, cancelled, which, asGuest(cancelled))).toBeProblem(403, 'forbidden')
  const headers = { [HEADER]: asGuest(cancelled).manageToken }
  expect((await service.call('GET', `/v1/bookings/${cancelled}`, { headers })).status).toBe(200)
})

test('a review takes the token, and no e-mail alone', async () => {
  await using service = await startService(strict)
  await sell(service)
  const { agent } = await hireStaff(service)
  const codes = [(await book(agent.call)).body.code, (await book(service.call)).body.code]
  service.clock.nowMs = Date.parse('2027-05-10T10:00:00Z')
  await completeStays(service.deps)
  const review = (code: string, body: object) =>
    service.call('POST', `/v1/bookings/${code}/review`, {
      body: { rating: 5, text: 'Lovely.', ...body },
    })
  for (const code of codes) {
    const manageToken = await tokenOf(service, code)
    expect(await review(code, { email: CARLA })).toBeProblem(403, 'manage_token_required')
    expect(await review(code, { manageToken: WRONG })).toBeProblem(404, 'not_found')
    const wrong = { manageToken, email: 'eve@example.com' }
    expect(await review(code, wrong)).toBeProblem(404, 'not_found')
    expect((await review(code, { manageToken })).status).toBe(201)
  }
})

test('a sandbox has no strangers: its bookings have no token', async () => {
  await using service = await startService(strict)
  await sell(service)
  const made = await bookTest(await openSandbox(service), { guest: GUEST })
  expect(made.status).toBe(201)
  expect(made.body).not.toHaveProperty('manageToken')
  const { code } = made.body
  const manageToken = await tokenOf(service, code)
  for (const which of ACTS)
    expect(await act(service, code, which, { manageToken })).toBeProblem(404, 'not_found')
  const headers = { [HEADER]: manageToken }
  const read = await service.call('GET', `/v1/bookings/${code}?email=${CARLA}`, { headers })
  expect(read).toBeProblem(404, 'not_found')
})

test('MANAGE_BY_EMAIL lets code and e-mail act as before, and says until when (RFC 9745, RFC 8594)', async () => {
  await using service = await startService({ world: { manageByEmail: true } })
  await sell(service)
  const { code } = (await book(service.call)).body
  const by = { email: CARLA }
  expect(await act(service, code, 'PATCH ', { email: 'eve@example.com' })).toBeProblem(
    404,
    'not_found',
  )
  for (const which of ['PATCH ', 'POST /cancel']) {
    const { status, headers } = await act(service, code, which, by)
    expect(status).toBe(200)
    expect(headers.get('deprecation')).toBe('@1795996800')
    expect(headers.get('sunset')).toBe('Sun, 28 Feb 2027 00:00:00 GMT')
  }
  const withToken = await act(service, code, 'POST /cancel', asGuest(code))
  expect(withToken.headers.get('deprecation')).toBeNull()
})
