import { type Static, type TObject, Type } from 'typebox'
import { feedOwner } from '../../domain/catalog/sandbox-hotel.ts'
import { type FeedPlace, readFeedCursor, writeFeedCursor } from '../../domain/days/feed-cursor.ts'
import { createInheritance } from '../../domain/days/inherited.ts'
import { HISTORY_OF_A_DAY_MAX } from '../../domain/kernel/availability.ts'
import { AppError, type ErrorCode } from '../../domain/kernel/errors.ts'
import {
  CHANGES_PAGE_DEFAULT,
  CHANGES_PAGE_MAX,
  CHANGES_WAIT_SECONDS_MAX,
  EVENT_DAYS_MAX,
} from '../../domain/kernel/limits.ts'
import { type FeedKinds, type FeedPage, listFeed } from '../../store/days/changes.ts'
import {
  findFeedEnd,
  findFeedStart,
  findPlaceBefore,
  isPlaceKept,
} from '../../store/days/feed-places.ts'
import { changesTopic } from '../../store/days/history.ts'
import type { Context } from '../api/context.ts'
import { badCursor } from '../api/cursor.ts'
import { exampleDay } from '../api/example-day.ts'
import { pollUntil } from '../api/long-poll.ts'
import { pageParameters } from '../api/paging.ts'
import { ChangesSchema, showChange } from './change-shape.ts'

const CURSOR = 'WzEsNDIsMCwxNzk1MjYyMTAwMDAwXQ'

