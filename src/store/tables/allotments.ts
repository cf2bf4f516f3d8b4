import { sql } from 'drizzle-orm'
import type { Kit } from './kit.ts'

/** Rooms that hotels set aside for agencies, and what agencies draw of nights. */
export const allotmentTables = (kit: Kit) => ({
  allotment: allotmentTable(kit),
  agencyNight: agencyNightTable(kit),
})

/** Rooms of a night that a hotel sets aside for an agency (contract-agencies, *Allotment*). */
const allotmentTable = ({ table, text, int, date, pk, index, check }: Kit) =>
  table(
    'allotment',
    {
      hotelId: int('hotel_id').notNull(),
      roomCode: text('room_code').notNull(),
      date: date('date').notNull(),
      agencyId: int('agency_id').notNull(),
      rooms: int('rooms').notNull(),
      /** Days before the night at which its rooms are on sale for everybody. */
      releaseDays: int('release_days').notNull(),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.roomCode, t.date, t.agencyId] }),
      index('allotment_agency').on(t.agencyId, t.hotelId),
      check('allotment_rooms', sql`${t.rooms} >= 0`),
    ],
  )

/** Rooms of a night that an agency's bookings draw, moved with each of its bookings. */
const agencyNightTable = ({ table, text, int, date, pk }: Kit) =>
  table(
    'agency_night',
    {
      hotelId: int('hotel_id').notNull(),
      roomCode: text('room_code').notNull(),
      date: date('date').notNull(),
      agencyId: int('agency_id').notNull(),
      /** The rooms of its live bookings. */
      live: int('live').notNull().default(0),
      /** The part of `live` in holds and options. */
      pending: int('pending').notNull().default(0),
      /** Rooms that its ended bookings did not give back since the night's last count. */
      keptBack: int('kept_back').notNull().default(0),
    },
    (t) => [pk({ columns: [t.hotelId, t.roomCode, t.date, t.agencyId] })],
  )
