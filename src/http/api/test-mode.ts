import type { Context } from 'elysia'
import { AppError } from '../../domain/kernel/errors.ts'
import { type BookingShown, kindOf } from '../../domain/sandbox/certification-proof.ts'
import type { AnswerFault } from '../../domain/sandbox/sandbox-fault.ts'
import type { AnsweredCall, CallEvidence } from '../../service/sandbox/certification.ts'

/** What is done about a request of a test key. */
type TestContext = {
  /** How the answer to an operation is to go wrong; undefined: it is not. */
  nextFault: (operation: string) => Promise<AnswerFault | undefined>
  /** Told of the call when it was answered; without an operation it was refused before it came to one. */
  ended: (call: AnsweredCall, operation?: string) => Promise<void>
  startedAtMs: number
}

/** Requests of test keys, whose every answer says so (contract §2, *Sandbox*), and what their answers show. */
const ofTestKeys = new WeakMap<Request, TestContext & { shown: CallEvidence[] }>()
/** How an answer to one of them begins. */
const MARK = '{"test":true'

/** What a request that a fault refuses is told to wait. */
const RETRY_AFTER_SECONDS = 2
const CODES = { 429: 'rate_limited', 500: 'internal', 503: 'unavailable' } as const

/**
 * Notes that a request is a test key's: what it is answered carries `test: true`, may go wrong on purpose, and is a part
 * of its certification. Noted again nothing changes.
 */
export function noteTest(request: Request, tested: TestContext): void {
  if (!ofTestKeys.has(request)) ofTestKeys.set(request, { ...tested, shown: [] })
}

/** Notes what the answer to a request shows of a partner's system; of any key but a test key nothing is looked at. */
export function witness(request: Request, shows: () => CallEvidence | undefined): void {
  const shown = ofTestKeys.get(request)?.shown
  const seen = shown && shows()
  if (seen) shown.push(seen)
}

/** Notes which revisions of bookings stand in the answer to a request. */
export const witnessBookings = (request: Request, bookings: () => readonly BookingShown[]): void =>
  witness(request, () => {
    const received = bookings().flatMap((booking) => {
      const kind = kindOf(booking)
      return kind ? [{ code: booking.code, revision: booking.revision, kind }] : []
    })
    return { type: 'bookings', received }
  })

/** Notes that a request of a test key is refused for asking too fast. */
export async function witnessRefusal(call: AnswerHead, waitSeconds: number): Promise<void> {
  const tested = ofTestKeys.get(call.request)
  if (tested) await tested.ended({ ...endedCall(call, tested), isGood: false, waitSeconds })
}

export const isTestRequest = (request: Request): boolean => ofTestKeys.has(request)

/**
 * Answers a request of a test key: marked, and gone wrong when that was asked for. What it shows is noted first.
 *
 * @param work does what is asked, or nothing when a fault refuses it
 * @throws AppError what `work` throws, and `rate_limited`, `internal`, `unavailable` on purpose
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

/** A request with the headers of its answer, one of which is its name. */
type AnswerHead = Pick<Context, 'request' | 'set'>

const endedCall = (
  { set }: AnswerHead,
  { startedAtMs, shown }: { startedAtMs: number; shown: CallEvidence[] },
) => ({ requestId: String(set.headers['x-request-id']), startedAtMs, shown })

/** How long somebody is told to wait who asked too fast. */
function waitOf(error: unknown): number | undefined {
  const isTooFast = error instanceof AppError && error.code === 'rate_limited'
  return isTooFast ? error.facts.retryAfterSeconds : undefined
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
export const markTestText = (request: Request, json: string): string =>
  isTestRequest(request) ? markText(json) : json

/** The error as a test key is told of it. */
export const markProblem = (error: AppError): AppError =>
  new AppError(error.code, error.message, {
    ...error.facts,
    members: { test: true, ...error.facts.members },
  })

/** Whether an error is a fault that was asked for: nothing is wrong. */
export const isSandboxFault = ({ facts }: AppError): boolean => facts.members?.onPurpose === true

const sandboxFault = (status: 429 | 500 | 503) =>
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
