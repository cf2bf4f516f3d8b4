import { and, asc, desc, eq, gt, gte, inArray, lte, sql } from 'drizzle-orm'
import type { BookingRecord } from '../../domain/booking.ts'
import type { Handle } from '../engine.ts'
import { paced } from '../pace.ts'

/** What a revision of a booking takes, and its place in the feed. */
export type LedgerEntry = {
  seq: number
  code: string
  stay: Pick<BookingRecord, 'roomCode' | 'status' | 'checkin' | 'checkout' | 'rooms'>
}

/** Revisions of a hotel's bookings after a change, the newest first. */
export async function listRevisionsAfter(
  { t, db }: Handle,
  { hotelId, seq, limit }: { hotelId: number; seq: number; limit: number },
): Promise<LedgerEntry[]> {
  const { bookingRevision: revision } = t
  const rows = await db
    .select({ seq: revision.changeSeq, code: revision.code, snapshot: revision.snapshot })
    .from(revision)
    .where(and(eq(revision.hotelId, hotelId), gt(revision.changeSeq, seq)))
    .orderBy(desc(revision.changeSeq))
    .limit(limit)
  return await readEntries(rows)
}

/** The newest revision of each of some bookings up to a change. */
export async function listRevisionsAt(
  { t, db }: Handle,
  { hotelId, seq, codes }: { hotelId: number; seq: number; codes: readonly string[] },
): Promise<LedgerEntry[]> {
  const { bookingRevision: revision } = t
  const newest = new Map<string, { seq: number; code: string; snapshot: string }>()
  for await (const part of paced(codes)) {
    const rows = await db
      .select({ seq: revision.changeSeq, code: revision.code, snapshot: revision.snapshot })
      .from(revision)
      .where(
        and(
          eq(revision.hotelId, hotelId),
          inArray(revision.code, [...part]),
          lte(revision.changeSeq, seq),
        ),
      )
      .orderBy(asc(revision.code), asc(revision.revision))
    for (const row of rows) newest.set(row.code, row)
  }
  return await readEntries([...newest.values()])
}

async function readEntries(rows: { seq: number; code: string; snapshot: string }[]) {
  const entries: LedgerEntry[] = []
  for await (const part of paced(rows))
    for (const { seq, code, snapshot } of part)
      entries.push({ seq, code, stay: JSON.parse(snapshot) as BookingRecord })
  return entries
}

/** A booking as it takes rooms of nights. */
export type RoomsStay = LedgerEntry['stay'] & { code: string }

/** Holds of a hotel that stand. */
export const listHolds = (handle: Handle, hotelId: number): Promise<RoomsStay[]> =>
  listStays(
    handle,
    hotelId,
    // Every hold ends: the index of their ends is read, which has the holds alone.
    and(eq(handle.t.booking.status, 'pending'), gt(handle.t.booking.holdExpiresAtMs, 0)),
  )

/** Live bookings of a hotel whose newest revision was made since a moment and is not acknowledged, the newest first. */
export const listFreshUnacked = (
  handle: Handle,
  hotelId: number,
  sinceMs: number,
): Promise<RoomsStay[]> => {
  const { status, updatedAtMs, revision, ackedRevision } = handle.t.booking
  return listStays(
    handle,
    hotelId,
    and(
      gte(updatedAtMs, sinceMs),
      inArray(status, ['pending', 'confirmed', 'no_show']),
      sql`${revision} > coalesce(${ackedRevision}, 0)`,
    ),
  )
}

async function listStays(
  { t, db }: Handle,
  hotelId: number,
  which: ReturnType<typeof and>,
): Promise<RoomsStay[]> {
  const { code, roomCode, status, checkin, checkout, rooms } = t.booking
  return await db
    .select({ code, roomCode, status, checkin, checkout, rooms })
    .from(t.booking)
    .where(and(eq(t.booking.hotelId, hotelId), which))
    .orderBy(desc(t.booking.id))
}
