import { expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { UPDATES_MAX } from '../../src/domain/kernel/limits.ts'
import { push } from '../support/http.ts'
import {
  breaches,
  type Document,
  examplesOf,
  type Operation,
  operationsOf,
} from '../support/openapi.ts'
import { DAY_MS } from '../support/retention.ts'
import { startService, type TestService } from '../support/service.ts'

const PARTNER_STATUSES = ['401', '429', '500', '503']
const BODY_STATUSES = ['400', '413', '415', '422']

const documentOf = async ({ call }: TestService): Promise<Document> =>
  (await call('GET', '/swagger/json')).body

/** The operations of the partner interface. */
const partnerOperations = (document: Document): [string, Operation][] =>
  [...operationsOf(document)].filter(([name]) => name.includes(' /v1/partner'))

test('/swagger/json is a valid OpenAPI document of this version, and /openapi.json the same one (issue 2)', async () => {
  await using service = await startService()
  const document = await documentOf(service)

  expect(document.openapi).toStartWith('3.')
  expect(document.info.version).toBe('0.1.0')
  expect(document.servers).toEqual([{ url: service.context.publicUrl }])
  expect((await service.call('GET', '/openapi.json')).body).toEqual(document)
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('the document and the service have the same routes, each operation an id of its own and a known tag (issue 2)', async () => {
  await using service = await startService()
  const document = await documentOf(service)
  const operations = operationsOf(document)

  const routes = service.app.routes
    .map(({ method, path }: { method: string; path: string }) => `${method} ${path}`)
    .filter((route: string) => / \/(v1|problems)/.test(route))
    .map((route: string) => route.replace(/:(\w+)/g, '{$1}'))
  expect([...operations.keys()].toSorted()).toEqual(routes.toSorted())
  const all = [...operations.values()]
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(operations.size)
  const tags = document.tags.map(({ name }) => name)
  for (const { tags: own } of all) expect(tags).toContain(own[0]!)
})

test('every partner operation asks for the key and documents 401, 429, 500 and 503 (specification §4, contract §6)', async () => {
  await using service = await startService()
  const document = await documentOf(service)

  expect(document.components.securitySchemes.apiKey).toMatchObject({
    type: 'http',
    scheme: 'bearer',
  })
  const operations = partnerOperations(document)
  expect(operations.length).toBeGreaterThanOrEqual(9)
  for (const [name, { security, responses }] of operations) {
    expect([name, security]).toEqual([name, [{ apiKey: [] }]])
    expect([name, Object.keys(responses)]).toEqual([name, expect.arrayContaining(PARTNER_STATUSES)])
  }
  for (const [name, { security }] of operationsOf(document))
    if (!name.includes('/v1/partner'))
      expect(JSON.stringify([name, security])).not.toContain('apiKey')
})

test('every operation documents 422, one with a body 400, 413 and 415, one of a thing 404 (contract §6)', async () => {
  await using service = await startService()

  for (const [name, { requestBody, parameters = [], responses }] of partnerOperations(
    await documentOf(service),
  )) {
    // A parameter that there is none of is refused everywhere.
    const expected = new Set(['422', ...(requestBody ? BODY_STATUSES : [])])
    if (parameters.some((each) => each.in === 'path')) expected.add('404')
    expect([name, Object.keys(responses)]).toEqual([name, expect.arrayContaining([...expected])])
  }
})

test('every documented problem has its status, names a code that is explained, and has an example (contract §6)', async () => {
  await using service = await startService()
  const document = await documentOf(service)

  for (const [name, { responses }] of operationsOf(document))
    for (const [status, { content, description }] of Object.entries(responses)) {
      if (Number(status) < 400) continue
      const problem = content?.['application/problem+json']
      const isReport = status === '422' && /^(PUT|PATCH) .*availability$/.test(name)
      expect([name, status, problem?.schema]).toEqual([
        name,
        status,
        { $ref: `#/components/schemas/${isReport ? 'PushProblem' : 'Problem'}` },
      ])
      const [example] = examplesOf(content)[0]!.values as { status: number; code: string }[]
      expect(example!.status).toBe(Number(status))
      expect(description).toContain(`\`${example!.code}\``)
      expect((await service.call('GET', `/problems/${example!.code}`)).body.status).toBe(
        Number(status),
      )
    }
})

test('every request body has an example, and so has every answer of the tags of issue 2; each keeps its schema', async () => {
  await using service = await startService()
  const document = await documentOf(service)

  for (const [name, { requestBody, responses, tags }] of operationsOf(document)) {
    const requests = examplesOf(requestBody?.content).filter(
      ({ schema }) => (schema as { format?: string }).format !== 'binary',
    )
    const answers = Object.values(responses).flatMap(({ content }) => examplesOf(content))
    const isOfIssue2 = ['Availability', 'Mapping', 'Service'].includes(tags[0]!)
    for (const { values } of [...requests, ...(isOfIssue2 ? answers : [])])
      expect([name, values.length]).not.toEqual([name, 0])
    for (const { schema, values } of [...requests, ...answers])
      for (const value of values)
        expect([name, breaches(document, schema, value)]).toEqual([name, []])
  }
})

test('the examples of the push run as they stand, in their order (issue 2)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL', basePriceCents: 12900 }] })
  const { alfa } = service
  const { requestBody } = (await documentOf(service)).paths['/v1/partner/availability']!.put!
  const { values } = examplesOf(requestBody!.content)[0]!

  expect(values.length).toBeGreaterThanOrEqual(3)
  for (const body of values) {
    const answer = await alfa.call('PUT', '/availability', { body })
    expect([body, answer.status]).toEqual([body, 200])
    expect(answer.body.applied).toBeGreaterThan(0)
  }
})

