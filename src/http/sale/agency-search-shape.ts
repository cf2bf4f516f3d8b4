import { type Static, Type } from 'typebox'
import { commissionOf } from '../../domain/bookings/booking.ts'
import { NamesSchema, namesExample } from '../api/content-shape.ts'
import { namedObject, nullable } from '../api/schema.ts'
import { HotelSchema } from '../catalog/hotel-shape.ts'
import { PublicPhotoSchema, publicPhotoExample } from '../photos/photo-shape.ts'
import { RateNameSchema, TermsSchema } from '../rates/rate-shape.ts'
import { hotelExample } from './search-examples.ts'
import { Cents, HotelSummarySchema, PartySchema } from './search-shape.ts'

/** The guest's price, the agency's share of it, and the rest for the hotel. */
const prices = {
  grossCents: Cents,
  commissionCents: Cents,
  netCents: Type.Integer({ description: '`grossCents` − `commissionCents`.' }),
}

const rooms = Type.Integer({ description: 'Rooms that the agency may take for the whole stay.' })

const RateOfferSchema = namedObject('AgencyRateOffer', {
  ...RateNameSchema.properties,
  boardCode: nullable(Type.String()),
  cancellation: TermsSchema,
  prices: Type.Array(Type.Object({ party: PartySchema, ...prices }), {
    description: 'For each different party that it is sold to.',
  }),
})

const RoomOffersSchema = namedObject('AgencyRoomOffers', {
  roomCode: Type.String(),
  name: Type.String(),
  ...NamesSchema.properties,
  photo: nullable(PublicPhotoSchema),
  roomsLeft: rooms,
  ownLeft: Type.Integer({ description: 'Of these, rooms of its own allotment.' }),
  rates: Type.Array(RateOfferSchema),
})

/** A hotel that an agency may sell for a stay. */
export const AgencyHotelSchema = namedObject('AgencyHotel', {
  ...Type.Omit(HotelSummarySchema, ['webMaxRooms', 'webMaxNights']).properties,
  ...Type.Pick(HotelSchema, ['timezone']).properties,
  distanceKm: Type.Optional(Type.Number({ description: 'From `lat` and `lng`, if given.' })),
  photo: nullable(PublicPhotoSchema),
  commissionBp: Type.Integer({ description: 'Basis points of the gross price.' }),
  optionDays: Type.Integer({ description: 'Days that its options may last.' }),
  creditLeftCents: nullable(
    Type.Integer(),
    'What the agency may still owe for bookings that it collects; null: no limit.',
  ),
  cheapest: nullable(
    Type.Object({
      ...prices,
      stays: Type.Array(
        namedObject('AgencyStay', {
          party: PartySchema,
          roomCode: Type.String(),
          rateCode: Type.String(),
          boardCode: nullable(Type.String()),
          cancellation: TermsSchema,
          ...prices,
        }),
      ),
    }),
    'The cheapest rooms for all parties, one stay each; null if the hotel cannot take them all.',
  ),
  rooms: Type.Array(RoomOffersSchema, {
    description: 'Room types and rates on sale for any of the parties, by price.',
  }),
})
export type AgencyHotel = Static<typeof AgencyHotelSchema>

/** Splits a total into the agency's commission and the net price. */
export const splitTotal = (grossCents: number, commissionBp: number) => {
  const commissionCents = commissionOf(grossCents, commissionBp)
  return { grossCents, commissionCents, netCents: grossCents - commissionCents }
}

const free = { freeUntilDays: 2, penalty: 'first_night' as const }
const party = { adults: 2, childAges: [] }
const price = splitTotal(1_760_000, 1_500)

export const agencyHotelExample: AgencyHotel = {
  ...exampleHotel(),
  timezone: 'Europe/Istanbul',
  photo: publicPhotoExample,
  ...{ commissionBp: 1_500, optionDays: 3, creditLeftCents: 50_000_000 },
  cheapest: {
    ...price,
    stays: [
      { party, roomCode: 'DBL', rateCode: 'STD', boardCode: 'BB', cancellation: free, ...price },
    ],
  },
  rooms: [
    {
      ...{ roomCode: 'DBL', name: 'Double room', ...namesExample('Çift kişilik oda') },
      ...{ photo: null, roomsLeft: 3, ownLeft: 2 },
      rates: [
        {
          ...{ rateCode: 'STD', name: 'Standard', ...namesExample('Standart') },
          ...{ boardCode: 'BB', cancellation: free, prices: [{ party, ...price }] },
        },
      ],
    },
  ],
}

function exampleHotel() {
  const { webMaxRooms: _, webMaxNights: __, ...hotel } = hotelExample
  return hotel
}
