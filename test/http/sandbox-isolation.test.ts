import { expect, test } from 'bun:test'
import { eq, inArray } from 'drizzle-orm'
import { indexBookings } from '../../src/service/bookings/index-words.ts'
import { foldSums } from '../../src/service/bookings/sums.ts'
import { publishUnacked } from '../../src/service/bookings/unacked.ts'
import { book } from '../support/bookings.ts'
import { push } from '../support/http.ts'
import { asGuest, tokenOf } from '../support/manage.ts'
import type { Answer } from '../support/matchers.ts'
import { ROWS } from '../support/role-rows.ts'
import { makeWorld, pathOf, ROLES, type World } from '../support/roles.ts'
import { bookTest, openSandbox } from '../support/sandbox.ts'
import { startService, type TestHotel, type TestService } from '../support/service.ts'
import { addWebhook, attemptAll, deliveries, queueEvents } from '../support/webhooks.ts'

/** Words that only the sandbox holds. */
const MARK = 'Zanzibar'
const guest = { firstName: MARK, lastName: MARK, email: `${MARK}@example.com` }

const HALF_AN_HOUR_MS = 31 * 60 * 1_000
const never = new AbortController().signal

/** What differs from one look to the next, whoever did something meanwhile. */
const stripped = ({ text }: Answer) =>
  text
    .replace(/"requestId":"[^"]*"/, '')
    .replace(
      /"(uptimeSeconds|requestsLastMinute|remaining|resetSeconds|sizeBytes|freeBytes|residentBytes|requests|refused|failed|clockAheadMs)":-?[\d.]+/g,
      '',
    )
    .replace(/"asOf":"[^"]*"/, '')
    .replaceAll(/^roomwire_(uptime|resident|cache_bytes|clock|http_|database_).*$/gm, '')

/** What every route that reads answers to everybody, with further ways to ask the lists; a new route enters by its row. */
async function lookAll(service: TestService, world: World): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  const look = async (name: string, answer: Promise<Answer>) => {
    const { status } = await answer
    seen.set(name, `${status} ${stripped(await answer)}`)
  }
  for (const [route, row] of Object.entries(ROWS)) {
    // The document takes its time and is everybody's.
    if (!route.startsWith('GET ') || /openapi|swagger/.test(route)) continue
    // Those who are refused are limited by the minute.
    service.clock.monotonicMs += 60_000
    for (const role of ROLES) {
      const path = pathOf(route, row, world)
      await look(`${role} ${route}`, world.callers[role]('GET', path))
    }
    // Who looks at what is exported, and which admin looks into the panel, is written down.
    if (/\/panel\//.test(route))
      await service.store.tx(({ db, t }) =>
        db.delete(t.audit).where(inArray(t.audit.entity, ['export', 'visit'])),
      )
  }
  const { admin, manager, nobody } = world.callers
  for (const path of [
    '/v1/hotels?checkin=2027-04-01&checkout=2027-04-02&adults=2&sort=price',
    '/v1/hotels?q=hotel',
    '/v1/hotels/alfa?checkin=2027-04-01&checkout=2027-04-02',
    '/v1/hotels/alfa~1',
    '/v1/cities?q=city',
    `/v1/hotels?q=${MARK}`,
  ])
    await look(path, nobody('GET', path))
  for (const path of [
    `/v1/admin/bookings?q=${MARK}`,
    '/v1/admin/bookings?q=guest&status=confirmed',
    '/v1/admin/bookings?status=cancelled',
    '/v1/admin/bookings?hotel=alfa',
    '/v1/admin/bookings?limit=2',
    '/v1/admin/hotels?q=alfa',
    '/v1/admin/hotels?active=false',
    '/v1/admin/hotels?limit=1',
    '/v1/admin/history?entity=webhook',
  ])
    await look(path, admin('GET', path))
  for (const path of [`/v1/panel/bookings?q=${MARK}`, '/v1/panel/bookings?unacked=true'])
    await look(path, manager('GET', path))
  return seen
}

/** Bookings of every state, days, webhooks with deliveries, one of them failing: a sandbox that is in full use. */
async function fill(service: TestService, sandbox: TestHotel) {
  const webhook = await addWebhook(sandbox, {
    url: `https://${MARK}.example.com/x`,
    events: ['booking.confirmed', 'booking.unacked', 'availability.changed'],
  })
  const day = { roomCode: 'DBL', available: 50, priceCents: 777_777 }
  await push(sandbox, [
    { ...day, date: '2027-04-01' },
    { ...day, date: '2027-04-02' },
  ])
  await push(sandbox, [{ roomCode: MARK, date: '2027-04-01', available: 50 }])
  const [one, two, three] = [
    await bookTest(sandbox, { guest }),
    await bookTest(sandbox, { guest }),
    await bookTest(sandbox, { guest, hold: true }),
  ]
  expect([one.status, two.status, three.status]).toEqual([201, 201, 201])
  await sandbox.call('PATCH', `/sandbox/bookings/${two.body.code}`, {
    body: { guest: { lastName: 'Mark' } },
  })
  await sandbox.call('POST', `/sandbox/bookings/${two.body.code}/cancel`)
  await queueEvents(service)
  await attemptAll(service, webhook.id, { status: 500, error: 'status' })
  const [delivery] = (await deliveries(sandbox, webhook.id)).body.items
  return { code: one.body.code, webhookId: webhook.id, deliveryId: delivery.id }
}

