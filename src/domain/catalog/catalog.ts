import type { RoomRules } from '../kernel/availability.ts'
import type { HotelContent, Names, RoomContent } from '../kernel/content.ts'
import type { MailSettings } from '../mails/mail.ts'
import type { HotelTax } from '../rates/tax.ts'
import type { WebRules } from '../strangers/strangers.ts'

/** Where hotels are. */
export type City = Names & { slug: string; name: string; country: string }

/** A hotel as partners map it (contract §2). */
export type Hotel = MailSettings &
  WebRules &
  HotelContent & {
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
    /** Whether a cancellation gives its nights back to sale. */
    restoreOnCancel: boolean
    /** Part of every price, in their order. */
    taxes: HotelTax[]
    /** Whether it has, or had, rates, restrictions or supplements a guest: where not, nothing of them is looked at. */
    usesRates: boolean
    active: boolean
    /** Of a sandbox: the hotel that it is the sandbox of; null of every other hotel. */
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
    /** What each board adds to the day's price, for one room and one night, in minor units; by board code. */
    supplementsCents: Record<string, number>
    /** Boards of which each guest pays the supplement, and not the room. */
    perGuest: string[]
  }

/** A board (meal plan): RO, BB, HB, FB, AI, UAI. */
export type Board = Names & { code: string; name: string }
