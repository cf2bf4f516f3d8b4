import { Elysia, t } from 'elysia'
import { AppError, pointerStep, refused } from '../domain/errors.ts'
import { UPDATES_MAX } from '../domain/limits.ts'
import type { PushReport } from '../domain/push.ts'
import { pushAvailability } from '../service/push-availability.ts'
import { createPulls } from './availability-pull.ts'
import { readJson } from './body.ts'
import type { Context } from './context.ts'
import { historyQuery, partnerActors, showDayHistory } from './day-history.ts'
import { queryParameters } from './docs.ts'
import * as docs from './partner-availability-docs.ts'
import { partnerKey } from './partner-key.ts'
import { onceEach, oneOf, queryReader } from './query.ts'

/** What a pull is asked for, by a partner or in the panel. */
export const PullQuery = t.Object(
  {
    from: t.String({ format: 'date', ...docs.parameters.from }),
    to: t.String({ format: 'date', ...docs.parameters.to }),
    roomCode: t.Optional(t.Array(t.String(), docs.parameters.roomCode)),
  },
  { additionalProperties: false },
)

const readPull = queryReader(PullQuery, ['roomCode'])

/** How a push is to be taken, by a partner or in the panel. */
export const PushQuery = t.Object(
  {
    mode: t.Optional(oneOf('partial', 'atomic')),
    dryRun: t.Optional(oneOf('true', 'false')),
  },
  { additionalProperties: false },
)

const HistoryQuery = t.Object(historyQuery, { additionalProperties: false })

/** Availability pull, push and history (specification §4.1, contract §2). */
export function partnerAvailabilityRoutes(context: Context) {
  const pull = createPulls(context)
  return new Elysia({ prefix: '/v1/partner/availability' })
    .use(partnerKey(context))
    .get(
      '',
      async ({ key, request, set }) => {
        const { from, to, roomCode: roomCodes } = readPull(request)
        const { text, etag } = await pull(key.hotelId, { from, to, roomCodes })
        set.headers.etag = etag
        set.headers['cache-control'] = 'private, no-cache'
        if (isKnown(request.headers.get('if-none-match'), etag)) {
          set.status = 304
          return
        }
        set.headers['content-type'] = 'application/json'
        return text
      },
      { detail: { ...docs.pull, parameters: [...queryParameters(PullQuery), docs.ifNoneMatch] } },
    )
    .put(
      '',
      async ({ key, query, request }) => {
        const { mode = 'partial', dryRun } = query
        const elements = readUpdates(await readJson(request))
        // After the body, which may have taken its time: the room types as they are now.
        const sheet = await context.hotelOf(key.hotelId)
        return answerPush(
          await pushAvailability(context, {
            ...sheet,
            actor: { type: 'key', id: key.id },
            elements,
            mode,
            dryRun: dryRun === 'true',
          }),
        )
      },
      { transform: onceEach(), query: PushQuery, detail: docs.push },
    )
    .get(
      '/history',
      async ({ key, query }) => await showDayHistory(context, key.hotelId, query, partnerActors),
      { transform: onceEach(), query: HistoryQuery, detail: docs.history },
    )
}

/** The elements of a push body. @throws AppError `validation_failed` naming what is wrong with the body as a whole */
export function readUpdates(body: unknown): unknown[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refused('', 'wrong_type', 'The body must be an object: {"updates": [ … ]}.')
  const { updates, ...rest } = body as { updates?: unknown }
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
    throw refused('/updates', 'wrong_length', `Must have 1 to ${UPDATES_MAX} elements.`)
  return updates
}

/** 200 when every element was applied, 207 when some were; 422 when nothing was written (contract §2). */
export function answerPush(report: PushReport): Response {
  const { rejected, received, mode } = report
  if (rejected === 0) return Response.json(report)
  if (rejected < received && mode === 'partial') return Response.json(report, { status: 207 })
  const detail = `Nothing was written: ${rejected} of ${received} elements were refused.`
  const errors = report.errors.map((error) => ({
    path: `/updates/${error.index}${error.field === null ? '' : `/${pointerStep(error.field)}`}`,
    ...error,
  }))
  throw new AppError('validation_failed', detail, { members: report, errors })
}

/** Whether a client holds this very answer (RFC 9110 §13.1.2). */
export function isKnown(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  return (
    ifNoneMatch === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  )
}
