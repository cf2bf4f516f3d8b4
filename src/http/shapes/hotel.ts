import { type Static, Type } from 'typebox'
import type { Hotel, RoomType } from '../../domain/catalog.ts'
import type { HotelEntry } from '../../store/catalog/catalog-lists.ts'
import { Instant, named, namedObject, nullable, show } from './schema.ts'

const text = Type.String()

export const CitySchema = namedObject('City', { slug: text, name: text, country: text })

/** A hotel as the mapping shows it (contract §2). */
export const HotelSchema = namedObject('Hotel', {
  slug: text,
  name: text,
  city: CitySchema,
  currency: Type.String({ description: 'ISO 4217.' }),
  timezone: Type.String({ description: 'IANA.' }),
  stars: Type.Integer(),
  address: text,
  lat: Type.Number(),
  lng: Type.Number(),
  checkinTime: text,
  checkoutTime: text,
  restoreOnCancel: Type.Boolean(),
  active: Type.Boolean(),
})

/** A hotel as admins list it. */
export const HotelEntrySchema = namedObject('HotelEntry', {
  ...HotelSchema.properties,
  ratingSum: Type.Integer(),
  ratingCount: Type.Integer(),
  createdAt: Instant,
})

/** A room type, with what each board adds. */
export const RoomSchema = namedObject('RoomType', {
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
})

/** A room type as the mapping shows it (contract §2). */
export const MappedRoomSchema = named('MappedRoomType', Type.Omit(RoomSchema, ['supplementsCents']))

export const BoardSchema = namedObject('Board', { code: text, name: text })

export const showHotel = (hotel: Hotel) => show(HotelSchema, hotel)

export const showHotelEntry = (entry: HotelEntry) => show(HotelEntrySchema, entry)

export const showRoom = (room: RoomType, { currency }: Hotel) =>
  show(RoomSchema, { ...room, currency })

export const showMappedRoom = (room: RoomType, { currency }: Hotel) =>
  show(MappedRoomSchema, { ...room, currency })

export const hotelExample = {
  slug: 'sea-view',
  name: 'Sea View',
  city: { slug: 'antalya', name: 'Antalya', country: 'TR' },
  currency: 'EUR',
  timezone: 'Europe/Istanbul',
  stars: 4,
  address: 'Kordon Caddesi 1',
  lat: 36.8841,
  lng: 30.7056,
  checkinTime: '14:00',
  checkoutTime: '12:00',
  restoreOnCancel: true,
  active: true,
} satisfies Static<typeof HotelSchema>

export const mappedRoomExample = {
  roomCode: 'DBL',
  name: 'Double room',
  description: 'One large bed or two small ones.',
  totalRooms: 20,
  overbookingRooms: 0,
  maxAdults: 2,
  maxChildren: 1,
  maxOccupancy: 3,
  boards: ['BB', 'HB'],
  basePriceCents: 12900,
  currency: 'EUR',
  active: true,
} satisfies Static<typeof MappedRoomSchema>

export const boardExample = { code: 'BB', name: 'Bed and breakfast' }
