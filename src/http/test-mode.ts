import { AppError } from '../domain/errors.ts'
import type { AnswerFault } from '../domain/sandbox-fault.ts'

/** How the answer to an operation of a sandbox is to go wrong; undefined: it is not. */
type NextFault = (operation: string) => Promise<AnswerFault | undefined>

/** Requests of test keys, whose every answer says so (contract §2, *Sandbox*). */
const ofTestKeys = new WeakMap<Request, NextFault>()
/** How an answer to one of them begins. */
const MARK = '{"test":true'

/** What a request that a fault refuses is told to wait. */
const RETRY_AFTER_SECONDS = 2
const CODES = { 429: 'rate_limited', 500: 'internal', 503: 'unavailable' } as const

/** Notes that a request is a test key's: what it is answered carries `test: true`, and may go wrong on purpose. */
export const noteTest = (request: Request, nextFault: NextFault): void =>
  void ofTestKeys.set(request, nextFault)

export const isTestRequest = (request: Request): boolean => ofTestKeys.has(request)

/**
 * Answers a request of a test key: marked, and gone wrong when that was asked for.
 *
 * @param work does what is asked, or nothing when a fault refuses it
 * @throws AppError what `work` throws, and `rate_limited`, `internal`, `unavailable` on purpose
 */
export async function answerTest(
  request: Request,
  operation: string,
  work: () => unknown,
): Promise<unknown> {
  const fault = await ofTestKeys.get(request)!(operation)
  if (!fault) return await markTest(await work())
  const { status, delayMs = 0, drop } = fault
  const answer = async () => {
    if (status !== undefined) throw onPurpose(status)
    return await markTest(await work())
  }
  const [settled] = await Promise.allSettled([answer()])
  await Bun.sleep(delayMs)
  if (drop) return cut()
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

/**
 * An answer as a test key gets it: the first member of its JSON object says so. What has no body stays as it is, and
 * what is packed: it was marked before.
 */
async function markTest(answered: unknown): Promise<unknown> {
  if (typeof answered === 'string') return markText(answered)
  if (answered instanceof Uint8Array) return answered
  if (!(answered instanceof Response))
    return answered && typeof answered === 'object' ? { test: true, ...answered } : answered
  if (!answered.headers.get('content-type')?.includes('json')) return answered
  if (answered.headers.has('content-encoding')) return answered
  const { status, headers } = answered
  headers.delete('content-length')
  return new Response(markText(await answered.text()), { status, headers })
}

/** The JSON text of an answer that may be packed, for whoever asks for it. */
export const markedText = (request: Request, json: string): string =>
  isTestRequest(request) ? markText(json) : json

/** The error as a test key is told of it. */
export const markProblem = (error: AppError): AppError =>
  new AppError(error.code, error.message, {
    ...error.facts,
    members: { test: true, ...error.facts.members },
  })

/** Whether an error is a fault that was asked for: nothing is wrong. */
export const isOnPurpose = ({ facts }: AppError): boolean => facts.members?.onPurpose === true

const onPurpose = (status: 429 | 500 | 503) =>
  new AppError(CODES[status], 'A fault of the sandbox, as it was asked for; nothing was done.', {
    members: { onPurpose: true },
    ...(status !== 500 && { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  })

/** An answer of which nothing arrives: the connection is closed. */
const cut = () =>
  // Without an error, which Bun would print.
  new Response(new ReadableStream({ pull: (controller) => controller.error(undefined) }))

function markText(json: string): string {
  if (json.startsWith(MARK)) return json
  return json.startsWith('{}') ? `${MARK}}` : json.replace(/^\{/, `${MARK},`)
}