/** The feed in words and schemas, for a partner or in the panel. */
export const feedOperation = {
  description: `Every revision of a booking and every change of days of the hotel, oldest first: each exactly once, nothing skipped, replayable from any cursor for 90 days. Go on from \`nextCursor\`, which is always there; \`hasMore\` says whether to do so at once.

Entries are full snapshots. A \`booking\` entry is the booking as that revision left it: **every** revision, so also holds (\`pending\`) that were never confirmed and those that \`expired\`; take them by their \`status\`, or only those with an \`event\`. An \`availability\` entry is the days that one change touched, as it left them and as the pull shows them; what a booking took or gave back is one too, right after the booking's own entry, and so are your own pushes (\`actor\`, \`pushId\`). It has at most ${EVENT_DAYS_MAX} days: a larger push comes in several entries of the same \`pushId\`. A \`rates\` entry, after the availability entries of its change, is the days of rates and the restrictions of \`STD\` that it touched, as they are stored: null is inherited or none. Where price, closed flag or restrictions of \`STD\` changed, \`inherited\` of either names the derived rates of today that change with them, and the days: \`GET /v1/partner/rates\` says what they have come to.

A day that changed more than ${HISTORY_OF_A_DAY_MAX} times in 90 days is told of by its later entries alone; entries of bookings are never dropped.

With \`waitSeconds\` an answer that would be empty waits until something happens. It takes one token of the limit, however long it waits. To begin: ask for \`latest\`, pull everything, then read on from that cursor.

A cursor older than what is kept is 410 with \`oldestCursor\`: pull everything, then read on from there. A cursor whose change a failover or a restore has lost is 410 with \`reason: "history_lost"\` and \`cursor\`, a place before all that was lost: pull everything, forget bookings that are no more, then read on from there. Every other cursor stays good.`,
  query: {
    ...pageParameters(CHANGES_PAGE_DEFAULT, CHANGES_PAGE_MAX),
    cursor: Type.Optional(
      Type.String({
        description:
          'The `nextCursor` of the answer before, or the `cursor` of any entry; `latest`: from now on; left out: from the oldest entry kept.',
      }),
    ),
    waitSeconds: Type.Integer({
      minimum: 0,
      maximum: CHANGES_WAIT_SECONDS_MAX,
      default: 0,
      description: 'When there is nothing, wait so long for something to happen.',
    }),
  },
  says: 'Entries, perhaps none, and where to go on.',
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

/** Whose feed, and which entries of it: all unless said otherwise. */
type FeedSelection = { hotelId: number; kinds?: FeedKinds | undefined }

/** Who reads on: throws when they may not, and the topics of what decides that. */
type Reader = { check: () => Promise<void>; topics: readonly string[] }

type FeedQuery = Static<TObject<typeof feedOperation.query>>

/** The cursor of a reader who wants only new entries. */
const LATEST = 'latest'

/** Where a reader wants to go on: at the oldest entry kept, or after a place. */
type StartPlace = FeedPlace | 'oldest'

/**
 * A page of a hotel's feed, waited for when there is nothing and the query says so.
 *
 * @param reader asked again whenever one of its topics is touched, and after each wait
 * @throws AppError `validation_failed`, `cursor_expired`, and what `reader.check` throws
 */
export async function showChanges(
  context: Context,
  { signal }: Request,
  { hotelId, query, kinds, reader }: FeedSelection & { query: FeedQuery; reader: Reader },
): Promise<Static<typeof ChangesSchema>> {
  const { cursor, limit, waitSeconds } = query
  const owner = feedOwner((await context.hotelOf(hotelId)).hotel)
  const wanted = await readPlace(context, { hotelId, owner }, cursor)
  const page = await pollUntil(
    context.store,
    [changesTopic(hotelId), ...reader.topics],
    { waitMs: waitSeconds * 1_000, until: [signal, context.stopping] },
    async () => {
      await reader.check()
      return await readPage(context, { hotelId, kinds, owner, wanted, limit })
    },
    ({ entries, hasMore }) => entries.length > 0 || hasMore,
  )
  // As they are now: it may have waited.
  const { rooms, rates } = await context.hotelOf(hotelId)
  const byCode = new Map(rooms.map((room) => [room.roomCode, room]))
  const inheritedOn = createInheritance(rates)
  return {
    changes: page.entries.map((entry) =>
      showChange(entry, writeFeedCursor(owner, entry.place), byCode, inheritedOn),
    ),
    nextCursor: writeFeedCursor(owner, page.place),
    hasMore: page.hasMore,
  }
}

async function readPlace(
  { store }: Context,
  { hotelId, owner }: { hotelId: number; owner: number },
  cursor?: string,
): Promise<StartPlace> {
  if (cursor === undefined) return 'oldest'
  if (cursor === LATEST) {
    const start = await findFeedStart(store, hotelId)
    const end = await findFeedEnd(store, hotelId)
    return end && end.seq > start.seq ? end : start
  }
  const place = readFeedCursor(owner, cursor)
  // A cursor of another hotel is refused whether or not it is still good there.
  if (!place) throw badCursor()
  return place
}

/** @throws AppError `cursor_expired` */
async function readPage(
  { store }: Context,
  {
    hotelId,
    kinds,
    owner,
    wanted,
    limit,
  }: FeedSelection & { owner: number; wanted: StartPlace; limit: number },
): Promise<FeedPage> {
  for (;;) {
    const start = await findFeedStart(store, hotelId)
    const after = wanted === 'oldest' ? start : wanted
    if (!(await isPlaceKept(store, hotelId, { place: after, start })))
      throw after.seq > start.seq
        ? lostError(owner, start, await findPlaceBefore(store, hotelId, after))
        : expiredError(owner, start)
    const page = await listFeed(store, { hotelId, kinds, after, limit })
    // Read again when retention has deleted entries meanwhile: the page may have holes.
    if ((await findFeedStart(store, hotelId)).seq === start.seq) return page
  }
}

const expiredError = (owner: number, start: FeedPlace) =>
  new AppError('cursor_expired', 'What came after this cursor is not kept any more.', {
    members: { oldestCursor: writeFeedCursor(owner, start) },
  })

/**
 * The change that a cursor names is no more, and what came before it may be gone, too.
 *
 * @param before none when nothing so old is kept
 */
const lostError = (owner: number, start: FeedPlace, before?: FeedPlace) =>
  new AppError(
    'cursor_expired',
    'The change of this cursor was lost by a failover or a restore: pull everything anew, and read on from `cursor`.',
    {
      members: {
        reason: 'history_lost',
        cursor: writeFeedCursor(owner, before && before.seq > start.seq ? before : start),
        oldestCursor: writeFeedCursor(owner, start),
      },
    },
  )

/** What a reader is told whose sandbox was reset while it waited: the feed is that of another copy, whose id this is. */
export async function sandboxResetError(context: Context, hotelId: number): Promise<AppError> {
  const { hotel } = await context.hotelOf(hotelId)
  return expiredError(feedOwner(hotel), await findFeedStart(context.store, hotelId))
}
