import { expect, test } from 'bun:test'
import { count, eq, max, sql } from 'drizzle-orm'
import { BACKLOG_ALARM_MS } from '../../src/domain/dashboards/dashboard.ts'
import { indexBookings } from '../../src/service/bookings/index-words.ts'
import { insertMail } from '../../src/store/mails/mails.ts'
import { insertWebhook } from '../../src/store/webhooks/webhooks.ts'
import { book, sell } from '../support/bookings.ts'
import { push } from '../support/http.ts'
import { isOnPostgres } from '../support/postgres.ts'
import { bookTest, openSandbox } from '../support/sandbox.ts'
import { startService, type TestService } from '../support/service.ts'
import { rowsOf } from '../support/sql.ts'
import { hireStaff } from '../support/staff.ts'
import { addUnindexed } from '../support/unindexed.ts'
import { addOwnWebhook, addVendor, bearer, connect } from '../support/vendors.ts'
import { webhookRow } from '../support/webhook-rows.ts'
import { addWebhook, queueEvents } from '../support/webhooks.ts'

const HOUR_MS = 3_600_000

/** Endpoints of the two hotels, as they are kept. */
async function addHooks({ store, alfa, bravo }: TestService) {
  const hook = (id: string, hotel: typeof alfa, given: Parameters<typeof webhookRow>[1]) =>
    webhookRow(hotel, { id, url: `https://hooks.example.com/${id}`, ...given })
  await store.tx(async (tx) => {
    for (const webhook of [
      hook('well', alfa, {}),
      hook('failing', alfa, { failingSinceMs: 1 }),
      hook('off', bravo, { active: false, offReason: 'gone', failingSinceMs: 1 }),
      hook('failed', bravo, { active: false, offReason: 'failing' }),
      // Somebody wanted it so.
      hook('manual', bravo, { active: false, offReason: 'manual' }),
    ])
      await insertWebhook(tx, webhook, 'sealed')
  })
}

test('hotels with webhooks that fail or were switched off, and with events that wait too long, are told by name, the gravest first (issue 18)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const system = async () => (await admin.call('GET', '/v1/admin/system')).body
  expect(await system()).toMatchObject({ webhooks: [], webhooksComplete: true })

  await addHooks(service)
  const quiet = { vendor: null, pending: 0, oldestPendingAt: null }
  const alfa = { hotelSlug: 'alfa', hotelName: 'Hotel alfa', failing: 1, switchedOff: 0 }
  const bravo = { hotelSlug: 'bravo', hotelName: 'Hotel bravo', failing: 0, switchedOff: 2 }
  expect((await system()).webhooks).toEqual([
    { ...bravo, ...quiet },
    { ...alfa, ...quiet },
  ])

  await sell(service)
  const { body } = await book(service.call)
  await queueEvents(service)
  const { t, db } = service.store
  await service.store.tx(async (tx) => {
    await tx.db.update(t.webhook).set({ failingSinceMs: null }).where(eq(t.webhook.id, 'failing'))
  })
  // Of hotels whose webhooks are well, what waits for a moment is no trouble.
  expect((await system()).webhooks).toEqual([{ ...bravo, ...quiet }])
  expect(await db.$count(t.delivery, eq(t.delivery.state, 'pending'))).toBe(2)
  service.clock.advance(BACKLOG_ALARM_MS + 1)
  expect((await system()).webhooks[1]).toEqual({
    ...{ ...alfa, ...quiet, failing: 0, pending: 2, oldestPendingAt: body.createdAt },
  })
})

