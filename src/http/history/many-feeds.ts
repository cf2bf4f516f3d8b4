import type { ApiKey } from '../../domain/accounts/api-key.ts'
import { needScope } from '../../domain/accounts/scope.ts'
import { beginOf, notConnected } from '../../domain/accounts/vendor.ts'
import { feedOwner } from '../../domain/catalog/sandbox-hotel.ts'
import { type FeedPlace, isPlaceLost, laterPlace } from '../../domain/days/feed-cursor.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { CHANGES_PAGE_DAYS_MAX } from '../../domain/kernel/limits.ts'
import { listConnectionsAt } from '../../store/accounts/connections.ts'
import type { FeedPage } from '../../store/days/changes.ts'
import { type FeedBounds, listFeedBounds } from '../../store/days/feed-places.ts'
import { changesTopic } from '../../store/days/history.ts'
import type { Context } from '../api/context.ts'
import { pollUntil } from '../api/long-poll.ts'
import type { Call } from '../api/route.ts'
import { type PartnerCaller, topicsOf } from '../doors/partner-caller.ts'
import { admitAgain } from '../doors/partner-key.ts'
import { kindsOf, readPage, readPlace, type StartPlace, sandboxResetError } from './feed.ts'

/** A feed that a caller asks for: its hotel and a cursor, as `GET /changes` takes it. */
export type FeedAsked = { hotel: string; cursor?: string }

/** A hotel's feed in the answer: its next page, or why it is refused. */
export type FeedAnswer = { hotel: string } & (
  | { key: ApiKey; owner: number; page: FeedPage }
  | { refusal: AppError }
)

/** A hotel's feed while a call reads it. */
type Feed = {
  hotel: string
  cursor: string | undefined
  key?: ApiKey
  owner: number
  /** Where it goes on; undefined before its cursor was read. */
  from?: StartPlace
  /** True if it must be read though its hotel has not moved: it is new, or its connection is. */
  isUnread: boolean
  page?: FeedPage | undefined
  refusal?: AppError | undefined
  /**
   * True if it was refused from the beginning for what no call can mend: there is no connection, or no scope. Such a
   * feed ends no wait, or a list with one that is dead would be answered at once for ever.
   */
  isDead?: boolean
  /** True if it was connected during the wait, which ends it. */
  isBack?: boolean
}

type FeedsCall = Pick<Call, 'request' | 'server'>
type ManyFeeds = { asked: readonly FeedAsked[]; limit: number; waitSeconds: number }

/** Number of calls answered, whose turn decides with which hotel the next one begins. */
let turn = 0

/**
 * Reads the feeds of many hotels; waits until one of them has an entry, is refused for its cursor, or leaves or comes
 * back meanwhile, if none has an entry (long polling). Hotels that are not connected wait with the others. A waiting
 * call looks at the hotels that have moved, and at no other.
 *
 * @returns one answer for each hotel: those with entries first, then those refused
 * @throws AppError what `admitAgain` throws
 */
export async function readFeeds(
  context: Context,
  call: FeedsCall,
  caller: PartnerCaller,
  { asked, limit, waitSeconds }: ManyFeeds,
): Promise<FeedAnswer[]> {
  const feeds = asked.map(
    ({ hotel, cursor }): Feed => ({ hotel, cursor, owner: 0, isUnread: true }),
  )
  const connect = async () => await connectFeeds(context, await admitAgain(context, call), feeds)
  await connect()
  for (const feed of feeds) feed.isDead = isDeadBy(feed.refusal)
  const topicOf = ({ key }: Feed) => (key ? changesTopic(key.hotelId) : undefined)
  const ofFeeds = new Set(feeds.flatMap((feed) => topicOf(feed) ?? []))
  await pollUntil(
    context.store,
    [...ofFeeds, ...topicsOf(caller)],
    { waitMs: waitSeconds * 1_000, until: [call.request.signal, context.stopping] },
    async (woken) => {
      if ([...woken].some((topic) => !ofFeeds.has(topic))) await connect()
      const moved = feeds.filter((feed) => feed.isUnread || woken.has(topicOf(feed) ?? ''))
      await readPages(context, moved, limit)
      // Checked after the entries were read: whoever was disconnected before them gets none. Whoever was connected anew
      // meanwhile is read anew.
      for (let news = feeds.some(hasNews); news; news = feeds.some(isToBeRead)) {
        await connect()
        await readPages(context, feeds.filter(isToBeRead), limit)
      }
    },
    () => feeds.some((feed) => (feed.refusal && !feed.isDead) || hasNews(feed) || feed.isBack),
  )
  turn++
  const order = (feed: Feed) => (feed.refusal ? 1 : hasNews(feed) ? 0 : 2)
  return feeds.toSorted((a, b) => order(a) - order(b)).map(answerOf)
}

/**
 * Looks up the key of each feed; one whose connection or sandbox is another one now is refused, and one that was not
 * connected may have come back.
 */
