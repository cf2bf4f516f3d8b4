// Ledger of a hotel's rooms: the nights that each revision of a booking takes or releases.

import { and, asc, desc, eq, gt, gte, inArray, lt, lte, sql } from 'drizzle-orm'
import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import { addDays, type CalendarDate } from '../../domain/kernel/date.ts'
import { NIGHTS_MAX } from '../../domain/kernel/night.ts'
import type { Handle } from '../engine/engine.ts'
import { pacedChunks, readSlices } from '../engine/pace.ts'
import { prepared } from '../engine/prepared.ts'
import type { Tables } from '../engine/schema.ts'
import { isUnackedOf } from './acks.ts'

/** The number of revisions, each with its full record, that are read at once. */
const REVISIONS_AT_ONCE = 200
/** The number of fresh bookings that are read at once. PostgreSQL reads and sorts all the rest for each slice. */
const FRESH_AT_ONCE = 2_000

/**
 * An entry of the ledger of a hotel's rooms: the nights that a revision of a booking takes, and its place in the feed.
 */
export type LedgerEntry = {
  seq: number
  code: string
  stay: Pick<BookingRecord, 'roomCode' | 'status' | 'checkin' | 'checkout' | 'rooms'>
  /** True if the rooms that the revision released were not given back to sale. */
  kept: boolean
}

type Row = Omit<LedgerEntry, 'stay'> & { snapshot: LedgerEntry['stay'] }

/** The revisions of a hotel's bookings after a change, newest first. */
export async function listRevisionsAfter(
  { t, db }: Handle,
  { hotelId, seq, limit }: { hotelId: number; seq: number; limit: number },
): Promise<LedgerEntry[]> {
  const { bookingRevision: revision } = t
  const read = (after: Row | undefined, size: number): Promise<Row[]> =>
    db
      .select(columnsOf(t))
      .from(revision)
      .where(
        and(
          eq(revision.hotelId, hotelId),
          gt(revision.changeSeq, seq),
          after && lt(revision.changeSeq, after.seq),
        ),
      )
      .orderBy(desc(revision.changeSeq))
      .limit(size)
  const entries: LedgerEntry[] = []
  for await (const rows of readSlices(read, REVISIONS_AT_ONCE)) {
    entries.push(...rows.map(entryOf))
    if (entries.length >= limit) break
  }
  return entries.slice(0, limit)
}

/** The newest revision of each of some bookings, up to a change. */
export async function listRevisionsAt(
  { t, db, dialect }: Handle,
  { hotelId, seq, codes }: { hotelId: number; seq: number; codes: readonly string[] },
): Promise<LedgerEntry[]> {
  const { bookingRevision: revision } = t
  const newest = new Map<string, Row>()
  for await (const part of pacedChunks(codes)) {
    const rows = await db
      .select(columnsOf(t))
      .from(revision)
      .where(
        and(
          eq(revision.hotelId, hotelId),
          inArray(revision.code, [...part]),
          // As an expression: the index of this column would read every booking that the hotel ever sold.
          lte(dialect.unindexed(revision.changeSeq), seq),
        ),
      )
      .orderBy(asc(revision.code), asc(revision.revision))
    for (const row of rows) newest.set(row.code, row)
  }
  return await readEntries([...newest.values()])
}

const columnsOf = ({ bookingRevision: { changeSeq, code, snapshot, kept } }: Tables) => ({
  seq: changeSeq,
  code,
  snapshot,
  kept,
})

async function readEntries(rows: Row[]) {
  const entries: LedgerEntry[] = []
  for await (const part of pacedChunks(rows, REVISIONS_AT_ONCE)) entries.push(...part.map(entryOf))
  return entries
}

const entryOf = ({ snapshot, ...row }: Row): LedgerEntry => ({ ...row, stay: snapshot })

/** A booking with the rooms and nights that it takes. */
export type RoomsStay = LedgerEntry['stay'] & { code: string }

/** Dates, both ends inclusive. */
export type Span = { from: CalendarDate; to: CalendarDate }

/** A stay with its booking's newest revision: the instant at which it was made, and whether it is acknowledged. */
export type StayRow = RoomsStay & { id: number; updatedAtMs: number; isAcked: boolean }

/** The open holds of a hotel on nights of a span, newest first. */
export async function listHolds(handle: Handle, hotelId: number, span: Span): Promise<StayRow[]> {
  const stays: StayRow[] = await selectHolds(handle).execute({ hotelId, ...span })
  return stays.sort(byNewest)
}

const selectHolds = prepared((handle) => {
  const { status, holdExpiresAtMs } = handle.t.booking
  // The index of the hotel's holds is to be used: the status is literal text, because a parameter rules out the
  // partial index.
  return selectStays(handle, and(sql`${status} = 'pending'`, gt(holdExpiresAtMs, 0))).prepare()
})

/**
 * A hotel's sold bookings on nights of a span whose newest revision was made since an instant and is not acknowledged;
 * holds are in `listHolds`. Newest first.
 */
export async function listFreshUnacked(
  handle: Handle,
  hotelId: number,
  { sinceMs, ...span }: Span & { sinceMs: number },
): Promise<StayRow[]> {
  const stays: StayRow[] = []
  // No stay is longer, so that the index is read no further.
  const last = addDays(span.to, NIGHTS_MAX)
  const read = async (after: StayRow | undefined, limit: number): Promise<StayRow[]> =>
    await selectFreshUnacked(handle).execute({
      ...{ hotelId, sinceMs, to: span.to, last, limit },
      from: after ? addDays(after.checkout, -1) : span.from,
      ...{ day: after?.checkout ?? '', atMs: after?.updatedAtMs ?? 0, id: after?.id ?? 0 },
    })
  for await (const slice of readSlices(read, FRESH_AT_ONCE)) stays.push(...slice)
  return stays.sort(byNewest)
}

/** In slices in the order of the index, whose entries say how old they are: of others the table is not read. */
const selectFreshUnacked = prepared((handle) => {
  const { id, checkout, updatedAtMs, status } = handle.t.booking
  const { placeholder } = sql
  const isNext = and(
    lte(checkout, placeholder('last')),
    gte(updatedAtMs, placeholder('sinceMs')),
    sql`(${checkout}, ${updatedAtMs}, ${id}) > (${placeholder('day')}, ${placeholder('atMs')}, ${placeholder('id')})`,
    isUnackedOf(handle.t),
    inArray(status, ['confirmed', 'no_show']),
  )
  return selectStays(handle, isNext)
    .orderBy(asc(checkout), asc(updatedAtMs), asc(id))
    .limit(placeholder('limit'))
    .prepare()
})

const byNewest = (a: StayRow, b: StayRow) => b.id - a.id

function selectStays({ t, db }: Handle, which: ReturnType<typeof and>) {
  const { hotelId, id, updatedAtMs, code, roomCode, status, checkin, checkout, rooms } = t.booking
  const { revision, ackedRevision } = t.booking
  const isAcked = sql`coalesce(${ackedRevision}, 0) >= ${revision}`.mapWith(Boolean)
  return db
    .select({ id, updatedAtMs, isAcked, code, roomCode, status, checkin, checkout, rooms })
    .from(t.booking)
    .where(
      and(
        eq(hotelId, sql.placeholder('hotelId')),
        lte(checkin, sql.placeholder('to')),
        gt(checkout, sql.placeholder('from')),
        which,
      ),
    )
}