/** What the worker does to all hotels, once. */
async function work(service: TestService): Promise<void> {
  const { deps, clock } = service
  clock.advance(HALF_AN_HOUR_MS)
  await publishUnacked(deps)
  await queueEvents(service)
  await foldSums(deps)
  await indexBookings(deps, never)
}

test('a sandbox in full use changes no answer of the live side, byte for byte, whoever asks (contract §2, Sandbox)', async () => {
  await using service = await startService({ stopping: AbortSignal.abort() })
  const world = await makeWorld(service)
  // The key itself is seen in the list of keys and in the history, and nowhere else.
  const sandbox = await openSandbox(service)
  await work(service)
  const before = await lookAll(service, world)
  await fill(service, sandbox)
  await foldSums(service.deps)
  await indexBookings(service.deps, never)
  const after = await lookAll(service, world)

  for (const [name, text] of before) expect([name, after.get(name)]).toEqual([name, text])
  // Nothing in this world has ended, so that no month has a statement.
  const isElsewhere = /\/sandbox\/|\/certification$|\/vendor-webhooks|\/statements\/:number/
  for (const route of Object.keys(ROWS))
    if (/^GET \/v1/.test(route) && !isElsewhere.test(route))
      expect([
        route,
        ROLES.some((role) => /^(200|304)/.test(before.get(`${role} ${route}`)!)),
      ]).toEqual([route, true])
})

test('a test key itself is seen in nothing but the keys and the history of the catalogue (contract §2, Sandbox)', async () => {
  await using service = await startService({ stopping: AbortSignal.abort() })
  const world = await makeWorld(service)
  const before = await lookAll(service, world)
  await openSandbox(service)
  const after = await lookAll(service, world)

  const moved = [...before].filter(([name, text]) => after.get(name) !== text).map(([name]) => name)
  expect(moved).toEqual(['manager GET /v1/panel/api-keys', 'admin GET /v1/panel/api-keys'])
})

test('nobody of the live side finds what a sandbox holds, or changes it (contract §2, Sandbox)', async () => {
  await using service = await startService({ stopping: AbortSignal.abort() })
  const world = await makeWorld(service)
  const sandbox = await openSandbox(service)
  const own = await fill(service, sandbox)
  const before = await portraitOf(sandbox, own)
  const theirs: World = {
    ...world,
    ids: { ...world.ids, ...own, agencyBookingCode: own.code },
  }

  for (const [route, row] of Object.entries(ROWS)) {
    const [method = '', path = ''] = route.split(' ')
    // Routes of bookings and webhooks, whose ids are the sandbox's here.
    if (!/\/(bookings|webhooks)\/:/.test(path)) continue
    service.clock.monotonicMs += 60_000
    for (const role of ROLES) {
      const answer = await world.callers[role](method, pathOf(route, row, theirs), {
        body: row.body,
      })
      expect([route, role, [401, 403, 404, 422].includes(answer.status)]).toEqual([
        route,
        role,
        true,
      ])
      expect([route, answer.text.includes(MARK)]).toEqual([route, false])
    }
  }
  const byMail = await service.call('GET', `/v1/bookings/${own.code}?email=${guest.email}`)
  expect(byMail).toBeProblem(404, 'not_found')
  const cancelled = await service.call('POST', `/v1/bookings/${own.code}/cancel`, {
    body: { manageToken: await tokenOf(service, own.code) },
  })
  expect(cancelled).toBeProblem(404, 'not_found')
  expect(await portraitOf(sandbox, own)).toBe(before)
})

test('a sandbox has no slug that anybody could name (contract §2, Sandbox)', async () => {
  await using service = await startService({ stopping: AbortSignal.abort() })
  const { callers } = await makeWorld(service)
  const sandbox = await openSandbox(service)
  const [row] = await service.store.db
    .select({ slug: service.store.t.hotel.slug })
    .from(service.store.t.hotel)
    .where(eq(service.store.t.hotel.id, sandbox.id))
  const slug = row!.slug

  expect((await book(service.call, { hotelSlug: slug })).status).toBe(404)
  for (const path of [`/v1/hotels/${slug}`, `/v1/admin/hotels/${slug}/rates`])
    expect(await callers.admin('GET', path)).toBeProblem(404, 'not_found')
  for (const path of ['bookings', 'api-keys'])
    expect((await callers.admin('GET', `/v1/panel/${path}?hotel=${slug}`)).status).not.toBe(200)
  const renamed = await callers.admin('PATCH', `/v1/admin/hotels/${slug}`, { body: { stars: 1 } })
  expect(renamed).toBeProblem(404, 'not_found')
  const hired = await callers.admin('POST', '/v1/admin/users', {
    body: {
      ...{ email: 'new@example.com', name: 'N', password: 'a boat on the Bosphorus' },
      ...{ role: 'hotel_manager', hotels: [slug] },
    },
  })
  expect(hired.body.errors[0].code).toBe('unknown_hotel')
})

