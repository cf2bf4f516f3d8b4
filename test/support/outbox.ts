import { createLog } from '../../src/log.ts'
import type { SenderWorld } from '../../src/outbox/attempt.ts'
import { createSend, type Send } from '../../src/outbox/deliver.ts'
import { type Outbox, startOutbox } from '../../src/outbox/loop.ts'
import { createSender } from '../../src/outbox/sender.ts'
import { createWebhook } from '../../src/service/webhooks/create-webhook.ts'
import type { WebhookChanges } from '../../src/service/webhooks/webhook-record.ts'
import { ALONE } from '../../src/store/engine/lease.ts'
import type { TestHotel, TestService } from './service.ts'

/** What a test may choose of the sending half. */
type Choice = Partial<
  Pick<SenderWorld, 'send' | 'log' | 'random' | 'nowMs' | 'monotonicMs' | 'vault'>
>

/** The sending half, moved on by hand. */
export type Courier = {
  /** Makes passes until nothing is due and nothing is under way. */
  work: () => Promise<void>
  /** Lets time go by, then works. */
  after: (ms: number) => Promise<void>
  /** Makes one pass, and waits for nothing that it begins. @returns when there is something to do next */
  pass: () => Promise<number | undefined>
  stop: (graceMs: number) => Promise<void>
}

/** The sending half of a service by its clock, which stands still; over the true network unless `send` is given. */
export function courier(service: TestService, choice: Choice = {}): Courier {
  const { clock } = service
  let isAsked = false
  let ended = Promise.withResolvers<void>()
  const sender = createSender(worldOf(service, choice), ALONE.term()!, () => {
    isAsked = true
    ended.resolve()
  })
  async function work(): Promise<void> {
    for (;;) {
      ended = Promise.withResolvers()
      isAsked = false
      await sender.pass()
      if (!isAsked && sender.underWay() === 0) return
      await ended.promise
    }
  }
  return {
    work,
    async after(ms) {
      clock.advance(ms)
      await work()
    },
    pass: sender.pass,
    stop: sender.stop,
  }
}

/** The sending half of a service as it runs: by itself, by the true clock unless `choice` has another. */
export function startSending(
  service: TestService,
  { firstAfterMs, ...choice }: Choice & { firstAfterMs?: number } = {},
): Outbox & AsyncDisposable & { sentAtMs: number[] } {
  const trueClock = { nowMs: Date.now, monotonicMs: () => performance.now() }
  const world = worldOf(service, { ...trueClock, ...choice })
  const sentAtMs: number[] = []
  const send: Send = (parcel, signal, mayPost) => {
    sentAtMs.push(performance.now())
    return world.send(parcel, signal, mayPost)
  }
  const outbox = startOutbox({ ...world, send }, firstAfterMs)
  return { ...outbox, sentAtMs, [Symbol.asyncDispose]: () => outbox.stop(0) }
}

/** A vault that seals nothing, and so waits for no other thread. */
export const PLAIN_VAULT = {
  seal: async (text: string) => text,
  open: async (sealed: string) => sealed,
}

/** Registers an endpoint of a hotel, as its manager would. */
export function endpoint(
  { deps }: TestService,
  { id: hotelId }: TestHotel,
  url: string,
  changes: WebhookChanges = {},
): ReturnType<typeof createWebhook> {
  return createWebhook(deps, SYSTEM, { ...changes, hotelId, url })
}

/** Who changes endpoints in the tests. */
export const MANAGER = { type: 'user', id: 'a manager' } as const

/** The maker of these endpoints: none, because a person would have to exist. */
const SYSTEM = { type: 'system', id: 'test' } as const

/** By the clock of the service unless `choice` has another. */
export function worldOf({ deps, clock }: TestService, choice: Choice): SenderWorld {
  return {
    ...deps,
    version: '0.1.0',
    log: createLog('error'),
    monotonicMs: () => clock.monotonicMs,
    random: () => 0.5,
    send: createSend(deps, { lookUpMs: 20 }),
    fetchesMax: 256,
    ...choice,
  }
}
