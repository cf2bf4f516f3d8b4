import { and, asc, type Column, eq, gt, gte, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { FeedPlace } from '../../domain/days/feed-cursor.ts'
import type { Handle } from '../engine/engine.ts'
import { padIds } from '../engine/rows.ts'
import { actorOf, isActorKey, type NamedActor, publicActor } from './actors.ts'

// Changes of the change feed, with the revisions that they made, without their days.

/** The actor of a change of days, and its push. */
export type ChangeSource = { actor: NamedActor; pushId: string | null }

/** Kinds of entries that a reader wants: bookings; days of room types and of rates. */
export type FeedKinds = { bookings: boolean; days: boolean }

/** `after`: the place that the reader has; `limit`: the most changes. */
export type FeedQuery = { hotelId: number; after: FeedPlace; limit: number }

/** Events that an entry does not show: to readers, an entry with an event is a reservation, and a hold is not one. */
const NOT_OF_FEED = ['booking.unacked', 'booking.held', 'booking.released']

/** The record of a booking as a change left it, as it is stored (`readRecord`), and its event; null: none. */
type Revised = { snapshot: string | null; event: string | null }

/** A change with its revision, without its days. */
export type ChangeRow = ChangeSource & Revised & { seq: number; trims: number; atMs: number }

/**
 * Changes after a place; without days only those of bookings, by the index of their revisions.
 *
 * @returns `count`: with those that retention has dropped since the revisions were read
 */
export async function listChanges(
  handle: Handle,
  query: FeedQuery,
  kinds: FeedKinds,
): Promise<{ found: ChangeRow[]; count: number }> {
  const { change, bookingRevision: revision } = handle.t
  if (kinds.days) {
    const rows = await listChangeRows(handle, isAfter(change, query), query)
    if (rows.length === 0) return { found: [], count: 0 }
    // By their numbers: of a range PostgreSQL may read the revisions of all hotels.
    const isOfThem = inArray(revision.changeSeq, padIds(rows.map((row) => row.change.seq)))
    const revisions = await listRevisions(handle, isOfThem, query)
    return { found: withRevisions(rows, revisions), count: rows.length }
  }
  const isWanted = isAfter({ hotelId: revision.hotelId, seq: revision.changeSeq }, query)
  const revisions = await listRevisions(handle, isWanted, query)
  if (revisions.size === 0) return { found: [], count: 0 }
  const isRevised = inArray(change.seq, padIds([...revisions.keys()]))
  const rows = await listChangeRows(handle, isRevised, query)
  return { found: withRevisions(rows, revisions), count: revisions.size }
}

const withRevisions = (
  rows: Awaited<ReturnType<typeof listChangeRows>>,
  revisions: ReadonlyMap<number, Revised>,
): ChangeRow[] =>
  rows.map(({ change, keyName, vendorId }) => {
    const { seq, trims, atMs, pushId } = change
    const { snapshot = null, event = null } = revisions.get(seq) ?? {}
    const actor = publicActor(actorOf(change, vendorId), keyName)
    return { seq, trims, atMs, pushId, actor, snapshot, event }
  })

const listChangeRows = async ({ t, db }: Handle, isWanted: SQL | undefined, { limit }: FeedQuery) =>
  await db
    .select({ change: t.change, keyName: t.apiKey.name, vendorId: t.apiKey.vendorId })
    .from(t.change)
    .leftJoin(t.apiKey, isActorKey(t, t.change))
    .where(isWanted)
    .orderBy(asc(t.change.seq))
    .limit(limit)

/** Revisions of bookings by the number of their change. */
async function listRevisions(
  { t, db }: Handle,
  isWanted: SQL | undefined,
  { limit }: FeedQuery,
): Promise<Map<number, Revised>> {
  const { bookingRevision: revision, outbox } = t
  // Looked up for each revision. Of a join PostgreSQL may read the whole outbox: while all events are of one kind, it
  // expects one row of it.
  const eventOf = db
    .select({ event: outbox.event })
    .from(outbox)
    .where(
      and(
        eq(outbox.bookingCode, revision.code),
        eq(outbox.revision, revision.revision),
        notInArray(outbox.event, NOT_OF_FEED),
      ),
    )
    .limit(1)
  const rows = await db
    .select({
      seq: revision.changeSeq,
      // A page shows about half of those that are read for it.
      snapshot: sql<string>`${revision.snapshot}`,
      event: sql<string | null>`(${eventOf})`,
    })
    .from(revision)
    .where(isWanted)
    .orderBy(asc(revision.changeSeq))
    .limit(limit)
  return new Map(rows.map((row) => [row.seq, row]))
}

/** The condition that rows of a hotel come after a place, or, if it lies within a change, with it. */
const isAfter = (of: Record<'hotelId' | 'seq', Column>, { hotelId, after }: FeedQuery) =>
  and(eq(of.hotelId, hotelId), after.entries > 0 ? gte(of.seq, after.seq) : gt(of.seq, after.seq))
