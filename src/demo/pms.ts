import type { Deps } from '../service/deps.ts'
import { changeWebhook, createWebhook } from '../service/webhooks/webhooks.ts'
import { findHotelId } from '../store/catalog/catalog.ts'
import { listWebhooks } from '../store/webhooks/webhooks.ts'
import { DEMO } from './catalog.ts'
import { demoSlugs } from './seed.ts'

/** Stands in for a hotel's own system: takes every event that is sent to it, on this machine. */
export type DemoPms = { url: string; stop: () => Promise<void> }

const DESCRIPTION = 'The hotel’s own system (part of the demo)'

/** Starts it on a port that is free. */
export function startPms(): DemoPms {
  const server = Bun.serve({
    ...{ hostname: '127.0.0.1', port: 0 },
    fetch: () => new Response(null, { status: 204 }),
  })
  return { url: `http://127.0.0.1:${server.port}/events`, stop: () => server.stop(true) }
}

/** Leads the first hotel's webhook to it, made when there is none. What the manager has switched off stays off. */
export async function connectPms(deps: Deps, { url }: DemoPms): Promise<void> {
  const hotelId = (await findHotelId(deps.store, demoSlugs.alfa))!
  const known = (await listWebhooks(deps.store, { hotelId, vendorId: null })).find(
    ({ description }) => description === DESCRIPTION,
  )
  if (known) await changeWebhook(deps, DEMO, { hotelId, id: known.id }, { url })
  else await createWebhook(deps, DEMO, { hotelId, url, description: DESCRIPTION })
}
