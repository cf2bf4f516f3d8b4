import { createServer, type IncomingMessage } from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { Api, Log } from './api.ts'
import type { Mirror } from './mirror.ts'
import type { Sync } from './sync.ts'

type Parts = { api: Api; mirror: Mirror; sync: Sync; log: Log; port: number; url: string }
type Event = { event: string; data: { code?: string; revision?: number } }

/** Takes webhooks. Whatever is lost, late, doubled or out of order, the feed has it, once and in order. */
export async function listen({ api, mirror, sync, log, port, url }: Parts): Promise<void> {
  let secret = mirror.kept('secret')
  const server = createServer(async (request, response) => {
    const event = verify(secret, request, await bodyOf(request))
    if (!event) log('forged')
    // Answers at once: the sender does not wait for the work.
    response.writeHead(event ? 204 : 401).end()
    const { code, revision = 0 } = event?.data ?? {}
    if (code && mirror.revision(code) < revision) sync.hint()
  })
  const isListening = Promise.withResolvers<void>()
  server.once('error', isListening.reject).listen(port, '127.0.0.1', isListening.resolve)
  await isListening.promise
  secret = await subscribe(api, url, secret)
  mirror.keep('secret', secret)
  log('listening', { url })
}

/** The secret is shown when a webhook is made, and never again: where it is not known, it is made anew. */
async function subscribe(api: Api, url: string, secret: string | undefined): Promise<string> {
  const find = async () =>
    (await api.call('listWebhooks', {})).items.find((webhook) => webhook.url === url)
  const known = await find()
  if (known && secret) return secret
  if (known) return (await api.call('rotateWebhookSecret', { id: known.id })).secret
  try {
    return (await api.call('createWebhook', {}, { body: { url } })).secret
  } catch (error) {
    // It was made, and the answer that told so was lost.
    const made = await find()
    if (!made) throw error
    return (await api.call('rotateWebhookSecret', { id: made.id })).secret
  }
}

/** Over the raw body, before anything of it is believed. @returns undefined for what did not come from Roomwire */
function verify(secret: string | undefined, { headers }: IncomingMessage, body: string) {
  if (!secret) return undefined
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as Event
  } catch {
    return undefined
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
