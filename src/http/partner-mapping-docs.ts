import { type TSchema, Type } from 'typebox'
import { nullable, partnerOperation } from './docs.ts'

const Hotel = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  city: Type.Object({ slug: Type.String(), name: Type.String(), country: Type.String() }),
  currency: Type.String({ description: 'ISO 4217.' }),
  timezone: Type.String({ description: 'IANA.' }),
  stars: Type.Integer(),
  address: Type.String(),
  lat: Type.Number(),
  lng: Type.Number(),
  checkinTime: Type.String(),
  checkoutTime: Type.String(),
  restoreOnCancel: Type.Boolean(),
  active: Type.Boolean(),
})
const Room = Type.Object({
  roomCode: Type.String(),
  name: Type.String(),
  description: Type.String(),
  totalRooms: nullable(Type.Integer()),
  maxAdults: Type.Integer(),
  maxChildren: Type.Integer(),
  maxOccupancy: Type.Integer(),
  boards: Type.Array(Type.String()),
  basePriceCents: nullable(Type.Integer()),
  currency: Type.String(),
  active: Type.Boolean(),
})
const Board = Type.Object({ code: Type.String(), name: Type.String() })
const Limits = Type.Object({
  requests: Type.Object({
    perMinute: Type.Integer(),
    remaining: Type.Integer(),
    resetSeconds: Type.Integer(),
  }),
  body: Type.Object({ bytesMax: Type.Integer() }),
  availabilityPull: Type.Object({ daysMax: Type.Integer(), pastDaysMax: Type.Integer() }),
  availabilityPush: Type.Object({
    updatesMax: Type.Integer(),
    pastDaysMax: Type.Integer(),
    futureDaysMax: Type.Integer(),
    availableMax: Type.Integer(),
    priceCentsMax: Type.Integer(),
    reportEntriesMax: Type.Integer(),
  }),
  lists: Type.Object({ limitDefault: Type.Integer(), limitMax: Type.Integer() }),
})

const read = (id: string, summary: string, schema: TSchema, description?: string) =>
  partnerOperation({
    id,
    tag: 'Mapping',
    summary,
    ...(description && { description }),
    answers: { 200: { description: summary, schema } },
    errors: [],
  })

export const hotel = read('getHotel', 'The hotel of the key', Hotel)
export const hotels = read(
  'listHotels',
  'The hotels of the key: this one',
  Type.Object({ hotels: Type.Array(Hotel) }),
)
export const rooms = read(
  'listRooms',
  'Room types',
  Type.Object({ rooms: Type.Array(Room) }),
  'All of them, active or not, by code. `available` above `totalRooms` (when it is set) is refused as `above_capacity`. The price of a day is for the first of `boards`.',
)
export const boards = read(
  'listBoards',
  'Boards (meal plans)',
  Type.Object({ boards: Type.Array(Board) }),
)
export const mapping = read(
  'getMapping',
  'Hotel, room types and boards in one',
  Type.Object({ hotel: Hotel, rooms: Type.Array(Room), boards: Type.Array(Board) }),
)
export const limits = read(
  'getLimits',
  'Every limit, and what is left of it',
  Limits,
  'Counts as a request like any other: `remaining` is what is left after it.',
)
