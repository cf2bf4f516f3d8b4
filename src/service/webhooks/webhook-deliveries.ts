import type { Hotel } from '../../domain/catalog/catalog.ts'
import { testMark } from '../../domain/catalog/sandbox-hotel.ts'
import { eventBody } from '../../domain/days/event.ts'
import { AppError, refused } from '../../domain/kernel/errors.ts'
import { CHANGES_KEPT_MS } from '../../domain/kernel/limits.ts'
import { exampleOf } from '../../domain/webhooks/event-examples.ts'
import type { EventName } from '../../domain/webhooks/webhook.ts'
import { listConnectionsOf } from '../../store/accounts/connections.ts'
import { chunks, readSlices } from '../../store/engine/pace.ts'
import {
  DELIVERIES_AT_ONCE,
  type EventPlace,
  findNewestEvent,
  insertReplay,
  insertRequestedDelivery,
  listConnectionEvents,
  listEvents,
  ownerOf,
  updateDueOf,
} from '../../store/webhooks/delivery-edits.ts'
import { findDelivery } from '../../store/webhooks/delivery-lists.ts'
import { insertNumberedOutbox } from '../../store/webhooks/outbox.ts'
import type { WebhookPlace } from '../../store/webhooks/webhooks.ts'
import type { Deps } from '../deps.ts'
import { eventsOf, ownWebhook } from './webhook-record.ts'

/** Returns the event for a test delivery by its name. @throws AppError `validation_failed` at `/event` */
export function readTestEvent(
  name = 'ping',
  owner: Pick<WebhookPlace, 'hotelId'>,
): EventName | 'ping' {
  const words = ['ping', ...eventsOf(owner)] as const
  const event = words.find((word) => word === name)
  if (event) return event
  throw refused('/event', 'unknown_event', `Must be one of ${words.join(', ')}.`)
}

/**
 * Queues a `ping` or the example of an event for one endpoint, even if it is off or not subscribed; it is tried once
 * (contract §4). An example carries `test: true`, both outside and in its data.
 *
 * @param hotel the hotel of the example; undefined for a vendor without a hotel, whose example names none that exists
 * @returns the id of its delivery
 * @throws AppError `not_found`
 */
export async function testWebhook(
  deps: Deps,
  hotel: Hotel | undefined,
  place: WebhookPlace,
  event: EventName | 'ping' = 'ping',
): Promise<string> {
  return await deps.store.tx(async (tx) => {
    const webhook = await ownWebhook(tx, place)
    const { id: webhookId } = webhook
    const vendorId = ownerOf(webhook)
    // A test of a vendor's own endpoint is of no hotel, so that none that leaves takes it away.
    const hotelId = webhook.hotelId ?? 0
    const [id, deliveryId, atMs] = [deps.newId(), deps.newId(), deps.nowMs()]
    const told =
      event === 'ping'
        ? { data: { webhookId }, ...(hotel && testMark(hotel)) }
        : {
            data: {
              ...exampleOf(event, exampleContext(deps, hotel, atMs)),
              test: true,
            },
            test: true as const,
          }
    const hotelSlug = hotel?.slug ?? (event === 'ping' ? null : EXAMPLE_HOTEL.slug)
    const body = eventBody({ event, ...told, id, atMs, hotelSlug })
    const head = {
      id,
      ...{ hotelId, vendorId },
      event,
      bookingCode: null,
      revision: null,
      body,
      test: true,
    } as const
    // Marked as queued already: no other endpoint gets it.
    const outboxSeq = await insertNumberedOutbox(tx, {
      ...head,
      createdAtMs: atMs,
      queuedAtMs: atMs,
    })
    const delivery = { id: deliveryId, webhookId, hotelId, vendorId, outboxSeq, orderKey: null }
    await insertRequestedDelivery(tx, { ...delivery, cause: 'test' }, atMs)
    return deliveryId
  })
}

/**
 * Redelivers an event: a delivery on its way is tried now, a finished one gets a second one.
 *
 * @returns the id of the delivery on its way
 * @throws AppError `not_found`
 */
