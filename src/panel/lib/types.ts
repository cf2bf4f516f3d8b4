import type { Static } from 'typebox'
import type { AgencySchema, UserSchema } from '../../http/shapes/account.ts'
import type { ChangesSchema } from '../../http/shapes/change.ts'
import type { AvailabilitySchema } from '../../http/shapes/day.ts'
import type { HotelSchema, RoomSchema } from '../../http/shapes/hotel.ts'

export type Hotel = Static<typeof HotelSchema>
export type City = Hotel['city']
export type Room = Static<typeof RoomSchema>
export type Account = Static<typeof UserSchema>
export type Agency = Static<typeof AgencySchema>

/** Days of all room types (specification §2.2). */
export type Availability = Static<typeof AvailabilitySchema>
export type Day = Availability['rooms'][number]['days'][number]

/** A page of the hotel's feed, and one entry of it. */
export type Changes = Static<typeof ChangesSchema>
export type Change = Changes['changes'][number]
