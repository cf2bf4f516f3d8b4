import { and, asc, eq, gt, lte, max, sql } from 'drizzle-orm'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Handle } from '../engine/engine.ts'

// The changes of all hotels, in the order of their commits.

/** A change of a hotel; `snapshot`: the record of the booking that it changed, if it changed one. */
export type CommittedChange = Awaited<ReturnType<typeof listCommitted>>[number]

/** The number of the newest change; 0 if there is none. */
export async function findNewestChange({ t, db }: Handle): Promise<number> {
  const [row] = await db.select({ seq: max(t.change.seq) }).from(t.change)
  return row?.seq ?? 0
}

/** Lists changes after a number, oldest first. */
export const listCommitted = ({ t, db }: Handle, after: number, limit: number) =>
  db
    .select({
      seq: t.change.seq,
      hotelId: t.change.hotelId,
      atMs: t.change.atMs,
      actorType: t.change.actorType,
      actorId: t.change.actorId,
      pushId: t.change.pushId,
      snapshot: t.bookingRevision.snapshot,
    })
    .from(t.change)
    .leftJoin(t.bookingRevision, eq(t.bookingRevision.changeSeq, t.change.seq))
    .where(gt(t.change.seq, after))
    .orderBy(asc(t.change.seq))
    .limit(limit)

/** Lists the days of changes up to a number, after one of them, in the order of their key. */
export const listCommittedDays = (
  { t, db }: Handle,
  after: { seq: number; roomCode: string; date: CalendarDate },
  upTo: number,
  limit: number,
) =>
  db
    .select({
      seq: t.dayHistory.changeSeq,
      hotelId: t.dayHistory.hotelId,
      roomCode: t.dayHistory.roomCode,
      date: t.dayHistory.date,
      available: t.dayHistory.available,
      priceCents: t.dayHistory.priceCents,
      closed: t.dayHistory.closed,
    })
    .from(t.dayHistory)
    .where(
      and(
        sql`(${t.dayHistory.changeSeq}, ${t.dayHistory.roomCode}, ${t.dayHistory.date}) > (${after.seq}, ${after.roomCode}, ${after.date})`,
        lte(t.dayHistory.changeSeq, upTo),
      ),
    )
    .orderBy(asc(t.dayHistory.changeSeq), asc(t.dayHistory.roomCode), asc(t.dayHistory.date))
    .limit(limit)
