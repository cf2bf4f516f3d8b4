import { expect, test } from 'bun:test'
import { getColumns, type SQL, sql } from 'drizzle-orm'
import { book, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { startService, type TestService } from '../support/service.ts'
import { rowsOf } from '../support/sql.ts'

const T0 = '2027-03-10T09:00:00.000Z'

type Shown = { code: string; revision: number; updatedAt: string }

const since = ({ alfa }: TestService, query: string) =>
  alfa.call('GET', `/bookings?updatedSince=${query}`)
const codesOf = (bookings: Shown[]) => bookings.map(({ code }) => code)
const inOrder = (bookings: Shown[]) =>
  bookings.toSorted((a, b) => (`${a.updatedAt} ${a.code}` < `${b.updatedAt} ${b.code}` ? -1 : 1))
const cancel = async ({ call }: TestService, code: string) =>
  (await call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })).body

/** So many bookings, three an instant. */
async function bookMany(service: TestService, count: number): Promise<Shown[]> {
  await sell(service, { available: count })
  const made: Shown[] = []
  for (let number = 0; number < count; number++) {
    if (number % 3 === 0) service.clock.advance(1_000)
    made.push((await book(service.call)).body)
  }
  return made
}

/** Copies of a booking, acknowledged, of which the i-th was updated at an instant of its own. */
async function copyBooking({ store }: TestService, code: string, count: number, atMs: SQL) {
  const { booking } = store.t
  const { id: _, ...columns } = getColumns(booking)
  const others: Record<string, SQL> = {
    code: sql`'X' || (100000000 + i)`,
    updatedAtMs: sql`cast(${atMs} as bigint)`,
    ackedRevision: sql`1`,
  }
  const names = Object.values(columns).map(({ name }) => sql.identifier(name))
  const values = Object.entries(columns).map(([name, column]) => others[name] ?? sql`${column}`)
  await store.tx(async (tx) => {
    await rowsOf(
      tx,
      sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
          insert into ${booking} (${sql.join(names, sql`, `)})
          select ${sql.join(values, sql`, `)} from ${booking}, n where ${booking.code} = ${code}`,
    )
  })
}

/** All pages of a pull. */
async function walk(service: TestService, query: string): Promise<Shown[][]> {
  const pages: Shown[][] = []
  let cursor = ''
  do {
    const { body } = await since(service, `${query}${cursor}`)
    pages.push(body.bookings)
    cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : ''
  } while (cursor)
  return pages
}

test('more than one slice, most of it updated in one instant, is read to its end, each once (contract §2)', async () => {
  await using service = await startService({ requestsPerMinute: 1_000 })
  const [first] = await bookMany(service, 1)
  const atMs = Date.parse(first!.updatedAt)
  await copyBooking(
    service,
    first!.code,
    4_400,
    sql`case when i > 300 then ${atMs} else i + ${atMs} end`,
  )

  const walked = (await walk(service, `${T0}&limit=500`)).flat()
  expect(walked).toHaveLength(4_401)
  expect(new Set(codesOf(walked)).size).toBe(4_401)
  expect(codesOf(walked)).toEqual(codesOf(inOrder(walked)))
})

test('a page looks through 50,000 bookings, and the next one goes on (contract §2)', async () => {
  await using service = await startService()
  const [first] = await bookMany(service, 1)
  const atMs = Date.parse(first!.updatedAt)
  await copyBooking(service, first!.code, 51_000, sql`i + ${atMs - 60_000}`)
  await service.alfa.call('POST', `/bookings/${first!.code}/ack`, { body: { revision: 1 } })
  service.clock.advance(60_000)
  await cancel(service, first!.code)

  const pages = await walk(service, '2027-03-10T08:00:00Z&unacked=true')
  expect(pages.map(codesOf)).toEqual([[], [first!.code]])
}, 60_000)

test('updatedSince gives what was made or changed at that instant or later, by updatedAt and code (contract §2)', async () => {
  await using service = await startService()
  const made = await bookMany(service, 7)
  service.clock.advance(60_000)
  const cancelled = await cancel(service, made[0]!.code)
  await service.alfa.call('POST', `/bookings/${made[1]!.code}/ack`, { body: { revision: 1 } })

  const all = await since(service, T0)
  expect(all.status).toBe(200)
  const { bookings, ...head } = all.body
  expect(head).toEqual({
    ...{ from: '2027-03-10', to: '2027-03-10', dateField: 'updated' },
    ...{ updatedSince: T0, nextCursor: null },
  })
  expect(codesOf(bookings)).toEqual(codesOf([...inOrder(made.slice(1)), cancelled]))
  const third = made[3]!.updatedAt
  const later = (await since(service, third)).body.bookings
  expect(codesOf(later)).toEqual(codesOf([...inOrder(made.slice(3)), cancelled]))
  const justAfter = new Date(Date.parse(third) + 1).toISOString()
  expect(codesOf((await since(service, justAfter)).body.bookings)).toEqual(
    codesOf([made[6]!, cancelled]),
  )
  expect((await since(service, `${T0}&status=cancelled`)).body.bookings).toMatchObject([
    { code: cancelled.code, revision: 2 },
  ])
  expect((await since(service, `${T0}&unacked=true&limit=500`)).body.bookings).toHaveLength(6)
})

test.each([1, 2, 3, 4])(
  'pages of %i skip and repeat nothing, also of one instant; what changes meanwhile comes at the end (contract §2)',
  async (limit) => {
    await using service = await startService()
    const made = inOrder(await bookMany(service, 8))
    const walked: Shown[] = []
    let cursor = ''
    let changed: Shown | undefined
    do {
      const { body } = await since(service, `${T0}&limit=${limit}${cursor}`)
      walked.push(...body.bookings)
      if (!changed) {
        // The next day, too: a cursor knows nothing of today.
        service.clock.advance(86_400_000)
        changed = await cancel(service, made.at(-1)!.code)
      }
      cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : ''
    } while (cursor)
    expect(codesOf(walked)).toEqual(codesOf(made))
    expect(walked.at(-1)).toMatchObject({ revision: 2, updatedAt: changed!.updatedAt })
  },
)

test('an instant may have an offset, its plus spelled either way, and any fraction (RFC 3339)', async () => {
  await using service = await startService()
  for (const [text, meant] of [
    ['2027-03-10T12:00:00%2B03:00', T0],
    ['2027-03-10T12:00:00+03:00', T0],
    ['2027-03-10T04:00:00-05:00', T0],
    ['2027-03-10T09:00:00.000123Z', T0],
    // In Istanbul that is the day after.
    ['2027-03-09T21:30:00Z', '2027-03-09T21:30:00.000Z'],
  ] as const) {
    const { body } = await since(service, text)
    expect([text, body.updatedSince, body.from]).toEqual([text, meant, '2027-03-10'])
  }
  // In Istanbul that is in the year 10000.
  const { body } = await since(service, '9999-12-31T23:59:59Z')
  expect(body).toMatchObject({ from: '9999-12-30', to: '9999-12-30', bookings: [] })
})

test('to Bravo nothing of Alfa was updated, and a cursor of Alfa leads nowhere (contract §1)', async () => {
  await using service = await startService()
  await bookMany(service, 3)
  const { nextCursor } = (await since(service, `${T0}&limit=1`)).body
  const { bravo } = service

  expect((await bravo.call('GET', `/bookings?updatedSince=${T0}`)).body.bookings).toEqual([])
  const led = await bravo.call('GET', `/bookings?updatedSince=${T0}&cursor=${nextCursor}`)
  expect(led.body.errors).toMatchObject([{ path: '?cursor', code: 'invalid_cursor' }])
})

test.each([
  [`updatedSince=${T0}&from=2027-04-01`, ['?from conflicting_fields']],
  [`updatedSince=${T0}&to=2027-04-01`, ['?to conflicting_fields']],
  [`updatedSince=${T0}&dateField=checkin`, ['?dateField conflicting_fields']],
  ['updatedSince=2027-03-10', ['?updatedSince wrong_format']],
  ['updatedSince=2027-02-30T00:00:00Z', ['?updatedSince wrong_format']],
  ['updatedSince=yesterday', ['?updatedSince wrong_format']],
  ['', ['?from required', '?to required']],
  ['from=2027-04-01', ['?to required']],
])('a pull with "%s" is refused at %j (contract §2, §6)', async (query, places) => {
  await using service = await startService()
  const answer = await service.alfa.call('GET', `/bookings?${query}`)
  expect(answer).toBeProblem(422, 'validation_failed')
  expect(answer.body.errors.map(({ path, code }: any) => `${path} ${code}`)).toEqual(places)
})
