import type { Deps } from '../service/deps.ts'
import { changeWebhook } from '../service/webhooks/change-webhook.ts'
import { createWebhook } from '../service/webhooks/create-webhook.ts'
import { findHotelId } from '../store/catalog/catalog.ts'
import { findMeta, writeMeta } from '../store/engine/meta.ts'
import { findWebhook } from '../store/webhooks/webhooks.ts'
import { DEMO } from './catalog.ts'
import { demoSlugs } from './seed.ts'

/** A stand-in for a hotel's own system on this machine; it accepts every event. */
export type DemoPms = { url: string; stop: () => Promise<void> }

const DESCRIPTION = 'The hotel’s own system (part of the demo)'

/** Starts the stand-in on a free port. */
export function startPms(): DemoPms {
  const server = Bun.serve({
    ...{ hostname: '127.0.0.1', port: 0 },
    fetch: () => new Response(null, { status: 204 }),
  })
  return { url: `http://127.0.0.1:${server.port}/events`, stop: () => server.stop(true) }
}

/**
 * Directs the first hotel's webhook to the stand-in; the demo's first start makes the webhook. A webhook that the manager
 * has switched off or deleted stays so.
 */
export async function connectPms(deps: Deps, { url }: DemoPms): Promise<void> {
  const hotelId = (await findHotelId(deps.store, demoSlugs.alfa))!
  const made = await findMeta(deps.store, 'demo_webhook')
  if (!made) {
    const { webhook } = await createWebhook(deps, DEMO, { hotelId, url, description: DESCRIPTION })
    await deps.store.tx((tx) => writeMeta(tx, 'demo_webhook', webhook.id))
  } else if (await findWebhook(deps.store, { hotelId, id: made }))
    await changeWebhook(deps, DEMO, { hotelId, id: made }, { url })
}
