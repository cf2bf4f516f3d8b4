import { Type } from 'typebox'
import type { ApiKey } from '../../domain/accounts/api-key.ts'
import type { Board } from '../../domain/catalog/catalog.ts'
import { listAllotmentSpans } from '../../store/agencies/allotments.ts'
import { catalogTopic } from '../../store/catalog/catalog.ts'
import type { Context } from '../api/context.ts'
import { exampleDay } from '../api/example-day.ts'
import { routes } from '../api/route.ts'
import { DateText } from '../api/schema.ts'
import { partnerDoor } from '../doors/partner-key.ts'
import { RateSchema, rateExample, showRate, standardRateExample } from '../rates/rate-shape.ts'
import {
  BoardSchema,
  boardExample,
  HotelSchema,
  hotelExample,
  MappedRoomSchema,
  mappedRoomExample,
  PartnerHotelSchema,
  partnerHotelExample,
  RoomSchema,
  roomExample,
  showHotel,
  showMappedRoom,
  showPartnerHotel,
  showRoom,
} from './hotel-shape.ts'

const mappedRooms = { rooms: Type.Array(MappedRoomSchema) }
const boardsShape = { boards: Type.Array(BoardSchema) }
const boardsExample = { boards: [boardExample] }

/** Agencies for which a hotel has set rooms aside, by room type. */
const allotments = Type.Array(
  Type.Object({ agencyCode: Type.String(), roomCode: Type.String(), from: DateText, to: DateText }),
  {
    description:
      'Agencies for which rooms are set aside from today on; the nights: `GET /v1/partner/allotments`.',
  },
)
const MappingSchema = Type.Object({
  hotel: HotelSchema,
  ...mappedRooms,
  ...boardsShape,
  rates: Type.Array(RateSchema),
  allotments,
})
const mappingExample = {
  hotel: hotelExample,
  rooms: [mappedRoomExample],
  ...boardsExample,
  rates: [standardRateExample, rateExample],
  allotments: [{ agencyCode: 'BLUE', roomCode: 'DBL', from: exampleDay(40), to: exampleDay(70) }],
}

/** The mapping of the key's hotel: room types, boards and rates, and the limits of the key (contract §2). */
export function partnerMappingRoutes(context: Context) {
  const { app, route } = routes('/v1/partner', partnerDoor(context), 'Mapping')

  const read = createReader(context)

  route('GET', '/hotel', {
    id: 'getHotel',
    scope: 'any',
    summary: 'The hotel of the key',
    description: 'As the mapping has it, with its public texts and contact.',
    says: 'The hotel.',
    answer: PartnerHotelSchema,
    example: partnerHotelExample,
    handle: async ({ key }) => showPartnerHotel((await context.hotelOf(key.hotelId)).hotel),
  })

  route('GET', '/mapping', {
    id: 'getMapping',
    scope: 'any',
    summary: 'Hotel, room types, boards and rates in one',
    description:
      'Has all rates of the hotel, on sale or not, public or not: first `STD`, which every hotel has and which is the default, then the others by code.',
    says: 'The mapping.',
    answer: MappingSchema,
    example: mappingExample,
    handle: async ({ key }) => {
      const boards = await knownBoards(context)
      return { ...(await read(key)), boards, allotments: await readSpans(context, key) }
    },
  })

  route('GET', '/rooms', {
    id: 'listRooms',
    scope: 'any',
    summary: 'Room types',
    description:
      'All, active or not, by code. `available` above `totalRooms + overbookingRooms` (if `totalRooms` is set) is refused as `above_capacity`; below that it is capped at what this service has not sold (`sold_meanwhile`, `held_meanwhile`). The price of a day is for the first of `boards`. With beds, size, amenities and texts, which the mapping leaves out.',
    says: 'The room types.',
    answer: Type.Object({ rooms: Type.Array(RoomSchema) }),
    example: { rooms: [roomExample] },
    handle: async ({ key }) => {
      const { hotel, rooms } = await context.hotelOf(key.hotelId)
      return { rooms: rooms.map((room) => showRoom(room, hotel)) }
    },
  })

  route('GET', '/boards', {
    id: 'listBoards',
    scope: 'any',
    summary: 'Boards (meal plans)',
    says: 'The boards.',
    answer: Type.Object(boardsShape),
    example: boardsExample,
    handle: async () => ({ boards: await knownBoards(context) }),
  })

  return app
}

/** The boards as kept for search: reading their rows took a third of the mapping. */
async function knownBoards({ store, catalog }: Context): Promise<Board[]> {
  await store.freshen([catalogTopic])
  return [...(await catalog.boards())]
}

/** Reads for whom the hotel of a key has set rooms aside; one without allotments reads nothing. */
async function readSpans({ store, today, hotelOf }: Context, { hotelId }: ApiKey) {
  const { usesAllotments, timezone } = (await hotelOf(hotelId)).hotel
  return usesAllotments ? await listAllotmentSpans(store, hotelId, today(timezone)) : []
}

/** Creates the reader of a key's hotel with room types and rates, all from one snapshot. */
const createReader =
  ({ hotelOf }: Context) =>
  async ({ hotelId }: ApiKey) => {
    const { hotel, rooms, rates } = await hotelOf(hotelId)
    return {
      hotel: showHotel(hotel),
      rooms: rooms.map((room) => showMappedRoom(room, hotel)),
      rates: rates.map((rate) => showRate(rate, rooms)),
    }
  }
