import type { Store } from '../../../src/store/open.ts'
import type { SentRequest } from './wire.ts'
import { type Sim, type SimEndpoint, type SimEvent, violate } from './world.ts'

type Tables = Store['t']
type Delivery = Tables['delivery']['$inferSelect']
type Attempt = Tables['attempt']['$inferSelect']

/** A delivery with its event, its stored attempts and its requests as seen by the network. */
export type Trail = {
  delivery: Delivery
  event: SimEvent
  endpoint: SimEndpoint
  attempts: Attempt[]
  sents: SentRequest[]
  madeMs: number
}

/** All deliveries in the order they were made; requests that belong to none are a breach. */
export async function trailsOf(sim: Sim): Promise<Trail[]> {
  const { t, db } = sim.store
  const attempts = await db
    .select()
    .from(t.attempt)
    .orderBy(t.attempt.deliverySeq, t.attempt.number)
  const events = new Map((await db.select().from(t.outbox)).map(({ seq, id }) => [seq, id]))
  const byDelivery = Map.groupBy(attempts, ({ deliverySeq }) => deliverySeq)
  const sents = Map.groupBy(sim.sent, ({ endpoint, eventId }) => `${endpoint.id} ${eventId}`)
  const rows = await db.select().from(t.delivery).orderBy(t.delivery.seq)
  const trails = rows.map((delivery): Trail => {
    const event = sim.events.get(events.get(delivery.outboxSeq)!)!
    const own = byDelivery.get(delivery.seq) ?? []
    const those = sents.get(`${delivery.webhookId} ${event.id}`) ?? []
    return {
      delivery,
      event,
      endpoint: sim.endpoints.find(({ id }) => id === delivery.webhookId)!,
      attempts: own,
      sents: takeSents(those, own.length),
      madeMs: Number(delivery.id.split('-')[1]),
    }
  })
  for (const { length, 0: first } of sents.values())
    if (length > 0 && first!.endpoint.deletedMs === Infinity)
      violate(sim, `${length} requests to ${first!.endpoint.url} are in no record`)
  return trails
}

/** Takes the requests of the earliest delivery out of those of an event to an endpoint. */
function takeSents(those: SentRequest[], settled: number): SentRequest[] {
  let left = settled
  const end = those.findIndex(({ fate }) => fate === 'settled' && --left === 0)
  return those.splice(0, end < 0 ? (settled === 0 ? 0 : those.length) : end + 1)
}

/** A delivery in words. */
export const nameOf = ({ delivery, event, endpoint }: Trail) =>
  `${event.event} ${event.id} of ${event.key} to ${endpoint.url} (${delivery.cause})`
