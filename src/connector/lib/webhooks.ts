/** Webhooks: verified over their raw body before anything of them is believed; then a hint to read the feed. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { WebhookEvent } from '../../client/call.ts'
import type { Api, Log } from './api.ts'
import type { Feed } from './feed.ts'
import type { Mirror } from './mirror.ts'

/** The place at which webhooks arrive. */
export type WebhookSettings = {
  /** The address by which Roomwire calls that place. */
  url: string
  port: number
  /** The address to listen on; `127.0.0.1`, behind a proxy, unless said otherwise. */
  host?: string | undefined
}
type Parts = { api: Api; mirror: Mirror; feed: Feed; log: Log }

const secretOf = (url: string) => `secret of ${url}`
const BYTES_MAX = 8 * 2 ** 20

/** Verifies a webhook (Standard Webhooks). @returns undefined for what did not come from Roomwire, or is old */
export function verifyWebhook(
  secret: string,
  body: string,
  headers: Record<string, string | string[] | undefined>,
): WebhookEvent | undefined {
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as WebhookEvent
  } catch {
    return undefined
  }
}

/** Listens for webhooks. Whatever is lost, late, doubled or out of order, the feed has it, once and in order. */
export async function listenForWebhooks(
  { mirror, feed, log }: Parts,
  { url, port, host = '127.0.0.1' }: WebhookSettings,
): Promise<Server> {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request).catch(() => undefined)
    const secret = mirror.noted(secretOf(url))
    const event =
      secret && body !== undefined ? verifyWebhook(secret, body, request.headers) : undefined
    if (!event) log('forged')
    // Answers at once: the sender does not wait for the work.
    response.writeHead(event ? 204 : 401).end()
    if (event && isNew(mirror, event)) feed.hint()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return server
}

/** Says where webhooks go. The secret is shown once, when it is made: where it is not known here, it is made anew. */
export async function subscribe(
  { api, mirror, log }: Parts,
  { url }: WebhookSettings,
): Promise<void> {
  const find = async () =>
    (await api.call('listWebhooks', {})).items.find((webhook) => webhook.url === url)
  const renew = async (id: string) => (await api.call('rotateWebhookSecret', { id })).secret
  const make = async () => {
    try {
      return (await api.call('createWebhook', {}, { body: { url } })).secret
    } catch (error) {
      // It was made, and the answer that told so was lost.
      const made = await find()
      if (!made) throw error
      return await renew(made.id)
    }
  }
  const known = await find()
  if (!(known && mirror.noted(secretOf(url))))
    await mirror.note(secretOf(url), known ? await renew(known.id) : await make())
  log('listening', { url })
}

/** A revision that is here already, and a ping, need no read. */
function isNew(mirror: Mirror, { event, data }: WebhookEvent): boolean {
  if (event === 'ping') return false
  const { code, revision } = data as { code?: string; revision?: number }
  if (code === undefined || revision === undefined) return true
  return (mirror.entry(code)?.booking.revision ?? 0) < revision
}

/** @throws Error for a body that is longer than any webhook */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BYTES_MAX) throw new Error('the body is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
