import type { Config } from '../config.ts'
import { isLoopback } from '../domain/webhooks/target.ts'
import { type RunningService, startService } from '../server/start.ts'
import type { Deps } from '../service/deps.ts'
import { takeEvents } from '../store/webhooks/outbox.ts'
import { type DemoAccess, demoAccess, writeSheet } from './access.ts'
import { demoAgencies } from './agencies.ts'
import { demoBookings } from './bookings.ts'
import { demoPhotos } from './photos.ts'
import { connectPms, startPms } from './pms.ts'
import { seedDemo } from './seed.ts'

const EVENTS_AT_ONCE = 500

/** The demo's own defaults (contract §7): a newcomer tries everything from one address. */
export const DEMO_DEFAULTS = {
  publicRatePerMinute: 600,
  strangerLimits: 'night',
  isDemo: true,
} as const

/**
 * Serves the demo: seeds an empty data folder, prints addresses and log-ins, and writes them to `demo.json`. While it
 * listens on loopback, webhooks may go there too (contract §4).
 */
export async function runDemo(given: Config, signal?: AbortSignal): Promise<RunningService> {
  const config = { ...given, allowLoopbackWebhooks: isLoopback(given.host) }
  let access: DemoAccess
  const pms = config.allowLoopbackWebhooks ? startPms() : undefined
  const prepare = async (given: Deps) => {
    const { store } = given
    // No caller waits for these writes, so that a slow disk makes them later, not refused.
    const deps = { ...given, store: { ...store, tx: store.ofWorker.tx } }
    await seedDemo(deps)
    await demoPhotos(deps)
    access = await demoAccess(deps, config.dataDir)
    // Before the bookings: an event without a receiver is never sent.
    if (pms) await connectPms(deps, pms)
    await demoBookings(deps, access.users)
    // A later start leaves the queues to the sender, which may be another process.
    if (await demoAgencies(deps, access.users)) await queueEvents(deps)
  }
  const running = await startService(config, { prepare, signal }).catch(async (error) => {
    await pms?.stop()
    throw error
  })
  try {
    // Written before the event loop turns, so that the file exists before the first answer.
    const sheet = { baseUrl: running.url, ...access! }
    writeSheet(config.dataDir, sheet)
    process.stdout.write(`
Roomwire demo on ${sheet.baseUrl}

  panel        ${sheet.baseUrl}/panel     sign in as the manager; agencies: /acenta, admins: /admin
  guests       ${sheet.baseUrl}/stay      search and book without an account
  Swagger UI   ${sheet.baseUrl}/swagger   press "Authorize" and paste a key
  hotel        ${sheet.hotelSlug}
  API key      ${sheet.apiKey}
  next door    ${sheet.otherHotel.slug}
  its key      ${sheet.otherHotel.apiKey}
  a vendor     ${sheet.vendor.secret}   connect it in the panel: Channel Manager, Vendors
  OpenAPI      ${sheet.baseUrl}/openapi.json${webhooks(config)}${strangers(config)}

${logins(sheet.users)}

Also in ${config.dataDir}/demo.json. Stop with Ctrl+C.
`)
  } catch (error) {
    await running.stop()
    throw error
  }
  return {
    ...running,
    async stop() {
      await running.stop()
      await pms?.stop()
    },
  }
}

/** Queues the events of the demo's past, so that a webhook that is made at once is told of none. */
async function queueEvents({ store, newId, nowMs }: Deps): Promise<void> {
  const queueSome = () =>
    store.tx((tx) => takeEvents(tx, { newId, nowMs: nowMs(), limit: EVENTS_AT_ONCE }))
  while (await queueSome());
}

const webhooks = ({ allowLoopbackWebhooks, host }: Config) =>
  allowLoopbackWebhooks
    ? `\n  webhooks     may go to this machine, as http://127.0.0.1:9000/hook, while the demo listens on ${host}; the hotel's own goes to a stand-in system`
    : ''

const strangers = ({ strangerLimits }: Config) =>
  strangerLimits === 'night'
    ? '\n  strangers    may book freely here: the limits by mailbox and network, and the brake, are lifted in the demo'
    : ''

const logins = (users: DemoAccess['users']) =>
  Object.entries(users)
    .map(([who, { email, password }]) => `  ${who.padEnd(14)}  ${email.padEnd(26)} ${password}`)
    .join('\n')