export async function redeliver(
  deps: Deps,
  place: WebhookPlace,
  deliveryId: string,
): Promise<string> {
  return await deps.store.tx(async (tx) => {
    const webhook = await ownWebhook(tx, place)
    const [webhookId, ofVendor] = [webhook.id, ownerOf(webhook)]
    const delivery = await findDelivery(tx, { webhookId, id: deliveryId, ofVendor })
    if (!delivery) throw noDelivery()
    const nowMs = deps.nowMs()
    if (delivery.state === 'pending') {
      await updateDueOf(tx, delivery, nowMs)
      return delivery.id
    }
    const { hotelId, vendorId, outboxSeq, orderKey } = delivery
    const id = deps.newId()
    const head = { id, webhookId, hotelId, vendorId, outboxSeq, orderKey }
    const again = { ...head, cause: 'redelivery' } as const
    await insertRequestedDelivery(tx, again, nowMs)
    return id
  })
}

/** The result of a replay: the deliveries queued, and the time of the oldest event kept and replayed. */
export type Replay = { queued: number; fromMs: number }

/**
 * Replays to an endpoint all events of its hotel, or of its vendor's hotels, since an instant that it subscribes to and
 * that are not on their way to it, each hotel's in order, as far back as events are kept. Other transactions write in
 * between.
 *
 * @throws AppError `not_found`, `validation_failed`
 */
export async function replayEvents(
  deps: Deps,
  place: WebhookPlace,
  sinceMs: number,
): Promise<Replay> {
  const { store, newId } = deps
  const nowMs = deps.nowMs()
  if (sinceMs > nowMs) throw refused('/since', 'in_future', 'Must not be in the future.')
  const { hotelId, vendorId } = await ownWebhook(store, place)
  const fromMs = Math.max(sinceMs, nowMs - CHANGES_KEPT_MS)
  let queued = 0
  for await (const seqs of hotelId === null
    ? vendorSeqsSince(deps, vendorId!, fromMs)
    : [await seqsSince(deps, hotelId, fromMs)])
    for (const part of chunks(seqs, DELIVERIES_AT_ONCE))
      queued += await store.tx(async (tx) => {
        // Read again for each batch: the endpoint may have been changed or deleted.
        const webhook = await ownWebhook(tx, place)
        return await insertReplay(tx, webhook, { seqs: part, newId, nowMs: deps.nowMs() })
      })
  return { queued, fromMs }
}

/** Returns the error for a delivery that is missing or of another endpoint. */
export const noDelivery = () => new AppError('not_found', 'This webhook has no such delivery.')

/** The hotel of examples for a vendor that no hotel has connected. */
const EXAMPLE_HOTEL = { slug: 'sea-view', name: 'Sea View', currency: 'EUR' }

const exampleContext = ({ today }: Deps, hotel: Hotel | undefined, atMs: number) => ({
  hotel: hotel ?? EXAMPLE_HOTEL,
  today: today(hotel?.timezone ?? 'UTC'),
  atMs,
})

/** Yields the events of a vendor's hotels and connections since an instant, one hotel after another. */
async function* vendorSeqsSince(
  deps: Deps,
  vendorId: string,
  fromMs: number,
): AsyncGenerator<number[]> {
  const { store } = deps
  const untilSeq = await findNewestEvent(store)
  const told = await listConnectionEvents(store, { vendorId, fromMs, untilSeq })
  const connected = (await listConnectionsOf(store, vendorId)).map(({ hotelId }) => hotelId)
  for (const hotelId of new Set([...connected, ...told.keys()])) {
    const own = connected.includes(hotelId) ? await seqsSince(deps, hotelId, fromMs) : []
    yield [...own, ...(told.get(hotelId) ?? [])].toSorted((a, b) => a - b)
  }
}

/** Returns a hotel's events since an instant in the order they happened, whatever the clock said. */
async function seqsSince({ store }: Deps, hotelId: number, fromMs: number): Promise<number[]> {
  const untilSeq = await findNewestEvent(store)
  const seqs: number[] = []
  const start = { atMs: fromMs, seq: 0 }
  const slices = readSlices<EventPlace>((after = start, limit) =>
    listEvents(store, { hotelId, after, untilSeq }, limit),
  )
  for await (const events of slices) for (const { seq } of events) seqs.push(seq)
  return seqs.toSorted((a, b) => a - b)
}
