import { Elysia, t } from 'elysia'
import { pushAvailability } from '../../service/availability/push-availability.ts'
import { changeRoomType } from '../../service/catalog/catalog-rooms.ts'
import type { Pulls } from '../availability/availability-pull.ts'
import { historyQuery, hotelActors, showDayHistory } from '../availability/day-history.ts'
import { isKnown, PullQuery } from '../availability/partner-availability.ts'
import { ifNoneMatch } from '../availability/partner-availability-docs.ts'
import {
  answerPush,
  PushQuery,
  readPushBody,
  readPushQuery,
  refuseIdempotencyKey,
  refuseIfMatch,
  turnOf,
} from '../availability/push-request.ts'
import type { Context } from '../context.ts'
import { queryParameters } from '../docs.ts'
import { HotelQuery, hotelQuery, panelHotel } from '../doors/panel-hotel.ts'
import { publicLimit } from '../doors/public-limit.ts'
import { signedIn } from '../doors/session.ts'
import { readBody, withPushJson } from '../request/body.ts'
import { onceEach, queryReader } from '../request/query.ts'
import { actorOf } from '../shapes/audit.ts'
import { showRoom } from '../shapes/hotel.ts'
import { RoomPatch } from './admin-schemas.ts'
import * as docs from './panel-rooms-docs.ts'

const strict = { additionalProperties: false }
const RoomParams = t.Object({ roomCode: t.String() })
const PanelPullQuery = t.Object({ ...hotelQuery, ...PullQuery.properties }, strict)
const readPull = queryReader(PanelPullQuery, ['roomCode'])
const PanelPushQuery = t.Object({ ...hotelQuery, ...PushQuery.properties }, strict)
const HistoryQuery = t.Object({ ...hotelQuery, ...historyQuery }, strict)

/** Room types and days in the panel, by the rules of the partner's pull and push (contract §2, §5). */
export function panelRoomRoutes(context: Context, pull: Pulls) {
  return new Elysia({ prefix: '/v1/panel' })
    .use(publicLimit(context))
    .use(signedIn(context, 'hotel_manager', 'admin'))
    .get(
      '/rooms',
      async ({ user, query }) => {
        const { hotel, rooms } = await panelHotel(context, user, query)
        return { items: rooms.map((room) => showRoom(room, hotel)), nextCursor: null }
      },
      { transform: onceEach(), query: HotelQuery, detail: docs.rooms },
    )
    .patch(
      '/rooms/:roomCode',
      async ({ user, query, params: { roomCode }, request }) => {
        const { slug } = (await panelHotel(context, user, query)).hotel
        const changes = await readBody(RoomPatch, request)
        const place = { hotelSlug: slug, roomCode }
        const { room, hotel } = await changeRoomType(context, actorOf(user), place, changes)
        return showRoom(room, hotel)
      },
      { transform: onceEach(), params: RoomParams, query: HotelQuery, detail: docs.changeRoom },
    )
    .get(
      '/availability',
      async ({ user, headers, request, set }) => {
        const query = readPull(request)
        const { hotel } = await panelHotel(context, user, query)
        const { from, to, roomCode: roomCodes } = query
        const { text, etag } = await pull(hotel.id, { from, to, roomCodes })
        set.headers.etag = etag
        set.headers['cache-control'] = 'private, no-cache'
        if (isKnown(headers['if-none-match'], etag)) {
          set.status = 304
          return
        }
        set.headers['content-type'] = 'application/json'
        return text
      },
      { detail: { ...docs.pull, parameters: [...queryParameters(PanelPullQuery), ifNoneMatch] } },
    )
    .put(
      '/availability',
      async ({ user, query, request }) => {
        // Before the body, so that nobody sends 4 MiB to a hotel that is not theirs.
        const { hotel } = await panelHotel(context, user, query)
        refuseIfMatch(request)
        refuseIdempotencyKey(request)
        return await withPushJson(request, turnOf(context, hotel.id), async (json, hasTurn) => {
          const body = readPushBody(json)
          // As it is after the body, which may have taken its time.
          const sheet = await context.hotelOf(hotel.id)
          const asked = { ...readPushQuery(query), hasTurn, isPanel: true }
          const push = { ...sheet, actor: actorOf(user), ...body, ...asked }
          return answerPush(await pushAvailability(context, push))
        })
      },
      { transform: onceEach(), query: PanelPushQuery, detail: docs.push },
    )
    .get(
      '/availability/history',
      async ({ user, query }) => {
        const { hotel } = await panelHotel(context, user, query)
        return await showDayHistory(context, hotel.id, query, hotelActors)
      },
      { transform: onceEach(), query: HistoryQuery, detail: docs.history },
    )
}
