import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What may become of a request, and how often of a hundred. */
type Faults = Record<string, { percent: number; act: Act }>
type Act = (request: RelayedRequest, response: ServerResponse) => void | Promise<void>
type RelayedRequest = {
  /** Forwards the request to the server behind the relay. @throws Error if no server listens */
  pass: (change?: (body: string) => string) => Promise<RelayedAnswer>
}
type RelayedAnswer = { status: number; headers: Headers; body: Uint8Array<ArrayBuffer> }

/** An HTTP relay that now and then does what networks, servers and their proxies do. */
export type FaultyRelay = {
  url: string
  /** Number of requests by outcome. */
  counts: Record<string, number>
  /** Where it leads from now on. */
  lead: (url: string) => void
  /** Whether faults happen. */
  set: (isFaulty: boolean) => void
  [Symbol.asyncDispose](): Promise<void>
}

const SLOW_MS = 3_000
const LATE_MS = 4_000

/** Of a service, as a client meets them: each of the first two kinds refuses, the third forgets to say what was done. */
export const SERVICE_FAULTS: Faults = {
  'answered 429': { percent: 2, act: (_, response) => refuse(response, 429) },
  'answered 500': { percent: 2, act: (_, response) => refuse(response, 500) },
  'answered 503': { percent: 2, act: (_, response) => refuse(response, 503) },
  'done, answered 503': {
    percent: 2,
    act: (request, response) => request.pass().then(() => refuse(response, 503)),
  },
  'done, answer dropped': {
    percent: 2,
    act: (request, response) => request.pass().then(() => hangUp(response)),
  },
  dropped: { percent: 2, act: (_, response) => hangUp(response) },
  'done twice': {
    percent: 2,
    act: (request, response) =>
      request.pass().then(async () => answer(response, await request.pass())),
  },
  slow: {
    percent: 2,
    act: async (request, response) => {
      await Bun.sleep(Math.random() * SLOW_MS)
      answer(response, await request.pass())
    },
  },
}

/** Of the way of webhooks. */
export const WEBHOOK_FAULTS: Faults = {
  'answered 500': { percent: 4, act: (_, response) => refuse(response, 500) },
  lost: { percent: 4, act: (_, response) => void response.writeHead(204).end() },
  doubled: {
    percent: 8,
    act: (request, response) =>
      request.pass().then(async () => answer(response, await request.pass())),
  },
  'late, out of order': {
    percent: 8,
    act: async (request, response) => {
      response.writeHead(204).end()
      await Bun.sleep(Math.random() * LATE_MS)
      await request.pass()
    },
  },
  'forged, too': {
    percent: 8,
    act: async (request, response) => {
      const forged = await request.pass((body) => body.replace('"revision":', '"revision":9'))
      if (forged.status !== 401) throw new Error(`a forged webhook was answered ${forged.status}`)
      answer(response, await request.pass())
    },
  },
}

/** Starts one that leads nowhere yet. */
export async function startFaultyRelay(faults: Faults): Promise<FaultyRelay> {
  let target = ''
  let isFaulty = true
  const counts: Record<string, number> = {}
  const wrong: Error[] = []
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const relayed = { pass: (change = same) => pass(target, request, change(body)) }
    const dice = isFaulty ? Math.random() * 100 : 100
    const [name, { act }] = drawAct(faults, dice)
    counts[name] = (counts[name] ?? 0) + 1
    try {
      await act(relayed, response)
    } catch (error) {
      if (/forged/.test(String(error))) wrong.push(error as Error)
      // The server did not answer: the relay hangs up, as if it were down, too.
      hangUp(response)
    }
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    lead(url) {
      target = url
    },
    set(next) {
      isFaulty = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      if (wrong[0]) throw wrong[0]
    },
  }
}

const same = (body: string) => body

/** What a throw of the dice comes to. */
function drawAct(faults: Faults, dice: number): [string, { act: Act }] {
  let below = 0
  for (const [name, fault] of Object.entries(faults)) {
    below += fault.percent
    if (dice < below) return [name, fault]
  }
  return ['passed', { act: async (request, response) => answer(response, await request.pass()) }]
}

async function pass(target: string, { method, url, headers }: IncomingMessage, body: string) {
  const { host: _, 'content-length': __, connection: ___, ...others } = headers
  const response = await fetch(target + url, {
    method: method!,
    headers: others as Record<string, string>,
    ...(body !== '' && { body }),
  })
  return { status: response.status, headers: response.headers, body: await response.bytes() }
}

function answer(response: ServerResponse, { status, headers, body }: RelayedAnswer): void {
  const { 'content-encoding': _, 'transfer-encoding': __, ...others } = headers.toJSON()
  response.writeHead(status, { ...others, 'content-length': body.length }).end(body)
}

function refuse(response: ServerResponse, status: number): void {
  const problem = { type: 'about:blank', title: 'A fault', status, code: 'fault', detail: 'Again.' }
  response.writeHead(status, {
    'content-type': 'application/problem+json',
    ...(status !== 500 && { 'retry-after': '1' }),
  })
  response.end(JSON.stringify(problem))
}

const hangUp = (response: ServerResponse) => void response.socket?.destroy()

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
