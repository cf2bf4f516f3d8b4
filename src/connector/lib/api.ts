/** Calls of the partner interface, each repeated with back-off until it is answered. */
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Answer,
  type Body,
  type Params,
  type PartnersId,
  type Problem,
  queryText,
  requestOf,
} from '../../client/call.ts'
import { PARTNERS } from '../../client/operations.ts'

/** Takes one line of the connector's log: the name of an event, and facts about it. */
export type Log = (event: string, facts?: object) => void

/** An answer that no repetition will better. */
export class RefusedError extends Error {
  readonly status: number
  readonly problem: Problem

  constructor(status: number, problem: Problem) {
    super(`${status} ${problem.code}: ${problem.detail}`)
    this.status = status
    this.problem = problem
  }
}

/** Optional parts of a call besides its parameters. */
export type CallOptions<Of extends PartnersId> = {
  body?: Body<Of>
  /** A call that is sent again under the same key is done once. */
  idempotencyKey?: string
  /** Its abort gives the call up. */
  signal?: AbortSignal
}

export type Api = {
  /** `await call('getMapping', {})`. @throws RefusedError for an answer that no repetition will better */
  call<Of extends PartnersId>(
    id: Of,
    params: Params<Of>,
    options?: CallOptions<Of>,
  ): Promise<Answer<Of>>
}

export type ApiSettings = {
  url: string
  key: string
  log: Log
  /** The hotel that a vendor's key calls for. */
  hotel?: string | undefined
  /** Its abort gives every call up. */
  signal?: AbortSignal | undefined
}

/** Statuses after which the same call is right, a while later. */
const TRANSIENT = new Set([408, 425, 429, 500, 502, 503, 504])
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000
const ANSWER_WITHIN_MS = 20_000

type Received = { status: number; retryAfter: string | null; body: unknown }

/** Opens the interface for a key. Every call may be repeated safely, so it is repeated until it is answered. */
export function createApi({ url, key, log, hotel, signal: ended }: ApiSettings): Api {
  async function send<Of extends PartnersId>(
    id: Of,
    params: Params<Of>,
    { body, idempotencyKey, signal }: CallOptions<Of>,
  ): Promise<Received> {
    const { method, path, query } = requestOf(PARTNERS[id], { ...(hotel && { hotel }), ...params })
    const withinMs = Number(query.waitSeconds ?? 0) * 1_000 + ANSWER_WITHIN_MS
    return await withSignal([signal, ended], withinMs, async (either) => {
      const response = await fetch(new URL(path + queryText(query), url), {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: either,
      })
      const { status, headers } = response
      const text = await response.text()
      // A text that ends too early is no JSON, and so no answer either.
      const read = text === '' ? undefined : JSON.parse(text)
      return { status, retryAfter: headers.get('retry-after'), body: read }
    })
  }

  return {
    async call(id, params, options = {}) {
      for (let tried = 0; ; tried++) {
        ended?.throwIfAborted()
        options.signal?.throwIfAborted()
        // A call without an answer may have been done or not.
        const answer = await send(id, params, options).catch((error: Error) => error)
        const isAnswer = !(answer instanceof Error)
        if (isAnswer && answer.status < 300) return answer.body as never
        if (isAnswer && !TRANSIENT.has(answer.status))
          throw new RefusedError(answer.status, problemOf(answer))
        ended?.throwIfAborted()
        options.signal?.throwIfAborted()
        const waitMs = backOffMs(tried, isAnswer ? answer.retryAfter : null)
        log('again', { id, status: isAnswer ? answer.status : reasonOf(answer), tried, waitMs })
        await pause(waitMs, undefined, ended && { signal: ended })
      }
    },
  }
}

/** Milliseconds to wait: as long as `Retry-After` says, else twice as long each time, with jitter. */
export function backOffMs(tried: number, retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? Number.NaN)
  if (Number.isFinite(seconds)) return seconds * 1_000 + Math.random() * 250
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried) * (0.5 + Math.random() / 2)
}

/** Does something under a signal that ends with any of some, or in time. `AbortSignal.any` leaks on Node 20. */
async function withSignal<Result>(
  signals: readonly (AbortSignal | undefined)[],
  withinMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const either = new AbortController()
  const abort = () => either.abort()
  const alarm = setTimeout(() => either.abort(new Error('no answer in time')), withinMs)
  for (const signal of signals) signal?.addEventListener('abort', abort)
  try {
    return await work(either.signal)
  } finally {
    clearTimeout(alarm)
    for (const signal of signals) signal?.removeEventListener('abort', abort)
  }
}

/** A proxy before the service may answer without a problem. */
function problemOf({ status, body }: Received): Problem {
  const unknown = { type: '', title: '', status, code: 'unknown', detail: '', requestId: '' }
  return { ...unknown, ...(body as object | undefined) }
}

/** `fetch` hides the reason in the cause. */
const reasonOf = ({ message, cause }: Error) =>
  cause instanceof Error ? `${message}: ${cause.message}` : message
