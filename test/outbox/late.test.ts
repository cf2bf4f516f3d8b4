import { expect, test } from 'bun:test'
import { changeWebhook } from '../../src/service/webhooks/change-webhook.ts'
import { ownWebhook, type WebhookChanges } from '../../src/service/webhooks/webhook-record.ts'
import { book, sell } from '../support/bookings.ts'
import { courier, endpoint, MANAGER } from '../support/outbox.ts'
import { until } from '../support/process.ts'
import { startSendingService } from '../support/webhooks.ts'

// An attempt is under way while its endpoint is changed: how it ends says nothing of the changed one (contract §4).

const OLD = 'http://old.example/'
const NEW = 'http://new.example/'
const GONE = { status: 410, error: 'status', detail: 'The receiver answered 410.' } as const
const BUSY = { status: 503, error: 'status', detail: 'The receiver answered 503.' } as const
const TAKEN = { status: 204, error: null, detail: null } as const
const REST = { answer: null, retryAfter: null }

/** An attempt at an endpoint that was failing before or not, under way until `answer` is called. */
async function underWay({ isFailing = false } = {}) {
  const service = await startSendingService()
  const asked: string[] = []
  let reply: () => Promise<typeof GONE | typeof BUSY | typeof TAKEN> = async () => BUSY
  const sending = courier(service, {
    send: async ({ url }) => {
      asked.push(url)
      return { ...(url === OLD ? await reply() : BUSY), ...REST }
    },
  })
  await sell(service)
  const { webhook } = await endpoint(service, service.alfa, OLD)
  const place = { id: webhook.id, hotelId: service.alfa.id }
  await book(service.call)
  if (isFailing) await sending.work()
  const late = Promise.withResolvers<typeof GONE | typeof BUSY | typeof TAKEN>()
  reply = () => late.promise
  service.clock.advance(isFailing ? 10_000 : 0)
  await sending.pass()
  await until('the attempt is under way', () => asked.length > (isFailing ? 1 : 0))
  service.clock.advance(1_000)
  return {
    ...{ service, asked, sending },
    change: (changes: WebhookChanges) => changeWebhook(service.deps, MANAGER, place, changes),
    answer(how: typeof GONE | typeof BUSY | typeof TAKEN) {
      reply = async () => BUSY
      late.resolve(how)
      return sending.work()
    },
    now: () => ownWebhook(service.store, place),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

test('a 410 of the address an endpoint had before switches nothing off, and the new one is asked', async () => {
  await using attempt = await underWay()
  await attempt.change({ url: NEW })
  await attempt.answer(GONE)
  expect(await attempt.now()).toMatchObject({ active: true, offReason: null, url: NEW })
  expect(attempt.asked).toEqual([OLD, NEW])
})

test('a failure at the address before does not make the new one failing', async () => {
  await using attempt = await underWay()
  await attempt.change({ url: NEW })
  await attempt.answer(BUSY)
  expect(attempt.asked).toEqual([OLD])
  expect(await attempt.now()).toMatchObject({ failingSinceMs: null, lastAttemptAtMs: null })
})

test('a success at the address before is none of the new one', async () => {
  await using attempt = await underWay()
  await attempt.change({ url: NEW })
  await attempt.answer(TAKEN)
  expect(await attempt.now()).toMatchObject({ lastSuccessAtMs: null, lastAttemptAtMs: null })
})

test('a 410 from before an endpoint was switched off and on again does not switch it off', async () => {
  await using attempt = await underWay()
  await attempt.change({ active: false })
  await attempt.change({ active: true })
  await attempt.answer(GONE)
  // It was asked again, for it is gone only if it says so from now on.
  expect(attempt.asked).toEqual([OLD, OLD])
  expect(await attempt.now()).toMatchObject({ active: true, offReason: null })
})

test('what ends at an endpoint that nobody has changed counts, and that it is failing is over with a success', async () => {
  await using gone = await underWay()
  await gone.answer(GONE)
  expect(await gone.now()).toMatchObject({ active: false, offReason: 'gone' })

  await using failing = await underWay({ isFailing: true })
  expect((await failing.now()).failingSinceMs).not.toBeNull()
  await failing.answer(TAKEN)
  expect(await failing.now()).toMatchObject({
    failingSinceMs: null,
    lastSuccessAtMs: failing.service.clock.nowMs,
  })
})
