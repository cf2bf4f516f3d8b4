import { type Static, t } from 'elysia'
import { AppError, pointerStep, refused } from '../../domain/errors.ts'
import { UPDATES_MAX } from '../../domain/limits.ts'
import { isRefusedWhole } from '../../domain/push.ts'
import { counted } from '../../domain/text.ts'
import type { PushAnswer, PushKey } from '../../service/availability/push-replay.ts'
import type { Deps } from '../../service/deps.ts'
import { canonicalJson, hashRequest } from '../request/idempotency.ts'
import { oneOf } from '../request/query.ts'
import { parameters } from './partner-availability-docs.ts'

/** How a push is to be taken, by a partner or in the panel. */
export const PushQuery = t.Object(
  {
    mode: t.Optional({ ...oneOf('partial', 'atomic'), ...parameters.mode }),
    dryRun: t.Optional({ ...oneOf('true', 'false'), ...parameters.dryRun }),
    onStale: t.Optional({ ...oneOf('correct', 'refuse'), ...parameters.onStale }),
  },
  { additionalProperties: false },
)

type Query = Static<typeof PushQuery>

/** How a push is to be taken, with what its query leaves unsaid. */
export const readPushQuery = ({ mode = 'partial', dryRun, onStale = 'correct' }: Query) => ({
  mode,
  dryRun: dryRun === 'true',
  onStale,
})

/** The body of a push: its elements, and the currency that its sender takes the hotel's amounts to be in. */
type PushBody = { elements: unknown[]; currency?: string }

/** A push is compared with no earlier answer (contract §2). @throws AppError `precondition_failed` */
export function refuseIfMatch({ headers }: Request): void {
  if (headers.has('if-match'))
    throw new AppError(
      'precondition_failed',
      'A push replaces no representation: send it without If-Match. Counts are corrected by what the service sold meanwhile.',
    )
}

/**
 * The Idempotency-Key of a push by an API key, with what tells the push from others (contract-counts); a dry run has
 * none, for it is judged anew.
 */
export function readPushKey(
  apiKeyId: string,
  key: string | undefined,
  { mode, dryRun, onStale }: ReturnType<typeof readPushQuery>,
  body: unknown,
): PushKey | undefined {
  if (key === undefined || dryRun) return undefined
  const requestHash = hashRequest(`PUT ${mode} ${onStale} ${canonicalJson(body)}`)
  return { apiKeyId, key, requestHash }
}

/** A push of the panel is kept under no key: one that is sent would go unheeded. @throws AppError `validation_failed` */
export function refuseIdempotencyKey({ headers }: Request): void {
  if (headers.has('idempotency-key'))
    throw refused(
      'header:Idempotency-Key',
      'unknown_field',
      'A push of the panel has no Idempotency-Key; one with an API key may.',
    )
}

/** How a large push of a hotel takes its turn. */
export const turnOf =
  ({ largePushes }: Pick<Deps, 'largePushes'>, hotelId: number) =>
  <T>(work: () => Promise<T>): Promise<T> =>
    largePushes.take(hotelId, work)

/** What a push body says as a whole. @throws AppError `validation_failed` naming what is wrong with it */
export function readPushBody(body: unknown): PushBody {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refused('', 'wrong_type', 'The body must be an object: {"updates": [ … ]}.')
  const { updates, currency, ...rest } = body as { updates?: unknown; currency?: unknown }
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
  if (currency !== undefined && typeof currency !== 'string')
    throw refused('/currency', 'wrong_type', 'Must be a string.')
  return { elements: updates, ...(currency !== undefined && { currency }) }
}

/** 200 when every element was applied, 207 when some were; 422 when nothing was written (contract §2). */
export function answerPush({ report, isReplay }: PushAnswer): Response {
  const { rejected, received } = report
  if (!isRefusedWhole(report)) {
    const headers = isReplay ? { 'idempotency-replayed': 'true' } : undefined
    return Response.json(report, {
      status: rejected === 0 ? 200 : 207,
      ...(headers && { headers }),
    })
  }
  const detail = `Nothing was written: of ${counted(received, 'element')} ${counted(rejected, 'was', 'were')} refused.`
  const errors = report.errors.map((error) => ({
    path: `/updates/${error.index}${error.field === null ? '' : `/${pointerStep(error.field)}`}`,
    ...error,
  }))
  throw new AppError('validation_failed', detail, { members: report, errors })
}
