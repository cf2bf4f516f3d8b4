/** Runs the connector of one hotel until SIGTERM or SIGINT. Settings are environment variables: see README.md. */
import { openConnector } from './lib/index.ts'
import { openPms } from './pms.ts'

const { env } = process
const log = (event: string, facts: object = {}) =>
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...facts })}\n`)
const fail = (code: number, message: string): never => {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

const url = env.ROOMWIRE_URL || 'http://127.0.0.1:3000'
const key = env.ROOMWIRE_KEY || fail(2, 'ROOMWIRE_KEY is missing: an API key of the hotel')
const hotel = env.ROOMWIRE_HOTEL
const folder = env.CONNECTOR_FOLDER || 'data'
const number = (text: string | undefined) => (text ? Number(text) : undefined)

const pms = await openPms({ url, key, hotel, folder, log })
const connector = await openConnector({
  ...{ url, key, hotel, folder, pms, log },
  days: number(env.CONNECTOR_DAYS),
  pushEveryMs: number(env.PUSH_EVERY_MS),
  reconcileEveryMs: number(env.RECONCILE_EVERY_MS),
  webhooks: env.WEBHOOK_URL
    ? { url: env.WEBHOOK_URL, port: number(env.WEBHOOK_PORT) ?? 8080, host: env.WEBHOOK_HOST }
    : undefined,
}).catch((error: Error) => fail(1, error.message))

const stop = () => void connector.stop().then(() => process.exit(0))
process.once('SIGTERM', stop).once('SIGINT', stop)
// State that cannot be written is no state: whoever starts this program starts it again.
await connector.run().catch((error: Error) => fail(1, error.stack ?? error.message))
