import { expect, test } from 'bun:test'
import { CARLA } from '../support/bookings.ts'
import { recordLog } from '../support/http.ts'
import { type Document, examplesOf, type Operation, operationsOf } from '../support/openapi.ts'
import { makeWorld, type World } from '../support/roles.ts'
import { bookTest, groupTest, openSandbox } from '../support/sandbox.ts'
import { type Call, startService } from '../support/service.ts'

type Schema = Record<string, any>

/** The first and last dates that can be written, and those next to them. */
const EDGES = ['0000-01-01', '0001-01-01', '9999-12-30', '9999-12-31']
/** Fields of bodies say by their pattern what they are, for its messages. */
const DATE = String.raw`^\d{4}-\d{2}-\d{2}$`
/** Parameters that say of what the dates are. */
const DATE_FIELD = 'dateField'

/** What stands for parameters and fields that say what is asked about. */
const GIVEN: Record<string, string> = {
  hotel: 'alfa',
  hotelSlug: 'alfa',
  slug: 'alfa',
  roomCode: 'DBL',
  email: CARLA,
}

/** Routes with dates that there are: not one of them may drop out of the test unseen. */
const KNOWN = [
  'GET /v1/partner/availability',
  'PUT /v1/partner/availability',
  'PATCH /v1/partner/availability',
  'GET /v1/partner/availability/history',
  'GET /v1/partner/bookings',
  'GET /v1/hotels',
  'GET /v1/hotels/{slug}',
  'GET /v1/hotels/{slug}/calendar',
  'POST /v1/bookings',
  'PATCH /v1/bookings/{code}',
  'GET /v1/acenta/dashboard',
  'GET /v1/acenta/bookings',
  'PATCH /v1/acenta/bookings/{code}',
  'GET /v1/acenta/exports/bookings',
  'GET /v1/panel/dashboard',
  'GET /v1/panel/dashboard/days',
  'GET /v1/panel/web-bookings/days',
  'GET /v1/panel/bookings',
  'GET /v1/panel/availability',
  'PUT /v1/panel/availability',
  'PATCH /v1/panel/availability',
  'GET /v1/panel/availability/history',
  'GET /v1/admin/dashboard',
  'GET /v1/admin/bookings',
]

const isDate = ({ format, pattern }: Schema) => format === 'date' || pattern === DATE

/** Names of the fields of a body that are dates, at whatever depth. */
function dateNames({ properties = {}, items }: Schema): string[] {
  if (items) return dateNames(items)
  return Object.entries<Schema>(properties).flatMap(([name, field]) =>
    isDate(field) ? [name] : dateNames(field),
  )
}

/** A body with other dates, those that it leaves out too. */
function withDates({ properties = {}, items }: Schema, value: any, dates: Schema): unknown {
  if (Array.isArray(value)) return value.map((each) => withDates(items, each, dates))
  if (typeof value !== 'object' || value === null) return value
  const body = { ...value }
  for (const [name, field] of Object.entries<Schema>(properties))
    if (isDate(field)) body[name] = dates[name]
    else if (name in body) body[name] = GIVEN[name] ?? withDates(field, body[name], dates)
  return body
}

/** Nights that the test booking leaves free. */
const LATER = { checkin: '2027-04-03', checkout: '2027-04-05' }

/** Every way to give each name one of the edges. */
const choices = (names: string[]): Record<string, string>[] =>
  names.reduce<Record<string, string>[]>(
    (some, name) => some.flatMap((each) => EDGES.map((edge) => ({ ...each, [name]: edge }))),
    [{}],
  )

/** Calls of an operation with every choice of its dates; none when it has no dates. */
function callsOf({ parameters = [], requestBody }: Operation) {
  const queries = parameters.filter((each) => each.in === 'query') as Schema[]
  const names = queries.filter(({ schema }) => isDate(schema)).map(({ name }) => name)
  const asked = queries.filter(({ name }) => name in GIVEN)
  const given = Object.fromEntries(asked.map(({ name }) => [name, GIVEN[name]!]))
  const fields = queries.find(({ name }) => name === DATE_FIELD)?.schema.enum ?? [undefined]
  const inQuery = choices(names).flatMap((dates) =>
    fields.map((field?: string) => ({
      query: { ...given, ...dates, ...(field && { [DATE_FIELD]: field }) },
      body: undefined as unknown,
    })),
  )
  const inBody = examplesOf(requestBody?.content)
    .filter(({ schema }) => dateNames(schema).length > 0)
    .flatMap(({ schema, values }) =>
      choices(dateNames(schema)).flatMap((dates) =>
        values.map((value) => ({ query: given, body: withDates(schema, value, dates) })),
      ),
    )
  return [...(names.length > 0 ? inQuery : []), ...inBody]
}

/** Whoever may: of the panel, and of all that admins see too, an admin; identities are the hotel's alone. */
function callerFor({ callers }: World, path: string) {
  if (path.startsWith('/v1/partner')) return callers.key
  if (path.endsWith('/identities')) return callers.manager
  return path.startsWith('/v1/acenta') ? callers.agency : callers.admin
}

test('no date that can be written is answered 500, in whatever parameter or field (contract §1, §6)', async () => {
  await using service = await startService({ log: recordLog().log, rooms: [{ roomCode: 'DBL' }] })
  const world = await makeWorld(service)
  const sandbox = await openSandbox(service)
  const tested: Call = (method, path, init) =>
    sandbox.call(method, path.replace('/v1/partner', ''), init)
  const { code: testCode } = (await bookTest(sandbox)).body
  const { code: testGroup } = (await groupTest(sandbox, [LATER])).body
  const document: Document = (await service.call('GET', '/openapi.json')).body
  const tried: string[] = []
  const wrong: unknown[] = []
  for (const [name, operation] of operationsOf(document)) {
    const [method, path] = name.split(' ') as [string, string]
    const isTested = path.includes('/sandbox/')
    const isAgencys = path.startsWith('/v1/acenta')
    const code = isTested ? testCode : world.ids[isAgencys ? 'agencyBookingCode' : 'code']!
    const group = isTested ? testGroup : world.ids[isAgencys ? 'agencyGroupCode' : 'groupCode']!
    const named = path.includes('/booking-groups/') ? group : code
    const place = path.replace('{code}', named).replace('{slug}', GIVEN.slug!)
    const call = isTested ? tested : callerFor(world, path)
    for (const { query, body } of callsOf(operation)) {
      if (tried.at(-1) !== name) tried.push(name)
      const answer = await call(method, `${place}?${new URLSearchParams(query)}`, { body })
      // Whoever is not let in, or asks about what is not there, has not tried the dates.
      if (answer.status >= 500 || [401, 403, 404, 405].includes(answer.status))
        wrong.push([name, query, body, answer.status, answer.body.detail])
    }
  }
  expect(wrong).toEqual([])
  expect(tried).toEqual(expect.arrayContaining(KNOWN))
})
