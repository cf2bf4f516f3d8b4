import { Elysia, t } from 'elysia'
import { pushAvailability } from '../../service/availability/push-availability.ts'
import { replayPush } from '../../service/availability/push-replay.ts'
import type { Context } from '../context.ts'
import { queryParameters } from '../docs.ts'
import { partnerKey } from '../doors/partner-key.ts'
import { withPushJson } from '../request/body.ts'
import { readIdempotencyKey } from '../request/idempotency.ts'
import { onceEach, queryReader } from '../request/query.ts'
import type { Pulls } from './availability-pull.ts'
import { historyQuery, partnerActors, showDayHistory } from './day-history.ts'
import * as docs from './partner-availability-docs.ts'
import {
  answerPush,
  PushQuery,
  readPushBody,
  readPushKey,
  readPushQuery,
  refuseIfMatch,
  turnOf,
} from './push-request.ts'

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

const HistoryQuery = t.Object(historyQuery, { additionalProperties: false })

/** Availability pull, push and history (specification §4.1, contract §2). */
export function partnerAvailabilityRoutes(context: Context, pull: Pulls) {
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
        refuseIfMatch(request)
        const header = readIdempotencyKey(request.headers.get('idempotency-key'))
        const asked = readPushQuery(query)
        const takeTurn = turnOf(context, key.hotelId)
        return await withPushJson(request, takeTurn, async (json, hasTurn) => {
          const idempotency = readPushKey(key.id, header, asked, json)
          const earlier = await replayPush(context.store, context, idempotency)
          if (earlier) return answerPush(earlier)
          const body = readPushBody(json)
          // After the body, which may have taken its time: the room types as they are now.
          const sheet = await context.hotelOf(key.hotelId)
          const actor = { type: 'key' as const, id: key.id }
          const push = { ...sheet, actor, ...body, ...asked, idempotency, hasTurn }
          return answerPush(await pushAvailability(context, push))
        })
      },
      {
        transform: onceEach(),
        query: PushQuery,
        detail: { ...docs.push, parameters: [...queryParameters(PushQuery), docs.idempotencyKey] },
      },
    )
    .get(
      '/history',
      async ({ key, query }) => await showDayHistory(context, key.hotelId, query, partnerActors),
      { transform: onceEach(), query: HistoryQuery, detail: docs.history },
    )
}

/** Whether a client holds this very answer (RFC 9110 §13.1.2). */
export function isKnown(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  return (
    ifNoneMatch === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  )
}
