import type { Static } from 'typebox'
import type { BookingRecord } from '../../domain/bookings/booking.ts'
import type { Board, Hotel, RoomType } from '../../domain/catalog/catalog.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { Language } from '../../domain/kernel/language.ts'
import type { Rate } from '../../domain/rates/rate.ts'
import type { ProblemSchema } from '../api/problem-shape.ts'

export type { BookingRecord }

/** Why something was not done. */
export type Problem = Static<typeof ProblemSchema> & { retryAfterSeconds?: number }

/** What was asked for, or why not. */
export type Outcome<T> = { value: T; problem?: never } | { problem: Problem; value?: never }

/** What opens a booking on its page. */
export type BookingKey = { code: string } & ({ manageToken: string } | { email: string })

/** A booking with what its page tells beside the record. */
export type GuestBooking = {
  record: BookingRecord
  hotel: Hotel
  rooms: RoomType[]
  rates: Rate[]
  boards: Board[]
  /** What its guest is written to in, where that is known. */
  language: Language | null
  /** When a hold ends, or ended. */
  holdUntilMs: number | null
  /** At the hotel. */
  today: CalendarDate
  /** Whether the mailed link can still have what was not confirmed in time. */
  isLate: boolean
}

/** What somebody has sent to a page of guests. */
export type Visit = {
  /** The fields of the form; none where the page was opened. */
  form: Record<string, string>
  /** Language of the address (`?lang=`), and those of the browser. */
  lang: string | null
  acceptLanguage: string
  nowMs: number
  /** Reads a booking for who has its token, or knows its e-mail. */
  read: (key: BookingKey) => Promise<Outcome<GuestBooking>>
  /** Calls the public API as anybody may. */
  ask: <T>(method: string, path: string, body?: object) => Promise<Outcome<T>>
  /** Why the page cannot do what it was sent for. */
  problem?: Problem
}

/** What a page of guests answers: HTML unless it says otherwise. */
export type PageAnswer = { status: number; text: string; headers?: Record<string, string> }

/** A script or a style sheet, at an address that holds a hash of it. */
export type PageFile = { path: string; type: string; text: string }

/** The pages of guests (`src/guests`), which the server hands in. */
export type GuestPages = {
  booking: (visit: Visit) => Promise<PageAnswer>
  files: readonly PageFile[]
}
