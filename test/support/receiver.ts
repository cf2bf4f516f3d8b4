/** A request as a receiver got it. */
export type ReceivedRequest = {
  path: string
  headers: Headers
  /** The raw body. */
  body: string
  atMs: number
}

type Answer = (received: ReceivedRequest, count: number) => Response | Promise<Response>

/** A partner's endpoint: a real server on a loopback port that keeps what it gets. */
export type Receiver = {
  url: string
  received: ReceivedRequest[]
  /** Ids of the events it answered with a 2xx, in that order. */
  taken: string[]
  /** What it answers from now on; `count` is how many requests came, this one included. */
  answer: (answer: Answer) => void
  /** Waits until so many requests came. @throws Error after a while */
  until: (count: number, withinMs?: number) => Promise<ReceivedRequest[]>
  [Symbol.asyncDispose](): Promise<void>
}

const WAIT_MS = 10_000

/** Starts a receiver that answers 204 until a test sets another answer. */
export function startReceiver(first: Answer = () => new Response(null, { status: 204 })): Receiver {
  let answer = first
  const received: ReceivedRequest[] = []
  const taken: string[] = []
  const waiting = new Set<() => void>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const { pathname: path } = new URL(request.url)
      const { headers } = request
      const one = { path, headers, body: await request.text(), atMs: Date.now() }
      received.push(one)
      for (const look of waiting) look()
      const response = await answer(one, received.length)
      if (response.ok) taken.push(headers.get('webhook-id') ?? '')
      return response
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    received,
    taken,
    answer: (next) => {
      answer = next
    },
    async until(count, withinMs = WAIT_MS) {
      const enough = Promise.withResolvers<void>()
      const look = () => received.length >= count && enough.resolve()
      const alarm = setTimeout(
        () => enough.reject(new Error(`${received.length} of ${count} requests came`)),
        withinMs,
      )
      waiting.add(look)
      look()
      await enough.promise.finally(() => {
        clearTimeout(alarm)
        waiting.delete(look)
      })
      return received
    },
    async [Symbol.asyncDispose]() {
      await server.stop(true)
    },
  }
}
