import { and, eq, inArray } from 'drizzle-orm'
import { type Booking, type BookingRecord, completeRecord } from '../../domain/bookings/booking.ts'
import type { Board, Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import type { Rate } from '../../domain/rates/rate.ts'
import { findBooking } from '../bookings/bookings.ts'
import { findSnapshot, listBoards } from '../catalog/catalog.ts'
import type { Handle } from '../engine/engine.ts'
import { findManagePage } from '../sites/sites.ts'
import type { BookingMail } from './mails.ts'

/** What a mail is written of: the booking as a revision left it, the revision before it, and its hotel. */
export type MailMatter = {
  hotel: Hotel
  /** As it is now. */
  booking: Booking
  /** Of the site that made it, where links to it lead; null: to this service. */
  managePage: string | null
  /** What the hotel has now, for what it calls it in the language of the mail. */
  rooms: RoomType[]
  rates: Rate[]
  boards: Board[]
  record: BookingRecord
  before: BookingRecord | undefined
  /** The guest, or who has the code and the address, made the revision. */
  isByGuest: boolean
}

/** What a mail is written of; undefined: its revision, or its hotel, is not kept. */
export async function findMatter(
  handle: Handle,
  { hotelId, bookingCode, revision }: BookingMail,
): Promise<MailMatter | undefined> {
  const { t, db } = handle
  const { bookingRevision: r } = t
  const rows = await db
    .select({ revision: r.revision, snapshot: r.snapshot, actorType: t.change.actorType })
    .from(r)
    .innerJoin(t.change, eq(t.change.seq, r.changeSeq))
    .where(
      and(
        eq(r.hotelId, hotelId),
        eq(r.code, bookingCode),
        inArray(r.revision, [revision, revision - 1]),
      ),
    )
  const found = await findSnapshot(handle, hotelId)
  const booking = await findBooking(handle, bookingCode)
  const now = rows.find((row) => row.revision === revision)
  const then = rows.find((row) => row.revision !== revision)
  if (!found || !booking || !now) return undefined
  const { hotel, rooms, rates } = found
  const boards = await listBoards(handle)
  const { site: name } = booking
  const managePage = name === null ? null : await findManagePage(handle, { name, hotelId })
  const isByGuest = now.actorType === 'booking'
  return {
    hotel,
    booking,
    managePage,
    rooms,
    rates,
    boards,
    record: recordOf(now),
    before: then && recordOf(then),
    isByGuest,
  }
}

const recordOf = ({ snapshot }: { snapshot: string }): BookingRecord =>
  completeRecord(JSON.parse(snapshot))
