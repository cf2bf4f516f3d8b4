import {
  type FeedPlace,
  isPlaceLost,
  laterPlace,
  orderOf,
  readFeedCursor,
  writeFeedCursor,
} from '../../domain/days/feed-cursor.ts'
import { NOTHING_KNOWN } from '../../domain/days/fold-updates.ts'
import type { CountContext } from '../../domain/days/judge-update.ts'
import { createHeldNights, createLedger, createNightMap } from '../../domain/days/unseen.ts'
import type { Update } from '../../domain/days/update.ts'
import type { FeedCursor, Holds } from '../../domain/kernel/availability.ts'
import { AppError, type Fault, refused } from '../../domain/kernel/errors.ts'
import { findConnectionBegin } from '../../store/accounts/connections.ts'
import {
  listFreshUnacked,
  listHolds,
  listRevisionsAfter,
  listRevisionsAt,
  type RoomsStay,
  type Span,
  type StayRow,
} from '../../store/bookings/ledger.ts'
import { findFeedStart, findKeptPlaces } from '../../store/days/feed-places.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { batch, pacedChunks, runSliced } from '../../store/engine/pace.ts'
import type { Deps } from '../deps.ts'

/** Age of an unacknowledged booking's newest revision up to which `unseen_bookings` warns of it (contract-counts). */
const UNSEEN_BOOKING_MS = 24 * 60 * 60 * 1_000

/** Booking entries that a count's cursor may lag behind (contract-counts). */
const UNSEEN_ENTRIES_MAX = 10_000

/** The counts of a push: their hotel, the updates, the cursor sent next to them, and how they treat holds. */
type Counts = {
  hotelId: number
  /** The owner of valid cursors: see `feedOwner`. */
  owner: number
  updates: readonly Update[]
  /** Span of the counted nights that have live rooms; absent if none has. */
  live: Span | undefined
  cursor: string | undefined
  holds: Holds
  /** The connection of a sending vendor, whose cursors begin where it was made. */
  connectionId: string | undefined
  /** True if counts without a cursor rely on what staff see, not on what a system acknowledged. */
  isByEye: boolean
}

/**
 * Reads the context for judging the counts of a push: the revisions that their cursors have seen, and the rooms taken
 * since (contract-counts).
 *
 * @throws AppError for the cursor next to the updates: `validation_failed` with `invalid_cursor`, `cursor_expired`,
 *   `cursor_ahead`
 */
export async function readCountContext(
  handle: Handle,
  deps: Pick<Deps, 'nowMs'>,
  { hotelId, owner, updates, live, cursor, holds, connectionId, isByEye }: Counts,
): Promise<CountContext> {
  const texts = new Set<string>()
  if (cursor !== undefined) texts.add(cursor)
  for (const { seenThrough } of updates) if (seenThrough !== undefined) texts.add(seenThrough)
  const hasUnguarded =
    cursor === undefined &&
    !isByEye &&
    updates.some(({ available, seenThrough }) => available !== undefined && !seenThrough)
  const sinceMs = deps.nowMs() - UNSEEN_BOOKING_MS
  const [standing, fresh] = await batch(
    live ? listHolds(handle, hotelId, live) : [],
    hasUnguarded && live ? listFreshUnacked(handle, hotelId, { sinceMs, ...live }) : [],
  )
  const isFresh = ({ updatedAtMs, isAcked }: StayRow) => updatedAtMs >= sinceMs && !isAcked
  const unseen = hasUnguarded ? [...standing.filter(isFresh), ...fresh] : []
  const begin =
    connectionId === undefined || texts.size === 0
      ? undefined
      : await findConnectionBegin(handle, connectionId)
  const place = { hotelId, owner, begin, texts, standing: holds === 'counted' ? [] : standing }
  // Most pushes have no cursor, and need no place of the feed.
  const { seen, revisions, start } =
    texts.size === 0 ? NO_CURSORS : await readCursors(handle, place)
  const common = cursor === undefined ? undefined : seen.get(cursor)!
  if (common && 'code' in common) throw refusedCursor(common, writeFeedCursor(owner, start))
  const taken = await runSliced(createLedger(revisions, holds))
  return {
    seenOf: ({ seenThrough, availableBy }) => {
      if (seenThrough !== undefined) return seen.get(seenThrough)
      return availableBy === undefined ? common : undefined
    },
    takenAfter: ({ seq }, night) => taken(seq, night),
    heldOn: await runSliced(createHeldNights(standing)),
    unackedOn: await codesByNight(unseen),
  }
}

