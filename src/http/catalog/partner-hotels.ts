import { type Static, type TObject, Type } from 'typebox'
import type { ApiKey } from '../../domain/accounts/api-key.ts'
import { SCOPES } from '../../domain/accounts/scope.ts'
import { beginOf } from '../../domain/accounts/vendor.ts'
import { feedOwner } from '../../domain/catalog/sandbox-hotel.ts'
import { type FeedPlace, laterPlace, writeFeedCursor } from '../../domain/days/feed-cursor.ts'
import { instantText } from '../../domain/kernel/date.ts'
import { CHANGES_WAIT_SECONDS_MAX } from '../../domain/kernel/limits.ts'
import { listConnectionsOf } from '../../store/accounts/connections.ts'
import { vendorTopic } from '../../store/accounts/vendors.ts'
import { hotelTopic } from '../../store/catalog/catalog.ts'
import { listFeedBounds } from '../../store/days/feed-places.ts'
import { changesTopic } from '../../store/days/history.ts'
import { pacedChunks } from '../../store/engine/pace.ts'
import type { Context } from '../api/context.ts'
import { matchesTag } from '../api/entity-tag.ts'
import { pollUntil } from '../api/long-poll.ts'
import { type Call, routes } from '../api/route.ts'
import { Instant, namedObject, words } from '../api/schema.ts'
import { etagOf } from '../days/kept-pulls.ts'
import { answerPull } from '../days/pull-request.ts'
import type { PartnerCaller } from '../doors/partner-caller.ts'
import { admitAgain, hotelsDoor } from '../doors/partner-key.ts'
import { HotelSchema, hotelExample, showHotel } from './hotel-shape.ts'

const ConnectedHotelSchema = namedObject('ConnectedHotel', {
  ...HotelSchema.properties,
  feedCursor: Type.String({
    description:
      'The cursor of the newest entry in its feed, for `GET /changes`: if it differs from yours, there are new changes.',
  }),
  connection: Type.Optional(
    namedObject('Connection', {
      connectedAt: Instant,
      scopes: Type.Array(words(...SCOPES)),
      cursor: Type.String({
        description:
          'The place of the feed when it was made: the vendor’s earlier cursors are 410 `cursor_expired`.',
      }),
    }),
  ),
})
const HotelsSchema = Type.Object({ hotels: Type.Array(ConnectedHotelSchema) })

const query = {
  waitSeconds: Type.Integer({
    minimum: 0,
    maximum: CHANGES_WAIT_SECONDS_MAX,
    default: 0,
    description: 'Wait this long for the list to change.',
  }),
}

/** The hotels of a caller, with the ends of their feeds: a vendor's connected hotels, or a key's one (contract §8). */
export function partnerHotelRoutes(context: Context) {
  const { app, route } = routes('/v1/partner/hotels', hotelsDoor(context), 'Mapping')

  route('GET', '', {
    id: 'listHotels',
    scope: 'any',
    summary: 'The hotels of the caller',
    description:
      'For a vendor, who may omit `hotel` only here, all connected hotels in order of their creation; for a key its one hotel. Each has `feedCursor`, the end of its feed, and for a vendor its `connection`: a hotel that left is not in the list, and one that came back has a later `connectedAt` and begins anew at `cursor`. `POST /changes/read` reads the feeds that have moved. With `waitSeconds` (long poll) the answer comes as soon as the list differs from that of the `If-None-Match` sent (or from its state at the call), and takes one token however long it waits. Send the `ETag` of each answer with the next call, and no change in between is missed.',
    query,
    asks: { 'If-None-Match': 'The `ETag` of an earlier answer.' },
    says: 'The hotels.',
    answer: HotelsSchema,
    example: { hotels: [{ ...hotelExample, feedCursor: 'WzEsNDIsMCwxNzk1MjYyMTAwMDAwXQ' }] },
    headers: ['ETag'],
    also: {
      304: {
        description: 'Nothing has changed since the answer with that `ETag`.',
        headers: ['ETag'],
      },
    },
    handle: async ({ caller, query, request, server, set }) => {
      const list = awaitList(context, caller, { query, request, server })
      return await answerPull(context, 0, list, { request, set })
    },
  })

  return app
}

type HotelsCall = Pick<Call, 'request' | 'server'> & { query: Static<TObject<typeof query>> }

/** Reads the list, and waits while it equals the one that the caller has. */
async function awaitList(context: Context, caller: PartnerCaller, asked: HotelsCall) {
  const { store, stopping } = context
  const { request, server, query } = asked
  const topics = query.waitSeconds > 0 ? await topicsOf(context, caller) : []
  let held = request.headers.get('if-none-match')
  let isFirst = true
  return await pollUntil(
    store,
    topics,
    { waitMs: query.waitSeconds * 1_000, until: [request.signal, stopping] },
    async () => {
      // The door has just checked; during a wait the vendor may be disconnected.
      const now = isFirst ? caller : await admitAgain(context, { request, server })
      isFirst = false
      const text = JSON.stringify(await readHotels(context, await keysOf(context, now)))
      const etag = etagOf(text)
      held ??= etag
      return { text, etag }
    },
    ({ etag }) => !matchesTag(held, etag),
  )
}

/** Returns the keys of a caller's hotels. */
const keysOf = async ({ store }: Context, { key, vendor }: PartnerCaller): Promise<ApiKey[]> =>
  key ? [key] : await listConnectionsOf(store, vendor.id)

/** Returns the topics of changes to a caller's list. */
async function topicsOf(context: Context, caller: PartnerCaller): Promise<string[]> {
  const keys = await keysOf(context, caller)
  const ofHotels = keys.flatMap(({ hotelId: id }) => [changesTopic(id), hotelTopic(id)])
  return caller.vendor ? [vendorTopic(caller.vendor), ...ofHotels] : ofHotels
}

async function readHotels(
  { store, hotelOf }: Context,
  keys: readonly ApiKey[],
): Promise<Static<typeof HotelsSchema>> {
  const ids = keys.map(({ hotelId }) => hotelId)
  await store.freshen(ids.map(hotelTopic))
  const hotels: Static<typeof HotelsSchema>['hotels'] = []
  const bounds = await listFeedBounds(store, ids)
  for await (const part of pacedChunks(keys, 50))
    for (const key of part) {
      const { hotel } = await hotelOf(key.hotelId)
      const { start, end } = bounds.get(key.hotelId)!
      const cursorOf = (place: FeedPlace) => writeFeedCursor(feedOwner(hotel), place)
      const begin = cursorOf(laterPlace(start, beginOf(key)))
      const connection = key.vendorId !== null && { connection: showConnection(key, begin) }
      hotels.push({ ...showHotel(hotel), feedCursor: cursorOf(end), ...connection })
    }
  return { hotels }
}

const showConnection = ({ createdAtMs, scopes }: ApiKey, cursor: string) => ({
  ...{ connectedAt: instantText(createdAtMs), scopes, cursor },
})
