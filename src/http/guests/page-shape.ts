import type { Static } from 'typebox'
import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import type { GroupRecord } from '../../domain/bookings/group.ts'
import type { Board, Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import type { Extra } from '../../domain/extras/extra.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Language } from '../../domain/kernel/language.ts'
import type { Rate } from '../../domain/rates/rate.ts'
import type { WebCount } from '../../domain/strangers/web-counts.ts'
import type { ContentCoding } from '../api/coding.ts'
import type { ProblemSchema } from '../api/problem-shape.ts'
import type { PublicReviewSchema } from '../bookings/review-shape.ts'
import type { PublicPhotoSchema } from '../photos/photo-shape.ts'
import type { CalendarSchema } from '../sale/price-calendar-shape.ts'
import type {
  CityEntrySchema,
  HotelOfferSchema,
  HotelPageSchema,
  NoQuote,
  RateQuote,
} from '../sale/search-shape.ts'

export type { GroupQuote } from '../bookings/quotes.ts'
export type { BookingRecord, NoQuote, RateQuote }

// The answers of the public API that the pages of `/stay` show.
export type CityEntry = Static<typeof CityEntrySchema>
export type HotelOffer = Static<typeof HotelOfferSchema>
export type HotelPage = Static<typeof HotelPageSchema>
export type PriceCalendar = Static<typeof CalendarSchema>
export type PublicReview = Static<typeof PublicReviewSchema>
export type PublicPhoto = Static<typeof PublicPhotoSchema>
/** A page of a list. */
export type ListPage<Item> = { items: Item[]; nextCursor: string | null }

/** The problem of a refused call. */
export type Problem = Static<typeof ProblemSchema> & { retryAfterSeconds?: number }

/** The result of a call: a value, perhaps the answer to an earlier call with the same key, or a problem. */
export type Outcome<T> =
  | { value: T; isReplay?: boolean; problem?: never }
  | { problem: Problem; isReplay?: never; value?: never }

/** The credentials of a booking or group on its page: code with token or e-mail address. */
export type BookingKey = { code: string } & ({ manageToken: string } | { email: string })

/** A hotel as the page of a booking shows it: with its logo's address and its first picture. */
export type BookedHotel = Hotel & { logo: string | null; photo: PublicPhoto | null }

/** A booking or group with the further data of its page. */
export type GuestBooking = {
  /** Of a group its first booking that stands, or its first one. */
  record: BookingRecord
  /** The group, if its own code opened it. */
  group: GroupRecord | null
  hotel: BookedHotel
  rooms: RoomType[]
  rates: Rate[]
  boards: Board[]
  extras: Extra[]
  /** The language of mails to the guest; null: unknown. */
  language: Language | null
  /** The end of the hold, perhaps in the past; null: never a hold. */
  holdUntilMs: number | null
  /** Today's date at the hotel. */
  today: CalendarDate
  /** True if the mailed link can still confirm the expired hold. */
  isLate: boolean
  /** True if the booking is the guest's to act on: no agency made it, or its terms let guests act. */
  isGuests: boolean
  /** The guest's review; null: none yet. */
  review: PublicReview | null
  /** True if the stay, or the last one of its reservation, is over, so that the guest may review it. */
  isReviewable: boolean
}

/** The answer of the public API to a call, not yet read. */
type ApiAnswer = {
  text: string
  isRefused: boolean
  /** True if it was the answer to an earlier call with the same key. */
  isReplay: boolean
  retryAfterSeconds: number
}

/** The questions that a page may ask while it is written. */
export type Questions = {
  /** Reads a booking by its token, or by its e-mail address. */
  read: (key: BookingKey) => Promise<Outcome<GuestBooking>>
  /** Calls the public API without credentials. @param key the Idempotency-Key */
  send: (method: string, path: string, body?: object, key?: string) => Promise<ApiAnswer>
  /** Returns the manage token of what a form of this visitor has just booked; null: not so, or not any more. */
  tokenOf: (made: { code: string; key: string }) => Promise<string | null>
  /** True if searches and search engines may find a hotel. */
  isListed: (slug: string) => Promise<boolean>
  /** True if a hotel's guests are mailed what they book. */
  isMailed: (slug: string) => Promise<boolean>
}

/** A visit to a guests' page. */
export type Visit = Questions & {
  /** The fields of the form; empty when the page is first opened. */
  form: Record<string, string>
  /** The slug of the hotel in the address; null: none. */
  slug: string | null
  /** The query of the address, its language (`?lang=`), and those of the browser. */
  query: URLSearchParams
  lang: string | null
  acceptLanguage: string
  /** The header `accept-encoding`. */
  acceptEncoding: string
  nowMs: number
  /** Sends a call, and reads its answer. */
  ask: <T>(...call: Parameters<Questions['send']>) => Promise<Outcome<T>>
  /** True if the service has pages that sell (`/stay`). */
  isSelling: boolean
  /** The address of the service, without a slash at its end. */
  publicUrl: string
  /** The problem that the page must show. */
  problem?: Problem
  /** The coding in which the answer will be sent, if it has nothing of one guest: its writer may pack it at once. */
  packIn?: ContentCoding | undefined
}

/** The answer of a guests' page: HTML unless its headers say otherwise. */
export type PageAnswer = {
  status: number
  text: string
  /** The problem that the page shows: programs get it alone. */
  problem?: Problem | undefined
  headers?: Record<string, string>
  /** The style that the page has within itself: its policy names it by hash. */
  inlineStyle?: string
  /** Origins whose pages may show this one in a frame; none unless named. */
  framedBy?: readonly string[]
  /** The name of this exact text in the cache of compressed answers; without one it is in none. */
  packedAs?: string
  /** The text as its writer has packed it. */
  packed?: { coding: ContentCoding; bytes: Uint8Array<ArrayBuffer> } | undefined
  /** What happened at hotels by this answer, for their statistics; counted anew whenever a kept answer is sent. */
  counted?: readonly Counted[]
}

/** Something that happened at a hotel. */
export type Counted = { slug: string; kind: WebCount }

/** A script or style sheet; its path contains its hash. */
export type PageFile = { path: string; type: string; text: string }

/** Answers a visit with a page. */
export type GuestPage = (visit: Visit) => Promise<PageAnswer>

/** The guests' pages (`src/guests`), passed in by the server. */
export type GuestPages = {
  /** `/booking`, and `/my`. */
  booking: GuestPage
  /** `/stay`, `/stay/:slug` and `/stay/:slug/book`. */
  search: GuestPage
  hotel: GuestPage
  book: GuestPage
  /** Any other address below `/stay/`. */
  nowhere: GuestPage
  /** `/sitemap.xml` and `/robots.txt`. */
  sitemap: GuestPage
  robots: GuestPage
  /** `/widget.js`. */
  widget: GuestPage
  files: readonly PageFile[]
}
