// The data from which mails are written.

import { and, eq, inArray, or } from 'drizzle-orm'
import type { HouseRole } from '../../domain/accounts/house.ts'
import { termsInForce } from '../../domain/agencies/terms.ts'
import type { Booking } from '../../domain/bookings/booking.ts'
import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import type { Board, Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import type { Extra } from '../../domain/extras/extra.ts'
import type { Rate } from '../../domain/rates/rate.ts'
import { type AccountLink, findLink, findOtherLink } from '../accounts/links.ts'
import { findUser } from '../accounts/users.ts'
import { findAgency } from '../agencies/agencies.ts'
import { findTerms } from '../agencies/terms.ts'
import { findBooking } from '../bookings/bookings.ts'
import { listGroup } from '../bookings/groups.ts'
import { findHotel, findSnapshot, listBoards } from '../catalog/catalog.ts'
import type { Handle } from '../engine/engine.ts'
import { findManagePage } from '../sites/sites.ts'
import { findNewestHour, type StrangerHour } from '../strangers/hours.ts'
import { type BookingMail, mailedStays } from './mails.ts'

/**
 * The data from which a mail about a booking or a group is written: the revision, the one before it, and the hotel. Of a
 * group `booking`, `record` and `before` are of the first stay that the mail reports.
 */
export type BookingMailData = {
  hotel: Hotel
  /** The booking as it is now. */
  booking: Booking
  /** The page of the booking's site to which links lead; null for this service's own. */
  managePage: string | null
  /** The hotel's present room types, rates, boards and extras, for their names in the language of the mail. */
  rooms: RoomType[]
  rates: Rate[]
  boards: Board[]
  extras: Extra[]
  record: BookingRecord
  before: BookingRecord | undefined
  /** True if the terms of the booking's agency let its guests act by their link. */
  guestActs: boolean
  /** True if the guest, or another holder of the code and the address, made the revision. */
  isByGuest: boolean
  /** All stays of the group in their order; null for a booking of its own. */
  group: { code: string; stays: MailStay[] } | null
}

/** A stay of a group: as its reported revision left it, or as it is now if the mail does not report it. */
export type MailStay = {
  booking: Booking
  record: BookingRecord
  before: BookingRecord | undefined
  isReported: boolean
}

/** The data of a mail about a booking or a group; undefined if its revisions or its hotel are no longer stored. */
export async function findBookingMailData(
  handle: Handle,
  mail: BookingMail,
): Promise<BookingMailData | undefined> {
  const { hotelId, bookingCode, revision } = mail
  const found = await findSnapshot(handle, hotelId)
  const reported = mailedStays(mail)
  const alone = reported ? undefined : await findBooking(handle, bookingCode)
  const bookings = reported ? await listGroup(handle, bookingCode) : alone ? [alone] : []
  const wanted = reported ?? [{ code: bookingCode, revision }]
  const revisionOf = ({ code, ...now }: Pick<Booking, 'code' | 'revision'>) =>
    wanted.find((stay) => stay.code === code)?.revision ?? now.revision
  const rows = await listRevisions(handle, hotelId, bookings, revisionOf)
  const stays = bookings.flatMap((booking): (MailStay & { isByGuest: boolean })[] => {
    const rowAt = (at: number) =>
      rows.find((row) => row.code === booking.code && row.revision === at)
    const [now, then] = [rowAt(revisionOf(booking)), rowAt(revisionOf(booking) - 1)]
    if (!now) return []
    const isReported = wanted.some(({ code }) => code === booking.code)
    const before = isReported ? then?.snapshot : undefined
    const isByGuest = now.actorType === 'booking'
    return [{ booking, record: now.snapshot, before, isReported, isByGuest }]
  })
  const first = stays.find(({ isReported }) => isReported)
  if (!found || !first) return undefined
  const { hotel, rooms, rates, extras } = found
  const { booking, record, before, isByGuest } = first
  const { site: name, agencyId } = booking
  const terms = agencyId === null ? undefined : await findTerms(handle, hotelId, agencyId)
  return {
    ...{ hotel, rooms, rates, extras, booking, record, before, isByGuest },
    guestActs: termsInForce(terms).guestActs,
    boards: await listBoards(handle),
    managePage: name === null ? null : await findManagePage(handle, { name, hotelId }),
    group: reported ? { code: bookingCode, stays } : null,
  }
}

/** The revisions of a hotel's bookings that a mail needs, and those before them. */
export async function listRevisions(
  { t, db }: Handle,
  hotelId: number,
  bookings: readonly Pick<Booking, 'code' | 'revision'>[],
  revisionOf: (booking: Pick<Booking, 'code' | 'revision'>) => number,
) {
  const { bookingRevision: r } = t
  const { code, revision, snapshot } = r
  if (bookings.length === 0) return []
  // Each with the hotel, as the index has it: beside them it would read every revision of the hotel.
  const isWanted = bookings.map((booking) => {
    const at = revisionOf(booking)
    return and(eq(r.hotelId, hotelId), eq(code, booking.code), inArray(revision, [at, at - 1]))
  })
  return await db
    .select({ code, revision, snapshot, actorType: t.change.actorType })
    .from(r)
    .innerJoin(t.change, eq(t.change.seq, r.changeSeq))
    .where(or(...isWanted))
}

/** The data from which a mail about an account link is written. */
export type LinkMailData = {
  link: AccountLink
  /** Name and role of an invitation's hotel or agency, and the name of the inviter; null: an agency has no time zone. */
  invitation:
    | { house: string; timezone: string | null; role: HouseRole; by: string | undefined }
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
  const { userId, actorType, actorId, hotelId, agencyId, memberRole: role } = link
  const account = userId === null ? undefined : await findUser(handle, userId)
  const hotel = hotelId === null ? undefined : await findHotel(handle, hotelId)
  const agency = agencyId === null ? undefined : await findAgency(handle, agencyId)
  const house = hotel ?? agency
  const inviter = house && actorType === 'user' ? await findUser(handle, actorId) : undefined
  return {
    link,
    invitation:
      house && role !== null
        ? { house: house.name, timezone: hotel?.timezone ?? null, role, by: inviter?.name }
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