const NO_CURSORS: Awaited<ReturnType<typeof readCursors>> = {
  seen: new Map(),
  revisions: [],
  start: { seq: 0, entries: 0, atMs: 0 },
}

/** Returns the cursors by their text, the booking revisions since the oldest cursor, and the start of the feed. */
async function readCursors(
  handle: Handle,
  {
    hotelId,
    owner,
    begin: connected,
    texts,
    standing,
  }: Pick<Counts, 'hotelId' | 'owner'> & {
    begin: FeedPlace | undefined
    texts: ReadonlySet<string>
    /** Standing holds that the counts do not include. */
    standing: readonly RoomsStay[]
  },
) {
  const start = laterPlace(await findFeedStart(handle, hotelId), connected)
  const seen = new Map<string, FeedCursor | Fault>()
  const read = [...texts].map((text) => [text, readFeedCursor(owner, text)] as const)
  const places = read.flatMap(([, place]) => place ?? [])
  const kept = await findKeptPlaces(handle, hotelId, { places, start })
  let oldest = Number.POSITIVE_INFINITY
  for (const [text, place] of read) {
    const isKept = place && kept.has(place)
    if (isKept) oldest = Math.min(oldest, place.seq)
    seen.set(text, isKept ? { seq: place.seq, order: orderOf(place) } : faultOf(place, start))
  }
  if (kept.size === 0) return { seen, revisions: [], start }
  const limit = UNSEEN_ENTRIES_MAX + 1
  const newest = await listRevisionsAfter(handle, { hotelId, seq: oldest, limit })
  const after = newest.slice(0, UNSEEN_ENTRIES_MAX)
  // Every cursor within the limit has seen at least this far.
  const begin = newest[UNSEEN_ENTRIES_MAX]?.seq ?? oldest
  for (const [text, place] of seen) if ('seq' in place && place.seq < begin) seen.set(text, TOO_FAR)
  const codes = [...new Set(after.map(({ code }) => code))]
  const at = await listRevisionsAt(handle, { hotelId, seq: begin, codes })
  const known = new Set(codes)
  const before = standing
    .filter(({ code }) => !known.has(code))
    .map((stay) => ({ seq: 0, code: stay.code, stay, kept: false }))
  return { seen, revisions: [...before, ...at, ...after.toReversed()], start }
}

/** Returns the reason to refuse a cursor's place: another feed, ahead of this feed, or before its oldest kept entry. */
function faultOf(place: FeedPlace | undefined, start: FeedPlace): Fault {
  if (!place) return INVALID
  return isPlaceLost(place, start) ? AHEAD : EXPIRED
}

const INVALID: Fault = {
  code: 'invalid_cursor',
  message: 'This is not a cursor of this hotel’s feed; send one returned by GET /changes.',
}
const EXPIRED: Fault = {
  code: 'cursor_expired',
  message: 'The entries after this cursor are no longer stored.',
}
const TOO_FAR: Fault = {
  code: 'cursor_expired',
  message: `More than ${UNSEEN_ENTRIES_MAX} booking entries came after this cursor; read the feed first.`,
}
const AHEAD: Fault = {
  code: 'cursor_ahead',
  message:
    'The feed has lost this change by a failover or a restore; pull bookings and days, then continue from `latest`.',
}

/** Returns the error for a bad cursor next to the updates; the whole push is refused. */
function refusedCursor({ code, message }: Fault, oldestCursor: string): AppError {
  const path = '/seenThrough'
  if (code !== 'cursor_expired' && code !== 'cursor_ahead') return refused(path, code, message)
  const members = code === 'cursor_expired' ? { oldestCursor } : {}
  return new AppError(code, message, { members, errors: [{ path, code, message }] })
}

/** The codes of bookings on each of their nights, the newest first. */
async function codesByNight(stays: StayRow[]) {
  if (stays.length === 0) return NOTHING_KNOWN.unackedOn
  const codes = createNightMap<string>()
  stays.sort((a, b) => b.id - a.id)
  for await (const part of pacedChunks(stays)) for (const stay of part) codes.add(stay, stay.code)
  return codes.get
}
