import { instantText } from '../../domain/kernel/date.ts'
import { findSnapshot } from '../../store/catalog/catalog.ts'
import { listOversold, listOversoldHotels } from '../../store/days/caps.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { lockHotel } from '../../store/engine/locks.ts'
import { findMeta, writeMeta } from '../../store/engine/meta.ts'
import { listBodies } from '../../store/webhooks/outbox.ts'
import type { Deps } from '../deps.ts'
import { queueOversold } from './cap-days.ts'

/** Nights announced per transaction. */
const NIGHTS_PER_TX = 100

/**
 * Queues `booking.oversold`, once in the life of a database, for the nights that the migration to live rooms found
 * oversold: the migration set their alarm but could not send it (contract-counts, *What is live, and the cap*).
 */
export async function tellOversold(deps: Deps): Promise<void> {
  const { store } = deps
  if (await findMeta(store, 'oversold_told_at')) return
  for (const hotelId of await listOversoldHotels(store)) {
    let announced = NIGHTS_PER_TX
    while (announced === NIGHTS_PER_TX)
      announced = await store.tx((tx) => tellOfHotel(tx, deps, hotelId))
  }
  const now = instantText(deps.nowMs())
  await store.tx((tx) => writeMeta(tx, 'oversold_told_at', now))
}

/** @returns the number of nights announced */
async function tellOfHotel(tx: Tx, deps: Deps, hotelId: number): Promise<number> {
  await lockHotel(tx, hotelId)
  const { hotel, rooms } = (await findSnapshot(tx, hotelId))!
  const bodies = await listBodies(tx, hotelId, 'booking.oversold')
  const announced = new Set(bodies.map((body) => nameOf(JSON.parse(body).data)))
  const nights = (await listOversold(tx, hotelId, deps.today(hotel.timezone)))
    .filter((night) => !announced.has(nameOf(night)))
    .slice(0, NIGHTS_PER_TX)
  await queueOversold(tx, deps, { hotel, rooms, nights })
  return nights.length
}

const nameOf = ({ roomCode, date }: { roomCode: string; date: string }) => `${date} ${roomCode}`