async function connectFeeds(context: Context, caller: PartnerCaller, feeds: readonly Feed[]) {
  const keys = await keysOf(context, caller, feeds)
  for (const feed of feeds) {
    const key = keys.get(feed.hotel)
    // Another connection begins anew: the place goes back to the cursor that was sent, or what was read for the former
    // connection and is dropped here would be passed over.
    const isNew = feed.key === undefined || feed.key.id !== key?.id
    if (feed.isDead && feed.key === undefined && key)
      Object.assign(feed, { isDead: false, isBack: true })
    else if (feed.refusal) continue
    if (key && !isNew && key.id === feed.key?.id && key.hotelId === feed.key.hotelId) continue
    Object.assign(feed, { page: undefined, key, isUnread: true })
    feed.refusal = key ? await refusalOf(context, feed, key, isNew) : notConnected()
  }
}

/** Reads the cursor of a feed that is read for the first time. @returns why the feed is refused, if it is */
async function refusalOf(context: Context, feed: Feed, key: ApiKey, isNew: boolean) {
  const { hotelId, sandboxOf = null } = key
  feed.owner = feedOwner({ id: hotelId, sandboxOf })
  try {
    needScope(key.scopes, ['availability:read', 'bookings:read'], 'Its feed')
    const selection = { hotelId, owner: feed.owner, begin: beginOf(key) }
    if (isNew) feed.from = await readPlace(context, selection, feed.cursor)
    else if (sandboxOf !== null) return await sandboxResetError(context, hotelId)
    return undefined
  } catch (error) {
    return refusalFrom(error)
  }
}

/** Returns the keys that open a caller's hotels, by slug: a key's own, or a vendor's connections. */
async function keysOf(
  { store, hotelOf }: Context,
  { key, vendor }: PartnerCaller,
  feeds: readonly Feed[],
): Promise<Map<string, ApiKey>> {
  const slugs = feeds.map(({ hotel }) => hotel)
  if (vendor) return await listConnectionsAt(store, { vendorId: vendor.id, slugs })
  return new Map(key && [[(await hotelOf(key.hotelId)).hotel.slug, key]])
}

/** Reads the next page of each feed that has more than its cursor, and shares `limit` among them. */
async function readPages(context: Context, feeds: readonly Feed[], limit: number): Promise<void> {
  const open = feeds.filter(({ refusal, page }) => !refusal && !page)
  const bounds = await listFeedBounds(
    context.store,
    open.map(({ key }) => key!.hotelId),
  )
  const moved: Feed[] = []
  for (const feed of open) {
    feed.isUnread = false
    const ofHotel = bounds.get(feed.key!.hotelId)
    if (!ofHotel) continue
    feed.from = placeOf(feed, ofHotel)
    if (!isAtEnd(feed.from, ofHotel, beginOf(feed.key!))) moved.push(feed)
  }
  const begin = moved.length > 0 ? turn % moved.length : 0
  let [left, daysLeft] = [limit, CHANGES_PAGE_DAYS_MAX]
  for (const [index, feed] of [...moved.slice(begin), ...moved.slice(0, begin)].entries()) {
    if (left <= 0 || daysLeft <= 0)
      feed.page = { entries: [], place: feed.from as FeedPlace, hasMore: true }
    else await readFeed(context, feed, Math.max(1, Math.floor(left / (moved.length - index))))
    const entries = feed.page?.entries ?? []
    left -= entries.length
    for (const entry of entries) if ('days' in entry) daysLeft -= entry.days.length
  }
}

/** Reads the next page of a feed; without entries the feed goes on after it. */
async function readFeed(context: Context, feed: Feed, limit: number): Promise<void> {
  const { key, owner, from } = feed
  const { hotelId } = key!
  const selection = { hotelId, kinds: kindsOf(key!), begin: beginOf(key!), owner }
  try {
    const page = await readPage(context, { ...selection, from: from!, limit })
    feed.from = page.place
    if (page.entries.length > 0 || page.hasMore) feed.page = page
  } catch (error) {
    feed.refusal = refusalFrom(error)
  }
}

const placeOf = ({ from, key }: Feed, { start }: FeedBounds): FeedPlace =>
  from === 'oldest' || from === undefined ? laterPlace(start, beginOf(key!)) : from

/** True if a place is good and nothing stands after it. */
function isAtEnd(
  place: FeedPlace,
  { start, end }: FeedBounds,
  begin: FeedPlace | undefined,
): boolean {
  const { seq, entries, atMs } = place
  const first = laterPlace(start, begin)
  const isFirst = seq === first.seq && !isPlaceLost(place, first)
  return entries === 0 && seq === end.seq && (isFirst || atMs === end.atMs)
}

const isToBeRead = ({ isUnread, refusal }: Feed): boolean => isUnread && !refusal

const hasNews = ({ page }: Feed): boolean => page !== undefined

function answerOf({ hotel, key, owner, from, page, refusal }: Feed): FeedAnswer {
  if (refusal) return { hotel, refusal }
  const empty = { entries: [], place: from as FeedPlace, hasMore: false }
  return { hotel, key: key!, owner, page: page ?? empty }
}

/** True if a refusal says that a hotel is not connected, or not with the scopes of its feed. */
const isDeadBy = (refusal: AppError | undefined): boolean =>
  refusal?.code === 'not_found' || refusal?.code === 'scope_missing'

/** Returns a refusal that concerns one hotel. @throws anything else */
function refusalFrom(error: unknown): AppError {
  if (error instanceof AppError && IN_ELEMENT.includes(error.code)) return error
  throw error
}
const IN_ELEMENT: readonly string[] = ['validation_failed', 'cursor_expired', 'scope_missing']
