import { sql } from 'drizzle-orm'
import type {
  AttemptError,
  DeliveryCause,
  DeliveryState,
  OffReason,
} from '../../domain/webhooks/webhook.ts'
import type { HotelTable } from './catalog.ts'
import type { Kit } from './kit.ts'

/** Events, the endpoints that receive them, and the deliveries with their attempts. */
export const webhookTables = (kit: Kit, { hotel }: { hotel: HotelTable }) => ({
  outbox: outboxTable(kit),
  webhook: webhookTable(kit, hotel),
  delivery: deliveryTable(kit),
  attempt: attemptTable(kit),
})

/** Events to publish, written in the transaction that caused them. The body is the exact text sent. */
const outboxTable = ({ table, serial, text, int, big, bool, index }: Kit) =>
  table(
    'outbox',
    {
      seq: serial('seq'),
      id: text('id').notNull().unique(),
      /** The hotel of the event; 0 for a test of a vendor's own endpoint. */
      hotelId: int('hotel_id').notNull(),
      /** The vendor whose own endpoints alone receive the event; null if it is for every endpoint of the hotel. */
      vendorId: text('vendor_id'),
      event: text('event').notNull(),
      bookingCode: text('booking_code'),
      revision: int('revision'),
      body: text('body').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
      /** The API key whose push caused the event; its own endpoints do not receive it (contract §4). */
      causeKeyId: text('cause_key_id'),
      /** When a delivery to each endpoint was queued; null if not yet. */
      queuedAtMs: big('queued_at_ms'),
      /** The event is a test that a user requested: it goes to that endpoint only and is never replayed. */
      test: bool('test').notNull().default(false),
    },
    (t) => [
      index('outbox_unqueued').on(t.seq).where(sql`${t.queuedAtMs} is null`),
      index('outbox_hotel').on(t.hotelId, t.createdAtMs),
      index('outbox_vendor').on(t.vendorId, t.createdAtMs).where(sql`${t.vendorId} is not null`),
      index('outbox_booking').on(t.bookingCode).where(sql`${t.bookingCode} is not null`),
    ],
  )

/** Endpoints of hotels and of vendors that receive events (contract §2; contract-groups, *Vendors*). */
function webhookTable(kit: Kit, hotel: HotelTable) {
  const { table, text, int, big, bool, index, uniqueIndex } = kit
  return table(
    'webhook',
    {
      id: text('id').primaryKey(),
      /** The hotel of the endpoint; null if it is a vendor's own, which receives the events of all its hotels. */
      hotelId: int('hotel_id').references(() => hotel.id),
      url: text('url').notNull(),
      description: text('description').notNull(),
      /** JSON list of the events that the endpoint receives. */
      events: text('events').notNull(),
      /** The API key that the endpoint belongs to, whose own pushes are not echoed to it. */
      apiKeyId: text('api_key_id'),
      /** The vendor that the endpoint belongs to; null if it is the hotel's own. With a hotel it ends with the connection. */
      vendorId: text('vendor_id'),
      /** The account that made the endpoint, or the key that made it; null if the row is older than this column. */
      createdBy: text('created_by'),
      /** The key or connection that made the endpoint; null if a person did. */
      createdByKey: text('created_by_key'),
      active: bool('active').notNull(),
      offReason: text('off_reason').$type<OffReason>(),
      offAtMs: big('off_at_ms'),
      /** The sealed secret, and the one before it while a rotation overlaps (contract §4). */
      secret: text('secret').notNull(),
      previousSecret: text('previous_secret'),
      /** The last moment at which the previous secret signs too; null if there is none. */
      previousUntilMs: big('previous_until_ms'),
      /** The first failure since the last success; null if there is none. */
      failingSinceMs: big('failing_since_ms'),
      lastSuccessAtMs: big('last_success_at_ms'),
      lastAttemptAtMs: big('last_attempt_at_ms'),
      createdAtMs: big('created_at_ms').notNull(),
      updatedAtMs: big('updated_at_ms').notNull(),
      deletedAtMs: big('deleted_at_ms'),
    },
    (t) => [
      index('webhook_hotel').on(t.hotelId),
      index('webhook_maker').on(t.createdBy).where(sql`${t.createdBy} is not null`),
      // Endpoints that an operator looks after: failing, or switched off by the service.
      index('webhook_troubled')
        .on(t.hotelId, t.id)
        .where(
          sql`${t.deletedAtMs} is null and (${t.failingSinceMs} is not null or ${t.offReason} in ('gone', 'failing'))`,
        ),
      uniqueIndex('webhook_url').on(t.hotelId, t.url).where(sql`${t.deletedAtMs} is null`),
      uniqueIndex('webhook_vendor_url')
        .on(t.vendorId, t.url)
        .where(sql`${t.hotelId} is null and ${t.deletedAtMs} is null`),
    ],
  )
}