test('the dates of the examples go with the day on which the document is read (D23)', async () => {
  await using service = await startService()
  const { call, clock } = service
  const read = async (path: string) => (await call('GET', path)).text
  const before = await read('/openapi.json')
  expect(before).toContain('"date":"2027-09-06"')
  expect(before).not.toContain('{today')
  clock.advance(100 * DAY_MS)
  for (const path of ['/openapi.json', '/swagger/json']) {
    const after = await read(path)
    expect(after).toContain('"date":"2027-12-15"')
    expect(after).not.toContain('2027-09-06')
    expect(after).not.toContain('{today')
  }
})

test('the schema of a push accepts what the service does and refuses what it refuses (specification §2.3)', async () => {
  await using service = await startService({ rooms: [{ roomCode: 'DBL', basePriceCents: 100 }] })
  const document = await documentOf(service)
  const content = document.paths['/v1/partner/availability']!.put!.requestBody!.content
  const { schema } = content['application/json']!
  const good = { roomCode: 'DBL', date: '2027-04-01', available: 4, priceCents: 100, closed: false }

  for (const element of [
    good,
    { ...good, priceCents: undefined, closed: undefined },
    { ...good, available: 9_999 },
    { ...good, available: 10_000 },
    { ...good, available: '4' },
    { ...good, available: null },
    { ...good, available: undefined },
    { ...good, priceCents: -1 },
    { ...good, priceCents: 1.5 },
    { ...good, closed: 'true' },
    { ...good, roomCode: undefined },
    { ...good, date: '2027-4-1' },
    { ...good, extra: 1 },
  ]) {
    // As it goes over the wire: without the undefined.
    const updates = [JSON.parse(JSON.stringify(element))]
    const isTaken = (await push(service.alfa, updates, '?dryRun=true')).status === 200
    expect([element, breaches(document, schema, { updates }).length === 0]).toEqual([
      element,
      isTaken,
    ])
  }
  expect(breaches(document, schema, { updates: [] })).not.toEqual([])
  expect(schema.properties.updates.maxItems).toBe(UPDATES_MAX)
})

test('the headers that are documented of a pull are those it is answered with (contract §7)', async () => {
  await using service = await startService()
  const operation = operationsOf(await documentOf(service)).get('GET /v1/partner/availability')!
  const path = '/availability?from=2027-04-01&to=2027-04-02'
  const first = await service.alfa.call('GET', path)
  const etag = first.headers.get('etag')!
  const again = await service.alfa.call('GET', path, { headers: { 'if-none-match': etag } })

  for (const answer of [first, again]) {
    const documented = Object.keys(operation.responses[answer.status]!.headers!)
    expect(documented).toContain('ETag')
    expect(documented.filter((name) => !answer.headers.has(name))).toEqual([])
  }
  expect([first.status, again.status]).toEqual([200, 304])
})

test('null stands beside a type, never beside a reference or a choice, nor alone: what orval 7 cannot write (issue 29)', async () => {
  await using service = await startService()
  const document = await documentOf(service)
  const flaws: string[] = []
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return
    const { nullable, type, enum: all, $ref, allOf, oneOf, anyOf } = value as Record<string, any>
    const isNull = path === 'components/schemas/Null'
    const isAlone = !isNull && Array.isArray(all) && all.every((each) => each === null)
    if (isAlone || (nullable && (!type || $ref || allOf || oneOf || anyOf))) flaws.push(path)
    for (const [name, each] of Object.entries(value)) walk(each, `${path}/${name}`)
  }
  walk(document.components, 'components')
  walk(document.paths, 'paths')
  expect(flaws).toEqual([])
})
