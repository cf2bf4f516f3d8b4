import type { Static } from 'typebox'
import type { AgencySchema, UserSchema } from '../../http/accounts/account-shape.ts'
import type { BookingSchema, CommissionedSchema } from '../../http/bookings/booking-shape.ts'
import type { DayListsSchema } from '../../http/bookings/desk-day-shape.ts'
import type {
  BookingTrailSchema,
  PanelBookingSchema,
  WholeDeskSchema,
} from '../../http/bookings/desk-shape.ts'
import type { IdentitiesSchema } from '../../http/bookings/identity-shape.ts'
import type {
  PanelHotelSchema,
  RoomSchema,
  WholeHotelSchema,
} from '../../http/catalog/hotel-shape.ts'
import type {
  AgencyFiguresSchema,
  HotelFiguresSchema,
  HouseFiguresSchema,
  NightFiguresSchema,
} from '../../http/dashboards/figures-shape.ts'
import type { AvailabilitySchema, RateDaysSchema } from '../../http/days/day-shape.ts'
import type { ChangesSchema } from '../../http/history/change-shape.ts'
import type { PhotoSchema } from '../../http/photos/photo-shape.ts'
import type { RateSchema } from '../../http/rates/rate-shape.ts'
import type { HotelPageSchema } from '../../http/sale/search-shape.ts'
import type { DeliverySchema, WholeDeliverySchema } from '../../http/webhooks/delivery-shape.ts'
import type { WebhookSchema } from '../../http/webhooks/webhook-shape.ts'

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
export type { UnusualDemand } from '../../http/dashboards/figures-shape.ts'
export type Night = Static<typeof NightFiguresSchema>
export type AgencyFigures = Static<typeof AgencyFiguresSchema>
export type HouseFigures = Static<typeof HouseFiguresSchema>
