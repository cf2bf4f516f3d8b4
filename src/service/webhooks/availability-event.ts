import { BY_KEY } from '../../domain/accounts/user.ts'
import type { Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import { eventDays } from '../../domain/days/event.ts'
import type { RateChange } from '../../domain/days/fold-rates.ts'
import { createInheritance } from '../../domain/days/inherited.ts'
import type { Change } from '../../domain/kernel/availability.ts'
import type { Rate } from '../../domain/rates/rate.ts'
import { publicActor } from '../../store/days/actors.ts'
import type { ChangeHead } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { findListeners, type Listeners } from '../../store/webhooks/outbox.ts'
import type { Deps } from '../deps.ts'
import { queueEvent } from '../queue-event.ts'

/** A change of days at a hotel. */
type AvailabilityChange = {
  hotel: Hotel
  rooms: RoomType[]
  changes: readonly Change[]
  rateChanges?: readonly RateChange[]
  /** Present if the change may affect `STD`, which other rates inherit. */
  rates?: readonly Rate[]
  /** Present if the transaction has asked already. */
  listeners?: Listeners | undefined
}

/**
 * Queues `availability.changed` for changed days, if an endpoint of the hotel subscribes to it (contract §4): one
 * event per 500 days.
 */
export async function queueAvailabilityChanged(
  tx: Tx,
  deps: Deps,
  { actor, pushId, atMs }: Omit<ChangeHead, 'hotelId'>,
  { hotel, rooms, changes, rateChanges = [], rates = [], listeners }: AvailabilityChange,
): Promise<void> {
  if (changes.length + rateChanges.length === 0) return
  const { ofDays } = listeners ?? (await findListeners(tx, hotel.id))
  if (!ofDays) return
  // A booking made by a key is no push: the new counts are news to the key's own system.
  const causeKeyId = BY_KEY.includes(actor.type) && pushId !== null ? actor.id : null
  const { name: _, ...told } = publicActor(actor)
  for (const days of eventDays({ changes, rateChanges }, rooms, createInheritance(rates))) {
    const data = { pushId, actor: told, ...days }
    await queueEvent(tx, deps, hotel, { event: 'availability.changed', data, atMs, causeKeyId })
  }
}