test('a vendor’s own webhook that fails or has events waiting too long is told by the vendor’s name, one of its test secret is not (contract-groups, *Vendors*)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const { store, alfa, clock, call } = service
  const { webhook, delivery } = store.t
  const troubles = async () => (await admin.call('GET', '/v1/admin/system')).body.webhooks
  const vendor = await addVendor(service)
  await connect(service, vendor, alfa)
  const made = await admin.call('POST', `/v1/admin/vendors/${vendor.id}/test-secret`)
  const tester = { ...vendor, call: bearer(call, made.body.secret) }
  // Nobody is told of the connection.
  await queueEvents(service)
  await addOwnWebhook(vendor, 'https://hooks.example.com/own')
  await addOwnWebhook(tester, 'https://hooks.example.com/tests')
  expect(await troubles()).toEqual([])

  await sell(service)
  const { body } = await book(call)
  await tester.call('POST', '/sandbox/bookings?hotel=test-tokyo', {
    body: { roomCode: 'TWN', checkin: '2027-04-05', checkout: '2027-04-06' },
  })
  await queueEvents(service)
  expect(await store.db.$count(delivery, eq(delivery.state, 'pending'))).toBe(2)
  clock.advance(BACKLOG_ALARM_MS + 1)
  const told = {
    ...{ hotelSlug: null, hotelName: null, vendor: { id: vendor.id, name: vendor.name } },
    ...{ failing: 0, switchedOff: 0, pending: 1, oldestPendingAt: body.createdAt },
  }
  expect(await troubles()).toEqual([told])
  await store.tx(async ({ db }) => void (await db.update(webhook).set({ failingSinceMs: 1 })))
  expect(await troubles()).toEqual([{ ...told, failing: 1 }])
})

test('a webhook of a sandbox is no trouble of the house, neither when something waits for it nor when it fails (contract §2, Sandbox)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const { store, clock } = service
  const { webhook, delivery } = store.t
  const troubles = async () => (await admin.call('GET', '/v1/admin/system')).body.webhooks
  const sandbox = await openSandbox(service)
  const day = { roomCode: 'DBL', available: 2, priceCents: 100 }
  await push(sandbox, [
    { ...day, date: '2027-04-01' },
    { ...day, date: '2027-04-02' },
  ])
  const { id } = await addWebhook(sandbox)
  expect((await bookTest(sandbox)).status).toBe(201)
  await queueEvents(service)
  clock.advance(BACKLOG_ALARM_MS + 1)
  expect(await store.db.$count(delivery, eq(delivery.state, 'pending'))).toBe(1)
  expect(await troubles()).toEqual([])
  await store.tx(
    async ({ db }) =>
      void (await db.update(webhook).set({ failingSinceMs: 1 }).where(eq(webhook.id, id))),
  )
  expect(await troubles()).toEqual([])
})

test('mails that the mail server refused are told by hotel for a week, those about accounts as nobody’s; the oldest that waits too (issue 18)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const { store, alfa, clock } = service
  const nowMs = clock.nowMs
  const system = async () => (await admin.call('GET', '/v1/admin/system')).body.mails
  expect(await system()).toEqual({ waiting: 0, oldestDueAt: null, refused: [] })
  const about = { bookingCode: '', revision: 1, manageEpoch: 0 }
  const mail = { ...about, kind: 'confirmation', language: 'en' } as const
  const to = { recipient: 'a@b.example', address: 'a@b.example' }
  const { mail: table } = store.t
  await store.tx(async (tx) => {
    for (const [id, hotelId, state, finishedAtMs] of [
      ['old', alfa.id, 'failed', nowMs - 8 * 24 * HOUR_MS],
      ['one', alfa.id, 'failed', nowMs - 2 * HOUR_MS],
      ['two', alfa.id, 'bounced', nowMs - HOUR_MS],
      ['sent', alfa.id, 'sent', nowMs - HOUR_MS],
      ['link', 0, 'bounced', nowMs - 3 * HOUR_MS],
    ] as const) {
      await insertMail(tx, { ...mail, ...to, id, hotelId, createdAtMs: nowMs })
      const end = { state, finishedAtMs, dueAtMs: null, answer: `550 ${id}` }
      await tx.db.update(table).set(end).where(eq(table.id, id))
    }
    await insertMail(tx, { ...mail, ...to, id: 'waits', hotelId: alfa.id, createdAtMs: nowMs })
  })
  const at = (ms: number) => new Date(nowMs - ms).toISOString()
  expect(await system()).toEqual({
    waiting: 1,
    oldestDueAt: at(0),
    refused: [
      {
        ...{ hotelSlug: 'alfa', hotelName: 'Hotel alfa', mails: 2 },
        ...{ lastAt: at(HOUR_MS), answer: '550 two' },
      },
      {
        ...{ hotelSlug: null, hotelName: null, mails: 1 },
        ...{ lastAt: at(3 * HOUR_MS), answer: '550 link' },
      },
    ],
  })
})