/** All that a test key reads, as text. */
async function portraitOf(
  sandbox: TestHotel,
  { webhookId, code }: { webhookId: string; code: string },
): Promise<string> {
  const texts: string[] = []
  for (const [route, row] of Object.entries(ROWS)) {
    if (!route.startsWith('GET /v1/partner')) continue
    const ids = { code, webhookId, deliveryId: 'x', userId: '', pushId: '', keyId: '' }
    const path = pathOf(route, row, { ids, callers: {} as World['callers'] })
    texts.push(`${route} ${stripped(await sandbox.call('GET', path.replace('/v1/partner', '')))}`)
  }
  return texts.join('\n')
}

test('what happens to the hotel changes no answer of its sandbox, byte for byte (contract §2, Sandbox)', async () => {
  await using service = await startService({ stopping: AbortSignal.abort() })
  const world = await makeWorld(service)
  const sandbox = await openSandbox(service)
  const own = await fill(service, sandbox)
  const before = await portraitOf(sandbox, own)

  const { admin, manager } = world.callers
  const panel = (path: string) => `/v1/panel/${path}?hotel=alfa`
  const { code } = (await book(service.call)).body
  const done = [
    await push(service.alfa, [
      { roomCode: 'DBL', date: '2027-04-01', available: 1, priceCents: 1 },
    ]),
    await service.alfa.call('PATCH', '/availability', {
      body: {
        updates: [{ roomCode: 'DBL', dateFrom: '2027-04-01', dateTo: '2027-04-09', minStay: 5 }],
      },
    }),
    await service.call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) }),
    await manager('PATCH', panel('rooms/DBL'), { body: { name: 'Other', totalRooms: 4 } }),
    await manager('PATCH', panel('hotel'), {
      body: { taxes: [{ code: 'VAT', name: 'VAT', percentBp: 100 }] },
    }),
    await admin('PATCH', '/v1/admin/hotels/alfa', { body: { name: 'Renamed', stars: 1 } }),
    await admin('PATCH', '/v1/admin/hotels/alfa', { body: { active: false } }),
    await manager('POST', panel('webhooks'), { body: { url: 'https://hooks.example.com/9' } }),
  ]
  expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
  await queueEvents(service)

  expect(await portraitOf(sandbox, own)).toBe(before)
})

test('a test key finds nothing of its hotel, nor of another sandbox (contract §2, Sandbox)', async () => {
  await using service = await startService({ stopping: AbortSignal.abort() })
  const world = await makeWorld(service)
  const sandbox = await openSandbox(service)
  const other = await openSandbox(service, service.bravo)
  const own = await fill(service, sandbox)
  const before = await portraitOf(sandbox, own)

  for (const ids of [world.ids, { ...world.ids, ...own }])
    for (const [route, row] of Object.entries(ROWS)) {
      const [method = '', path = ''] = route.split(' ')
      // Room types and rates are called alike everywhere; these are the other sandbox's own.
      if (!/^\/v1\/partner\/.*:(?!roomCode|rateCode)/.test(path)) continue
      const asked = pathOf(route, row, { ...world, ids }).replace('/v1/partner', '')
      const answer = await other.call(method, asked, { body: row.body ?? {} })
      // An extra of that code is made in the sandbox of the key itself.
      const isMade = route === 'PUT /v1/partner/extras/:extraCode'
      // Those of vendors are for no key; a body that is no picture is refused before its photo is looked for.
      const refused = route.includes('/vendor-webhooks')
        ? 403
        : route.endsWith('/widths')
          ? 415
          : 404
      expect([route, answer.status]).toEqual([route, isMade ? 200 : refused])
    }
  const live = (await service.alfa.call('GET', '/changes?limit=1')).body.nextCursor
  expect(await sandbox.call('GET', `/changes?cursor=${live}`)).toBeProblem(422, 'validation_failed')
  const tested = (await sandbox.call('GET', '/changes?limit=1')).body.nextCursor
  expect(await service.alfa.call('GET', `/changes?cursor=${tested}`)).toBeProblem(
    422,
    'validation_failed',
  )
  expect(await other.call('GET', `/changes?cursor=${tested}`)).toBeProblem(422, 'validation_failed')
  expect(await portraitOf(sandbox, own)).toBe(before)
})
