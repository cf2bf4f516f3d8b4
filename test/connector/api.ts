import type { components, operations } from '../clients/generated/types.ts'

export type Booking = components['schemas']['Booking']
export type Change = components['schemas']['Change']
export type Day = components['schemas']['RoomDay']

type Id = keyof operations
/** What an operation is asked with, and what it answers when all or some is well; generated from the document. */
export type Query<Of extends Id> = NonNullable<operations[Of]['parameters']['query']>
export type Body<Of extends Id> = operations[Of] extends {
  requestBody?: { content: { 'application/json': infer B } }
}
  ? B
  : never
type Good = 200 | 201 | 207
export type Answer<Of extends Id> = {
  [S in keyof operations[Of]['responses'] & Good]: operations[Of]['responses'][S] extends {
    content: { 'application/json': infer A }
  }
    ? A
    : never
}[keyof operations[Of]['responses'] & Good]

export type Api = ReturnType<typeof createApi>
export type Log = (event: string, facts?: object) => void

/** An answer that no repetition will better. */
export class Refused extends Error {
  readonly status: number
  readonly problem: components['schemas']['Problem']
  constructor(status: number, problem: components['schemas']['Problem']) {
    super(`${status} ${problem.code}: ${problem.detail}`)
    this.status = status
    this.problem = problem
  }
}

/** Answers after which the same call is right, a while later. */
const TRANSIENT = new Set([408, 425, 429, 500, 502, 503, 504])
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000
const ANSWER_WITHIN_MS = 20_000

type Call = {
  query?: object
  body?: unknown
  idempotencyKey?: string
  /** Gives it up. */
  signal?: AbortSignal
}

/** Calls the partner interface. Every call is such that it may be repeated, so it is, until it is answered. */
export function createApi({ url, key, log }: { url: string; key: string; log: Log }) {
  async function call<T>(method: string, path: string, what: Call = {}): Promise<T> {
    for (let tried = 0; ; tried++) {
      what.signal?.throwIfAborted()
      // No answer says nothing of what was done.
      const answer = await send(method, path, what).catch((error: Error) => error)
      if (!(answer instanceof Error) && answer.status < 300) return answer.body as T
      if (!(answer instanceof Error) && !TRANSIENT.has(answer.status))
        throw new Refused(answer.status, answer.body as components['schemas']['Problem'])
      what.signal?.throwIfAborted()
      const status = answer instanceof Error ? answer.message : answer.status
      const waitMs = backOff(tried, answer instanceof Error ? null : answer.retryAfter)
      log('again', { method, path, status, tried, waitMs })
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }

  async function send(method: string, path: string, { query, body, idempotencyKey, signal }: Call) {
    const address = new URL(`/v1/partner${path}`, url)
    for (const [name, value] of Object.entries(query ?? {}))
      for (const each of [value].flat()) address.searchParams.append(name, String(each))
    const waitSeconds = Number(address.searchParams.get('waitSeconds') ?? 0)
    const tooLate = AbortSignal.timeout(waitSeconds * 1_000 + ANSWER_WITHIN_MS)
    const response = await fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, tooLate]) : tooLate,
    })
    const { status, headers } = response
    // A body that ends too early is no JSON, and so no answer either.
    return { status, retryAfter: headers.get('retry-after'), body: await response.json() }
  }

  return {
    mapping: () => call<Answer<'getMapping'>>('GET', '/mapping'),
    changes: (query: Query<'listChanges'>, signal?: AbortSignal) =>
      call<Answer<'listChanges'>>('GET', '/changes', { query, ...(signal && { signal }) }),
    days: (query: Query<'pullAvailability'>) =>
      call<Answer<'pullAvailability'>>('GET', '/availability', { query }),
    bookings: (query: Query<'pullBookings'>) =>
      call<Answer<'pullBookings'>>('GET', '/bookings', { query }),
    /** A key of its own for each push: sent again under it, it is not done again. */
    push: (body: Body<'patchAvailability'>) =>
      call<Answer<'patchAvailability'>>('PATCH', '/availability', {
        body,
        idempotencyKey: crypto.randomUUID(),
      }),
    ack: (code: string, body: Body<'ackReservation'>) =>
      call<Answer<'ackReservation'>>('POST', `/bookings/${code}/ack`, { body }),
    ackMany: (body: Body<'ackReservations'>) =>
      call<Answer<'ackReservations'>>('POST', '/bookings/ack', { body }),
    webhooks: () => call<Answer<'listWebhooks'>>('GET', '/webhooks'),
    makeWebhook: (body: Body<'createWebhook'>) =>
      call<Answer<'createWebhook'>>('POST', '/webhooks', { body }),
    newSecret: (id: string) =>
      call<Answer<'rotateWebhookSecret'>>('POST', `/webhooks/${id}/rotate-secret`),
  }
}

/** As long as was asked for, else twice as long each time; never all callers at the same moment. */
function backOff(tried: number, retryAfter: string | null): number {
  if (retryAfter !== null) return Number(retryAfter) * 1_000 + Math.random() * 250
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried) * (0.5 + Math.random() / 2)
}
