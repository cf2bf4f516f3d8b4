import {
  claimDeliveries,
  type Settlement,
  settleDelivery,
} from '../../src/store/webhooks/delivery-claims.ts'
import { takeEvents } from '../../src/store/webhooks/outbox.ts'
import type { Answer } from './matchers.ts'
import { startSending as startSendingBy } from './outbox.ts'
import { type Settings, startService, type TestHotel, type TestService } from './service.ts'

/** An address that passes: a public one, which no test sends to. */
export const PUBLIC_URL = 'https://hooks.example.com/roomwire'

/** A service that allows webhooks to receivers on this machine. */
export const startSendingService = (settings: Settings = {}) =>
  startService({
    ...settings,
    world: { allowPrivateWebhooks: true },
    resolve: async () => ['127.0.0.1'],
  })

/** The sending half at work on a service's clock, until it is disposed of. */
export const startSending = (service: TestService): AsyncDisposable =>
  startSendingBy(service, {
    nowMs: service.deps.nowMs,
    monotonicMs: () => service.clock.monotonicMs,
  })

/** Makes a webhook with the hotel's key. */
export async function addWebhook(
  hotel: TestHotel,
  { url = PUBLIC_URL, ...more }: Record<string, unknown> = {},
): Promise<Record<string, any>> {
  const { status, body } = await hotel.call('POST', '/webhooks', { body: { url, ...more } })
  if (status !== 201) throw new Error(`no webhook: ${status} ${JSON.stringify(body)}`)
  return body
}

/** A webhook's deliveries as its hotel sees them, newest first; `query` begins with `?`. */
export const deliveries = async (hotel: TestHotel, id: string, query = ''): Promise<Answer> =>
  await hotel.call('GET', `/webhooks/${id}/deliveries${query}`)

/** Queues the deliveries of what has happened so far, as the sender would. */
export async function queueEvents({ store, deps, clock }: TestService): Promise<void> {
  const { newId } = deps
  await store.tx((tx) => takeEvents(tx, { newId, nowMs: clock.nowMs, limit: 10_000 }))
}

/** Ends one attempt at everything that is due at an endpoint, as the sender would. @returns how many there were */
export async function attemptAll(
  { store, clock }: TestService,
  webhookId: string,
  ended: Partial<Settlement> = {},
): Promise<number> {
  const { nowMs } = clock
  return await store.tx(async (tx) => {
    const endpoint = { webhookId, dueAtMs: nowMs, isFailing: false, isActive: true }
    const claims = await claimDeliveries(tx, { endpoint, limit: 1_000, nowMs, leaseMs: 30_000 })
    for (const claim of claims) {
      const result = { status: 204, error: null, detail: null, answer: null }
      const head = { claim, atMs: nowMs, durationMs: 1, headers: '{}', nextAtMs: undefined }
      await settleDelivery(tx, { ...head, ...result, ...ended }, nowMs)
    }
    return claims.length
  })
}
