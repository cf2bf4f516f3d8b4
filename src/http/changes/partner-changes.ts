import { Elysia, t } from 'elysia'
import { type RoomRules, shownPriceCents } from '../../domain/availability.ts'
import { instantText } from '../../domain/date.ts'
import { AppError, refused } from '../../domain/errors.ts'
import {
  CHANGES_PAGE_DEFAULT,
  CHANGES_PAGE_MAX,
  CHANGES_WAIT_SECONDS_MAX,
} from '../../domain/limits.ts'
import {
  type FeedEntry,
  type FeedPage,
  type FeedPlace,
  findFeedEnd,
  findFeedStart,
  isPlaceKept,
  listFeed,
} from '../../store/availability/changes.ts'
import { changesTopic } from '../../store/availability/history.ts'
import type { Context } from '../context.ts'
import { findKey, partnerKey } from '../doors/partner-key.ts'
import { badCursor, readCursor, writeCursor } from '../request/cursor.ts'
import { pollUntil } from '../request/long-poll.ts'
import { onceEach, pageSize, whole } from '../request/query.ts'
import * as docs from './partner-changes-docs.ts'

/** What the feed is asked for, by a partner or in the panel. */
export const changesQuery = {
  cursor: t.Optional(t.String(docs.parameters.cursor)),
  limit: t.Optional(whole({ default: CHANGES_PAGE_DEFAULT, ...docs.parameters.limit })),
  waitSeconds: t.Optional(whole({ default: 0, ...docs.parameters.waitSeconds })),
}

const ChangesQuery = t.Object(changesQuery, { additionalProperties: false })

type Query = {
  cursor?: string | undefined
  limit?: number | undefined
  waitSeconds?: number | undefined
}

/** The cursor of those who want only what is to come. */
const LATEST = 'latest'

/** More entries than a change can have. */
const CHANGE_ENTRIES_MAX = 1_000

/** Where a reader wants to go on: at the oldest entry kept, or after a place. */
type Wanted = FeedPlace | 'oldest'

/** The durable feed: every booking revision and availability change of the key's hotel (contract §2). */
export function partnerChangeRoutes(context: Context) {
  return new Elysia({ prefix: '/v1/partner/changes' }).use(partnerKey(context)).get(
    '',
    async ({ key: { hotelId }, query, request }) =>
      await showChanges(context, request, {
        hotelId,
        query,
        // The key may be revoked while its holder waits.
        async check() {
          if (!(await findKey(context, request.headers.get('authorization'))))
            throw new AppError('unauthenticated', 'The API key is not active any more.')
        },
      }),
    { transform: onceEach(), query: ChangesQuery, detail: docs.changes },
  )
}

/**
 * A page of a hotel's feed, waited for when there is nothing and the query says so.
 *
 * @param check throws when who asks may not read on; asked again after each wait
 * @throws AppError `validation_failed`, `cursor_expired`, and what `check` throws
 */
export async function showChanges(
  context: Context,
  { signal }: Request,
  { hotelId, query, check }: { hotelId: number; query: Query; check: () => Promise<void> },
) {
  const limit = pageSize(query.limit ?? CHANGES_PAGE_DEFAULT, CHANGES_PAGE_MAX)
  const waitMs = readWait(query.waitSeconds) * 1_000
  const wanted = await readPlace(context, hotelId, query.cursor)
  const page = await pollUntil(
    context.store,
    changesTopic(hotelId),
    { waitMs, until: [signal, context.stopping] },
    async () => {
      await check()
      return await readPage(context, { hotelId, wanted, limit })
    },
    ({ entries }) => entries.length > 0,
  )
  return await showPage(context, hotelId, page)
}

function readWait(waitSeconds = 0): number {
  if (waitSeconds >= 0 && waitSeconds <= CHANGES_WAIT_SECONDS_MAX) return waitSeconds
  const message = `Must be 0 to ${CHANGES_WAIT_SECONDS_MAX}.`
  throw refused('?waitSeconds', 'out_of_range', message, {
    min: 0,
    max: CHANGES_WAIT_SECONDS_MAX,
  })
}

async function readPlace({ store }: Context, hotelId: number, cursor?: string): Promise<Wanted> {
  if (cursor === undefined) return 'oldest'
  if (cursor === LATEST) {
    const start = await findFeedStart(store, hotelId)
    const end = await findFeedEnd(store, hotelId)
    return end && end.seq > start.seq ? end : start
  }
  const parts = readCursor(cursor, 4).filter(isCount)
  const [owner, seq, entries, atMs] = parts
  // Another hotel's cursor is no cursor here, whatever has become of it there.
  if (parts.length < 4 || owner !== hotelId || entries! > CHANGE_ENTRIES_MAX) throw badCursor()
  return { seq: seq!, entries: entries!, atMs: atMs! }
}

/** @throws AppError `cursor_expired` */
async function readPage(
  { store }: Context,
  { hotelId, wanted, limit }: { hotelId: number; wanted: Wanted; limit: number },
): Promise<FeedPage> {
  for (;;) {
    const start = await findFeedStart(store, hotelId)
    const after = wanted === 'oldest' ? start : wanted
    if (!(await isPlaceKept(store, hotelId, { place: after, start })))
      throw expired(writePlace(hotelId, start))
    const page = await listFeed(store, { hotelId, after, limit })
    // Unless retention took some of it while it was read: then it may have holes.
    if ((await findFeedStart(store, hotelId)).seq === start.seq) return page
  }
}

function expired(oldestCursor: string): AppError {
  return new AppError('cursor_expired', 'What came after this cursor is not kept any more.', {
    members: { oldestCursor },
  })
}

async function showPage(
  { hotelOf }: Context,
  hotelId: number,
  { entries, place, hasMore }: FeedPage,
) {
  const { rooms } = await hotelOf(hotelId)
  const byCode = new Map(rooms.map((room) => [room.roomCode, room]))
  return {
    changes: entries.map((entry) => showEntry(hotelId, entry, byCode)),
    nextCursor: writePlace(hotelId, place),
    hasMore,
  }
}

function showEntry(hotelId: number, entry: FeedEntry, rooms: ReadonlyMap<string, RoomRules>) {
  const { place, atMs, type } = entry
  const head = { cursor: writePlace(hotelId, place), type, at: instantText(atMs) }
  if (entry.type === 'booking') {
    const { event, record } = entry
    return { ...head, ...(event !== null && { event }), booking: record }
  }
  const days = entry.days.map(({ priceCents, ...day }) => ({
    roomCode: day.roomCode,
    date: day.date,
    available: day.available,
    priceCents: shownPriceCents(priceCents, rooms.get(day.roomCode)?.basePriceCents ?? null),
    closed: day.closed,
  }))
  return { ...head, actor: entry.actor, pushId: entry.pushId, days }
}

const isCount = (part: string | number): part is number => Number.isSafeInteger(part) && +part >= 0

const writePlace = (hotelId: number, { seq, entries, atMs }: FeedPlace) =>
  writeCursor([hotelId, seq, entries, atMs])
