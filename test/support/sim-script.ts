import { desc, eq } from 'drizzle-orm'
import type { Hotel } from '../../src/domain/catalog.ts'
import { EVENTS_DEFAULT, type EventName } from '../../src/domain/webhook.ts'
import { redeliver, replayEvents, testWebhook } from '../../src/service/webhook-deliveries.ts'
import { changeWebhook, removeWebhook } from '../../src/service/webhooks.ts'
import { insertOutbox } from '../../src/store/outbox.ts'
import { crashSim, plan, poll, type Sim, type SimEndpoint, stopSim, wallMs } from './sim.ts'
import { switchedOff, switchedOn } from './sim-health.ts'
import { anyKind, DAY, HOUR, healthy, type Kind, MINUTE, receiverOf, SECOND } from './sim-receivers.ts'

/** A hotel of the database that the simulations share. */
export type SimHotel = { id: number; slug: string; keyId: string }

/** How much happens. */
export type Size = {
  hotels: number
  endpoints: number
  bookings: number
  revisions: number
  disturbances: number
  kinds?: readonly Kind[]
}

const ACTOR = { type: 'user', id: 'somebody' } as const
const STEPS = [DAY, -HOUR, 6 * DAY, -6 * DAY, 40 * DAY, -3 * SECOND, 3 * SECOND]

/** How long a simulation of a seed goes on before everybody is well again. */
export const spanOf = ({ pick }: Sim['random']): number =>
  pick([MINUTE, 10 * MINUTE, 6 * HOUR, 2 * DAY, 7 * DAY])

/** How much happens in the simulation of a seed: little in most, so that there may be many. */
export function sizeOf({ seed, random: { int, chance } }: Sim): Size {
  if (seed % 500 === 0)
    return { hotels: 1, endpoints: 150, bookings: 3, revisions: 1, disturbances: 1 }
  if (chance(0.04))
    return { hotels: 1, endpoints: 2, bookings: int(50, 130), revisions: 1, disturbances: 1 }
  const [endpoints, bookings] = chance(0.2) ? [int(3, 6), int(4, 12)] : [int(1, 3), int(1, 4)]
  return { hotels: int(1, 2), endpoints, bookings, revisions: int(1, 3), disturbances: int(0, 4) }
}

