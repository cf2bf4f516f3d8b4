import { and, eq, inArray } from 'drizzle-orm'
import type { MemberRole } from '../../domain/accounts/membership.ts'
import { type Booking, type BookingRecord, completeRecord } from '../../domain/bookings/booking.ts'
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

/** What a mail is written of: the booking as a revision left it, the revision before it, and its hotel. */
export type BookingMailData = {
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

/** What a mail about a link is written of. */
export type LinkMailData = {
  link: AccountLink
  /** Where an invitation leads, and who made it. */
  invitation:
    | { hotel: string; timezone: string; role: MemberRole; by: string | undefined }
    | undefined
  /** Name of the account, and whether it is a guest's. */
  name: string | undefined
  isGuest: boolean
  /** Of a change of address: the other address. */
  otherAddress: string | undefined
}

/** What a mail about a link is written of; undefined: the link is not kept. */
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

/** What a mail about strangers' demand is written of. */
export type DemandMailData = { hotel: Hotel; hour: StrangerHour }

/** The alarm of a hotel; undefined: none stands any more. */
export async function findDemandMailData(
  handle: Handle,
  hotelId: number,
): Promise<DemandMailData | undefined> {
  const hotel = await findHotel(handle, hotelId)
  const hour = await findNewestHour(handle, hotelId)
  return hotel && hour && hour.level !== 'none' ? { hotel, hour } : undefined
}
