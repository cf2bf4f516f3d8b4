import {
  type Answer,
  type Body,
  type Booking,
  type Change,
  type Params,
  type PartnersId,
  type Problem,
  queryText,
  type RoomDay,
  requestOf,
} from '../../src/client/call.ts'
import { PARTNERS } from '../../src/client/operations.ts'

export type { Answer, Booking, Change }
export type Day = RoomDay

export type Api = ReturnType<typeof createApi>
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

/** Answers after which the same call is right, a while later. */
const TRANSIENT = new Set([408, 425, 429, 500, 502, 503, 504])
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000
const ANSWER_WITHIN_MS = 20_000

type Options<Of extends PartnersId> = {
  body?: Body<Of>
  /** A call that is sent again under the same key is done once. */
  idempotencyKey?: string
  /** Its abort gives the call up. */
  signal?: AbortSignal
}

/** Calls the partner interface. Every call may be repeated safely, so it is repeated until it is answered. */
export function createApi({ url, key, log }: { url: string; key: string; log: Log }) {
  /** `await call('getMapping', {})`. @throws RefusedError for an answer that no repetition will better */
  async function call<Of extends PartnersId>(
    id: Of,
    params: Params<Of>,
    options: Options<Of> = {},
  ): Promise<Answer<Of>> {
    for (let tried = 0; ; tried++) {
      options.signal?.throwIfAborted()
      // A call without an answer may have been done or not.
      const answer = await send(id, params, options).catch((error: Error) => error)
      if (!(answer instanceof Error) && answer.status < 300) return answer.body as Answer<Of>
      if (!(answer instanceof Error) && !TRANSIENT.has(answer.status))
        throw new RefusedError(answer.status, answer.body as Problem)
      options.signal?.throwIfAborted()
      const status = answer instanceof Error ? answer.message : answer.status
      const waitMs = backOff(tried, answer instanceof Error ? null : answer.retryAfter)
      log('again', { id, status, tried, waitMs })
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }

  async function send<Of extends PartnersId>(
    id: Of,
    params: Params<Of>,
    { body, idempotencyKey, signal }: Options<Of>,
  ) {
    const { method, path, query } = requestOf(PARTNERS[id], params)
    const tooLate = AbortSignal.timeout(Number(query.waitSeconds ?? 0) * 1_000 + ANSWER_WITHIN_MS)
    const response = await fetch(new URL(path + queryText(query), url), {
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

  return { call }
}

/** Back-off: as long as `Retry-After` says, else twice as long each time, with jitter. */
function backOff(tried: number, retryAfter: string | null): number {
  if (retryAfter !== null) return Number(retryAfter) * 1_000 + Math.random() * 250
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried) * (0.5 + Math.random() / 2)
}
