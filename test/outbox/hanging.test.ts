import { expect, test } from 'bun:test'
import type { Exchange } from '../../src/outbox/deliver.ts'
import { insertOutbox } from '../../src/store/webhooks/outbox.ts'
import { insertWebhook } from '../../src/store/webhooks/webhooks.ts'
import { courier, PLAIN_VAULT } from '../support/outbox.ts'
import { startService, type TestService } from '../support/service.ts'
import { webhookRow } from '../support/webhook-rows.ts'

const OPEN = { world: { allowPrivateWebhooks: true } }
const EVENTS = 3
/** Passes in which nothing was begun, after which nothing will be. */
const IDLE = 5
const WITHIN_MS = 30_000

test(
  'while 300 endpoints of one host hang and 250 refuse, all new, 30 that are well get everything before the first has ended (contract §4)',
  async () => {
    await using service = await startService(OPEN)
    const network = networkOf(service)
    await network.add(300, (index) => `https://hangs.example/${index}`)
    await network.add(250, (index) => `https://refuses-${index % 9}.example/${index}`)
    await network.add(30, (index) => `https://well-${index % 3}.example/${index}`)
    await queueEvents(service)
    await network.passes()

    expect(network.taken()).toBe(30 * EVENTS)
    // Each delivery to the refusing ones once, and four at the host that hangs.
    expect(network.asked('refuses')).toBe(250 * EVENTS)
    expect(network.asked('hangs')).toBe(4)
    await network.stop()
  },
  WITHIN_MS,
)

test(
  'who took something before a restart is not kept waiting by 300 hosts that were never heard of and hang (contract §4)',
  async () => {
    await using service = await startService(OPEN)
    const network = networkOf(service)
    await network.add(300, (index) => `https://hangs-${index}.example/`)
    await network.add(30, (index) => `https://well-${index}.example/`, { lastSuccessAtMs: 1 })
    await queueEvents(service)
    await network.passes()

    expect(network.taken()).toBe(30 * EVENTS)
    expect(network.asked('hangs')).toBe(120)
    await network.stop()
  },
  WITHIN_MS,
)

test(
  '300 hosts that are known to fail and hang keep those waiting that were never heard of as little (contract §4)',
  async () => {
    await using service = await startService(OPEN)
    const network = networkOf(service)
    await network.add(300, (index) => `https://hangs-${index}.example/`, { failingSinceMs: 1 })
    await network.add(30, (index) => `https://well-${index}.example/`)
    await queueEvents(service)
    await network.passes()

    expect(network.taken()).toBe(30 * EVENTS)
    expect(network.asked('hangs')).toBe(60)
    await network.stop()
  },
  WITHIN_MS,
)

test(
  'a host on which some hang serves those of it that answered as before (contract §4)',
  async () => {
    await using service = await startService(OPEN)
    const network = networkOf(service)
    await network.add(50, (index) => `https://relay.example/hangs/${index}`)
    await network.add(30, (index) => `https://relay.example/well/${index}`, { lastSuccessAtMs: 1 })
    await queueEvents(service)
    await network.passes()

    expect(network.taken()).toBe(30 * EVENTS)
    expect(network.asked('hangs')).toBe(4)
    await network.stop()
  },
  WITHIN_MS,
)

type Past = { lastSuccessAtMs?: number; failingSinceMs?: number }

/** A network by the words in an address: `hangs` never answers, `refuses` does so at once, the rest is well. */
function networkOf(service: TestService) {
  const { deps, store, alfa } = service
  const asked: string[] = []
  const { pass, stop } = courier(service, {
    vault: PLAIN_VAULT,
    async send({ url }, signal) {
      asked.push(url)
      if (url.includes('refuses')) return exchange(null, 'refused')
      if (!url.includes('hangs')) return exchange(204, null)
      return await new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve(undefined)),
      )
    },
  })
  const count = (word: string) => asked.filter((url) => url.includes(word)).length
  return {
    asked: count,
    taken: () => count('well'),
    /** More endpoints than a hotel may register. */
    async add(many: number, urlOf: (index: number) => string, past: Past = {}) {
      const atMs = deps.nowMs()
      const secret = await deps.vault.seal(deps.newWebhookSecret())
      const times = { createdAtMs: atMs, updatedAtMs: atMs, ...past }
      await store.tx(async (tx) => {
        for (let index = 0; index < many; index++) {
          const row = webhookRow(alfa, { id: deps.newId(), url: urlOf(index), ...times })
          await insertWebhook(tx, row, secret)
        }
      })
    },
    /** Makes passes until nothing is begun any more; the clock stands still. */
    async passes() {
      for (let idle = 0; idle < IDLE; ) {
        const before = asked.length
        await pass()
        // What answers at once has answered.
        await new Promise((resolve) => setImmediate(resolve))
        idle = asked.length === before ? idle + 1 : 0
      }
    },
    stop: () => stop(0),
  }
}

const exchange = (status: number | null, error: Exchange['error']): Exchange => ({
  status,
  error,
  detail: null,
  answer: null,
  retryAfter: null,
})

async function queueEvents({ deps, store, alfa }: TestService): Promise<void> {
  await store.tx(async (tx) => {
    for (let index = 0; index < EVENTS; index++) {
      const id = deps.newId()
      const event = 'booking.confirmed' as const
      const body = JSON.stringify({ event, id })
      const rest = { hotelId: alfa.id, bookingCode: `B${index}`, revision: 1, body }
      await insertOutbox(tx, { id, event, ...rest, createdAtMs: deps.nowMs() })
    }
  })
}
