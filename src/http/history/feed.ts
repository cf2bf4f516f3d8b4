import { type Static, type TObject, Type } from 'typebox'
import type { ApiKey } from '../../domain/accounts/api-key.ts'
import { feedOwner } from '../../domain/catalog/sandbox-hotel.ts'
import {
  type FeedPlace,
  isPlaceLost,
  laterPlace,
  readFeedCursor,
  writeFeedCursor,
} from '../../domain/days/feed-cursor.ts'
import { createInheritance } from '../../domain/days/inherited.ts'
import { HISTORY_OF_A_DAY_MAX } from '../../domain/kernel/availability.ts'
import { AppError, type ErrorCode } from '../../domain/kernel/errors.ts'
import {
  CHANGES_PAGE_DEFAULT,
  CHANGES_PAGE_MAX,
  CHANGES_WAIT_SECONDS_MAX,
  EVENT_DAYS_MAX,
} from '../../domain/kernel/limits.ts'
import type { FeedKinds } from '../../store/days/change-rows.ts'
import { type FeedPage, listFeed } from '../../store/days/changes.ts'
import {
  findFeedEnd,
  findFeedStart,
  findPlaceBefore,
  isPlaceKept,
} from '../../store/days/feed-places.ts'
import { changesTopic } from '../../store/days/history.ts'
import { shortTurn } from '../../store/engine/loop-turns.ts'
import { pacedChunks } from '../../store/engine/pace.ts'
import type { Context } from '../api/context.ts'
import { badCursor } from '../api/cursor.ts'
import { exampleDay } from '../api/example-day.ts'
import { pollUntil } from '../api/long-poll.ts'
import { pageParameters } from '../api/paging.ts'
import { ChangesSchema, showChange } from './change-shape.ts'

const CURSOR = 'WzEsNDIsMCwxNzk1MjYyMTAwMDAwXQ'

/** Shared description and schemas of the feed (long polling by cursor), for partners and the panel. */
export const feedOperation = {
  description: `Every booking revision and every change of days of the hotel, oldest first: each exactly once, without gaps, replayable from any cursor for 90 days. Continue from \`nextCursor\`, which is always present; if \`hasMore\`, at once.

Entries are full snapshots. A \`booking\` entry is the booking after that revision: **every** revision, including holds (\`pending\`) never confirmed and \`expired\` ones; select by \`status\`, or only entries with an \`event\`. An \`availability\` entry has the days of one change, with their new values as in the pull; rooms taken or returned by a booking are one too, right after the booking's own entry, and so are your own pushes (\`actor\`, \`pushId\`). It has at most ${EVENT_DAYS_MAX} days: a larger push is split into entries of the same \`pushId\`. A \`rates\` entry, after the availability entries of its change, has the changed days of rates and restrictions of \`STD\`, as stored: null is inherited or none. If price, closed flag or restrictions of \`STD\` changed, \`inherited\` of either lists the derived rates, as of now, that change with them, and the days: \`GET /v1/partner/rates\` has their values.

For a day with more than ${HISTORY_OF_A_DAY_MAX} changes in 90 days only the latest entries are kept; booking entries are never dropped.

With \`waitSeconds\` an empty answer waits for the next entry (long polling). A call costs one token of the rate limit, however long it waits. To begin: ask for \`latest\`, pull everything, then continue from that cursor.

A cursor older than the stored entries is 410 with \`oldestCursor\`: pull everything, then continue from there. A cursor whose change was lost by a failover or restore is 410 with \`reason: "history_lost"\` and \`cursor\`, a position before the loss: pull everything, delete bookings that no longer exist, then continue from there. Every other cursor stays valid.`,
  query: {
    ...pageParameters(CHANGES_PAGE_DEFAULT, CHANGES_PAGE_MAX),
    cursor: Type.Optional(
      Type.String({
        description:
          'The `nextCursor` of the previous answer, or the `cursor` of any entry; `latest`: only new entries; absent: from the oldest entry.',
      }),
    ),
    waitSeconds: Type.Integer({
      minimum: 0,
      maximum: CHANGES_WAIT_SECONDS_MAX,
      default: 0,
      description: 'Maximum wait for a new entry if there is none.',
    }),
  },
  says: 'Entries, possibly none, and the next cursor.',
  answer: ChangesSchema,
  example: {
    changes: [
      {
        cursor: CURSOR,
        type: 'availability',
        at: '2026-11-21T09:55:00.000Z',
        actor: {
          type: 'key',
          id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
          name: 'Channel manager',
        },
        pushId: '0198c0de-2b3c-7d4e-8f5a-6b7c8d9e0f1a',
        days: [
          {
            roomCode: 'DBL',
            date: exampleDay(180),
            available: 4,
            priceCents: 12900,
            closed: false,
          },
        ],
      },
    ],
    nextCursor: CURSOR,
    hasMore: false,
  },
  errors: ['cursor_expired'] satisfies ErrorCode[],
}

/** The hotel of a feed and the kinds of entries; default all. */
type FeedSelection = {
  hotelId: number
  kinds?: FeedKinds | undefined
  /** The place that the reader's cursors begin at, if later than the feed: a vendor's, where it was connected. */
  begin?: FeedPlace | undefined
}

/** A reader of the feed: `check` throws once access is lost; `topics` announce changes of it. */
type Reader = { check: () => Promise<void>; topics: readonly string[] }

type FeedQuery = Static<TObject<typeof feedOperation.query>>

