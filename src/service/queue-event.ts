import type { Hotel } from '../domain/catalog/catalog.ts'
import { testMark } from '../domain/catalog/sandbox-hotel.ts'
import { eventBody } from '../domain/days/event.ts'
import type { EventName } from '../domain/webhooks/webhook.ts'
import type { Tx } from '../store/engine/engine.ts'
import { insertNumberedOutbox, insertOutbox, type OutboxEvent } from '../store/webhooks/outbox.ts'
import type { Deps } from './deps.ts'

/** A webhook event of a hotel (contract §4). */
type HotelEvent = {
  event: EventName
  data: unknown
  atMs: number
  /** The booking whose events are sent in order; `revision` is null if the event is of none; absent for events about days. */
  booking?: { code: string; revision: number | null }
  /** The API key whose push caused the event; its own endpoints do not receive it. */
  causeKeyId?: string | null
  /** The vendor whose own endpoints alone receive the event. */
  vendorId?: string
  /** False if the hotel has nobody who could receive it (`findListeners`): the sender is spared a pass. */
  isHeard?: boolean | undefined
}

/** Queues a webhook event of a hotel, in the transaction that caused it (contract §4): the transactional outbox. */
export const queueEvent = (tx: Tx, deps: Deps, hotel: Hotel, told: HotelEvent): Promise<void> =>
  insertOutbox(tx, rowOf(deps, hotel, told))

/** The same. @returns the number of the event */
export const queueNumberedEvent = (
  tx: Tx,
  deps: Deps,
  hotel: Hotel,
  told: HotelEvent,
): Promise<number> => insertNumberedOutbox(tx, rowOf(deps, hotel, told))

function rowOf(
  { newId }: Deps,
  hotel: Hotel,
  { event, data, atMs, booking, causeKeyId = null, vendorId, isHeard = true }: HotelEvent,
): OutboxEvent {
  const { id: hotelId, slug: hotelSlug } = hotel
  const id = newId()
  return {
    id,
    hotelId,
    ...(vendorId !== undefined && { vendorId }),
    event,
    bookingCode: booking?.code ?? null,
    revision: booking?.revision ?? null,
    body: eventBody({ event, data, id, atMs, hotelSlug, ...testMark(hotel) }),
    createdAtMs: atMs,
    causeKeyId,
    ...(!isHeard && { queuedAtMs: atMs }),
  }
}
