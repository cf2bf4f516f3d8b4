import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import { readRecord } from '../../domain/bookings/stored-record.ts'
import type { FeedPlace } from '../../domain/days/feed-cursor.ts'
import {
  CHANGES_PAGE_DAYS_MAX,
  EVENT_DAYS_MAX,
  PATCH_DAYS_MAX,
} from '../../domain/kernel/limits.ts'
import type { Handle } from '../engine/engine.ts'
import { chunks } from '../engine/pace.ts'
import type { RateDayRow } from '../rates/rate-days.ts'
import {
  type ChangeRow,
  type ChangeSource,
  type FeedKinds,
  type FeedQuery,
  listChanges,
} from './change-rows.ts'
import { type ChangedDay, type ChangedDays, listChangedDays, NO_DAYS } from './changed-days.ts'
import { findFeedEnd } from './feed-places.ts'

// The change feed of a hotel, read by cursor.

/** Days after a change: of room types by room code and date, or of rates by room code, rate code and date. */
type DaysContent =
  | { type: 'availability'; days: ChangedDay[] }
  | { type: 'rates'; days: RateDayRow[] }

/** An entry of the change feed, with the place after it: a revision of a booking, or changed days. */
export type FeedEntry = { place: FeedPlace; atMs: number } & (
  | { type: 'booking'; event: string | null; record: BookingRecord }
  | (ChangeSource & DaysContent)
)

const ALL_KINDS: FeedKinds = { bookings: true, days: true }

/** Entries in the order of their commits, and the place to continue from. */
export type FeedPage = { entries: FeedEntry[]; place: FeedPlace; hasMore: boolean }

/**
 * Returns the entries after a place (a cursor), oldest first. The numbering of a change's entries is stable, because a
 * change never changes: its revision first, then its days, then days of rates, up to 500 in an entry. The days of a
 * page are bounded, so a page may be shorter than `limit`, and empty with `hasMore` after retention has dropped all its
 * days. If retention dropped days of the change that the reader was in, the entries of that change are sent again.
 *
 * @param kinds the wanted kinds; the place advances past the others, which are numbered too
 */
export async function listFeed(
  handle: Handle,
  { kinds = ALL_KINDS, ...query }: FeedQuery & { kinds?: FeedKinds | undefined },
): Promise<FeedPage> {
  const { hotelId, after, limit } = query
  // Read before the changes: everything up to this place is committed then.
  const end = kinds.days ? undefined : await findFeedEnd(handle, hotelId)
  const { found, count } = await listChanges(handle, { ...query, limit: limit + 1 }, kinds)
  const changes = found.slice(0, limit)
  const entriesRead = countEntriesRead(changes[0], after)
  // At least one entry of the first change, and no more days than the page can show.
  const daysMax = Math.min(CHANGES_PAGE_DAYS_MAX, limit * EVENT_DAYS_MAX)
  const { ofChanges, cut } = await listChangedDays(handle, kinds.days ? changes : [], {
    hotelId,
    entriesRead: entriesRead > 0 && changes[0]!.snapshot !== null ? entriesRead - 1 : entriesRead,
    daysMax,
  })
  const entries: FeedEntry[] = []
  let place = after
  for (const change of changes) {
    const isCut = change.seq === cut?.seq
    const isBegun = change.seq === after.seq
    const days = ofChanges.get(change.seq) ?? NO_DAYS
    const those = entriesOf(change, days, isBegun ? entriesRead : 0, isCut ? cut.of : undefined)
    for (const entry of those) {
      if (entry.type === 'booking' && !kinds.bookings) continue
      if (entries.length === limit) return { entries, place, hasMore: true }
      entries.push(entry)
      place = entry.place
    }
    if (isCut) return { entries, place, hasMore: true }
    place = { seq: change.seq, entries: 0, atMs: change.atMs }
  }
  const hasMore = count > limit
  // The place advances past unwanted days; a cursor that stood still would expire.
  if (!hasMore && end && end.seq > place.seq) place = end
  return { entries, place, hasMore }
}

/**
 * Range of entry numbers, more than a change can have. Each time retention drops a day of a change, its numbers move to
 * the next hundred, and start again after `PATCH_DAYS_MAX` moves; no reader stays inside one change for so long.
 */
const NUMBERING = 100
const numberingOf = (trims: number) => (trims % PATCH_DAYS_MAX) * NUMBERING

/** Number of the first change's entries before a place; 0 if retention renumbered them, which sends them again. */
function countEntriesRead(first: ChangeRow | undefined, { seq, entries }: FeedPlace): number {
  if (first?.seq !== seq) return 0
  const entriesRead = entries - numberingOf(first.trims)
  return entriesRead > 0 && entriesRead < NUMBERING ? entriesRead : 0
}

/**
 * The entries of a change after the first `entriesRead`.
 *
 * @param cutIn the kind of day that has more than these: days that do not fill an entry wait for the next page
 */
function entriesOf(
  { seq, trims, atMs, actor, pushId, snapshot, event }: ChangeRow,
  { days, rateDays }: ChangedDays,
  entriesRead: number,
  cutIn: keyof ChangedDays | undefined,
): FeedEntry[] {
  const contents: ({ type: 'booking' } | DaysContent)[] = []
  if (snapshot !== null && entriesRead === 0) contents.push({ type: 'booking' })
  for (const part of splitDays(days, cutIn === 'days'))
    contents.push({ type: 'availability', days: part })
  for (const part of splitDays(rateDays, cutIn === 'rateDays'))
    contents.push({ type: 'rates', days: part })
  return contents.map((content, index) => {
    const isLast = !cutIn && index === contents.length - 1
    const entries = isLast ? 0 : numberingOf(trims) + entriesRead + index + 1
    const place = { seq, entries, atMs }
    if (content.type !== 'booking') return { place, atMs, actor, pushId, ...content }
    return { place, atMs, event, type: 'booking', record: readRecord(snapshot!) }
  })
}

/** Splits days into entries; of days that were cut off only full entries. */
const splitDays = <Row>(days: readonly Row[], isCut: boolean): Row[][] =>
  [...chunks(days, EVENT_DAYS_MAX)]
    .filter((part) => !isCut || part.length === EVENT_DAYS_MAX)
    .map((part) => [...part])
