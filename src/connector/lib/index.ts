/** A connector between a hotel's own system (PMS) and Roomwire. It survives kills of either side and lost answers. */
import { setMaxListeners } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Api, createApi, type Log, RefusedError } from './api.ts'
import { createCounts } from './counts.ts'
import { createFeed, type Feed } from './feed.ts'
import { lockFolder } from './lock.ts'
import { type Mirror, type MirrorView, openMirror } from './mirror.ts'
import { createOutbox } from './outbox.ts'
import type { Pms } from './pms.ts'
import { reconcile } from './reconcile.ts'
import { listenForWebhooks, subscribe, type WebhookSettings } from './webhooks.ts'

export { type Api, type CallOptions, createApi, type Log, RefusedError } from './api.ts'
export { stayOf } from './days.ts'
export type { Booking, Change, Day, Entry, Kept, RateCell, Stay } from './entries.ts'
export { type MirrorView, readMirror } from './mirror.ts'
export type { KeepContext, Pms, WantedDay } from './pms.ts'
export { verifyWebhook, type WebhookSettings } from './webhooks.ts'

export type ConnectorSettings = {
  /** Address of the service. */
  url: string
  /** The hotel's API key; a test key leads to its sandbox. */
  key: string
  /** The hotel, for the secret of a vendor. */
  hotel?: string | undefined
  /** The folder of the state. One connector at a time. */
  folder: string
  pms: Pms
  /** Days that are mirrored and pushed, from the hotel's today; 500 unless said otherwise. */
  days?: number | undefined
  /** Where webhooks arrive. Without them changes come by the feed, which waits for them. */
  webhooks?: WebhookSettings | undefined
  log?: Log | undefined
  /** Between two looks at what your system wants; a second unless said otherwise. */
  pushEveryMs?: number | undefined
  /** Between two comparisons of everything; a day unless said otherwise. */
  reconcileEveryMs?: number | undefined
}

export type Connector = {
  api: Api
  mirror: MirrorView
  /** Runs until `stop`. @throws Error if the state cannot be written: end the process, and start it again */
  run(): Promise<void>
  stop(): Promise<void>
  /** Reads the feed now; for who receives webhooks with a server of their own. */
  hint(): void
}

const DAY_MS = 86_400_000
/** Calls and pauses that the end of a connector ends. */
const LISTENERS_MAX = 50
const FAILED_PAUSE_MS = 5_000
const PAUSE_MS = { days: 10_000, feed: 0, outbox: 100, acks: 500, counts: 1_000, drift: DAY_MS }

type Inside = {
  settings: ConnectorSettings
  api: Api
  mirror: Mirror
  feed: Feed
  log: Log
  signal: AbortSignal
}

/** Opens the state in its folder. @throws Error if another connector has it, or it is damaged */
export async function openConnector(settings: ConnectorSettings): Promise<Connector> {
  const { url, key, hotel, folder, days = 500, log = () => {} } = settings
  const ended = new AbortController()
  const { signal } = ended
  setMaxListeners(LISTENERS_MAX, signal)
  const unlock = await lockFolder(folder)
  const mirror = await openMirror(folder)
  const api = createApi({ url, key, hotel, log, signal })
  const feed = createFeed({ api, mirror, log, days, signal })
  const inside = { settings, api, mirror, feed, log, signal }
  let running: Promise<unknown> | undefined
  return {
    api,
    mirror,
    hint: feed.hint,
    async run() {
      running = runSteps(inside)
      await Promise.race([running, mirror.broken])
    },
    async stop() {
      ended.abort()
      feed.end()
      await running?.catch(() => {})
      await mirror.close()
      await unlock()
    },
  }
}

/** Runs everything side by side until the signal. */
async function runSteps({ settings, ...parts }: Inside): Promise<void> {
  const { pms, webhooks, pushEveryMs, reconcileEveryMs } = settings
  const { mirror, feed, log } = parts
  const outbox = createOutbox({ ...parts, pms })
  const counts = createCounts({ ...parts, pms })
  const repeat = (name: string, everyMs: number, step: () => Promise<unknown>) =>
    repeatStep(parts, { name, everyMs, step })
  let server: Server | undefined
  if (webhooks) server = await listenForWebhooks(parts, webhooks)
  await repeatOnce(parts, 'days', feed.openDays)
  log('began', { cursor: mirror.cursor() })
  await Promise.all([
    repeat('days', PAUSE_MS.days, feed.openDays),
    // It waits for what happens at the other end.
    repeat('feed', PAUSE_MS.feed, feed.follow),
    repeat('outbox', PAUSE_MS.outbox, outbox.deliver),
    repeat('acks', PAUSE_MS.acks, outbox.acknowledge),
    repeat('counts', pushEveryMs ?? PAUSE_MS.counts, counts.push),
    repeat('drift', reconcileEveryMs ?? PAUSE_MS.drift, () => reconcile(parts)),
    webhooks && repeatOnce(parts, 'webhooks', () => subscribe(parts, webhooks)),
  ])
  server?.close()
}

type Step = { name: string; everyMs: number; step: () => Promise<unknown> }

/** Repeats one step; an unexpected error is logged, and the step is tried again after a pause. */
async function repeatStep(parts: Omit<Inside, 'settings'>, { name, everyMs, step }: Step) {
  while (!parts.signal.aborted) {
    await repeatOnce(parts, name, step)
    await pause(everyMs, undefined, { signal: parts.signal }).catch(() => {})
  }
}

/** Does one step, again and again until it succeeds. */
async function repeatOnce(
  { log, signal }: Omit<Inside, 'settings'>,
  name: string,
  step: () => Promise<unknown>,
): Promise<void> {
  while (!signal.aborted)
    try {
      await step()
      return
    } catch (error) {
      if (signal.aborted) return
      log(`${name}_failed`, {
        error: String(error),
        ...(error instanceof RefusedError && { problem: error.problem }),
      })
      await pause(FAILED_PAUSE_MS, undefined, { signal }).catch(() => {})
    }
}
