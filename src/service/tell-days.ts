import type { Change } from '../domain/availability.ts'
import type { Hotel, RoomType } from '../domain/catalog.ts'
import { eventBody, toldDays } from '../domain/event.ts'
import type { ChangeHead } from '../store/history.ts'
import type { Tx } from '../store/open.ts'
import { insertOutbox } from '../store/outbox.ts'
import { areDaysWanted } from '../store/wanted-days.ts'
import type { Deps } from './deps.ts'

/**
 * Queues `availability.changed` for days that a change left differently, when some endpoint of the hotel wants to be
 * told (contract §4): one event for every 500 days.
 */
export async function queueDays(
  tx: Tx,
  { store, newId }: Deps,
  { actor, pushId, atMs }: Omit<ChangeHead, 'hotelId'>,
  { hotel, rooms, changes }: { hotel: Hotel; rooms: RoomType[]; changes: readonly Change[] },
): Promise<void> {
  if (changes.length === 0 || !(await areDaysWanted(store, tx, hotel.id))) return
  const event = 'availability.changed'
  for (const days of toldDays(changes, rooms)) {
    const id = newId()
    const data = { pushId, actor, days }
    await insertOutbox(tx, {
      id,
      hotelId: hotel.id,
      event,
      bookingCode: null,
      revision: null,
      body: eventBody({ event, data, id, atMs, hotelSlug: hotel.slug }),
      createdAtMs: atMs,
      causeKeyId: actor.type === 'key' ? actor.id : null,
    })
  }
}
