import { desc, eq } from 'drizzle-orm'
import type { Hotel } from '../../../src/domain/catalog/catalog.ts'
import { changeWebhook } from '../../../src/service/webhooks/change-webhook.ts'
import { removeWebhook } from '../../../src/service/webhooks/end-webhooks.ts'
import {
  redeliver,
  replayEvents,
  testWebhook,
} from '../../../src/service/webhooks/webhook-deliveries.ts'
import { ACTOR, bear, type SimHotel, switchOn } from './endpoints.ts'
import { hasten, switchedOff } from './health.ts'
import { anyKind, DAY, HOUR, SECOND } from './receivers.ts'
import { crashSim, poll, stopSim } from './run.ts'
import { plan, planUp, type Sim, type SimEndpoint, wallMs } from './world.ts'

const STEPS = [DAY, -HOUR, 6 * DAY, -6 * DAY, 40 * DAY, -3 * SECOND, 3 * SECOND]

/** Something that gets in the way of delivery, or is asked for in between. */
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
  if (id === row.id) hasten(sim, endpoint, row.orderKey!)
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
  await testWebhook(deps, hotel as unknown as Hotel, endpoint)
  const { event, seq } = store.t.outbox
  const [row] = await store.db
    .select()
    .from(store.t.outbox)
    .where(eq(event, 'ping'))
    .orderBy(desc(seq))
    .limit(1)
  events.set(row!.id, { ...row!, key: '', causeKeyId: null, atMs: monoMs })
}

const crash: Disturbance = (sim) => {
  crashSim(sim, sim.random.pick([0, 50, 30 * SECOND, 5 * HOUR]))
}

const doom: Disturbance = (sim) => {
  sim.isDoomed = true
}

const stop: Disturbance = (sim) => {
  return stopSim(sim, sim.random.pick([0, SECOND]))
}

/** Somebody may ask for something before the poll has noticed. */
const setClock: Disturbance = (sim, hotel) => {
  const { random, monoMs } = sim
  sim.offsetMs += random.pick(STEPS)
  sim.steps.push({ atMs: monoMs, offsetMs: sim.offsetMs })
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

/** All there are; the likelier ones more often. */
export const DISTURBANCES = [
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
