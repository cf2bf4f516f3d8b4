import { type Static, Type } from 'typebox'
import type { Hotel, RoomType } from '../../domain/catalog.ts'
import { instantText } from '../../domain/date.ts'
import type { HotelEntry } from '../../store/catalog/catalog-lists.ts'
import { extended, Instant, named, nullable } from './schema.ts'

const text = Type.String()

export const CitySchema = named('City', Type.Object({ slug: text, name: text, country: text }))

/** A hotel as the mapping shows it (contract §2). */
export const HotelSchema = named(
  'Hotel',
  Type.Object({
    slug: text,
    name: text,
    city: CitySchema,
    currency: text,
    timezone: text,
    stars: Type.Integer(),
    address: text,
    lat: Type.Number(),
    lng: Type.Number(),
    checkinTime: text,
    checkoutTime: text,
    restoreOnCancel: Type.Boolean(),
    active: Type.Boolean(),
  }),
)

/** A hotel as admins list it. */
export const HotelEntrySchema = named(
  'HotelEntry',
  extended(HotelSchema, {
    ratingSum: Type.Integer(),
    ratingCount: Type.Integer(),
    createdAt: Instant,
  }),
)

/** A room type as the mapping shows it, with its boards' supplements. */
export const RoomSchema = named(
  'RoomType',
  Type.Object({
    roomCode: text,
    name: text,
    description: text,
    totalRooms: nullable(Type.Integer()),
    overbookingRooms: Type.Integer({ description: 'May be sold beyond `totalRooms`.' }),
    maxAdults: Type.Integer(),
    maxChildren: Type.Integer(),
    maxOccupancy: Type.Integer(),
    boards: Type.Array(text, { description: "The day's price is for the first." }),
    supplementsCents: Type.Unsafe<Record<string, number>>({
      type: 'object',
      additionalProperties: { type: 'integer' },
      description: "What each board adds to the day's price, for one room and one night.",
    }),
    basePriceCents: nullable(Type.Integer()),
    currency: text,
    active: Type.Boolean(),
  }),
)

export const BoardSchema = named('Board', Type.Object({ code: text, name: text }))

export function showHotel({ id, ...hotel }: Hotel): Static<typeof HotelSchema> {
  return hotel
}

export function showHotelEntry({
  createdAtMs,
  ratingSum,
  ratingCount,
  ...hotel
}: HotelEntry): Static<typeof HotelEntrySchema> {
  return { ...showHotel(hotel), ratingSum, ratingCount, createdAt: instantText(createdAtMs) }
}

export function showRoom(room: RoomType, { currency }: Hotel): Static<typeof RoomSchema> {
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
