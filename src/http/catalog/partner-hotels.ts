import { type Static, type TObject, Type } from 'typebox'
import { feedOwner } from '../../domain/catalog/sandbox-hotel.ts'
import { writeFeedCursor } from '../../domain/days/feed-cursor.ts'
import { CHANGES_WAIT_SECONDS_MAX } from '../../domain/kernel/limits.ts'
import { listConnectedHotels } from '../../store/accounts/connections.ts'
import { vendorTopic } from '../../store/accounts/vendors.ts'
import { hotelTopic } from '../../store/catalog/catalog.ts'
import { listFeedEnds } from '../../store/days/feed-places.ts'
import { changesTopic } from '../../store/days/history.ts'
import { pacedChunks } from '../../store/engine/pace.ts'
import type { Context } from '../api/context.ts'
import { matchesTag } from '../api/entity-tag.ts'
import { pollUntil } from '../api/long-poll.ts'
import { type Call, routes } from '../api/route.ts'
import { namedObject } from '../api/schema.ts'
import { etagOf } from '../days/availability-pull.ts'
import { answerPull } from '../days/pull-request.ts'
import type { PartnerCaller } from '../doors/partner-caller.ts'
import { admitAgain, hotelsDoor } from '../doors/partner-key.ts'
import { HotelSchema, hotelExample, showHotel } from './hotel-shape.ts'

const ConnectedHotelSchema = namedObject('ConnectedHotel', {
  ...HotelSchema.properties,
  feedCursor: Type.String({
    description:
      'The place of the newest entry of its feed, as `GET /changes` takes it: where it is another one than yours, there is something to read.',
  }),
})
const HotelsSchema = Type.Object({ hotels: Type.Array(ConnectedHotelSchema) })

const query = {
  waitSeconds: Type.Integer({
    minimum: 0,
    maximum: CHANGES_WAIT_SECONDS_MAX,
    default: 0,
    description: 'Wait so long for the list to become another one.',
  }),
}

/** The hotels of a caller with the ends of their feeds: a vendor's connected ones, or a key's one (contract §8). */
export function partnerHotelRoutes(context: Context) {
  const { app, route } = routes('/v1/partner/hotels', hotelsDoor(context), 'Mapping')

  route('GET', '', {
    id: 'listHotels',
    scope: 'any',
    summary: 'The hotels that one may call',
    description:
      'A vendor, who alone may leave out `hotel` here and nowhere else, is told all hotels that are connected with it, in the order they were made; a key its one. Each has `feedCursor`, the end of its feed: read on with `GET /changes` in those where it has moved. With `waitSeconds` it is answered as soon as the list is another one than that of the `If-None-Match` sent (else: than it was when it was asked for), and takes one token however long it waits; send the `ETag` of each answer with the next call, and nothing that happens between the two is missed.',
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
      const list = () => awaitList(context, caller, { query, request, server })
      return await answerPull(context, list, 0, { query, request, set })
    },
  })

  return app
}

type HotelsCall = Pick<Call, 'request' | 'server'> & { query: Static<TObject<typeof query>> }

/** The list, waited for while it is the one that the caller holds. */
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
      // The door has just looked; who waits may be disconnected meanwhile.
      const now = isFirst ? caller : await admitAgain(context, { request, server })
      isFirst = false
      const text = JSON.stringify(await readHotels(context, await hotelsOf(context, now)))
      const etag = etagOf(text)
      held ??= etag
      return { text, etag }
    },
    ({ etag }) => !matchesTag(held, etag),
  )
}

/** Ids of a caller's hotels. */
const hotelsOf = async ({ store }: Context, { key, vendor }: PartnerCaller): Promise<number[]> =>
  key ? [key.hotelId] : await listConnectedHotels(store, vendor.id)

/** What a change of a caller's list is told by. */
async function topicsOf(context: Context, caller: PartnerCaller): Promise<string[]> {
  const ids = await hotelsOf(context, caller)
  const ofHotels = ids.flatMap((id) => [changesTopic(id), hotelTopic(id)])
  return caller.vendor ? [vendorTopic(caller.vendor), ...ofHotels] : ofHotels
}

async function readHotels(
  { store, hotelOf }: Context,
  ids: readonly number[],
): Promise<Static<typeof HotelsSchema>> {
  await store.freshen(ids.map(hotelTopic))
  const hotels: Static<typeof HotelsSchema>['hotels'] = []
  const ends = await listFeedEnds(store, ids)
  for await (const part of pacedChunks(ids, 50))
    for (const id of part) {
      const { hotel } = await hotelOf(id)
      const feedCursor = writeFeedCursor(feedOwner(hotel), ends.get(id)!)
      hotels.push({ ...showHotel(hotel), feedCursor })
    }
  return { hotels }
}
