import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { BookingRecord } from '../../../domain/bookings/booking-record.ts'
import { nightsOf } from '../../../domain/kernel/night.ts'
import type { Handle } from '../../engine/engine.ts'
import { findMeta } from '../../engine/meta.ts'
import { floorsOf } from './hotels.ts'
import { type Invariant, type Look, slicesOf } from './invariant.ts'

/**
 * A booking is as its newest revision says, its revisions are numbered from 1 without a gap, each is in the feed of the
 * hotel in that order, its rooms were taken off its nights by the change that made it, and its newest revision has an
 * event.
 */
export const BOOKINGS: Invariant = {
  holds:
    'bookings are as their revisions say, in the feed in that order, and taken off their nights',
  find: findWrong,
}

/** Bookings of a slice: each has two full records. */
const AT_ONCE = 100

type Row = Pick<Handle['t']['booking']['$inferSelect'], keyof ReturnType<typeof columnsOf>> & {
  slug: string | null
}
type Revision = {
  code: string
  revision: number
  changeSeq: number
  feedSeq: number | null
  trims: number | null
  atMs: number | null
}
type Taken = { changeSeq: number; roomCode: string; date: string; rooms: number }

/** All that is known of the bookings of a slice. */
type Parts = {
  revisions: Map<string, Revision[]>
  snapshots: Map<string, BookingRecord>
  taken: Map<number, Taken[]>
  /** Revisions that were published. */
  events: Set<string>
  /** Since when holds and their ends have events: the first versions published neither. */
  holdsToldSinceMs: number
  /** The newest change of a hotel whose history retention may have deleted. */
  floors: Map<number, number>
  keptSinceMs: number
}

/**
 * Goes by the order of making over all hotels, in which revisions and changes lie in the file: hotel by hotel each page
 * of them would be read for every booking on it.
 */
async function* findWrong(look: Look): AsyncGenerator<string> {
  const { keptSinceMs } = look
  const slices = slicesOf<Row & { wrong: string[] }>(
    look,
    async (handle, after, limit) => {
      const { booking, hotel } = handle.t
      const rows = await handle.db
        .select({ ...columnsOf(handle), slug: hotel.slug })
        .from(booking)
        .leftJoin(hotel, eq(hotel.id, booking.hotelId))
        .where(gt(booking.id, after?.id ?? 0))
        .orderBy(asc(booking.id))
        .limit(limit)
      // Sandboxes are dropped in parts.
      const own = rows.filter(({ hotelId }) => hotelId > 0)
      const parts = await readParts(handle, own, keptSinceMs)
      return rows.map((row) => ({ ...row, wrong: row.hotelId > 0 ? judge(row, parts) : [] }))
    },
    AT_ONCE,
  )
  for await (const rows of slices)
    for (const { slug, code, wrong } of rows)
      yield* wrong.map((what) => `${slug} booking ${code}: ${what}`)
}

const columnsOf = ({ t: { booking } }: Handle) => {
  const { id, hotelId, code, revision, status, roomCode, rooms, checkin, checkout } = booking
  const { totalPriceCents } = booking
  return {
    id,
    hotelId,
    code,
    revision,
    status,
    roomCode,
    rooms,
    checkin,
    checkout,
    totalPriceCents,
  }
}

