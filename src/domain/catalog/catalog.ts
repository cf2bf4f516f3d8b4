import type { RoomRules } from '../kernel/availability.ts'
import type { HotelContent, Names, RoomContent } from '../kernel/content.ts'
import type { MailSettings } from '../mails/mail.ts'
import type { HotelTax } from '../rates/tax.ts'
import type { WebRules } from '../strangers/strangers.ts'
import type { HotelPage } from './hotel-page.ts'

/** A city with hotels. */
export type City = Names & { slug: string; name: string; country: string }

/** A hotel as partners map it (contract §2). */
export type Hotel = MailSettings &
  WebRules &
  HotelContent &
  HotelPage & {
    id: number
    slug: string
    name: string
    city: City
    /** ISO 4217. */
    currency: string
    /** IANA name; the hotel's "today" is reckoned in it. */
    timezone: string
    stars: number
    address: string
    lat: number
    lng: number
    /** `HH:MM`, local. */
    checkinTime: string
    checkoutTime: string
    /** True if a cancellation gives its rooms back to sale. */
    restoreOnCancel: boolean
    /** Included in every price, in this order. */
    taxes: HotelTax[]
    /** True if the hotel has or had rates, restrictions or guest supplements; otherwise they are never read. */
    usesRates: boolean
    /** True if the hotel has or had allotments of agencies; otherwise they are never read. */
    usesAllotments: boolean
    active: boolean
    /** Years after the stay in which its guests are erased; null: never. */
    guestDataYears: number | null
    /** The hotel whose sandbox this is; null for every real hotel. */
    sandboxOf: number | null
  }

/** A room type as partners map it; `boards` are codes, the first being the one the day's price is for. */
export type RoomType = RoomRules &
  RoomContent & {
    name: string
    description: string
    maxAdults: number
    maxChildren: number
    maxOccupancy: number
    boards: string[]
    /** The supplement of each board for one room and one night, in minor units, by board code. */
    supplementsCents: Record<string, number>
    /** Boards whose supplement is per guest, not per room. */
    perGuest: string[]
  }

/** A board (meal plan): RO, BB, HB, FB, AI, UAI. */
export type Board = Names & { code: string; name: string }
