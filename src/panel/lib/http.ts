import type { Flaw } from '../../domain/kernel/errors.ts'

/** What a call ended in when it was not answered well (contract §6); `code` is `offline` when nothing answered. */
export class Problem extends Error {
  declare readonly status: number
  declare readonly code: string
  /** The service's own sentence, in English. */
  declare readonly detail: string
  declare readonly errors: Flaw[]
  /** The whole body, with the members some problems add. */
  declare readonly body: Record<string, unknown>
  declare readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: Record<string, unknown>, retryAfterSeconds?: number) {
    const { code = 'internal', detail = '', errors = [] } = body as Partial<Problem>
    super(`${status} ${code}: ${detail}`)
    this.name = 'Problem'
    this.status = status
    this.code = code
    this.detail = detail
    this.errors = errors
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** What may stand in a query; what is undefined is left out, a list is repeated. */
export type Query = Record<string, string | number | boolean | readonly string[] | undefined>

/** A call as it goes out. */
export type Call = {
  method: string
  path: string
  query?: Query | undefined
  /** JSON, or a file. */
  body?: unknown
  token?: string | undefined
  /** Names the request: sent again it is done once. */
  key?: string
  signal?: AbortSignal | undefined
}

/**
 * Sends a call and reads its JSON answer; undefined when the answer has no body.
 *
 * @throws Problem; what the signal aborts throws its reason
 */
export async function send<T>(call: Call): Promise<T> {
  const answer = await ask(call)
  return parse(await answer.text().catch(offline(call.signal))) as T
}

/** A file, under the name that it is to have. */
export type SentFile = { name: string; content: Blob }

/** Sends a call that is answered by a file. @throws Problem */
export async function sendForFile(call: Call): Promise<SentFile> {
  const answer = await ask(call)
  const [, name = 'file'] =
    /filename="(.*?)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  return { name, content: await answer.blob().catch(offline(call.signal)) }
}

/** @throws Problem of an answer that is not a good one */
async function ask(call: Call): Promise<Response> {
  const { method, path, query = {}, body, token, key, signal } = call
  const isFile = body instanceof Blob
  const answer = await fetch(path + queryText(query), {
    method,
    headers: {
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': isFile ? body.type : 'application/json' }),
    },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch(offline(signal))
  if (answer.ok) return answer
  const value = parse(await answer.text().catch(offline(signal)))
  const retryAfter = Number(answer.headers.get('retry-after')) || undefined
  throw new Problem(answer.status, (value ?? {}) as Record<string, unknown>, retryAfter)
}

/** `?a=1&b=2`, or nothing. */
export function queryText(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each) => [name, String(each)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** Anything thrown as a problem: what is none is a defect of the page. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  return new Problem(0, { code: 'defect', detail: String(error) })
}

function offline(signal: AbortSignal | undefined) {
  return (): never => {
    signal?.throwIfAborted()
    throw new Problem(0, { code: 'offline' })
  }
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    // A proxy that answers for the service sends HTML.
    return undefined
  }
}
