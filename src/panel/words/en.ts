import { accountEn } from './account.ts'
import { acentaEn } from './acenta.ts'
import { adminEn } from './admin.ts'
import { bookingEn } from './booking.ts'
import { bookingsEn } from './bookings.ts'
import { calendarEn } from './calendar.ts'
import { channelEn } from './channel.ts'
import { reviewsEn } from './reviews.ts'
import { roomsEn } from './rooms.ts'
import { shellEn } from './shell.ts'
import { todayEn } from './today.ts'
import type { Word } from './word.ts'

/** Every text in English; its keys are those of all languages. */
export const en = {
  ...shellEn,
  ...accountEn,
  ...todayEn,
  ...calendarEn,
  ...bookingsEn,
  ...bookingEn,
  ...channelEn,
  ...roomsEn,
  ...reviewsEn,
  ...acentaEn,
  ...adminEn,
}

/** Name of a text. */
export type WordKey = keyof typeof en

/** Every text of a language. */
export type Words = Record<WordKey, Word>
