import { and, asc, eq, gt, gte, notInArray } from 'drizzle-orm'
import { type BookingRecord, completeRecord } from '../../domain/bookings/booking.ts'
import type { FeedPlace } from '../../domain/days/feed-cursor.ts'
import {
  CHANGES_PAGE_DAYS_MAX,
  EVENT_DAYS_MAX,
  PATCH_DAYS_MAX,
} from '../../domain/kernel/limits.ts'
import type { Handle } from '../engine/engine.ts'
import { chunks } from '../engine/pace.ts'
import type { RateDayRow } from '../rates/rate-days.ts'
import { actorOf, isActorKey, type NamedActor, publicActor } from './actors.ts'
import { type ChangedDay, type ChangedDays, listChangedDays, NO_DAYS } from './changed-days.ts'
import { findFeedEnd } from './feed-places.ts'

/** Who made a change of days, and by which push. */
type ChangeSource = { actor: NamedActor; pushId: string | null }

/** Days that a change touched, as it left them: of room types by room code and date, or of rates by rate between them. */
type DaysContent =
  | { type: 'availability'; days: ChangedDay[] }
  | { type: 'rates'; days: RateDayRow[] }

/** One entry of the feed, and the place after it: a revision of a booking, or days that a change touched. */
export type FeedEntry = { place: FeedPlace; atMs: number } & (
  | { type: 'booking'; event: string | null; record: BookingRecord }
  | (ChangeSource & DaysContent)
)

/** Which entries a reader wants: those of bookings, those of days and days of rates. */
export type FeedKinds = { bookings: boolean; days: boolean }

const ALL_KINDS: FeedKinds = { bookings: true, days: true }

type FeedQuery = { hotelId: number; after: FeedPlace; limit: number }

/** Entries in the order of their commits, and where to go on. */
export type FeedPage = { entries: FeedEntry[]; place: FeedPlace; hasMore: boolean }

/** No events of an entry: readers take the entries that have one for reservations, which a hold is none. */
const NOT_OF_FEED = ['booking.unacked', 'booking.held', 'booking.released']

type ChangeRow = ChangeSource & {
  seq: number
  trims: number
  atMs: number
  /** The record of the revision that the change made. */
  snapshot: string | null
  event: string | null
}

/**
 * The entries after a place, oldest first. A change numbers its entries alike whenever it is read, for it never
 * changes: its revision first, then its days, then days of rates, up to 500 in an entry. Days of a page are bounded, so that it may have
 * fewer entries than asked for; none with `hasMore` when retention has dropped all of them. Where it has dropped days of
 * the change that a reader was in, the entries of that change come again.
 *
 * @param kinds those that are wanted; the place leads past the others, which are numbered all the same
 */
export async function listFeed(
  handle: Handle,
  { kinds = ALL_KINDS, ...asked }: FeedQuery & { kinds?: FeedKinds | undefined },
): Promise<FeedPage> {
  const { hotelId, after, limit } = asked
  // Before the changes are read: all up to there has been committed then.
  const end = kinds.days ? undefined : await findFeedEnd(handle, hotelId)
  const found = await listChanges(handle, { ...asked, limit: limit + 1 }, kinds)
  const changes = found.slice(0, limit)
  const given = countEntriesRead(changes[0], after)
  // Of the first change there is an entry at least, and no more than the page can show.
  const daysMax = Math.min(CHANGES_PAGE_DAYS_MAX, limit * EVENT_DAYS_MAX)
  const { ofChanges, cut } = await listChangedDays(handle, kinds.days ? changes : [], {
    hotelId,
    given: given > 0 && changes[0]!.snapshot !== null ? given - 1 : given,
    daysMax,
  })
  const entries: FeedEntry[] = []
  let place = after
  for (const change of changes) {
    const isCut = change.seq === cut?.seq
    const isBegun = change.seq === after.seq
    const days = ofChanges.get(change.seq) ?? NO_DAYS
    const those = entriesOf(change, days, isBegun ? given : 0, isCut ? cut.of : undefined)
    for (const entry of those) {
      if (entry.type === 'booking' && !kinds.bookings) continue
      if (entries.length === limit) return { entries, place, hasMore: true }
      entries.push(entry)
      place = entry.place
    }
    if (isCut) return { entries, place, hasMore: true }
    place = { seq: change.seq, entries: 0, atMs: change.atMs }
  }
  const hasMore = found.length > limit
  // Past days that are not wanted: a cursor that stood still would be too old one day.
  if (!hasMore && end && end.seq > place.seq) place = end
  return { entries, place, hasMore }
}

