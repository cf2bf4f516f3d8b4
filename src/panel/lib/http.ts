import type { ADMINS } from '../../client/admin-operations.ts'
import type { AGENCIES } from '../../client/agency-operations.ts'
import {
  type Answer,
  type Body,
  type Params,
  type Query,
  queryText,
  requestOf,
} from '../../client/call.ts'
import { GENERAL } from '../../client/operations.ts'
import type { PANEL } from '../../client/panel-operations.ts'
import type { Flaw } from '../../domain/kernel/errors.ts'

/** Ids of operations that people call, with or without a session. */
export type PeopleId = keyof Addresses
/** Their addresses, by id. */
export type Addresses = typeof GENERAL & typeof AGENCIES & typeof PANEL & typeof ADMINS

/** The problem that a call failed with (contract §6); its `code` is `offline` if no answer came. */
export class Problem extends Error {
  declare readonly status: number
  declare readonly code: string
  /** The service's own sentence, in English. */
  declare readonly detail: string
  declare readonly errors: Flaw[]
  /** The whole body, with the extra members of some problems. */
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

/** The options of a call besides its parameters. */
export type CallOptions<Of extends PeopleId> = {
  /** The `Idempotency-Key`: the service performs repeated calls with it once. */
  key?: string | undefined
  signal?: AbortSignal | undefined
} & (undefined extends Body<Of> ? { body?: Body<Of> } : { body: Body<Of> })

/** The parameters of a call, and its options, which only an operation with a body needs. */
export type CallArguments<Of extends PeopleId> =
  undefined extends Body<Of>
    ? [params: Params<Of>, options?: CallOptions<Of>]
    : [params: Params<Of>, options: CallOptions<Of>]

/** Operations that answer a file. */
export type FileId = {
  [Of in PeopleId]: Answer<Of> extends Blob ? Of : never
}[PeopleId]

/** A file and its name. */
export type SentFile = { name: string; content: Blob }

/** An outgoing request; one without a token has no session. */
export type Call = {
  method: string
  path: string
  query?: Query | undefined
  /** A value for JSON, or a file. */
  body?: unknown
  token?: string | undefined
  key?: string | undefined
  signal?: AbortSignal | undefined
}

let addresses: Partial<Record<PeopleId, string>> = GENERAL

/** Adds operations to the general ones; a page's script holds only the addresses that it adds. */
export function addOperations(more: typeof addresses): void {
  addresses = { ...addresses, ...more }
}

/** The request of an operation. */
export function callOf<Of extends PeopleId>(
  id: Of,
  params: Params<Of>,
  options: Partial<CallOptions<Of>> = {},
): Call {
  return { ...requestOf(addresses[id] ?? '', params), ...(options as Partial<Call>) }
}

/**
 * Calls an operation without a session: `await sendOpenly('readLink', {}, { body: { token } })`.
 *
 * @throws Problem; an aborted call throws the signal's reason
 */
export const sendOpenly = <Of extends PeopleId>(
  id: Of,
  ...[params, options]: CallArguments<Of>
): Promise<Answer<Of>> => send(callOf(id, params, options))

/**
 * Sends a request and reads its JSON answer; undefined for an answer without a body.
 *
 * @throws Problem; an aborted request throws the signal's reason
 */
export async function send<T>(call: Call): Promise<T> {
  const answer = await ask(call)
  return parse(await answer.text().catch(offline(call.signal))) as T
}

/** Sends a request that is answered by a file. @throws Problem */
export async function sendForFile(call: Call): Promise<SentFile> {
  const answer = await ask(call)
  const [, name = 'file'] =
    /filename="(.*?)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  return { name, content: await answer.blob().catch(offline(call.signal)) }
}

/** @throws Problem if the answer's status is not 2xx */
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

/** Turns any thrown value into a problem: an error of another kind is a defect of the page. */
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
    // A proxy that answers in the place of the service sends HTML.
    return undefined
  }
}
