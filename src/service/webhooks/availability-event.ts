import type { Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import { toldDays } from '../../domain/days/event.ts'
import type { RateChange } from '../../domain/days/fold-rates.ts'
import { createInheritance } from '../../domain/days/inherited.ts'
import type { Change } from '../../domain/kernel/availability.ts'
import type { Rate } from '../../domain/rates/rate.ts'
import { BY_KEY, publicActor } from '../../store/days/actors.ts'
import type { ChangeHead } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { areDaysWanted } from '../../store/webhooks/outbox.ts'
import type { Deps } from '../deps.ts'
import { queueEvent } from '../queue-event.ts'

/** What a change left differently at a hotel. */
type AvailabilityChange = {
  hotel: Hotel
  rooms: RoomType[]
  changes: readonly Change[]
  rateChanges?: readonly RateChange[]
  /** Where the change may be one of `STD`, which others inherit. */
  rates?: readonly Rate[]
}

/**
 * Queues `availability.changed` for days that a change left differently, when some endpoint of the hotel wants to be
 * told (contract §4): one event for every 500 days.
 */
export async function queueAvailabilityChanged(
  tx: Tx,
  deps: Deps,
  { actor, pushId, atMs }: Omit<ChangeHead, 'hotelId'>,
  { hotel, rooms, changes, rateChanges = [], rates = [] }: AvailabilityChange,
): Promise<void> {
  if (changes.length + rateChanges.length === 0 || !(await areDaysWanted(tx, hotel.id))) return
  // What a key does to a booking is no push: the counts that it comes to are news to it.
  const causeKeyId = BY_KEY.includes(actor.type) && pushId !== null ? actor.id : null
  const { name: _, ...told } = publicActor(actor)
  for (const days of toldDays({ changes, rateChanges }, rooms, createInheritance(rates))) {
    const data = { pushId, actor: told, ...days }
    await queueEvent(tx, deps, hotel, { event: 'availability.changed', data, atMs, causeKeyId })
  }
}
