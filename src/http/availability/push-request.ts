import { type Static, type TSchema, Type } from 'typebox'
import type { OnStale } from '../../domain/availability.ts'
import { AppError, type ErrorCode, pointerStep, refused } from '../../domain/errors.ts'
import { UPDATES_MAX } from '../../domain/limits.ts'
import { isRefusedWhole, type PushMode } from '../../domain/push.ts'
import { counted } from '../../domain/text.ts'
import type { PushAnswer, PushKey } from '../../service/availability/push-replay.ts'
import type { Deps } from '../../service/deps.ts'
import type { HeaderName } from '../headers.ts'
import { canonicalJson, hashRequest } from '../request/idempotency.ts'
import { oneOf } from '../request/query.ts'
import { PushProblemSchema, PushReportSchema } from '../shapes/push.ts'
import { next } from './pull-request.ts'

const head = {
  pushId: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  mode: 'partial',
  dryRun: false,
  currency: 'EUR',
  received: 2,
  unchanged: 0,
  corrected: 0,
  stale: 0,
  warnings: [],
} as const
const refusal = {
  index: 1,
  roomCode: 'DBK',
  date: next,
  field: 'roomCode',
  code: 'unknown_room',
  message: 'This hotel has no room type "DBK"; the nearest code is "DBL".',
}

/** The body of a push whose elements are of a schema. */
export const pushBody = <T extends TSchema>(element: T) =>
  Type.Object({
    updates: Type.Array(element, { minItems: 1, maxItems: UPDATES_MAX }),
    currency: Type.Optional(
      Type.String({
        description:
          "What you take the hotel's currency to be (ISO 4217): when it is another, nothing is written, and the answer is 422 `currency_mismatch`.",
      }),
    ),
  })

/** A push in words and schemas, by a partner or in the panel. @param headers of the answers to it alone */
export const pushOperation = (headers: HeaderName[] = []) => ({
  summary: 'Push days',
  query: {
    mode: {
      ...oneOf('partial', 'atomic'),
      default: 'partial',
      description: '`partial` applies the good elements, `atomic` all or none.',
    },
    dryRun: Type.Boolean({ default: false, description: '`true` only reports.' }),
    onStale: {
      ...oneOf('correct', 'refuse'),
      default: 'correct',
      description:
        'What becomes of a count that is answered by `sold_meanwhile`, and of one above 0 that is by `oversold`: `correct` stores what is left and warns, `refuse` refuses the element.',
    },
  },
  bodyIs: 'own' as const,
  says: 'Every element was applied.',
  answer: PushReportSchema,
  example: { ...head, applied: 2, rejected: 0, errors: [] },
  headers,
  also: {
    207: {
      description: 'Some elements were refused; the others are applied.',
      schema: PushReportSchema,
      example: { ...head, applied: 1, rejected: 1, errors: [refusal] },
      headers,
    },
  },
  errors: ['currency_mismatch', 'precondition_failed'] satisfies ErrorCode[],
  refusal: PushProblemSchema.$id!,
})

/** How a push is to be taken. */
type Asked = { mode: PushMode; dryRun: boolean; onStale: OnStale }

/** The body of a push: its elements, and the currency that its sender takes the hotel's amounts to be in. */
type PushBody = { elements: unknown[]; currency?: string }

/** Refuses `If-Match`: a push has no precondition (contract §2). @throws AppError `precondition_failed` */
export function refuseIfMatch({ headers }: Request): void {
  if (headers.has('if-match'))
    throw new AppError(
      'precondition_failed',
      'A push replaces no representation: send it without If-Match. Counts are corrected by what the service sold meanwhile.',
    )
}

/**
 * The Idempotency-Key of a push with the hash of its request (contract-counts); a dry run has none, for it is judged
 * anew.
 */
export function readPushKey(
  apiKeyId: string,
  key: string | undefined,
  { mode, dryRun, onStale }: Asked,
  body: unknown,
): PushKey | undefined {
  if (key === undefined || dryRun) return undefined
  const requestHash = hashRequest(`PUT ${mode} ${onStale} ${canonicalJson(body)}`)
  return { apiKeyId, key, requestHash }
}

/** Refuses an Idempotency-Key, which a push of the panel would ignore. @throws AppError `validation_failed` */
export function refuseIdempotencyKey({ headers }: Request): void {
  if (headers.has('idempotency-key'))
    throw refused(
      'header:Idempotency-Key',
      'unknown_field',
      'A push of the panel has no Idempotency-Key; one with an API key may.',
    )
}

/** Lets large pushes of a hotel wait for their turn. */
export const turnOf =
  ({ largePushes }: Pick<Deps, 'largePushes'>, hotelId: number) =>
  <T>(work: () => Promise<T>): Promise<T> =>
    largePushes.take(hotelId, work)

/** Reads the body of a push but for its elements, which are checked each on its own. @throws AppError `validation_failed` */
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
  if (!isRefusedWhole(report))
    return Response.json(report satisfies Static<typeof PushReportSchema>, {
      status: rejected === 0 ? 200 : 207,
      ...(isReplay && { headers: { 'idempotency-replayed': 'true' } }),
    })
  const detail = `Nothing was written: of ${counted(received, 'element')} ${counted(rejected, 'was', 'were')} refused.`
  const errors = report.errors.map((error) => ({
    path: `/updates/${error.index}${error.field === null ? '' : `/${pointerStep(error.field)}`}`,
    ...error,
  }))
  throw new AppError('validation_failed', detail, { members: report, errors })
}
