// Acknowledgements of bookings: a partner confirms each revision that it has received (contract §2).

import { and, asc, between, eq, gte, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Booking, BookingStatus } from '../../domain/bookings/booking.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { pacedChunks } from '../engine/pace.ts'
import { prepared } from '../engine/prepared.ts'
import { padIds } from '../engine/rows.ts'
import type { Tables } from '../engine/schema.ts'

/** The number of acknowledgements that one statement reads or writes. */
const ACKS_AT_ONCE = 64

/** The statuses that a partner is told about and should acknowledge (contract §2). */
const PUBLISHED_STATUSES: BookingStatus[] = ['confirmed', 'cancelled', 'no_show', 'completed']

/** The acknowledgement state of a booking: its newest revision and the one that the partner has acknowledged. */
export type AckState = Pick<
  Booking,
  'id' | 'hotelId' | 'code' | 'revision' | 'ackedRevision' | 'externalId'
>

/** The acknowledgement states of bookings by code, of any hotel, in any order; an unknown code has no entry. */
export async function listAckStates(
  { t, db }: Handle,
  codes: readonly string[],
): Promise<AckState[]> {
  const { id, hotelId, code, revision, ackedRevision, externalId } = t.booking
  const states: AckState[] = []
  for await (const part of pacedChunks(codes, ACKS_AT_ONCE))
    states.push(
      ...(await db
        .select({ id, hotelId, code, revision, ackedRevision, externalId })
        .from(t.booking)
        .where(inArray(code, padIds(part)))),
    )
  return states
}

const updateOne = prepared(({ t: { booking }, db }) => {
  const { placeholder } = sql
  return db
    .update(booking)
    .set({
      ackedRevision: sql`${placeholder('ackedRevision')}`,
      externalId: sql`${placeholder('externalId')}`,
    })
    .where(eq(booking.id, placeholder('id')))
    .prepare()
})

/** Writes the acknowledgements of a partner, one a booking; building the statement of many costs a tenth of one. */
export async function updateAcks(tx: Tx, states: readonly AckState[]): Promise<void> {
  const { db, dialect } = tx
  const { booking } = tx.t
  const [only] = states
  if (states.length === 1) return void (await updateOne(tx).execute(only!))
  for await (const part of pacedChunks(states, ACKS_AT_ONCE)) {
    const rows = padIds(part).map(
      ({ id, ackedRevision, externalId }) =>
        sql`(cast(${id} as bigint), cast(${ackedRevision} as integer), cast(${externalId} as text))`,
    )
    const acks = sql`(values ${sql.join(rows, sql`, `)}) as ack`
    await dialect.rows(
      db,
      sql`update ${booking} set acked_revision = ack.column2, external_id = ack.column3 from ${acks} where ${booking}.id = ack.column1`,
    )
  }
}

/**
 * Codes of bookings whose newest revision was neither acknowledged nor published as `booking.unacked`, the oldest
 * revision first.
 *
 * @param span when the revision was made, both ends included
 */
export async function listUnacked(
  { t, db }: Handle,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  limit: number,
): Promise<string[]> {
  const { code, status, updatedAtMs } = t.booking
  const rows = await db
    .select({ code })
    .from(t.booking)
    .where(
      and(
        isUnacked(t),
        between(updatedAtMs, fromMs, toMs),
        inArray(status, PUBLISHED_STATUSES),
        isNoDroppedHold(t),
      ),
    )
    .orderBy(asc(updatedAtMs))
    .limit(limit)
  return rows.map((row) => row.code)
}

/**
 * Records that a revision is published as `booking.unacked`.
 *
 * @returns false if it already was, is acknowledged, or is no longer the newest
 */
export async function updateUnacked(
  { t, db }: Tx,
  { id, revision }: Pick<Booking, 'id' | 'revision'>,
): Promise<boolean> {
  const rows = await db
    .update(t.booking)
    .set({ unackedRevision: revision })
    .where(and(eq(t.booking.id, id), eq(t.booking.revision, revision), isUnacked(t)))
    .returning({ id: t.booking.id })
  return rows.length === 1
}

/** True if a partner should acknowledge a booking: as in `listUnacked`, but of one that is read already. */
export const isToAck = ({ status, confirmedAtMs }: Pick<Booking, 'status' | 'confirmedAtMs'>) =>
  PUBLISHED_STATUSES.includes(status) && (status !== 'cancelled' || confirmedAtMs !== null)

/**
 * Leaves out holds that were cancelled before they were confirmed. Their `booking.cancelled` is published as for any
 * booking (contract §3), but there never was a reservation for a partner to acknowledge.
 */
export const isNoDroppedHold = ({ booking: { status, confirmedAtMs } }: Tables) =>
  or(ne(status, 'cancelled'), isNotNull(confirmedAtMs))

/** The condition of bookings whose guests have not left by a day and whose newest revision is not acknowledged. */
export const isUnackedStay = (t: Tables, today: CalendarDate) =>
  and(gte(t.booking.checkout, today), isUnackedOf(t))

/** The condition of the index `booking_hotel_unacked`, word for word: published and not acknowledged. */
export const isUnackedOf = ({
  booking: { status, revision, ackedRevision, confirmedAtMs },
}: Tables) =>
  sql`${revision} > coalesce(${ackedRevision}, 0) and (${status} in ('confirmed', 'no_show', 'completed') or ${status} = 'cancelled' and ${confirmedAtMs} is not null)`

/** The condition of the index `booking_unacked_due`, word for word. */
const isUnacked = ({ booking: { ackedRevision, unackedRevision, revision } }: Tables) =>
  sql`${revision} > coalesce(${ackedRevision}, 0) and ${revision} > coalesce(${unackedRevision}, 0)`