/** The cursor for new entries only. */
const LATEST = 'latest'

/** Start of a page: the oldest stored entry, or after a position. */
export type StartPlace = FeedPlace | 'oldest'

/**
 * Returns a page of a hotel's feed; waits for an entry if there is none and the query allows it (long polling).
 *
 * @param reader checked again when one of its topics is touched, and after each wait
 * @throws AppError `validation_failed`, `cursor_expired`, and what `reader.check` throws
 */
export async function showChanges(
  context: Context,
  { signal }: Request,
  { query, reader, ...feed }: FeedSelection & { query: FeedQuery; reader: Reader },
): Promise<Static<typeof ChangesSchema>> {
  const { cursor, limit, waitSeconds } = query
  const { hotelId } = feed
  const owner = feedOwner((await context.hotelOf(hotelId)).hotel)
  const from = await readPlace(context, { ...feed, owner }, cursor)
  const page = await pollUntil(
    context.store,
    [changesTopic(hotelId), ...reader.topics],
    { waitMs: waitSeconds * 1_000, until: [signal, context.stopping] },
    async () => {
      await reader.check()
      return await readPage(context, { ...feed, owner, from, limit })
    },
    ({ entries, hasMore }) => entries.length > 0 || hasMore,
  )
  // Read after a possible wait: room types and rates as they are now.
  return await showPage(context, { hotelId, owner }, page)
}

/** Returns the kinds of entries that a key may read. */
export const kindsOf = ({ scopes }: ApiKey): FeedKinds => ({
  bookings: scopes.includes('bookings:read'),
  days: scopes.includes('availability:read'),
})

/** Entries shown between two looks at the clock: each may have hundreds of days. */
const SHOWN_AT_ONCE = 20

/** Shows a page of a hotel's feed, with its room types and rates as they are now. */
export async function showPage(
  context: Context,
  { hotelId, owner }: { hotelId: number; owner: number },
  { entries, place, hasMore }: FeedPage,
): Promise<Static<typeof ChangesSchema>> {
  const { rooms, rates } = await context.hotelOf(hotelId)
  const byCode = new Map(rooms.map((room) => [room.roomCode, room]))
  const inheritedOn = createInheritance(rates)
  const changes: Static<typeof ChangesSchema>['changes'] = []
  // The read of so many took as long as a slice.
  if (entries.length > 5 * SHOWN_AT_ONCE) await shortTurn()
  for await (const part of pacedChunks(entries, SHOWN_AT_ONCE))
    for (const entry of part)
      changes.push(showChange(entry, writeFeedCursor(owner, entry.place), byCode, inheritedOn))
  return { changes, nextCursor: writeFeedCursor(owner, place), hasMore }
}

/** Reads a cursor of a hotel's feed: the place to continue from. @throws AppError `validation_failed` */
export async function readPlace(
  { store }: Context,
  { hotelId, owner, begin }: FeedSelection & { owner: number },
  cursor?: string,
): Promise<StartPlace> {
  if (cursor === undefined) return 'oldest'
  if (cursor === LATEST) {
    const start = laterPlace(await findFeedStart(store, hotelId), begin)
    const end = await findFeedEnd(store, hotelId)
    return end && end.seq > start.seq ? end : start
  }
  const place = readFeedCursor(owner, cursor)
  // A cursor of another hotel is always refused, valid there or not.
  if (!place) throw badCursor()
  return place
}

/** Reads a page of a hotel's feed. @throws AppError `cursor_expired` */
export async function readPage(
  { store }: Context,
  {
    hotelId,
    kinds,
    begin,
    owner,
    from,
    limit,
  }: FeedSelection & { owner: number; from: StartPlace; limit: number },
): Promise<FeedPage> {
  for (;;) {
    const oldest = await findFeedStart(store, hotelId)
    const start = laterPlace(oldest, begin)
    const after = from === 'oldest' ? start : from
    if (!(await isPlaceKept(store, hotelId, { place: after, start })))
      throw isPlaceLost(after, start)
        ? lostError(owner, start, await findPlaceBefore(store, hotelId, after))
        : expiredError(owner, start)
    const page = await listFeed(store, { hotelId, kinds, after, limit })
    // Read again if retention deleted entries meanwhile: the page may have gaps.
    if ((await findFeedStart(store, hotelId)).seq === oldest.seq) return page
  }
}

const expiredError = (owner: number, start: FeedPlace) =>
  new AppError('cursor_expired', 'The entries after this cursor are no longer stored.', {
    members: { oldestCursor: writeFeedCursor(owner, start) },
  })

/**
 * Returns the error for a cursor whose change was lost; earlier changes may be lost too.
 *
 * @param before the last stored position before the cursor; undefined without one
 */
const lostError = (owner: number, start: FeedPlace, before?: FeedPlace) =>
  new AppError(
    'cursor_expired',
    'The change of this cursor was lost by a failover or a restore: pull everything again, then continue from `cursor`.',
    {
      members: {
        reason: 'history_lost',
        cursor: writeFeedCursor(owner, before && before.seq > start.seq ? before : start),
        oldestCursor: writeFeedCursor(owner, start),
      },
    },
  )

/** Returns the error for a reader whose sandbox was reset during the wait. @param hotelId of the new copy */
export async function sandboxResetError(context: Context, hotelId: number): Promise<AppError> {
  const { hotel } = await context.hotelOf(hotelId)
  return expiredError(feedOwner(hotel), await findFeedStart(context.store, hotelId))
}