/** Plans all that happens: endpoints, bookings with their revisions, and what disturbs them. */
export async function writeScript(
  sim: Sim,
  hotels: readonly SimHotel[],
  { hotels: count, endpoints, bookings, revisions, disturbances, kinds }: Size,
): Promise<void> {
  const { random, spanMs } = sim
  const those = hotels.slice(0, count)
  for (let index = 0; index < endpoints; index++)
    await bear(sim, random.pick(those), kinds?.[index] ?? anyKind(random))
  // Most of what happens, happens in a rush.
  const rushMs = random.int(0, spanMs)
  for (let index = 0; index < bookings; index++) {
    const booking = { hotel: random.pick(those), key: `B${index}`, revision: 0 }
    let atMs = random.chance(0.6) ? rushMs : random.int(0, spanMs)
    for (let revision = 0; revision < random.int(1, revisions); revision++) {
      planUp(sim, atMs, () => publish(sim, booking))
      atMs += random.pick([0, 30, SECOND, MINUTE, HOUR, random.int(0, spanMs)])
    }
  }
  for (let index = 0; index < disturbances; index++) {
    const atMs = random.chance(0.5) ? rushMs + random.pick([0, 5, 20, 9_990]) : random.int(0, spanMs)
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

/** Does something when there is a process to ask. */
function planUp(sim: Sim, atMs: number, act: () => Promise<void> | void): void {
  plan(sim, atMs, () => {
    if (sim.process) return act()
    planUp(sim, sim.held.at(-1)!.untilMs, act)
  })
}

async function bear(sim: Sim, hotel: SimHotel, kind: Kind): Promise<void> {
  const { deps, random, endpoints, monoMs } = sim
  const id = deps.newId()
  const url = `https://${kind}-${endpoints.length}.example/`
  const events: EventName[] = random.chance(0.8)
    ? [...EVENTS_DEFAULT]
    : ['booking.confirmed', 'availability.changed']
  const apiKeyId = random.chance(0.3) ? hotel.keyId : null
  endpoints.push({
    id,
    hotelId: hotel.id,
    url,
    events,
    apiKeyId,
    answer: receiverOf(kind, random, sim.spanMs),
    bornMs: monoMs,
    deletedMs: Infinity,
    active: true,
    off: [],
    failingSinceMs: undefined,
    isWell: undefined,
    underWay: 0,
  })
  const [createdAtMs, updatedAtMs] = [wallMs(sim), wallMs(sim)]
  const row = { id, hotelId: hotel.id, url, apiKeyId, createdAtMs, updatedAtMs }
  await sim.store.tx(async ({ t, db }) => {
    const rest = { description: '', active: true, secret: 'whsec_c2VjcmV0' }
    await db.insert(t.webhook).values({ ...row, ...rest, events: JSON.stringify(events) })
  })
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

type Disturbance = (sim: Sim, hotel: SimHotel) => Promise<void> | void

const some = ({ random, endpoints }: Sim): SimEndpoint => random.pick(endpoints)

const switchOffAndOn: Disturbance = async (sim) => {
  const endpoint = some(sim)
  if (!endpoint.active) return
  await changeWebhook(sim.deps, ACTOR, endpoint, { active: false })
  switchedOff(sim, endpoint)
  const againMs = sim.monoMs + sim.random.pick([100, 4 * SECOND, HOUR])
  planUp(sim, againMs, async () => {
    if (!endpoint.active && endpoint.deletedMs === Infinity) await switchOn(sim, endpoint)
  })
}

async function switchOn(sim: Sim, endpoint: SimEndpoint): Promise<void> {
  await changeWebhook(sim.deps, ACTOR, endpoint, { active: true })
  switchedOn(sim, endpoint)
}

const remove: Disturbance = async (sim) => {
  const endpoint = some(sim)
  if (endpoint.deletedMs < Infinity) return
  await removeWebhook(sim.deps, ACTOR, endpoint)
  endpoint.deletedMs = sim.monoMs
  endpoint.active = false
}

const another: Disturbance = (sim, hotel) => bear(sim, hotel, anyKind(sim.random))

const ask: Disturbance = async (sim) => {
  const { store, deps, random } = sim
  const endpoint = some(sim)
  const rows = await store.db.select().from(store.t.delivery)
  const own = rows.filter(({ webhookId, cause }) => webhookId === endpoint.id && cause !== 'test')
  if (own.length === 0 || endpoint.deletedMs < Infinity) return
  const row = random.pick(own)
  const id = await redeliver(deps, endpoint, row.id)
  if (id === row.id) sim.hastened.push({ endpoint, key: row.orderKey!, atMs: sim.monoMs })
}

const replay: Disturbance = async (sim) => {
  const endpoint = some(sim)
  if (endpoint.deletedMs < Infinity) return
  await replayEvents(sim.deps, endpoint, wallMs(sim) - sim.random.int(0, HOUR))
}

const ping: Disturbance = async (sim, hotel) => {
  const endpoint = some(sim)
  if (endpoint.deletedMs < Infinity || endpoint.hotelId !== hotel.id) return
  const { store, deps, events, monoMs } = sim
  await testWebhook(deps, hotel as unknown as Hotel, endpoint.id)
  const { event, seq } = store.t.outbox
  const [row] = await store.db
    .select()
    .from(store.t.outbox)
    .where(eq(event, 'ping'))
    .orderBy(desc(seq))
    .limit(1)
  events.set(row!.id, { ...row!, key: '', causeKeyId: null, atMs: monoMs })
}

const crash: Disturbance = (sim) => crashSim(sim, sim.random.pick([0, 50, 30 * SECOND, 5 * HOUR]))

const doom: Disturbance = (sim) => {
  sim.isDoomed = true
}

const stop: Disturbance = (sim) => stopSim(sim, sim.random.pick([0, SECOND]))

/** Somebody may ask for something before the poll has noticed. */
const setClock: Disturbance = (sim, hotel) => {
  const { random, monoMs } = sim
  sim.offsetMs += random.pick(STEPS)
  sim.steps++
  poll(sim)
  const act = random.pick([ask, ping, replay, switchOffAndOn])
  if (random.chance(0.4)) planUp(sim, monoMs + random.int(0, 500), () => act(sim, hotel))
}

const fillDisk: Disturbance = (sim) => {
  const untilMs = sim.monoMs + sim.random.int(1, 40) * SECOND
  if (sim.isFull) return
  sim.isFull = true
  sim.held.push({ fromMs: sim.monoMs, untilMs: untilMs + 2 * SECOND })
  plan(sim, untilMs, () => {
    sim.isFull = false
  })
}

const DISTURBANCES = [
  switchOffAndOn,
  switchOffAndOn,
  remove,
  another,
  ask,
  ask,
  replay,
  ping,
  crash,
  crash,
  doom,
  stop,
  setClock,
  setClock,
  setClock,
  fillDisk,
]
