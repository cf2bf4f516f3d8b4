import type { Static } from 'typebox'
import type { AgencySchema, UserSchema } from '../../http/shapes/account.ts'
import type { HotelSchema, RoomSchema } from '../../http/shapes/hotel.ts'

export type Hotel = Static<typeof HotelSchema>
export type City = Hotel['city']
export type Room = Static<typeof RoomSchema>
export type Account = Static<typeof UserSchema>
export type Agency = Static<typeof AgencySchema>

/** A day of a room type (specification §2.1). */
export type Day = { date: string; available: number; priceCents: number; closed: boolean }

/** Days of all room types (specification §2.2). */
export type Availability = {
  from: string
  to: string
  rooms: { roomCode: string; days: Day[] }[]
}
