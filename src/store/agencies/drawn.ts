// Rooms that agencies draw of nights, counted anew from their bookings (`doctor`); each booking moves the counters.

import { and, asc, eq, gt, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { BookingStatus } from '../../domain/bookings/booking.ts'
import { liveNights } from '../../domain/days/unseen.ts'
import type { NightPlace } from '../../domain/kernel/availability.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { readSlices } from '../engine/pace.ts'

/** Rooms of an agency's live bookings on a night, and those of them in holds. */
export type DrawnNight = NightPlace & {
  hotelId: number
  agencyId: number
  live: number
  pending: number
}

const LIVE: BookingStatus[] = ['pending', 'confirmed', 'no_show']

/** Returns the key of an agency's night. */
export const drawnName = ({
  hotelId,
  agencyId,
  roomCode,
  date,
}: Omit<DrawnNight, 'live' | 'pending'>) => `${hotelId} ${agencyId} ${date} ${roomCode}`

/** Lists what agencies draw by the counters, of all hotels or of one, without nights of which they draw nothing. */
export async function listDrawn(
  { t: { agencyNight }, db }: Handle,
  hotel?: number,
): Promise<DrawnNight[]> {
  const { hotelId, agencyId, roomCode, date, live, pending } = agencyNight
  const nights: DrawnNight[] = []
  const read = (last: DrawnNight | undefined, limit: number): Promise<DrawnNight[]> =>
    db
      .select({ hotelId, agencyId, roomCode, date, live, pending })
      .from(agencyNight)
      .where(
        and(
          or(ne(live, 0), ne(pending, 0)),
          hotel === undefined ? undefined : eq(hotelId, hotel),
          last &&
            sql`(${hotelId}, ${roomCode}, ${date}, ${agencyId}) > (${last.hotelId}, ${last.roomCode}, ${last.date}, ${last.agencyId})`,
        ),
      )
      .orderBy(asc(hotelId), asc(roomCode), asc(date), asc(agencyId))
      .limit(limit)
  for await (const rows of readSlices(read)) nights.push(...rows)
  return nights
}

/** Adds up what agencies draw from their live bookings, in slices, of all hotels or of one. */
export async function sumDrawn(
  { t: { booking }, db }: Handle,
  hotel?: number,
): Promise<DrawnNight[]> {
  const { id, hotelId, agencyId, createdAtMs, roomCode, status, checkin, checkout, rooms } = booking
  // In the order of the index of agencies' bookings.
  const read = (last: Row | undefined, limit: number): Promise<Row[]> =>
    db
      .select({ id, hotelId, agencyId, createdAtMs, roomCode, status, checkin, checkout, rooms })
      .from(booking)
      .where(
        and(
          isNotNull(agencyId),
          inArray(status, LIVE),
          hotel === undefined ? undefined : eq(hotelId, hotel),
          last &&
            sql`(${agencyId}, ${createdAtMs}, ${id}) > (${last.agencyId}, ${last.createdAtMs}, ${last.id})`,
          // Test bookings have ids below 0.
          gt(id, 0),
        ),
      )
      .orderBy(asc(agencyId), asc(createdAtMs), asc(id))
      .limit(limit)
  const sums = new Map<string, DrawnNight>()
  for await (const rows of readSlices(read)) for (const row of rows) addBooking(sums, row)
  return [...sums.values()]
}

type Row = Pick<
  Handle['t']['booking']['$inferSelect'],
  'id' | 'hotelId' | 'agencyId' | 'createdAtMs' | 'roomCode' | 'status'
> &
  Pick<Handle['t']['booking']['$inferSelect'], 'checkin' | 'checkout' | 'rooms'>

function addBooking(sums: Map<string, DrawnNight>, row: Row): void {
  const { hotelId, roomCode, rooms, status } = row
  for (const date of liveNights(row)) {
    const night = { hotelId, agencyId: row.agencyId!, roomCode, date }
    const name = drawnName(night)
    const known = sums.get(name) ?? { ...night, live: 0, pending: 0 }
    known.live += rooms
    if (status === 'pending') known.pending += rooms
    sums.set(name, known)
  }
}

/** Writes what an agency draws of a night of a hotel, whose lock the transaction holds. */
export async function setDrawn({ t: { agencyNight }, db }: Tx, night: DrawnNight): Promise<void> {
  const { live, pending } = night
  await db
    .insert(agencyNight)
    .values(night)
    .onConflictDoUpdate({
      target: [
        ...[agencyNight.hotelId, agencyNight.roomCode],
        ...[agencyNight.date, agencyNight.agencyId],
      ],
      set: { live, pending },
    })
}
