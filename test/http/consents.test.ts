import { expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import { book, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { bookTest, openSandbox } from '../support/sandbox.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

// The texts that a guest agreed to (contract-agencies, *Pages for guests*).

const TERMS = 'Giriş 14.00’te.'
const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')
const GUEST = { firstName: 'Carla', lastName: 'Çelik', email: 'carla@example.com' }
const STAY = { roomCode: 'DBL', checkin: '2027-04-01', checkout: '2027-04-02', adults: 2 }
const AT = '2027-03-10T09:00:00.000Z'

async function startAlfa() {
  const service = await startService()
  const staff = await hireStaff(service)
  await sell(service)
  const write = (terms: string | null) =>
    staff.manager.call('PATCH', '/v1/panel/hotel', { body: { agreementTexts: { tr: { terms } } } })
  await write(TERMS)
  return { service, ...staff, write, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

const TO_TERMS = { kind: 'terms', language: 'tr', textSha256: sha256(TERMS) }
const TO_PRIVACY = { kind: 'privacy', language: 'en' }
const KEPT = [
  { ...TO_TERMS, at: AT },
  { ...TO_PRIVACY, textSha256: null, at: AT },
]

test('consents are kept with a booking; the panel and the hotel’s file have them, nobody else', async () => {
  await using world = await startAlfa()
  const { service, manager, admin, agent } = world
  const placed = await book(service.call, { consents: [TO_TERMS, TO_PRIVACY] })
  expect(placed.status).toBe(201)
  const { code } = placed.body
  const { manageToken } = asGuest(code)
  const path = `/v1/panel/bookings/${code}`
  expect((await manager.call('GET', path)).body.desk.consents).toEqual(KEPT)
  const listed = (await manager.call('GET', '/v1/panel/bookings')).body.items
  expect(listed[0].desk.consents).toEqual(KEPT)
  // A change of the booking leaves them.
  const change = { manageToken, specialRequests: 'Quiet, please.' }
  expect((await service.call('PATCH', `/v1/bookings/${code}`, { body: change })).status).toBe(200)
  expect((await manager.call('GET', path)).body.desk.consents).toEqual(KEPT)

  const file = await manager.call(
    'GET',
    '/v1/panel/exports/bookings?from=2027-04-01&to=2027-04-30&language=en',
  )
  const [row] = parse(file.text, { columns: true, bom: true }) as Record<string, string>[]
  expect(row!['Agreed to']).toBe(
    `terms (tr) 2027-03-10 12:00 ${sha256(TERMS)}, privacy (en) 2027-03-10 12:00`,
  )
  const headers = { 'x-service-manage-token': manageToken }
  for (const answer of [
    placed,
    await service.call('GET', `/v1/bookings/${code}`, { headers }),
    await service.alfa.call('GET', '/bookings?from=2027-04-01&to=2027-04-30'),
    await service.alfa.call('GET', '/changes'),
    await admin.call('GET', '/v1/admin/bookings'),
    await agent.call('GET', '/v1/acenta/bookings'),
  ]) {
    expect(answer.status).toBeLessThan(300)
    expect(answer.text).not.toContain('consents')
    expect(answer.text).not.toContain(sha256(TERMS))
  }
})

test('each stay of a reservation has the consents of the whole, but one that is added later', async () => {
  await using world = await startAlfa()
  const { service, manager } = world
  const body = { hotelSlug: 'alfa', guest: GUEST, stays: [STAY, STAY], consents: [TO_TERMS] }
  const { code } = (await service.call('POST', '/v1/booking-groups', { body })).body
  const path = `/v1/panel/booking-groups/${code}`
  const added = await manager.call('POST', `${path}/stays`, { body: STAY })
  expect(added.status).toBe(201)
  const { bookings } = (await manager.call('GET', path)).body
  expect(bookings.map(({ desk }: { desk: { consents: object[] } }) => desk.consents)).toEqual([
    ...[KEPT.slice(0, 1), KEPT.slice(0, 1), []],
  ])
})

test('a text that no longer stands is refused, and nothing is sold; without a hash, or without consents, a booking is made', async () => {
  await using world = await startAlfa()
  const { service, manager, write } = world
  const freeOn = async () =>
    (await manager.call('GET', '/v1/panel/availability?from=2027-04-01&to=2027-04-01')).body.rooms
  const before = await freeOn()
  await write('Another text.')
  for (const consents of [
    [TO_TERMS],
    [{ ...TO_TERMS, language: 'en' }],
    [TO_PRIVACY, { ...TO_TERMS, kind: 'privacy' }],
  ]) {
    expect(await book(service.call, { consents })).toBeProblem(409, 'text_changed')
    const group = { hotelSlug: 'alfa', guest: GUEST, stays: [STAY], consents }
    const answer = await service.call('POST', '/v1/booking-groups', { body: group })
    expect(answer).toBeProblem(409, 'text_changed')
  }
  expect(await freeOn()).toEqual(before)
  expect((await manager.call('GET', '/v1/panel/bookings')).body.items).toEqual([])
  for (const more of [{}, { consents: [] }, { consents: [TO_PRIVACY] }])
    expect((await book(service.call, more)).status).toBe(201)

  // The first answer is repeated whatever the text is now.
  const keyed = { consents: [{ ...TO_TERMS, textSha256: sha256('Another text.') }] }
  const headers = { 'idempotency-key': 'consents-once' }
  const post = async (consents: object[]) =>
    await service.call('POST', '/v1/bookings', {
      body: { hotelSlug: 'alfa', guest: GUEST, ...STAY, consents },
      headers,
    })
  const first = await post(keyed.consents)
  await write(null)
  expect((await post(keyed.consents)).body.code).toBe(first.body.code)
  expect(await post([TO_PRIVACY])).toBeProblem(409, 'idempotency_conflict')
})

test('consents of a wrong form are refused at their place, and a sandbox keeps them, too', async () => {
  await using world = await startAlfa()
  const { service } = world
  for (const [consents, path, code] of [
    [[TO_PRIVACY, TO_PRIVACY], '/consents/1', 'repeated'],
    [[{ ...TO_TERMS, textSha256: 'ABC' }], '/consents/0/textSha256', 'wrong_format'],
    [[{ ...TO_TERMS, kind: 'moon' }], '/consents/0/kind', 'unknown_value'],
    [Array(5).fill(TO_PRIVACY), '/consents', 'wrong_length'],
  ] as const) {
    const answer = await book(service.call, { consents })
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(answer.body.errors[0]).toMatchObject({ path, code })
  }
  const sandbox = await openSandbox(service)
  expect((await bookTest(sandbox, { consents: [TO_TERMS] })).status).toBe(201)
  const stale = { ...TO_TERMS, textSha256: sha256('no such text') }
  expect(await bookTest(sandbox, { consents: [stale] })).toBeProblem(409, 'text_changed')
})
