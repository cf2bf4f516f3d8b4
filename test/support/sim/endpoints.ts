import { EVENTS_DEFAULT, type EventName } from '../../../src/domain/webhooks/webhook.ts'
import { changeWebhook } from '../../../src/service/webhooks/change-webhook.ts'
import { switchedOn } from './health.ts'
import { type Kind, receiverOf } from './receivers.ts'
import { type Sim, type SimEndpoint, wallMs } from './world.ts'

/** A hotel of the database that the simulations share. */
export type SimHotel = { id: number; slug: string; keyId: string }

/** The actor of requests by hand. */
export const ACTOR = { type: 'user', id: 'somebody' } as const

/** A new endpoint with a receiver of a kind. */
export async function bear(sim: Sim, hotel: SimHotel, kind: Kind): Promise<void> {
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
    // One of the script's is there before the first event.
    bornMs: sim.passes === 0 ? -1 : monoMs,
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

/** Somebody switches an endpoint on. */
export async function switchOn(sim: Sim, endpoint: SimEndpoint): Promise<void> {
  await changeWebhook(sim.deps, ACTOR, endpoint, { active: true })
  switchedOn(sim, endpoint)
}
