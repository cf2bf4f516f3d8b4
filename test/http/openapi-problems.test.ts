import { expect, test } from 'bun:test'
import { book, readAvailable, sell } from '../support/bookings.ts'
import { history, push } from '../support/http.ts'
import { asGuest } from '../support/manage.ts'
import type { Answer } from '../support/matchers.ts'
import { breaches, type Document, operationsOf } from '../support/openapi.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const documentOf = async ({ call }: TestService): Promise<Document> =>
  (await call('GET', '/openapi.json')).body

/** Everything in a document that is an object, with its place. */
function* objectsOf(value: unknown, place = ''): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [place, value as Record<string, unknown>]
  for (const [name, each] of Object.entries(value)) yield* objectsOf(each, `${place}/${name}`)
}

test('what a problem of a booking says besides is described, member for member (RFC 9457 §3.2)', async () => {
  await using service = await startService()
  const document = await documentOf(service)
  await sell(service, { available: 1 })
  const booked = (await book(service.call)).body
  const change = (body: Record<string, unknown>) =>
    service.call('PATCH', `/v1/bookings/${booked.code}`, {
      body: { ...asGuest(booked.code), ...body },
    })
  const soldOut = await book(service.call)
  const priceChanged = await change({ adults: 1, expectedTotalCents: 1 })
  const conflict = await change({ adults: 1, revision: 9 })
  await push(service.alfa, [{ roomCode: 'DBL', date: '2027-04-05', available: 1, closed: true }])
  const closed = await book(service.call, { checkin: '2027-04-05', checkout: '2027-04-06' })
  await service.call('POST', `/v1/bookings/${booked.code}/cancel`, { body: asGuest(booked.code) })
  const ended = await change({ adults: 1 })

  const { properties } = document.components.schemas.Problem!
  const answers: [Answer, string, string[]][] = [
    [soldOut, 'sold_out', ['dates']],
    [closed, 'closed_for_sale', ['dates']],
    [priceChanged, 'price_changed', ['totalPriceCents', 'nightly']],
    [conflict, 'revision_conflict', ['revision']],
    [ended, 'transition_invalid', ['bookingStatus']],
  ]
  for (const [answer, code, members] of answers) {
    expect(answer).toBeProblem(409, code)
    expect(Object.keys(answer.body)).toEqual(expect.arrayContaining(members))
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(answer.body)))
    expect(breaches(document, document.components.schemas.Problem!, answer.body)).toEqual([])
    for (const member of members) expect(properties[member].description).toContain(`\`${code}\``)
  }
  expect(properties.oldestCursor.description).toContain('`cursor_expired`')
  expect((await service.call('GET', '/problems/transition_invalid')).body.help).toContain(
    '`bookingStatus`',
  )
  expect(await readAvailable(service, { from: '2027-04-01', to: '2027-04-01' })).toEqual([1])
})

test('a push that is refused whole answers the problem that is described, its report included (contract §2)', async () => {
  await using service = await startService()
  const document = await documentOf(service)
  const { manager } = await hireStaff(service)
  const schema = { $ref: '#/components/schemas/PushProblem' }
  const updates = [{ roomCode: 'DBK', date: '2027-04-01', available: 1 }, null]

  for (const answer of [
    await push(service.alfa, updates),
    await push(service.alfa, updates, '?mode=atomic'),
    await push(service.alfa, []),
    await manager.call('PUT', '/v1/panel/availability', { body: { updates } }),
  ]) {
    expect(answer).toBeProblem(422, 'validation_failed')
    expect(breaches(document, schema, answer.body)).toEqual([])
  }
  for (const name of ['PUT /v1/partner/availability', 'PATCH /v1/panel/availability']) {
    const { content } = operationsOf(document).get(name)!.responses[422]!
    expect(content!['application/problem+json']!.schema).toEqual(schema)
  }
})

