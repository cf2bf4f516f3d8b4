import type { Agency } from '../../domain/agency.ts'
import type { Booking } from '../../domain/booking.ts'
import type { Hotel, RoomType } from '../../domain/catalog.ts'
import { instantOrNull, instantText } from '../../domain/date.ts'
import type { User } from '../../domain/user.ts'
import { recordOf } from '../../service/bookings/booking-record.ts'
import type { Actor } from '../../store/availability/history.ts'
import type { Review } from '../../store/bookings/reviews.ts'
import { findAgency } from '../../store/catalog/agencies.ts'
import type { CatalogEntry } from '../../store/catalog/catalog-history.ts'
import type { HotelEntry } from '../../store/catalog/catalog-lists.ts'
import type { Context } from '../context.ts'

/** Who a change by a signed-in user is written down to. */
export const actorOf = ({ id }: User): Actor => ({ type: 'user', id })

/** A hotel as the mapping shows it (contract §2). */
export const showHotel = ({ id, ...hotel }: Hotel) => hotel

/** A hotel as admins list it. */
export function showHotelEntry({ createdAtMs, ratingSum, ratingCount, ...hotel }: HotelEntry) {
  return { ...showHotel(hotel), ratingSum, ratingCount, createdAt: instantText(createdAtMs) }
}

/** A room type as the mapping shows it, with its boards' supplements. */
export function showRoom(room: RoomType, { currency }: Hotel) {
  const { roomCode, name, description, totalRooms, overbookingRooms, ...rest } = room
  const { maxAdults, maxChildren, maxOccupancy, boards, supplementsCents, ...sold } = rest
  return {
    roomCode,
    name,
    description,
    totalRooms,
    overbookingRooms,
    maxAdults,
    maxChildren,
    maxOccupancy,
    boards,
    supplementsCents,
    basePriceCents: sold.basePriceCents,
    currency,
    active: sold.active,
  }
}

/** An agency without its key in the database. */
export function showAgency({ id, createdAtMs, ...agency }: Agency) {
  return { ...agency, createdAt: instantText(createdAtMs) }
}

/** A review as its hotel sees it. */
export function showReview({ hotelId, createdAtMs, repliedAtMs, ...review }: Review) {
  return {
    ...review,
    createdAt: instantText(createdAtMs),
    repliedAt: instantOrNull(repliedAtMs),
  }
}

/** One change of the catalogue. */
export function showCatalogEntry({ seq, entityId, actorName, atMs, ...entry }: CatalogEntry) {
  const { entity, actor, before, after } = entry
  const who = { ...actor, name: actorName }
  return { entity, id: entityId, actor: who, before, after, at: instantText(atMs) }
}

/** Accounts as admins see them: hotels by slug, the agency by code. */
export function userViews(context: Context) {
  const agencyCode = agencyCodes(context)
  return async ({ id, email, name, role, status, hotelIds, agencyId, createdAtMs }: User) => {
    const sheets = await Promise.all(hotelIds.map((hotelId) => context.hotelOf(hotelId)))
    return {
      id,
      email,
      name,
      role,
      status,
      hotels: sheets.map(({ hotel }) => hotel.slug),
      agencyCode: await agencyCode(agencyId),
      createdAt: instantText(createdAtMs),
    }
  }
}

/** Booking records of a page; each hotel and agency is looked up once. */
export function bookingViews(context: Context) {
  const agencyCode = agencyCodes(context)
  return async (booking: Booking) => {
    const { hotel, rooms } = await context.hotelOf(booking.hotelId)
    return recordOf(booking, { hotel, rooms, agencyCode: await agencyCode(booking.agencyId) })
  }
}

function agencyCodes({ store }: Context) {
  const known = new Map<number, Promise<string | null>>()
  return async (agencyId: number | null): Promise<string | null> => {
    if (agencyId === null) return null
    const code =
      known.get(agencyId) ?? findAgency(store, agencyId).then((agency) => agency?.code ?? null)
    known.set(agencyId, code)
    return await code
  }
}
