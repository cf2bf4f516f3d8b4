import { KEY_REQUESTS_PER_MINUTE } from '../../domain/limits.ts'
import { BoardSchema, CitySchema, HotelSchema, RoomSchema } from '../shapes/hotel.ts'
import { KeySchema } from '../shapes/key.ts'
import { BODY_ERRORS, staffOperation } from './admin-docs-schemas.ts'
import {
  BoardBody,
  BoardPatch,
  CityBody,
  CityPatch,
  HotelBody,
  HotelPatch,
  KeyPatch,
  RoomBody,
  RoomPatch,
} from './admin-schemas.ts'

const tag = 'Administration'

export const createCity = staffOperation({
  id: 'createCity',
  tag,
  summary: 'Make a city',
  description: 'Its slug is made from its name and never changes.',
  body: { schema: CityBody, examples: { Bursa: { name: 'Bursa', country: 'TR' } } },
  answers: { 201: { description: 'The city.', schema: CitySchema } },
  errors: BODY_ERRORS,
})

export const changeCity = staffOperation({
  id: 'changeCity',
  tag,
  summary: 'Change a city',
  description: 'The slug stays.',
  body: { schema: CityPatch, examples: { 'Another name': { name: 'Bursa Merkez' } } },
  answers: { 200: { description: 'The city.', schema: CitySchema } },
  errors: [...BODY_ERRORS, 'not_found'],
})

export const createHotel = staffOperation({
  id: 'createHotel',
  tag,
  summary: 'Make a hotel',
  description:
    'Its slug is made from its name and never changes. It is not for sale until it is approved: `active: true`, here or by a change.',
  body: {
    schema: HotelBody,
    examples: {
      'A hotel to be approved': {
        name: 'Uludağ Lodge',
        city: 'istanbul',
        currency: 'TRY',
        timezone: 'Europe/Istanbul',
        stars: 4,
        address: 'Kirazlıyayla 5',
        lat: 40.11,
        lng: 29.07,
      },
    },
  },
  answers: { 201: { description: 'The hotel.', schema: HotelSchema } },
  errors: BODY_ERRORS,
})

export const changeHotel = staffOperation({
  id: 'changeHotel',
  tag,
  summary: 'Change, approve or suspend a hotel',
  description:
    'The slug stays. So does the currency once there are bookings (`has_bookings`), and while anything has a price in it (`has_prices`: a day, a base price, a supplement): numbers are never taken for another money. `active: false` takes the hotel off sale at once; bookings it has stand.',
  body: {
    schema: HotelPatch,
    examples: { Approve: { active: true }, Suspend: { active: false } },
  },
  answers: { 200: { description: 'The hotel.', schema: HotelSchema } },
  errors: [...BODY_ERRORS, 'not_found'],
})

export const createRoom = staffOperation({
  id: 'createRoomType',
  tag,
  summary: 'Add a room type to a hotel',
  body: {
    schema: RoomBody,
    examples: {
      'A suite': {
        roomCode: 'STE',
        name: 'Suite',
        totalRooms: 4,
        maxAdults: 2,
        maxChildren: 2,
        maxOccupancy: 4,
        basePriceCents: 900_000,
        boards: ['RO', 'BB'],
        supplementsCents: { BB: 60_000 },
      },
    },
  },
  answers: { 201: { description: 'The room type.', schema: RoomSchema } },
  errors: [...BODY_ERRORS, 'not_found', 'already_exists'],
})

export const changeRoom = staffOperation({
  id: 'changeRoomType',
  tag,
  summary: 'Change a room type',
  description:
    'Days that offer more than a lowered `totalRooms` offer as many as there are from then on.',
  body: { schema: RoomPatch, examples: { 'Another base price': { basePriceCents: 950_000 } } },
  answers: { 200: { description: 'The room type.', schema: RoomSchema } },
  errors: [...BODY_ERRORS, 'not_found'],
})

export const changeKey = staffOperation({
  id: 'limitApiKey',
  tag,
  summary: "Change an API key's limit",
  description: `Counts from the next request of the key on. \`null\` goes back to the ${KEY_REQUESTS_PER_MINUTE} a minute of every key.`,
  body: {
    schema: KeyPatch,
    examples: {
      'Ten a second': { requestsPerMinute: 600 },
      'As every key': { requestsPerMinute: null },
    },
  },
  answers: { 200: { description: 'The key.', schema: KeySchema } },
  errors: [...BODY_ERRORS, 'not_found'],
})

export const createBoard = staffOperation({
  id: 'createBoard',
  tag,
  summary: 'Make a board',
  body: { schema: BoardBody, examples: { Brunch: { code: 'BR', name: 'Brunch' } } },
  answers: { 201: { description: 'The board.', schema: BoardSchema } },
  errors: [...BODY_ERRORS, 'already_exists'],
})

export const changeBoard = staffOperation({
  id: 'changeBoard',
  tag,
  summary: 'Rename a board',
  body: { schema: BoardPatch, examples: { 'Another name': { name: 'Breakfast included' } } },
  answers: { 200: { description: 'The board.', schema: BoardSchema } },
  errors: [...BODY_ERRORS, 'not_found'],
})