test('the headers of booking, registering and logging out are described as they are sent (contract §3)', async () => {
  await using service = await startService()
  const operations = operationsOf(await documentOf(service))
  await sell(service)
  const named = { 'idempotency-key': 'k' }
  await book(service.call, {}, named)
  const booked = await book(service.call, {}, named)
  const updates = [{ roomCode: 'DBL', date: '2027-04-01', available: 1 }]
  const pushOnce = () =>
    service.alfa.call('PUT', '/availability', { body: { updates }, headers: named })
  await pushOnce()
  const repeated = await pushOnce()
  const { guest } = await hireStaff(service)
  const account = { email: 'new@example.com', password: 'a boat on the Bosphorus', name: 'New' }
  const registered = await service.call('POST', '/v1/auth/register', { body: account })
  const loggedOut = await guest.call('POST', '/v1/auth/logout')

  const rows: [string, Answer, string[]][] = [
    ['POST /v1/bookings', booked, ['Location', 'Idempotent-Replayed']],
    ['PUT /v1/partner/availability', repeated, ['Idempotency-Replayed']],
    ['POST /v1/auth/register', registered, ['Location']],
    ['POST /v1/auth/logout', loggedOut, ['Set-Cookie']],
  ]
  for (const [name, answer, headers] of rows) {
    const { responses } = operations.get(name)!
    for (const header of headers) {
      expect([name, Object.keys(responses[answer.status]!.headers!)]).toContainEqual(
        expect.arrayContaining([header]),
      )
      expect([name, header, answer.headers.has(header)]).toEqual([name, header, true])
    }
  }
  expect(operations.get('POST /v1/bookings')!.parameters).toMatchObject([
    { name: 'Idempotency-Key', in: 'header', schema: { maxLength: 255 } },
  ])
  const { parameters, responses } = operations.get('PUT /v1/partner/availability')!
  expect(parameters!.map(({ name }) => name)).toEqual([
    'hotel',
    'mode',
    'dryRun',
    'onStale',
    'onJump',
    'Idempotency-Key',
  ])
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['409', '412']))
  const panels = JSON.stringify(operations.get('PUT /v1/panel/availability'))
  expect(panels).not.toMatch(/Idempotency-Replayed|idempotency_conflict/)
})

test('whole numbers are published as integers, and what may be null names its type (OpenAPI 3.0.3)', async () => {
  await using service = await startService()
  const document = await documentOf(service)

  for (const [place, object] of objectsOf(document))
    if (object.nullable)
      expect([place, object]).toEqual([
        place,
        expect.objectContaining({ type: expect.any(String) }),
      ])
  for (const name of ['GET /v1/hotels', 'GET /v1/partner/changes', 'GET /v1/panel/bookings']) {
    const parameters = operationsOf(document).get(name)!.parameters!
    const limit = parameters.find((each) => each.name === 'limit')
    expect([name, limit]).toMatchObject([name, { schema: { type: 'integer' } }])
  }
})

test('the panel tells of no limit of a key, neither in the document nor in its answers (contract §7)', async () => {
  await using service = await startService()
  const { manager } = await hireStaff(service)
  const operations = operationsOf(await documentOf(service))
  const range = '?from=2027-04-01&to=2027-04-02'

  expect((await history(service.alfa, 'DBL', '2027-04-01')).headers.has('ratelimit')).toBeTrue()
  const pulled = await manager.call('GET', `/v1/panel/availability${range}`)
  expect([pulled.status, pulled.headers.has('ratelimit')]).toEqual([200, false])
  for (const method of ['GET', 'PUT'])
    expect(JSON.stringify(operations.get(`${method} /v1/panel/availability`))).not.toContain(
      'RateLimit',
    )
  const days = operations.get('GET /v1/panel/availability/history')
  expect(JSON.stringify(days)).not.toContain('RateLimit')
})

test('the example of a replay is of an instant whose events are kept, whenever it is read', async () => {
  await using service = await startService()
  const operation = operationsOf(await documentOf(service)).get(
    'POST /v1/partner/webhooks/{id}/replay',
  )!
  const [example] = Object.values(operation.requestBody!.content['application/json']!.examples!)
  const { since } = example!.value as { since: string }
  const daysAgo = (service.clock.nowMs - Date.parse(since)) / 86_400_000
  expect(daysAgo).toBeGreaterThan(0)
  expect(daysAgo).toBeLessThan(90)
})