test('the database tells its size, and where it can the room left and the last backup; who is the worker is told (issue 18)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const { database, worker } = (await admin.call('GET', '/v1/admin/system')).body
  expect(database.sizeBytes).toBeGreaterThan(10_000)
  expect(database.lateIndexes).toEqual([])
  expect(database).toMatchObject(
    isOnPostgres
      ? { engine: 'PostgreSQL', freeBytes: null }
      : { engine: 'SQLite', backupKnown: true, backedUpAt: null },
  )
  if (!isOnPostgres) {
    expect(database.freeBytes).toBeGreaterThan(0)
    expect(worker).toEqual({ here: true, holder: null })
  }
})

test('bookings whose words are still to be indexed are counted, and not the ids that none has (issue 35)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const { store } = service
  const unindexed = async () =>
    (await admin.call('GET', '/v1/admin/system')).body.database.bookingsUnindexed
  const stored = async () => {
    const { id } = store.t.booking
    const [row] = await store.db.select({ rows: count(), newest: max(id) }).from(store.t.booking)
    return { rows: Number(row!.rows), newest: Number(row!.newest) }
  }
  /** Removes some of the newest but one. */
  const remove = async (rows: number) => {
    const { newest } = await stored()
    const isGone = sql`id >= ${newest - rows} and id < ${newest}`
    await store.tx((tx) => rowsOf(tx, sql`delete from ${tx.t.booking} where ${isGone}`))
  }
  expect(await unindexed()).toBe(0)
  await sell(service)
  await book(service.call)
  await book(service.call)
  await indexBookings(service.deps, new AbortController().signal)
  for (const firstName of ['Zeynep', 'Deniz'])
    await book(service.call, { guest: { firstName, lastName: 'Ak', email: 'a@example.com' } })
  expect(await unindexed()).toBe(2)
  await remove(1)
  expect(await unindexed()).toBe(1)

  await remove(2)
  await addUnindexed(service, 20_500)
  await remove(400)
  const { rows, newest } = await stored()
  expect(rows).toBeWithin(20_000, newest)
  expect(await unindexed()).toBe(newest)
  await remove(1_000)
  expect(await unindexed()).toBe((await stored()).rows)
  expect((await stored()).rows).toBeLessThan(20_000)
})

test('a clock that is wrong by 30 s makes health 503 and is shown; a request is answered all the same (issue 35, 6)', async () => {
  await using service = await startService()
  const { admin } = await hireStaff(service)
  const set = (aheadMs: number) => {
    service.store.clock = { ...service.store.clock, aheadMs: () => aheadMs }
  }
  const health = () => service.call('GET', '/v1/health')
  for (const aheadMs of [29_999, -29_999]) {
    set(aheadMs)
    expect((await health()).status).toBe(200)
  }
  for (const aheadMs of [30_000, -86_400_000]) {
    set(aheadMs)
    expect(await health()).toBeProblem(503, 'unavailable')
    const { status, body } = await admin.call('GET', '/v1/admin/system')
    expect([status, body.process.clockAheadMs]).toEqual([200, aheadMs])
  }
  expect((await health()).body.detail).toBe(
    'The clock of this machine is 86400 s behind that of the database.',
  )
})
