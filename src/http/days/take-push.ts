import type { Static } from 'typebox'
import type { ApiKey } from '../../domain/accounts/api-key.ts'
import { needScope } from '../../domain/accounts/scope.ts'
import { isRefusedWhole, type PushMode, type PushReport } from '../../domain/days/push.ts'
import type { Form, Update } from '../../domain/days/update.ts'
import {
  HOLDS,
  type Holds,
  type OnJump,
  type OnStale,
  type Remark,
} from '../../domain/kernel/availability.ts'
import { AppError, pointerStep, refused } from '../../domain/kernel/errors.ts'
import { UPDATES_MAX } from '../../domain/kernel/limits.ts'
import { countNoun } from '../../domain/kernel/text.ts'
import { pushAvailability } from '../../service/days/push-availability.ts'
import { type PushAnswer, type PushKey, replayPush } from '../../service/days/push-replay.ts'
import type { Actor } from '../../store/days/history.ts'
import { withPushJson } from '../api/body.ts'
import type { Context } from '../api/context.ts'
import { canonicalJson, hashRequest, readIdempotencyKey } from '../api/idempotency.ts'
import { answerText } from '../api/packing.ts'
import { type Call, type RawJson, rawJson } from '../api/route.ts'
import { markTestText, witness } from '../api/test-mode.ts'
import { reauthorise } from '../doors/partner-key.ts'
import { daysBudgetOf } from './fair-use.ts'
import type { PushReportSchema } from './push-shape.ts'

/** A push request: hotel, actor and, for a partner, the API key, whose pushes have idempotency. */
type PushRequest = {
  hotelId: number
  actor: Actor
  key?: ApiKey
  query: PushQuery
} & Pick<Call, 'request' | 'set'>

/**
 * Takes a push over HTTP. With an API key, idempotency comes first: an earlier push under the same Idempotency-Key is
 * replayed before the body is checked. A push of the panel has no such key.
 *
 * @throws AppError as `pushAvailability`, `withPushJson`, `precondition_failed`, `validation_failed`
 */
export async function takePush(
  context: Context,
  form: Form,
  { hotelId, actor, key, query: { mode, dryRun, onStale, onJump }, ...call }: PushRequest,
): Promise<RawJson> {
  const { request } = call
  refuseIfMatch(request)
  if (!key) refuseIdempotencyKey(request)
  const header = readIdempotencyKey(request.headers.get('idempotency-key'))
  const takeTurn = <T>(work: () => Promise<T>) => context.largePushes.take(hotelId, work)
  return await withPushJson(request, takeTurn, async (json, hasTurn) => {
    if (key) await reauthorise(context, { request, server: null })
    const options = { mode, dryRun, onStale, onJump }
    const hashed = { method: request.method, ...options }
    const idempotency = key && readPushKey(key.id, header, hashed, json)
    const earlier = idempotency && (await replayPush(context.store, context, idempotency))
    if (earlier) return await answerPush(call, key, earlier)
    // Counts of the panel are typed as shown, with holds already deducted.
    const body = key ? readKeyBody(json) : { ...readPushBody(json), holds: 'counted' as const }
    if (key) needBookingsRead(key, body)
    if (key && form === 'patch' && !dryRun) askForKey(body, header)
    // Read after the body, which may have taken long: the room types as they are now.
    const snapshot = await context.hotelOf(hotelId)
    const budget = daysBudgetOf(context, hotelId)
    const means = { form, hasTurn, budget, ...(idempotency && { idempotency }) }
    const push = { ...snapshot, actor, ...body, ...options, ...means }
    const answer = await pushAvailability(context, push)
    witness(request, () => answer.shown && { type: 'push', ...answer.shown })
    return await answerPush(call, key, answer)
  })
}

/** Options of a push, from its query. */
export type PushQuery = { mode: PushMode; dryRun: boolean; onStale: OnStale; onJump: OnJump }

/** The body of a push: its elements, and the values for all of them. */
type PushBody = { elements: unknown[]; currency?: string; seenThrough?: string; holds?: Holds }

/** Refuses `If-Match`: a push has no precondition (contract §2). @throws AppError `precondition_failed` */
function refuseIfMatch({ headers }: Request): void {
  if (headers.has('if-match'))
    throw new AppError(
      'precondition_failed',
      'A push replaces no representation: send it without If-Match. Counts are corrected for what the service sold meanwhile.',
    )
}

/**
 * Returns the Idempotency-Key of a push with the hash of its request (contract-counts); none for a dry run, which is
 * judged anew.
 */
function readPushKey(
  apiKeyId: string,
  key: string | undefined,
  { method, mode, dryRun, onStale, onJump }: PushQuery & { method: string },
  body: unknown,
): PushKey | undefined {
  if (key === undefined || dryRun) return undefined
  // The default of `onJump` adds nothing to the hash: replicas from before `onJump` may answer the same push and key.
  const jumps = onJump === 'warn' ? '' : ` ${onJump}`
  const requestHash = hashRequest(`${method} ${mode} ${onStale}${jumps} ${canonicalJson(body)}`)
  return { apiKeyId, key, requestHash }
}

