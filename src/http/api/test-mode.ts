import type { Context } from 'elysia'
import { AppError } from '../../domain/kernel/errors.ts'
import { kindOf, type RevisionSummary } from '../../domain/sandbox/certification-proof.ts'
import type { AnswerFault } from '../../domain/sandbox/sandbox-fault.ts'
import type { AnsweredCall, CallEvidence } from '../../service/sandbox/certification.ts'

/** The sandbox context of a test key's request: simulated faults and the certification. */
type TestContext = {
  /** Returns the next simulated fault of an operation; undefined: none. */
  nextFault: (operation: string) => Promise<AnswerFault | undefined>
  /** Called after the answer; `operation` is absent if the request was refused before reaching one. */
  ended: (call: AnsweredCall, operation?: string) => Promise<void>
  startedAtMs: number
}

/** Requests of test keys, with the evidence in their answers; every answer is marked (contract §2, *Sandbox*). */
const ofTestKeys = new WeakMap<Request, TestContext & { shown: CallEvidence[] }>()
/** The beginning of a marked answer. */
const MARK = '{"test":true'

/** `Retry-After` of a simulated fault. */
const RETRY_AFTER_SECONDS = 2
const CODES = { 429: 'rate_limited', 500: 'internal', 503: 'unavailable' } as const

/**
 * Marks a request as a test key's: its answer has `test: true`, may have a simulated fault, and counts for the
 * certification. Idempotent.
 */
export function noteTest(request: Request, tested: TestContext): void {
  if (!ofTestKeys.has(request)) ofTestKeys.set(request, { ...tested, shown: [] })
}

/** Records evidence about the partner's system for its certification; does nothing for live keys. */
export function witness(request: Request, shows: () => CallEvidence | undefined): void {
  const shown = ofTestKeys.get(request)?.shown
  const seen = shown && shows()
  if (seen) shown.push(seen)
}

/** Records the booking revisions in an answer as evidence. */
export const witnessBookings = (
  request: Request,
  bookings: () => readonly RevisionSummary[],
): void =>
  witness(request, () => {
    const received = bookings().flatMap((booking) => {
      const kind = kindOf(booking)
      const { code, revision, group } = booking
      return kind ? [{ code, revision, kind, ...(group && { isOfGroup: true as const }) }] : []
    })
    return { type: 'bookings', received }
  })

/** Records that a test key's request was rate limited. */
export async function witnessRefusal(call: AnswerHead, waitSeconds: number): Promise<void> {
  const tested = ofTestKeys.get(call.request)
  if (tested) await tested.ended({ ...endedCall(call, tested), isGood: false, waitSeconds })
}

export const isTestRequest = (request: Request): boolean => ofTestKeys.has(request)

/**
 * Answers a request of a test key: marks the answer, records its evidence, and simulates a requested fault.
 *
 * @param work performs the operation; skipped if a fault refuses it
 * @throws AppError what `work` throws, and `rate_limited`, `internal`, `unavailable` as simulated faults
 */
export async function answerTest(
  call: AnswerHead,
  operation: string,
  work: () => unknown,
): Promise<unknown> {
  const tested = ofTestKeys.get(call.request)!
  const fault = await tested.nextFault(operation)
  const answer = async () => {
    if (fault?.status !== undefined) throw sandboxFault(fault.status)
    return await markTest(await work())
  }
  const [settled] = await Promise.allSettled([answer()])
  const isGood = settled.status === 'fulfilled'
  const waitSeconds = isGood ? undefined : waitOf(settled.reason)
  await tested.ended({ ...endedCall(call, tested), isGood, waitSeconds }, operation)
  if (fault?.delayMs !== undefined) await Bun.sleep(fault.delayMs)
  if (fault?.drop) return cut()
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

/** A request with the headers of its answer, among them its id. */
type AnswerHead = Pick<Context, 'request' | 'set'>

const endedCall = (
  { set }: AnswerHead,
  { startedAtMs, shown }: { startedAtMs: number; shown: CallEvidence[] },
) => ({ requestId: String(set.headers['x-request-id']), startedAtMs, shown })

/** Returns the `Retry-After` seconds of a rate limit error; undefined for other errors. */
function waitOf(error: unknown): number | undefined {
  const isTooFast = error instanceof AppError && error.code === 'rate_limited'
  return isTooFast ? error.facts.retryAfterSeconds : undefined
}

/**
 * Marks an answer for a test key: `test: true` becomes the first member of its JSON object. Answers without a body stay
 * unchanged, and compressed ones: they were marked before.
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

/** Marks a JSON text if the request is a test key's; for answers that may be compressed afterwards. */
export const markTestText = (request: Request, json: string): string =>
  isTestRequest(request) ? markText(json) : json

/** Marks an error for a test key. */
export const markProblem = (error: AppError): AppError =>
  new AppError(error.code, error.message, {
    ...error.facts,
    members: { test: true, ...error.facts.members },
  })

/** True if an error is a simulated fault of the sandbox. */
export const isSandboxFault = ({ facts }: AppError): boolean => facts.members?.onPurpose === true

const sandboxFault = (status: 429 | 500 | 503) =>
  new AppError(CODES[status], 'A simulated fault of the sandbox, as requested; nothing was done.', {
    members: { onPurpose: true },
    ...(status !== 500 && { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  })

/** An answer that closes the connection before a byte arrives. */
const cut = () =>
  // Without an error, which Bun would print.
  new Response(new ReadableStream({ pull: (controller) => controller.error(undefined) }))

function markText(json: string): string {
  if (json.startsWith(MARK)) return json
  return json.startsWith('{}') ? `${MARK}}` : json.replace(/^\{/, `${MARK},`)
}
