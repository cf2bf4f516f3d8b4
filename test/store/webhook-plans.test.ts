import { expect, test } from 'bun:test'
import {
  insertReplay,
  listConnectionEvents,
  listEvents,
  updateAbandoned,
  updateDueFrom,
  updateDueOf,
} from '../../src/store/webhooks/delivery-edits.ts'
import {
  findDelivery,
  listAttempts,
  listDeliveries,
} from '../../src/store/webhooks/delivery-lists.ts'
import { findListeners } from '../../src/store/webhooks/outbox.ts'
import {
  isStillConnected,
  listConnectedEndpoints,
  updateLeft,
} from '../../src/store/webhooks/vendor-endpoints.ts'
import {
  countEndpoints,
  findWebhook,
  listBacklogs,
  listWebhooks,
} from '../../src/store/webhooks/webhooks.ts'
import { planOf, type Run } from '../support/plans.ts'
import { startStore } from '../support/store.ts'

const W = 'w1'
const place = { id: W, hotelId: 1 }
const endpoint = { ...place, events: [], apiKeyId: null } as never
const after = { atMs: 1, seq: 1 }
const page = { beforeSeq: 9, limit: 21 }
/** The connections of the hotels come first: a service has up to 2,500 endpoints of vendors (contract-groups, *Vendors*). */
const OF_CONNECTED =
  /api_key_hotel \(hotel_id=\?\)\nSEARCH webhook USING INDEX webhook_vendor_url \(vendor_id=\?\)/
const OF_EACH_CONNECTED = new RegExp(
  OF_CONNECTED.source.replace('\\n', '\\n.*SCALAR SUBQUERY \\d+\\n'),
)

/** Every query of endpoints and deliveries, and the indexes that it may use. */
const QUERIES: [what: string, index: RegExp, run: Run][] = [
  ['webhooks of a hotel', /webhook_(hotel|url) \(hotel_id/, (h) => listWebhooks(h, { hotelId: 1 })],
  ['one webhook', /webhook/, (h) => findWebhook(h, place)],
  ['whether days are wanted', /webhook_(hotel|url) \(hotel_id/, (h) => findListeners(h, 1)],
  ['whether vendors want days', OF_EACH_CONNECTED, (h) => findListeners(h, 1)],
  ['backlogs', /COVERING INDEX delivery_pending/, (h) => listBacklogs(h, [W, 'w2'])],
  ['a page', /delivery_webhook/, (h) => listDeliveries(h, { webhookId: W }, page)],
  [
    'a page of a state and an event',
    /delivery_webhook/,
    (h) => listDeliveries(h, { webhookId: W, state: 'failed', event: 'ping' }, page),
  ],
  [
    'a page of a booking',
    /outbox_booking/,
    (h) => listDeliveries(h, { webhookId: W, bookingCode: 'B' }, page),
  ],
  ['one delivery', /delivery/, (h) => findDelivery(h, { webhookId: W, id: 'd', ofVendor: null })],
  ['attempts', /attempt/, (h) => listAttempts(h, [1, 2])],
  [
    'events to replay',
    /outbox_hotel/,
    (h) => listEvents(h, { hotelId: 1, after, untilSeq: 9 }, 500),
  ],
  [
    'what a replay skips',
    /delivery_outbox/,
    (h) => insertReplay(h, endpoint, { seqs: [1, 2], newId: String, nowMs: 1 }),
  ],
  [
    'what is hastened',
    /delivery_due \(webhook_id=\? AND due_at_ms>\?\)/,
    (h) => updateDueFrom(h, { webhookId: W, fromMs: 1, nowMs: 1 }),
  ],
  [
    'what is asked for again',
    /delivery_pending/,
    (h) => updateDueOf(h, { seq: 1, webhookId: W, orderKey: 'B' }, 1),
  ],
  [
    'a page of a vendor',
    /delivery_webhook/,
    (h) => listDeliveries(h, { webhookId: W, ofVendor: 'v' }, page),
  ],
  ['endpoints of connected vendors', OF_CONNECTED, (h) => listConnectedEndpoints(h, [1, 2])],
  ['what a vendor may be sent', /delivery/, (h) => isStillConnected(h, { seq: 1, ofVendor: 'v' })],
  [
    'events of connections to replay',
    /outbox_vendor/,
    (h) => listConnectionEvents(h, { vendorId: 'v', fromMs: 1, untilSeq: 9 }),
  ],
  [
    'what waits of a hotel that left',
    /delivery_vendor \(vendor_id=\? AND hotel_id=\?\)/,
    (h) => updateLeft(h, { vendorId: 'v', hotelId: 1, beforeSeq: 9 }, { nowMs: 1, limit: 500 }),
  ],
  ['what is given up', /delivery_pending/, (h) => updateAbandoned(h, W, 1)],
]

test.each(QUERIES)('%s: found by an index, nothing is scanned', async (what, index, run) => {
  await using service = await startStore()
  const plan = await planOf(service, run, { writes: true })
  expect(plan.length).toBeGreaterThan(0)
  // A group of one endpoint each, made from an index, is read as a whole.
  for (const line of plan)
    expect([what, line]).toEqual([
      what,
      expect.stringMatching(
        /^(SEARCH|USE TEMP B-TREE|CO-ROUTINE|MATERIALIZE|SCAN waiting|SCALAR|MULTI-INDEX OR|INDEX \d|LIST SUBQUERY|CORRELATED SCALAR|COMPOUND|LEFT-MOST|UNION ALL)/,
      ),
    ])
  expect(plan.join('\n')).toMatch(index)
})

test('pages of deliveries are read in their order: no sorting', async () => {
  await using service = await startStore()
  for (const filter of [{}, { state: 'failed' as const }, { event: 'ping' }]) {
    const plan = await planOf(service, (h) => listDeliveries(h, { webhookId: W, ...filter }, page))
    expect(plan.join('\n')).not.toContain('TEMP B-TREE')
  }
})

test('what waits is counted for the metrics from the partial index, not from the table', async () => {
  await using service = await startStore()
  const plan = await planOf(service, countEndpoints)
  expect(plan).toContain('SCAN delivery USING COVERING INDEX delivery_pending')
})
