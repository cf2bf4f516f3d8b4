// The data from which mails are written.

import { and, eq, inArray } from 'drizzle-orm'
import type { MemberRole } from '../../domain/accounts/membership.ts'
import type { Booking } from '../../domain/bookings/booking.ts'
import { type BookingRecord, completeRecord } from '../../domain/bookings/booking-record.ts'
import type { Board, Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import type { Rate } from '../../domain/rates/rate.ts'
import { type AccountLink, findLink, findOtherLink } from '../accounts/links.ts'
import { findUser } from '../accounts/users.ts'
import { findBooking } from '../bookings/bookings.ts'
import { findHotel, findSnapshot, listBoards } from '../catalog/catalog.ts'
import type { Handle } from '../engine/engine.ts'
import { findManagePage } from '../sites/sites.ts'
import { findNewestHour, type StrangerHour } from '../strangers/hours.ts'
import type { BookingMail } from './mails.ts'

/**
 * The data from which a mail about a booking is written: the booking after a revision, the revision before it, and its
 * hotel.
 */
export type BookingMailData = {
  hotel: Hotel
  /** The booking as it is now. */
  booking: Booking
  /** The page of the booking's site to which links lead; null for this service's own. */
  managePage: string | null
  /** The hotel's present room types, rates and boards, for their names in the language of the mail. */
  rooms: RoomType[]
  rates: Rate[]
  boards: Board[]
  record: BookingRecord
  before: BookingRecord | undefined
  /** True if the guest, or another holder of the code and the address, made the revision. */
  isByGuest: boolean
}

/** The data of a mail about a booking; undefined if its revision or its hotel is no longer stored. */
export async function findBookingMailData(
  handle: Handle,
  { hotelId, bookingCode, revision }: BookingMail,
): Promise<BookingMailData | undefined> {
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

/** The data from which a mail about an account link is written. */
export type LinkMailData = {
  link: AccountLink
  /** The hotel and role of an invitation, and the name of the inviter. */
  invitation:
    | { hotel: string; timezone: string; role: MemberRole; by: string | undefined }
    | undefined
  /** The name of the account; `isGuest` is true if it is a guest's. */
  name: string | undefined
  isGuest: boolean
  /** The other address, for a change of address. */
  otherAddress: string | undefined
}

/** The data of a mail about an account link; undefined if the link is no longer stored. */
export async function findLinkMailData(
  handle: Handle,
  linkId: string,
): Promise<LinkMailData | undefined> {
  const link = await findLink(handle, linkId)
  if (!link) return undefined
  const { userId, actorType, actorId, hotelId, memberRole } = link
  const account = userId === null ? undefined : await findUser(handle, userId)
  const hotel = hotelId === null ? undefined : await findHotel(handle, hotelId)
  const inviter = hotel && actorType === 'user' ? await findUser(handle, actorId) : undefined
  return {
    link,
    invitation:
      hotel && memberRole !== null
        ? { hotel: hotel.name, timezone: hotel.timezone, role: memberRole, by: inviter?.name }
        : undefined,
    name: account?.name,
    isGuest: account?.role === 'guest',
    otherAddress: (await findOtherLink(handle, link))?.address,
  }
}

/** The data from which an alarm about unusual demand by strangers is written. */
export type DemandMailData = { hotel: Hotel; hour: StrangerHour }

/** The data of a hotel's alarm; undefined if it has ended. */
export async function findDemandMailData(
  handle: Handle,
  hotelId: number,
): Promise<DemandMailData | undefined> {
  const hotel = await findHotel(handle, hotelId)
  const hour = await findNewestHour(handle, hotelId)
  return hotel && hour && hour.level !== 'none' ? { hotel, hour } : undefined
}
