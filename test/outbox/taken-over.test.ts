import { expect, test } from 'bun:test'
import {
  type Claim,
  claimDeliveries,
  type Settlement,
  settleDelivery,
} from '../../src/store/webhooks/delivery-claims.ts'
import { book, sell } from '../support/bookings.ts'
import { startService } from '../support/service.ts'
import { addWebhook, deliveries, queueEvents } from '../support/webhooks.ts'

const LEASE_MS = 30_000
const TAKEN = { status: 204, error: null }
const FAILED = { status: 503, error: 'status' } as const

/** A delivery that one process begins to send, and another one when the lease of the first has ended. */
async function twiceBegun() {
  const service = await startService()
  const { store, alfa, clock } = service
  await sell(service)
  const { id } = await addWebhook(alfa)
  await book(service.call)
  await queueEvents(service)
  const begin = async (): Promise<Claim> => {
    const { nowMs } = clock
    const endpoint = { webhookId: id, isActive: true }
    const claim = { endpoint, limit: 1, nowMs, leaseMs: LEASE_MS }
    return (await store.tx((tx) => claimDeliveries(tx, claim)))[0]!
  }
  const first = await begin()
  expect(await begin()).toBeUndefined()
  clock.advance(LEASE_MS)
  const second = await begin()
  const end = async (claim: Claim, how: Pick<Settlement, 'status' | 'error' | 'nextAtMs'>) => {
    const { nowMs } = clock
    const rest = { atMs: nowMs, durationMs: 1, headers: '{}', detail: null, answer: null }
    await store.tx((tx) => settleDelivery(tx, { claim, ...rest, ...how }, nowMs))
    const { items } = (await deliveries(alfa, id)).body
    return [items[0].state, items[0].attempts.map(({ status }: { status: number }) => status)]
  }
  const again = clock.nowMs + 10_000
  return { first, second, end, again, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

test('a delivery that was taken stays so, however the process ends that had begun it before (contract §4)', async () => {
  await using both = await twiceBegun()
  const taken = await both.end(both.second, { ...TAKEN, nextAtMs: undefined })
  expect(await both.end(both.first, { ...FAILED, nextAtMs: both.again })).toEqual(taken)
  expect(taken).toEqual(['delivered', [204]])
})

test('of one attempt that two processes made the end of the first that tells it counts, once (contract §4)', async () => {
  await using both = await twiceBegun()
  const failed = await both.end(both.first, { ...FAILED, nextAtMs: both.again })
  expect(await both.end(both.second, { ...TAKEN, nextAtMs: undefined })).toEqual(failed)
  expect(failed).toEqual(['pending', [503]])
})
