import { Type } from 'typebox'
import { DateText, namedObject, nullable } from '../api/schema.ts'
import { BookingSchema } from './booking-shape.ts'
import { DeskSchema } from './desk-shape.ts'

const { code, revision, status, roomCode, roomName, boardCode, rooms } = BookingSchema.properties
const { checkin, checkout, nights, adults, children, totalPriceCents } = BookingSchema.properties
const { arrivalTime, guestNames, company, extras, payment, group } = BookingSchema.properties

/** A stay in the front desk's lists of a day. */
const StaySchema = namedObject('DayStay', {
  ...{ code, revision, status },
  guest: Type.Object({
    firstName: Type.String(),
    lastName: Type.String(),
    phone: nullable(Type.String()),
    country: nullable(Type.String()),
  }),
  specialRequests: nullable(Type.String()),
  ...{ roomCode, roomName, boardCode, rooms, checkin, checkout, nights, adults, children },
  totalPriceCents,
  ...{ arrivalTime, guestNames, company, extras, payment, group },
  desk: DeskSchema,
  sharesRoom: Type.Boolean({
    description: 'One of its rooms is also assigned to another booking in house that night.',
  }),
})

const StaysSchema = namedObject('DayStays', {
  items: Type.Array(StaySchema),
  more: Type.Boolean({ description: 'The list is truncated.' }),
})

/** Arrivals, departures and guests in house on a day. */
export const DayListsSchema = namedObject('DayLists', {
  date: DateText,
  arrivals: StaysSchema,
  departures: StaysSchema,
  inHouse: StaysSchema,
})
