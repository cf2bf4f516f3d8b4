import type { EventName } from '../../../src/domain/webhooks/webhook.ts'
import { insertOutbox } from '../../../src/store/webhooks/outbox.ts'
import { DISTURBANCES } from './disturbances.ts'
import { bear, type SimHotel, switchOn } from './endpoints.ts'
import { anyKind, DAY, HOUR, healthy, type Kind, MINUTE, SECOND } from './receivers.ts'
import { planUp, type Sim } from './world.ts'

/** How much happens. */
export type Size = {
  hotels: number
  endpoints: number
  bookings: number
  revisions: number
  disturbances: number
  /** How many of the bookings begin in the same moment. */
  rush?: number
  kinds?: readonly Kind[]
}

/** One seed in so many has more endpoints that hang than may be tried at once. */
const CROWD_EVERY = 500
const CROWD: Size = {
  hotels: 1,
  endpoints: 150,
  bookings: 3,
  revisions: 1,
  disturbances: 1,
  rush: 1,
  kinds: Array.from({ length: 115 }, () => 'hanging'),
}

/** How long a simulation of a seed goes on before everybody is well again. */
export const spanOf = ({ pick }: Sim['random']): number =>
  pick([MINUTE, 10 * MINUTE, 6 * HOUR, 2 * DAY, 7 * DAY])

/** How much happens in the simulation of a seed: little in most, so that there may be many. */
export function sizeOf({ seed, random: { int, chance } }: Sim): Size {
  if (seed % CROWD_EVERY === 0) return CROWD
  if (chance(0.04))
    return { hotels: 1, endpoints: 2, bookings: int(50, 130), revisions: 1, disturbances: 1 }
  const [endpoints, bookings] = chance(0.2) ? [int(3, 6), int(4, 12)] : [int(1, 3), int(1, 4)]
  return { hotels: int(1, 2), endpoints, bookings, revisions: int(1, 3), disturbances: int(0, 4) }
}

/** Plans all that happens: endpoints, bookings with their revisions, and what disturbs them. */
export async function writeScript(
  sim: Sim,
  hotels: readonly SimHotel[],
  { hotels: count, endpoints, bookings, revisions, disturbances, rush = 0.6, kinds }: Size,
): Promise<void> {
  const { random, spanMs } = sim
  const those = hotels.slice(0, count)
  for (let index = 0; index < endpoints; index++)
    await bear(sim, random.pick(those), kinds?.[index] ?? anyKind(random))
  // Most of what happens, happens in a rush.
  const rushMs = random.int(0, spanMs)
  for (let index = 0; index < bookings; index++) {
    const booking = { hotel: random.pick(those), key: `B${index}`, revision: 0 }
    let atMs = random.chance(rush) ? rushMs : random.int(0, spanMs)
    for (let revision = 0; revision < random.int(1, revisions); revision++) {
      planUp(sim, atMs, () => publish(sim, booking))
      atMs += random.pick([0, 30, SECOND, MINUTE, HOUR, random.int(0, spanMs)])
    }
  }
  for (let index = 0; index < disturbances; index++) {
    const atMs = random.chance(0.5)
      ? rushMs + random.pick([0, 5, 20, 9_990])
      : random.int(0, spanMs)
    const disturb = random.pick(DISTURBANCES)
    planUp(sim, atMs, () => disturb(sim, random.pick(those)))
  }
}

/** Everybody is well again: all receivers answer, all endpoints are on. */
export async function heal(sim: Sim): Promise<void> {
  for (const endpoint of sim.endpoints) {
    endpoint.answer = healthy
    if (!endpoint.active && endpoint.deletedMs === Infinity) await switchOn(sim, endpoint)
  }
}

type Booking = { hotel: SimHotel; key: string; revision: number }

/** A booking moves on; or seems to, and is undone. */
async function publish(sim: Sim, booking: Booking): Promise<void> {
  const { random, store, deps } = sim
  const { hotel, key } = booking
  const isUndone = random.chance(0.12)
  const revision = booking.revision + 1
  const names: EventName[] = ['booking.confirmed', 'booking.modified', 'booking.cancelled']
  const told = [eventOf(sim, hotel, key, names[Math.min(revision, 3) - 1]!)]
  if (random.chance(0.1)) told.push(eventOf(sim, hotel, 'availability', 'availability.changed'))
  const done = store.tx(async (tx) => {
    for (const { atMs: _, key: orderKey, ...event } of told)
      await insertOutbox(tx, {
        ...event,
        bookingCode: orderKey === 'availability' ? null : orderKey,
        revision,
        createdAtMs: deps.nowMs(),
      })
    if (isUndone) throw new Error('undone')
  })
  if (isUndone) return await done.catch(() => {})
  await done
  booking.revision = revision
  for (const event of told) sim.events.set(event.id, event)
}

function eventOf(sim: Sim, hotel: SimHotel, key: string, event: EventName) {
  const id = sim.deps.newId()
  const causeKeyId = key === 'availability' && sim.random.chance(0.5) ? hotel.keyId : null
  const body = JSON.stringify({ event, id, data: { guest: 'Çağla Øye' } })
  return { id, hotelId: hotel.id, event, key, causeKeyId, body, atMs: sim.monoMs }
}
