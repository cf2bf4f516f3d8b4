/**
 * A connector between a hotel's own system (PMS) and Roomwire that survives: kills of either side, lost and repeated
 * answers, limits, late and forged webhooks. It is here to be copied; runs on Bun and on Node 24 and needs
 * `standardwebhooks` alone. What it has for your system is filled with the rooms and base prices of the hotel and then
 * pushed: try it on a hotel of a demo. To be read in this order:
 *
 *     main.ts      what runs, side by side
 *     sync.ts      first everything, then the feed from where it was left: the truth
 *     push.ts      what differs from your system is pushed, as changes
 *     acks.ts      what your system has is acknowledged
 *     receiver.ts  webhooks: verified, then only a hint to read the feed
 *     drift.ts     now and then: is everything equal?
 *     api.ts       one call, repeated until it is answered · mirror.ts, pms.ts: what is kept, and where
 */
import { acknowledge } from './acks.ts'
import { createApi, type RefusedError } from './api.ts'
import { checkDrift } from './drift.ts'
import { openMirror } from './mirror.ts'
import { openPms } from './pms.ts'
import { pushDifferences } from './push.ts'
import { listen } from './receiver.ts'
import { createSync } from './sync.ts'

const { env } = process
const settings = {
  url: env.ROOMWIRE_URL ?? 'http://127.0.0.1:3000',
  key: env.ROOMWIRE_KEY ?? '',
  /** One SQLite file with all that must survive. */
  file: env.CONNECTOR_FILE ?? 'connector.db',
  /** Days that are kept and pushed, from today where the hotel is. */
  days: Number(env.CONNECTOR_DAYS ?? 500),
  timezone: env.HOTEL_TIMEZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  /** Where webhooks arrive, and what Roomwire calls that place. */
  port: Number(env.WEBHOOK_PORT ?? 8080),
  webhookUrl: env.WEBHOOK_URL ?? 'http://127.0.0.1:8080/roomwire',
  /** Between two looks for differences, and between two checks for drift. */
  pushEveryMs: Number(env.PUSH_EVERY_MS ?? 1_000),
  driftEveryMs: Number(env.DRIFT_EVERY_MS ?? 3_600_000),
}

const log = (event: string, facts: object = {}) =>
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...facts })}\n`)

const api = createApi({ ...settings, log })
const mirror = openMirror(settings.file)
const pms = openPms(mirror.database)
const sync = createSync({ ...settings, api, mirror, pms, log })

/** Repeats one step; an unexpected error is logged and the step is tried again after a pause. */
async function keep(name: string, everyMs: number, step: () => Promise<void>): Promise<never> {
  for (;;) {
    await step().catch(async (error: Error | RefusedError) => {
      log(`${name}_failed`, { error: String(error), ...('problem' in error && error) })
      await new Promise((resolve) => setTimeout(resolve, 5_000))
    })
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

await sync.openDays()
log('began', { cursor: mirror.cursor() })
const parts = { api, mirror, pms, sync, log }
await Promise.all([
  keep('days', 10_000, sync.openDays),
  // Waits for what happens at the other end by itself.
  keep('feed', 0, sync.follow),
  keep('push', settings.pushEveryMs, () => pushDifferences(parts)),
  keep('acks', 500, () => acknowledge(parts)),
  keep('drift', settings.driftEveryMs, () => checkDrift(parts)),
  listen({ ...parts, port: settings.port, url: settings.webhookUrl }),
])