/** Deliveries of events to endpoints with their state, kept 30 days (contract §4). */
const deliveryTable = ({ table, serial, text, int, big, index }: Kit) =>
  table(
    'delivery',
    {
      seq: serial('seq'),
      id: text('id').notNull().unique(),
      webhookId: text('webhook_id').notNull(),
      /** The hotel of the event. */
      hotelId: int('hotel_id').notNull(),
      /** The vendor of the endpoint if it is the vendor's own, for all its hotels; null for an endpoint of a hotel. */
      vendorId: text('vendor_id'),
      outboxSeq: big('outbox_seq').notNull(),
      /** Deliveries to one endpoint with the same key go one after another; null may go in any order. */
      orderKey: text('order_key'),
      cause: text('cause').$type<DeliveryCause>().notNull(),
      state: text('state').$type<DeliveryState>().notNull(),
      /** The number of attempts begun. */
      attempts: int('attempts').notNull(),
      /** The time of the next attempt; null if finished, or if it waits for an earlier delivery with its key. */
      dueAtMs: big('due_at_ms'),
      /** The end of the lease of the attempt under way; null if none is. */
      leasedUntilMs: big('leased_until_ms'),
      createdAtMs: big('created_at_ms').notNull(),
      finishedAtMs: big('finished_at_ms'),
    },
    (t) => [
      index('delivery_due').on(t.webhookId, t.dueAtMs).where(sql`${t.dueAtMs} is not null`),
      index('delivery_test')
        .on(t.webhookId, t.dueAtMs)
        .where(sql`${t.cause} = 'test' and ${t.dueAtMs} is not null`),
      index('delivery_pending')
        .on(t.webhookId, t.orderKey, t.seq)
        .where(sql`${t.state} = 'pending'`),
      index('delivery_vendor')
        .on(t.vendorId, t.hotelId, t.seq)
        .where(sql`${t.vendorId} is not null and ${t.state} = 'pending'`),
      index('delivery_webhook').on(t.webhookId, t.seq),
      index('delivery_outbox').on(t.outboxSeq),
    ],
  )

/** Attempts at deliveries: time, duration, and the answer or the error. */
const attemptTable = ({ table, text, int, big, pk }: Kit) =>
  table(
    'attempt',
    {
      deliverySeq: big('delivery_seq').notNull(),
      number: int('number').notNull(),
      atMs: big('at_ms').notNull(),
      durationMs: int('duration_ms').notNull(),
      status: int('status'),
      /** The class of the error: `dns`, `refused`, `timeout` …; null after a 2xx answer. */
      error: text('error').$type<AttemptError>(),
      /** The system's own message about the error, for people. */
      detail: text('detail'),
      /** JSON of the headers sent. */
      headers: text('headers').notNull(),
      /** The beginning of the receiver's answer. */
      answer: text('answer'),
      nextAtMs: big('next_at_ms'),
    },
    (t) => [pk({ columns: [t.deliverySeq, t.number] })],
  )
