import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { NO_TERMS } from '../../src/domain/agencies/terms.ts'
import type { CalendarDate } from '../../src/domain/kernel/date.ts'
import { endApiKey } from '../../src/service/accounts/api-keys.ts'
import { sell } from '../support/bookings.ts'
import { push } from '../support/http.ts'
import { count, DAY_MS, prune } from '../support/retention.ts'
import { bookTest, openSandbox } from '../support/sandbox.ts'
import { startService, type TestHotel, type TestService } from '../support/service.ts'
import { SAVER, sendPhoto } from '../support/set-up.ts'
import { rowsOf, rowsWritten } from '../support/sql.ts'
import { addWebhook, attemptAll, queueEvents } from '../support/webhooks.ts'

const NEW = { commissionBasisPoints: 0, active: true, createdAtMs: 0 }

/**
 * Tables in which sandboxes have no rows: people, keys and vendors are the hotel's, guests of test bookings are found by
 * nobody, write no mail or review and are no strangers, and the front desk and statements have live bookings alone.
 */
const UNUSED = [
  ...['account_link', 'api_key', 'catalog_history', 'site', 'user_hotel', 'visit'],
  ...[
    'booking_word',
    'guest_erasure',
    'mail',
    'review',
    'shut_mailbox',
    'stranger_hour',
    'stranger_take',
    'web_count',
  ],
  ...['booking_desk', 'booking_identity', 'booking_payment', 'hotel_sum', 'room_list'],
  ...['statement', 'statement_adjustment', 'statement_clock', 'packed_days', 'packed_hotel'],
]

/** Fills a sandbox with a row of every table that `dropBatch` empties. */
async function fill(service: TestService, sandbox: TestHotel): Promise<void> {
  const { id } = await addWebhook(sandbox, {
    events: ['booking.confirmed', 'availability.changed'],
  })
  await sandbox.call('PATCH', '/availability', {
    body: {
      updates: [
        {
          roomCode: 'DBL',
          dateFrom: '2027-04-01',
          dateTo: '2027-12-31',
          minStay: 1,
          priceCents: 7,
        },
      ],
    },
  })
  await push(sandbox, [{ roomCode: 'DBL', date: '2027-04-01', available: 9 }])
  await bookTest(sandbox)
  await sandbox.call('PATCH', '/hotel', { body: { agreementTexts: { en: { terms: 'Quiet.' } } } })
  await sandbox.call('PUT', '/extras/SPA', {
    body: { name: 'Spa', per: 'stay', priceCents: 1, max: 1 },
  })
  await sandbox.call('POST', '/rates', { body: { ...SAVER, roomCodes: ['DBL'] } })
  const night = { roomCode: 'DBL', rateCode: 'NRF', date: '2027-04-01', minStay: 2 }
  await sandbox.call('PATCH', '/availability', { body: { updates: [night] } })
  expect((await sendPhoto(sandbox)).status).toBe(201)
  const fault = { body: { operation: 'pullBookings', status: 503, times: 1 } }
  await sandbox.call('POST', '/sandbox/faults', fault)
  await queueEvents(service)
  await attemptAll(service, id)
  await drawAside(service, sandbox)
}

/** Writes rows of an agency, which no route of a sandbox makes today. */
async function drawAside({ store }: TestService, { id: hotelId }: TestHotel): Promise<void> {
  const { owedCents: _, ...none } = NO_TERMS
  await store.tx(async ({ t, db }) => {
    const [{ id: agencyId } = { id: 0 }] = await db
      .insert(t.agency)
      .values({ code: `A${-hotelId}`, name: 'A', email: 'a@example.com', ...NEW })
      .returning({ id: t.agency.id })
    const night = { hotelId, roomCode: 'DBL', date: '2027-04-01' as CalendarDate, agencyId }
    await db.insert(t.allotment).values({ ...night, rooms: 1, releaseDays: 0 })
    await db.insert(t.agencyNight).values({ ...night, live: 1 })
    await db.insert(t.agencyTerms).values({ ...none, rateCodes: '[]', hotelId, agencyId })
  })
}

