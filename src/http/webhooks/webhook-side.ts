import type { Context } from '../api/context.ts'
import type { AddRoute } from '../api/route.ts'
import type { Side, WebhookCaller, WebhookNeeds } from '../doors/webhook-caller.ts'

/** Tools for adding the webhook operations (test, replay, redelivery) of one side. */
export type WebhookRoutes = {
  context: Context
  side: Side
  rights: WebhookNeeds
  route: AddRoute<WebhookCaller, Record<never, never>, WebhookNeeds>
  /** Returns the operation id on this side; the panel has its own ids. */
  idOf: (id: string) => string
}

const OF_HOTEL = { scope: 'webhooks', memberRole: 'owner' } satisfies WebhookNeeds
/** Rights for webhook operations: the scope of a key, or ownership of the hotel. A vendor's own need none. */
export const WEBHOOK_RIGHTS: Record<Side, WebhookNeeds> = {
  partner: OF_HOTEL,
  panel: OF_HOTEL,
  vendor: { ...OF_HOTEL, scope: 'any' },
}
