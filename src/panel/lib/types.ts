import type { Static } from 'typebox'
import type { AgencySchema, UserSchema } from '../../http/shapes/account.ts'
import type { BookingSchema, CommissionedSchema } from '../../http/shapes/booking.ts'
import type { ChangesSchema } from '../../http/shapes/change.ts'
import type { AvailabilitySchema, RateDaysSchema } from '../../http/shapes/day.ts'
import type { DeliverySchema, WholeDeliverySchema } from '../../http/shapes/delivery.ts'
import type { DayListsSchema } from '../../http/shapes/desk/day.ts'
import type {
  BookingTrailSchema,
  PanelBookingSchema,
  WholeDeskSchema,
} from '../../http/shapes/desk/desk.ts'
import type { IdentitiesSchema } from '../../http/shapes/desk/identity.ts'
import type {
  AgencyFiguresSchema,
  HotelFiguresSchema,
  HouseFiguresSchema,
  NightFiguresSchema,
} from '../../http/shapes/figures.ts'
import type { PanelHotelSchema, RoomSchema, WholeHotelSchema } from '../../http/shapes/hotel.ts'
import type { PhotoSchema } from '../../http/shapes/photos/photo.ts'
import type { RateSchema } from '../../http/shapes/rate.ts'
import type { HotelPageSchema } from '../../http/shapes/search.ts'
import type { WebhookSchema } from '../../http/shapes/webhook.ts'

export type Hotel = Static<typeof WholeHotelSchema>
/** One as its panel reads it. */
export type PanelHotel = Static<typeof PanelHotelSchema>
export type Room = Static<typeof RoomSchema>
export type Photo = Static<typeof PhotoSchema>
export type Rate = Static<typeof RateSchema>
export type Account = Static<typeof UserSchema>
export type Agency = Static<typeof AgencySchema>
/** A hotel as it is sold: with dates its room types with their rates and prices. */
export type HotelPage = Static<typeof HotelPageSchema>

/** Days of all room types (specification §2.2). */
export type Availability = Static<typeof AvailabilitySchema>
export type Day = Availability['rooms'][number]['days'][number]

/** Days of rates, as they are sold (contract-rates). */
export type RateDays = Static<typeof RateDaysSchema>
export type RateDay = RateDays['rooms'][number]['rates'][number]['days'][number]

/** A page of the hotel's feed, and one entry of it. */
export type Changes = Static<typeof ChangesSchema>
export type Change = Changes['changes'][number]

/** A booking, with what became of it, with what the agency earns. */
export type BookingRecord = Static<typeof BookingSchema>
export type BookingTrail = Static<typeof BookingTrailSchema>
/** One as the hotel's people see it; what its desk keeps; the stays of a day. */
export type PanelBooking = Static<typeof PanelBookingSchema>
export type WholeDesk = Static<typeof WholeDeskSchema>
export type Identities = Static<typeof IdentitiesSchema>
export type DayLists = Static<typeof DayListsSchema>
export type DayStay = DayLists['arrivals']['items'][number]
export type Commissioned = Static<typeof CommissionedSchema>
export type BookingStatus = BookingRecord['status']

/** An endpoint, an event on its way to it, and that with its body and the headers and answers of its attempts. */
export type Webhook = Static<typeof WebhookSchema>
export type Delivery = Static<typeof DeliverySchema>
export type WholeDelivery = Static<typeof WholeDeliverySchema>

/** Figures of the hotel, of a night of it, of an agency, of all. */
export type HotelFigures = Static<typeof HotelFiguresSchema>
export type { UnusualDemand } from '../../http/shapes/figures.ts'
export type Night = Static<typeof NightFiguresSchema>
export type AgencyFigures = Static<typeof AgencyFiguresSchema>
export type HouseFigures = Static<typeof HouseFiguresSchema>
