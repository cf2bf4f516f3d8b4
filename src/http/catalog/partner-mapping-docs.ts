import { type TSchema, Type } from 'typebox'
import {
  ATTEMPTS_MAX,
  AVAILABLE_MAX,
  BODY_BYTES_MAX,
  BOOKINGS_PAGE_DEFAULT,
  BOOKINGS_PAGE_MAX,
  BOOKINGS_PULL_DAYS_MAX,
  CHANGES_PAGE_DAYS_MAX,
  CHANGES_PAGE_DEFAULT,
  CHANGES_PAGE_MAX,
  CHANGES_WAIT_SECONDS_MAX,
  EVENT_DAYS_MAX,
  KEY_REQUESTS_PER_MINUTE,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  PRICE_CENTS_MAX,
  PULL_DAYS_MAX,
  PULL_PAST_DAYS_MAX,
  PUSH_FUTURE_DAYS_MAX,
  PUSH_PAST_DAYS_MAX,
  REPORT_ENTRIES_MAX,
  UPDATES_MAX,
  URL_LENGTH_MAX,
  WEBHOOKS_MAX,
} from '../../domain/limits.ts'
import { nullable, partnerOperation } from '../docs.ts'

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
  overbookingRooms: Type.Integer({ description: 'May be sold beyond `totalRooms`.' }),
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
  body: Type.Object({
    bytesMax: Type.Integer({
      description: 'Of a push of availability; another has at most 65,536.',
    }),
  }),
  availabilityPull: Type.Object({ daysMax: Type.Integer(), pastDaysMax: Type.Integer() }),
  availabilityPush: Type.Object({
    updatesMax: Type.Integer(),
    pastDaysMax: Type.Integer(),
    futureDaysMax: Type.Integer(),
    availableMax: Type.Integer(),
    priceCentsMax: Type.Integer(),
    reportEntriesMax: Type.Integer(),
  }),
  bookingsPull: Type.Object({
    daysMax: Type.Integer(),
    limitDefault: Type.Integer(),
    limitMax: Type.Integer(),
  }),
  changes: Type.Object({
    limitDefault: Type.Integer(),
    limitMax: Type.Integer(),
    daysMax: Type.Integer({ description: 'Days on a page, all entries together.' }),
    waitSecondsMax: Type.Integer(),
    keptDays: Type.Integer(),
  }),
  webhooks: Type.Object({
    endpointsMax: Type.Integer({ description: 'Of a hotel.' }),
    urlLengthMax: Type.Integer(),
    attemptsMax: Type.Integer({ description: 'At one delivery.' }),
    answerSecondsMax: Type.Integer({ description: 'For a whole exchange.' }),
    eventDaysMax: Type.Integer({ description: 'Days of one `availability.changed`.' }),
    deliveriesKeptDays: Type.Integer(),
    eventsKeptDays: Type.Integer({ description: 'How far back a replay reaches.' }),
  }),
  lists: Type.Object({ limitDefault: Type.Integer(), limitMax: Type.Integer() }),
})

const hotelExample = {
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
}
const roomExample = {
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
}
const boardExample = { code: 'BB', name: 'Bed and breakfast' }

const read = (
  id: string,
  summary: string,
  answer: { schema: TSchema; example: unknown },
  description?: string,
) =>
  partnerOperation({
    id,
    tag: 'Mapping',
    summary,
    ...(description && { description }),
    answers: { 200: { description: summary, ...answer } },
    errors: ['validation_failed'],
  })

export const hotel = read('getHotel', 'The hotel of the key', {
  schema: Hotel,
  example: hotelExample,
})
export const hotels = read('listHotels', 'The hotels of the key: this one', {
  schema: Type.Object({ hotels: Type.Array(Hotel) }),
  example: { hotels: [hotelExample] },
})
export const rooms = read(
  'listRooms',
  'Room types',
  { schema: Type.Object({ rooms: Type.Array(Room) }), example: { rooms: [roomExample] } },
  'All of them, active or not, by code. `available` above `totalRooms + overbookingRooms` (where `totalRooms` is set) is refused as `above_capacity`; below that it is stored as at most what this service has not sold (`sold_meanwhile`). The price of a day is for the first of `boards`.',
)
export const boards = read('listBoards', 'Boards (meal plans)', {
  schema: Type.Object({ boards: Type.Array(Board) }),
  example: { boards: [boardExample] },
})
export const mapping = read('getMapping', 'Hotel, room types and boards in one', {
  schema: Type.Object({ hotel: Hotel, rooms: Type.Array(Room), boards: Type.Array(Board) }),
  example: { hotel: hotelExample, rooms: [roomExample], boards: [boardExample] },
})
export const limits = read(
  'getLimits',
  'Every limit, and what is left of it',
  {
    schema: Limits,
    example: {
      requests: { perMinute: KEY_REQUESTS_PER_MINUTE, remaining: 47, resetSeconds: 13 },
      body: { bytesMax: BODY_BYTES_MAX },
      availabilityPull: { daysMax: PULL_DAYS_MAX, pastDaysMax: PULL_PAST_DAYS_MAX },
      availabilityPush: {
        updatesMax: UPDATES_MAX,
        pastDaysMax: PUSH_PAST_DAYS_MAX,
        futureDaysMax: PUSH_FUTURE_DAYS_MAX,
        availableMax: AVAILABLE_MAX,
        priceCentsMax: PRICE_CENTS_MAX,
        reportEntriesMax: REPORT_ENTRIES_MAX,
      },
      bookingsPull: {
        daysMax: BOOKINGS_PULL_DAYS_MAX,
        limitDefault: BOOKINGS_PAGE_DEFAULT,
        limitMax: BOOKINGS_PAGE_MAX,
      },
      changes: {
        limitDefault: CHANGES_PAGE_DEFAULT,
        limitMax: CHANGES_PAGE_MAX,
        daysMax: CHANGES_PAGE_DAYS_MAX,
        waitSecondsMax: CHANGES_WAIT_SECONDS_MAX,
        keptDays: 90,
      },
      webhooks: {
        endpointsMax: WEBHOOKS_MAX,
        urlLengthMax: URL_LENGTH_MAX,
        attemptsMax: ATTEMPTS_MAX,
        answerSecondsMax: 10,
        eventDaysMax: EVENT_DAYS_MAX,
        deliveriesKeptDays: 30,
        eventsKeptDays: 90,
      },
      lists: { limitDefault: PAGE_SIZE_DEFAULT, limitMax: PAGE_SIZE_MAX },
    },
  },
  'Counts as a request like any other: `remaining` is what is left after it.',
)