/** Refuses an Idempotency-Key on a push of the panel, which would ignore it. @throws AppError `validation_failed` */
function refuseIdempotencyKey({ headers }: Request): void {
  if (headers.has('idempotency-key'))
    throw refused(
      'header:Idempotency-Key',
      'unknown_field',
      'Only a push with an API key accepts an Idempotency-Key.',
    )
}

/** Reads the body of a push with an API key, with its `holds`. @throws AppError `validation_failed` */
function readKeyBody(json: unknown): PushBody {
  if (typeof json !== 'object' || json === null || !('holds' in json)) return readPushBody(json)
  const { holds, ...body } = json as { holds: unknown }
  const known = HOLDS.find((each) => each === holds)
  if (!known)
    throw refused(
      '/holds',
      typeof holds === 'string' ? 'unknown_value' : 'wrong_type',
      `Must be one of ${HOLDS.map((each) => `"${each}"`).join(', ')}.`,
    )
  return { ...readPushBody(body), holds: known }
}

/**
 * Reads the body of a push without checking its elements, which are judged one by one.
 *
 * @throws AppError `validation_failed`
 */
function readPushBody(body: unknown): PushBody {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refused('', 'wrong_type', 'The body must be an object: {"updates": [ … ]}.')
  const { updates, currency, seenThrough, ...rest } = body as Record<string, unknown>
  const [unknown] = Object.keys(rest)
  if (updates === undefined) throw refused('/updates', 'required', 'This field is required.')
  if (unknown !== undefined)
    throw refused(
      `/${pointerStep(unknown.slice(0, 100))}`,
      'unknown_field',
      'There is no such field.',
    )
  if (!Array.isArray(updates))
    throw refused('/updates', 'wrong_type', 'Must be an array of updates.')
  if (updates.length < 1 || updates.length > UPDATES_MAX)
    throw refused('/updates', 'wrong_length', `Must have 1 to ${UPDATES_MAX} elements.`, {
      min: 1,
      max: UPDATES_MAX,
    })
  return { elements: updates, ...textsOf({ currency, seenThrough }) }
}

/**
 * Refuses `seenThrough` from a key that cannot read bookings: it has seen none in the feed (contract §8).
 *
 * @throws AppError `scope_missing`
 */
function needBookingsRead({ scopes }: ApiKey, { elements, seenThrough }: PushBody): void {
  const isThere =
    seenThrough !== undefined ||
    elements.some((element) => (element as Update | null)?.seenThrough !== undefined)
  if (isThere) needScope(scopes, 'bookings:read', '`seenThrough`')
}

/** Returns the members that are present. @throws AppError `validation_failed` for a member that is not a string */
function textsOf(members: Record<string, unknown>): Record<string, string> {
  const named = Object.entries(members).filter(([, value]) => value !== undefined)
  for (const [name, value] of named)
    if (typeof value !== 'string') throw refused(`/${name}`, 'wrong_type', 'Must be a string.')
  return Object.fromEntries(named) as Record<string, string>
}

/**
 * Requires an Idempotency-Key for relative counts (`availableBy`): a repeat by mistake would apply them twice
 * (contract-counts).
 *
 * @throws AppError `validation_failed`
 */
function askForKey({ elements }: PushBody, header: string | undefined): void {
  const at = elements.findIndex((element) => (element as Update | null)?.availableBy !== undefined)
  if (at >= 0 && header === undefined)
    throw refused(
      `/updates/${at}/availableBy`,
      'idempotency_key_required',
      'Send an Idempotency-Key: without one a repeat would be applied twice.',
    )
}

/** Returns the report for an API key: booking codes only with the scope `bookings:read` (contract-counts). */
function readableReport(report: PushReport, key: ApiKey | undefined): PushReport {
  if (!key || key.scopes.includes('bookings:read')) return report
  const nameless = <T extends Pick<Remark, 'bookings'>>({ bookings, ...remark }: T) => remark
  return {
    ...report,
    errors: report.errors.map(nameless),
    warnings: report.warnings.map(nameless),
  }
}

/** Answers a push: 200 if every element was applied, 207 if some were, 422 if nothing was written (contract §2). */
async function answerPush(
  call: Pick<Call, 'request' | 'set'>,
  key: ApiKey | undefined,
  answer: PushAnswer,
): Promise<RawJson> {
  const report = readableReport(answer.report, key)
  if (!isRefusedWhole(report)) return await answerReport(call, report, answer.isReplay)
  const { mode, rejected, received } = report
  const detail =
    mode === 'atomic'
      ? `Nothing was written: a bad element refuses all ${received}.`
      : `Nothing was written: of ${countNoun(received, 'element')} ${countNoun(rejected, 'was', 'were')} refused.`
  const errors = report.errors.map((error) => ({
    path: `/updates/${error.index}${error.field === null ? '' : `/${pointerStep(error.field)}`}`,
    ...error,
  }))
  throw new AppError('validation_failed', detail, { members: report, errors })
}

async function answerReport(
  call: Pick<Call, 'request' | 'set'>,
  report: PushReport,
  isReplay: boolean,
): Promise<RawJson> {
  const { request, set } = call
  if (report.rejected > 0) set.status = 207
  if (isReplay) set.headers['idempotency-replayed'] = 'true'
  const json = JSON.stringify(report satisfies Static<typeof PushReportSchema>)
  return rawJson(await answerText(call, markTestText(request, json)))
}
