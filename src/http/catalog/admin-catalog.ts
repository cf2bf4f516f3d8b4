import { Elysia, t } from 'elysia'
import type { Static } from 'typebox'
import type { RoomType } from '../../domain/catalog.ts'
import { limitApiKey } from '../../service/accounts/api-keys.ts'
import {
  changeBoard,
  changeCity,
  changeHotel,
  createBoard,
  createCity,
  createHotel,
  hotelOf,
} from '../../service/catalog/catalog.ts'
import { changeRoomType, createRoomType } from '../../service/catalog/catalog-rooms.ts'
import type { Context } from '../context.ts'
import { publicLimit } from '../doors/public-limit.ts'
import { signedIn } from '../doors/session.ts'
import { readBody } from '../request/body.ts'
import { NoQuery } from '../request/query.ts'
import { actorOf } from '../shapes/audit.ts'
import { showHotel, showRoom } from '../shapes/hotel.ts'
import { showKey } from '../shapes/key.ts'
import * as docs from './admin-catalog-docs.ts'
import {
  BoardBody,
  BoardPatch,
  CityBody,
  CityPatch,
  HotelBody,
  HotelPatch,
  KeyPatch,
  RoomBody,
  RoomPatch,
} from './admin-schemas.ts'

const SlugParams = t.Object({ slug: t.String() })
const CodeParams = t.Object({ code: t.String() })
const RoomParams = t.Object({ slug: t.String(), roomCode: t.String() })
const KeyParams = t.Object({ slug: t.String(), id: t.String() })

/** Hours of a hotel that says nothing else. */
const HOURS = { checkinTime: '14:00', checkoutTime: '12:00' }

/** Cities, hotels, room types, boards and key limits, made and changed by admins (contract §5). */
export function adminCatalogRoutes(context: Context) {
  return new Elysia({ prefix: '/v1/admin' })
    .use(publicLimit(context))
    .use(signedIn(context, 'admin'))
    .post(
      '/cities',
      async ({ user, request, set }) => {
        const body = await readBody(CityBody, request)
        set.status = 201
        return await createCity(context, actorOf(user), body)
      },
      { query: NoQuery, detail: docs.createCity },
    )
    .patch(
      '/cities/:slug',
      async ({ user, request, params: { slug } }) =>
        await changeCity(context, actorOf(user), slug, await readBody(CityPatch, request)),
      { params: SlugParams, query: NoQuery, detail: docs.changeCity },
    )
    .post(
      '/hotels',
      async ({ user, request, set }) => {
        const body = await readBody(HotelBody, request)
        const hotel = { ...HOURS, restoreOnCancel: true, active: false, ...body }
        set.status = 201
        return showHotel(await createHotel(context, actorOf(user), hotel))
      },
      { query: NoQuery, detail: docs.createHotel },
    )
    .patch(
      '/hotels/:slug',
      async ({ user, request, params: { slug } }) => {
        const changes = await readBody(HotelPatch, request)
        return showHotel(await changeHotel(context, actorOf(user), slug, changes))
      },
      { params: SlugParams, query: NoQuery, detail: docs.changeHotel },
    )
    .post(
      '/hotels/:slug/rooms',
      async ({ user, request, params: { slug }, set }) => {
        const given = newRoom(await readBody(RoomBody, request))
        set.status = 201
        const { room, hotel } = await createRoomType(context, actorOf(user), slug, given)
        return showRoom(room, hotel)
      },
      { params: SlugParams, query: NoQuery, detail: docs.createRoom },
    )
    .patch(
      '/hotels/:slug/rooms/:roomCode',
      async ({ user, request, params: { slug, roomCode } }) => {
        const changes = await readBody(RoomPatch, request)
        const place = { hotelSlug: slug, roomCode }
        const { room, hotel } = await changeRoomType(context, actorOf(user), place, changes)
        return showRoom(room, hotel)
      },
      { params: RoomParams, query: NoQuery, detail: docs.changeRoom },
    )
    .patch(
      '/hotels/:slug/keys/:id',
      async ({ user, request, params: { slug, id } }) => {
        const { requestsPerMinute } = await readBody(KeyPatch, request)
        const place = { id, hotelId: (await hotelOf(context.store, slug)).id }
        return showKey(context, await limitApiKey(context, place, requestsPerMinute, actorOf(user)))
      },
      { params: KeyParams, query: NoQuery, detail: docs.changeKey },
    )
    .post(
      '/boards',
      async ({ user, request, set }) => {
        const body = await readBody(BoardBody, request)
        set.status = 201
        return await createBoard(context, actorOf(user), body)
      },
      { query: NoQuery, detail: docs.createBoard },
    )
    .patch(
      '/boards/:code',
      async ({ user, request, params: { code } }) =>
        await changeBoard(context, actorOf(user), code, await readBody(BoardPatch, request)),
      { params: CodeParams, query: NoQuery, detail: docs.changeBoard },
    )
}

function newRoom(body: Static<typeof RoomBody>): RoomType {
  return {
    description: '',
    totalRooms: null,
    overbookingRooms: 0,
    maxChildren: 0,
    basePriceCents: null,
    supplementsCents: {},
    active: true,
    ...body,
  }
}