/**
 * More entries than a change can have. Each time that a day of it is dropped they are numbered from another hundred on,
 * and from the first again after as many times as a push has days: nobody stands inside a change for so long.
 */
const NUMBERING = 100
const numberingOf = (trims: number) => (trims % PATCH_DAYS_MAX) * NUMBERING

/** How many entries of the first change are behind a place; none when they are numbered otherwise by now: they come again. */
function countEntriesRead(first: ChangeRow | undefined, { seq, entries }: FeedPlace): number {
  if (first?.seq !== seq) return 0
  const given = entries - numberingOf(first.trims)
  return given > 0 && given < NUMBERING ? given : 0
}

/** Changes after a place; where no days are wanted those of bookings alone, along the index of their revisions. */
async function listChanges(
  { t, db }: Handle,
  { hotelId, after, limit }: FeedQuery,
  kinds: FeedKinds,
): Promise<ChangeRow[]> {
  const { change, bookingRevision: revision, outbox, apiKey } = t
  const [owner, seq] = kinds.days
    ? [change.hotelId, change.seq]
    : [revision.hotelId, revision.changeSeq]
  const rows = await db
    .select({
      change,
      keyName: apiKey.name,
      vendorId: apiKey.vendorId,
      snapshot: revision.snapshot,
      event: outbox.event,
    })
    .from(change)
    .leftJoin(apiKey, isActorKey(t, change))
    .leftJoin(revision, eq(revision.changeSeq, change.seq))
    .leftJoin(
      outbox,
      and(
        eq(outbox.bookingCode, revision.code),
        eq(outbox.revision, revision.revision),
        notInArray(outbox.event, NOT_OF_FEED),
      ),
    )
    .where(and(eq(owner, hotelId), after.entries > 0 ? gte(seq, after.seq) : gt(seq, after.seq)))
    .orderBy(asc(seq))
    .limit(limit)
  return rows.map(({ change, keyName, vendorId, ...rest }) => ({
    ...rest,
    seq: change.seq,
    trims: change.trims,
    atMs: change.atMs,
    pushId: change.pushId,
    actor: publicActor(actorOf(change, vendorId), keyName),
  }))
}

/**
 * The entries of a change after the first `given`.
 *
 * @param cutIn of what there are more days than these: what does not fill an entry waits for the next page
 */
function entriesOf(
  { seq, trims, atMs, actor, pushId, snapshot, event }: ChangeRow,
  { days, rateDays }: ChangedDays,
  given: number,
  cutIn: keyof ChangedDays | undefined,
): FeedEntry[] {
  const contents: ({ type: 'booking' } | DaysContent)[] = []
  if (snapshot !== null && given === 0) contents.push({ type: 'booking' })
  for (const part of splitDays(days, cutIn === 'days'))
    contents.push({ type: 'availability', days: part })
  for (const part of splitDays(rateDays, cutIn === 'rateDays'))
    contents.push({ type: 'rates', days: part })
  return contents.map((content, index) => {
    const isLast = !cutIn && index === contents.length - 1
    const entries = isLast ? 0 : numberingOf(trims) + given + index + 1
    const place = { seq, entries, atMs }
    if (content.type !== 'booking') return { place, atMs, actor, pushId, ...content }
    return { place, atMs, event, type: 'booking', record: completeRecord(JSON.parse(snapshot!)) }
  })
}

/** As many days as an entry has, and again, and the rest of them; of days that are cut only what fills an entry. */
const splitDays = <Row>(days: readonly Row[], isCut: boolean): Row[][] =>
  [...chunks(days, EVENT_DAYS_MAX)]
    .filter((part) => !isCut || part.length === EVENT_DAYS_MAX)
    .map((part) => [...part])