/** Tables that have a column of hotels. */
const tablesOfHotels = ({ store }: TestService): string[] =>
  Object.values(store.t).flatMap((table) => {
    const columns = table as unknown as Record<string, { name?: string }>
    const name = (table as unknown as Record<symbol, string>)[Symbol.for('drizzle:Name')]!
    return columns.hotelId ? [name] : []
  })

/** Tables with rows of a hotel. */
async function tablesOf(service: TestService, id: number): Promise<string[]> {
  const { store } = service
  const found: string[] = []
  for (const name of tablesOfHotels(service)) {
    const query = sql.raw(`select 1 from ${name} where hotel_id = ${id} limit 1`)
    if ((await rowsOf(store, query)).length > 0) found.push(name)
  }
  return found
}

test('every table of hotels is emptied with a sandbox, or is one in which sandboxes have no rows (contract §2, Sandbox)', async () => {
  await using service = await startService()
  await sell(service)
  const sandbox = await openSandbox(service)
  await fill(service, sandbox)
  const all = [...(await tablesOf(service, sandbox.id)), ...UNUSED]
  expect(all.toSorted()).toEqual(tablesOfHotels(service).toSorted())
})

test('a sandbox is dropped 30 days after its last key has ended, all of it, in small transactions (contract §2, Sandbox)', async () => {
  await using service = await startService()
  const { alfa, clock, deps, store } = service
  await sell(service, { nights: 300 })
  const one = await openSandbox(service)
  const two = await openSandbox(service)
  await fill(service, one)
  const live = await tablesOf(service, alfa.id)
  const days = await count(service, `day where hotel_id = ${alfa.id}`)
  await endApiKey(deps, { id: one.keyId, hotelId: alfa.id })
  clock.advance(20 * DAY_MS)
  await endApiKey(deps, { id: two.keyId, hotelId: alfa.id })
  clock.advance(29 * DAY_MS)
  await prune(service)
  expect(await tablesOf(service, one.id)).toContain('booking')
  expect(await count(service, `hotel where id = ${one.id}`)).toBe(1)

  clock.advance(2 * DAY_MS)
  const written: number[] = []
  const { tx } = store
  store.tx = (body, options) =>
    tx(async (handle) => {
      const before = await rowsWritten(handle)
      const value = await body(handle)
      written.push((await rowsWritten(handle)) - before)
      return value
    }, options)
  await prune(service)
  store.tx = tx
  expect(Math.max(...written)).toBeLessThanOrEqual(600)
  expect(await tablesOf(service, one.id)).toEqual([])
  expect(await count(service, 'photo_bytes')).toBe(0)
  expect(await count(service, `hotel where id = ${one.id}`)).toBe(0)
  // The log of pushes is older than it is kept.
  expect(await tablesOf(service, alfa.id)).toEqual(live.filter((name) => name !== 'push'))
  expect(await count(service, `day where hotel_id = ${alfa.id}`)).toBe(days)

  const next = await openSandbox(service)
  expect(next.id).toBeLessThan(one.id)
  expect((await next.call('GET', '/hotel')).status).toBe(200)
})

test('what a reset has replaced is dropped by the next pass, and what is there stays (contract §2, Sandbox)', async () => {
  await using service = await startService()
  await sell(service)
  const sandbox = await openSandbox(service)
  await fill(service, sandbox)
  expect((await sandbox.call('POST', '/sandbox/reset')).status).toBe(204)
  expect((await bookTest(sandbox)).status).toBe(201)
  await prune(service)

  expect(await tablesOf(service, sandbox.id)).toEqual([])
  const { bookings } = (await sandbox.call('GET', '/bookings?from=2027-04-01&to=2027-04-02')).body
  expect(bookings).toHaveLength(1)
  expect((await sandbox.call('GET', '/webhooks')).body.items).toHaveLength(1)
})
