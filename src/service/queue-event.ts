import type { Hotel } from '../domain/catalog/catalog.ts'
import { testMark } from '../domain/catalog/sandbox-hotel.ts'
import { eventBody } from '../domain/days/event.ts'
import type { EventName } from '../domain/webhooks/webhook.ts'
import type { Tx } from '../store/engine/engine.ts'
import { insertOutbox } from '../store/webhooks/outbox.ts'
import type { Deps } from './deps.ts'

/** Something to be told of a hotel (contract §4). */
type HotelEvent = {
  event: EventName
  data: unknown
  atMs: number
  /** The booking whose events go one after another by revision; none for what is told of days. */
  booking?: { code: string; revision: number }
  /** The API key whose push made it happen, which is not told of it. */
  causeKeyId?: string | null
}

/** Queues an event of a hotel to be told, in the transaction that made it happen (contract §4). */
export async function queueEvent(
  tx: Tx,
  { newId }: Deps,
  hotel: Hotel,
  { event, data, atMs, booking, causeKeyId = null }: HotelEvent,
): Promise<void> {
  const { id: hotelId, slug: hotelSlug } = hotel
  const id = newId()
  await insertOutbox(tx, {
    id,
    hotelId,
    event,
    bookingCode: booking?.code ?? null,
    revision: booking?.revision ?? null,
    body: eventBody({ event, data, id, atMs, hotelSlug, ...testMark(hotel) }),
    createdAtMs: atMs,
    causeKeyId,
  })
}