async function readParts(
  handle: Handle,
  rows: readonly Row[],
  keptSinceMs: number,
): Promise<Parts> {
  const { t, db } = handle
  const { bookingRevision: r, booking, change, outbox } = t
  const ids = rows.map(({ id }) => id)
  const codes = rows.map(({ code }) => code)
  const isOf = and(eq(r.hotelId, booking.hotelId), eq(r.code, booking.code))
  const revisions: Revision[] = await db
    .select({
      ...{ code: r.code, revision: r.revision, changeSeq: r.changeSeq },
      ...{ feedSeq: change.seq, trims: change.trims, atMs: change.atMs },
    })
    .from(booking)
    .innerJoin(r, isOf)
    .leftJoin(change, and(eq(change.seq, r.changeSeq), eq(change.hotelId, r.hotelId)))
    .where(inArray(booking.id, ids))
    .orderBy(asc(r.code), asc(r.revision))
  const records = await db
    .select({ code: r.code, revision: r.revision, snapshot: r.snapshot })
    .from(booking)
    .innerJoin(r, and(isOf, or(eq(r.revision, 1), eq(r.revision, booking.revision))))
    .where(inArray(booking.id, ids))
  const events = await db
    .select({ code: outbox.bookingCode, revision: outbox.revision })
    .from(outbox)
    .where(inArray(outbox.bookingCode, codes))
  const firsts = revisions
    .filter(({ revision }) => revision === 1)
    .map(({ changeSeq }) => changeSeq)
  return {
    revisions: Map.groupBy(revisions, ({ code }) => code),
    snapshots: new Map(
      records.map(({ code, revision, snapshot }) => [`${code} ${revision}`, snapshot]),
    ),
    taken: Map.groupBy(await listTaken(handle, firsts), ({ changeSeq }) => changeSeq),
    events: new Set(events.map(({ code, revision }) => `${code} ${revision}`)),
    holdsToldSinceMs: Date.parse((await findMeta(handle, 'oversold_told_at')) ?? '9999-12-31'),
    floors: await floorsOf(
      handle,
      rows.map(({ hotelId }) => hotelId),
    ),
    keptSinceMs,
  }
}

async function listTaken({ t, db }: Handle, seqs: readonly number[]): Promise<Taken[]> {
  if (seqs.length === 0) return []
  const { changeSeq, roomCode, date, available, availableBefore } = t.dayHistory
  const rooms = sql<number>`${availableBefore} - ${available}`.mapWith(Number)
  return await db
    .select({ changeSeq, roomCode, date, rooms })
    .from(t.dayHistory)
    .where(inArray(changeSeq, [...seqs]))
}

/** Everything that is wrong with a booking. */
function judge(booking: Row, parts: Parts): string[] {
  const { code, revision } = booking
  const revisions = parts.revisions.get(code) ?? []
  const wrong: string[] = []
  if (revisions.length !== revision || revisions.some((each, at) => each.revision !== at + 1))
    wrong.push(
      `it is at revision ${revision} and has the revisions ${revisions.map((each) => each.revision).join(', ') || 'none'}`,
    )
  for (const { revision, changeSeq, feedSeq } of revisions)
    if (feedSeq === null)
      wrong.push(`revision ${revision} is not in the feed (change ${changeSeq})`)
  if (revisions.some(({ changeSeq }, at) => at > 0 && changeSeq <= revisions[at - 1]!.changeSeq))
    wrong.push('its revisions are not in the feed in their order')
  const newest = parts.snapshots.get(`${code} ${revision}`)
  const other = newest && TOLD.find((name) => newest[name] !== booking[name])
  if (other)
    wrong.push(`its ${other} is ${booking[other]}, and ${newest[other]} by revision ${revision}`)
  const isPublished = parts.events.has(`${code} ${revision}`)
  const last = revisions.at(-1)
  const isHold = booking.status === 'pending' || booking.status === 'expired'
  const sinceMs = Math.max(parts.keptSinceMs, isHold ? parts.holdsToldSinceMs : 0)
  if (!isPublished && last?.revision === revision && (last.atMs ?? 0) >= sinceMs)
    wrong.push(`revision ${revision} has no event`)
  const untaken = findUntaken(parts, booking)
  if (untaken) wrong.push(untaken)
  return wrong
}

const TOLD = ['status', 'roomCode', 'rooms', 'checkin', 'checkout', 'totalPriceCents'] as const

/** The first night whose history does not say that the booking took its rooms. */
function findUntaken({ revisions, snapshots, taken, floors }: Parts, { hotelId, code }: Row) {
  const first = revisions.get(code)?.[0]
  const record = snapshots.get(`${code} 1`)
  const isKept = first && first.changeSeq > (floors.get(hotelId) ?? 0) && first.trims === 0
  if (!isKept || first.revision !== 1 || !record) return undefined
  const nights = taken.get(first.changeSeq) ?? []
  const missing = nightsOf(record).find(
    (date) =>
      !nights.some(
        (night) =>
          night.date === date && night.roomCode === record.roomCode && night.rooms === record.rooms,
      ),
  )
  return (
    missing &&
    `the history of ${record.roomCode} ${missing} does not say that it took ${record.rooms} rooms (change ${first.changeSeq})`
  )
}
