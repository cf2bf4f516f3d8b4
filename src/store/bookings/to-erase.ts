// The bookings of guests to erase: by code, by e-mail address, or by age.

import { and, asc, eq, gt, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import { mailboxOf } from '../../domain/accounts/mailbox.ts'
import type { Booking } from '../../domain/bookings/booking.ts'
import { bookingWords } from '../../domain/bookings/booking-words.ts'
import { ERASED_AT_ONCE_MAX } from '../../domain/bookings/erasure.ts'
import { isSameAddress } from '../../domain/bookings/manage-link.ts'
import { normalizeEmail } from '../../domain/kernel/address.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { refused } from '../../domain/kernel/errors.ts'
import type { Handle } from '../engine/engine.ts'
import { bookingColumns, fromRow } from './booking-row.ts'

/** Rows that are looked at for one e-mail address. */
const LOOKED_AT_MAX = 2_000

/** A guest, by the codes of bookings or groups, or by the e-mail address of all of them. */
export type GuestOf = { codes: readonly string[] } | { email: string }

/**
 * The bookings of a hotel to erase, with all bookings of their groups, by their ids. A group is never too large by
 * itself: whoever cancels its stays may add others for ever.
 *
 * @throws AppError `validation_failed` if they are too many for one request
 */
export async function listToErase(
  handle: Handle,
  hotelId: number,
  by: GuestOf,
): Promise<Booking[]> {
  const { db } = handle
  const { booking } = handle.t
  const isAsked =
    'codes' in by
      ? or(
          inArray(booking.code, [...by.codes]),
          and(isNotNull(booking.groupCode), inArray(booking.groupCode, [...by.codes])),
        )
      : isOfEmail(handle, hotelId, normalizeEmail(by.email))
  const asked = await db
    .select(bookingColumns(booking))
    .from(booking)
    .where(and(eq(booking.hotelId, hotelId), isAsked))
    .orderBy(asc(booking.id))
    .limit(LOOKED_AT_MAX)
  const isMeant = ({ guest }: Pick<Booking, 'guest'>) =>
    'codes' in by || isSameAddress(guest.email, by.email)
  const found = asked.filter(isMeant)
  const groups = [...new Set(found.flatMap(({ groupCode }) => groupCode ?? []))]
  const known = new Set(found.map(({ id }) => id))
  const rest =
    groups.length === 0
      ? []
      : await db
          .select(bookingColumns(booking))
          .from(booking)
          .where(and(isNotNull(booking.groupCode), inArray(booking.groupCode, groups)))
  const all = [...found, ...rest.filter(({ id }) => !known.has(id))]
  const isOneGroup = new Set(all.map(({ groupCode, code }) => groupCode ?? code)).size === 1
  const isTooMany = all.length > ERASED_AT_ONCE_MAX && !isOneGroup
  if (asked.length === LOOKED_AT_MAX || isTooMany) throw tooMany()
  return all.map(fromRow)
}

const tooMany = () =>
  refused(
    '',
    'too_many',
    `At most ${ERASED_AT_ONCE_MAX} bookings at once: name them by their codes.`,
    {
      max: ERASED_AT_ONCE_MAX,
    },
  )

const NOBODY = { firstName: '', lastName: '', phone: null, country: null }

/** Bookings with an e-mail address: by their mailbox, or, as old rows have none, by its longest word. */
function isOfEmail({ t: { booking, bookingWord }, db }: Handle, hotelId: number, email: string) {
  const ofName = { code: '', groupCode: null, guest: { ...NOBODY, email: email.split('@')[0]! } }
  const [word = ''] = bookingWords(ofName).toSorted((a, b) => b.length - a.length)
  const byWord = db
    .select({ id: bookingWord.bookingId })
    .from(bookingWord)
    .where(and(eq(bookingWord.hotelId, hotelId), eq(bookingWord.word, word)))
  return and(
    isNotNull(booking.email),
    or(eq(booking.mailbox, mailboxOf(email)), inArray(booking.id, byWord)),
  )
}

/** Hotels that have their guests erased some years after the stay. */
export async function listErasingHotels({ t: { hotel }, db }: Handle) {
  const rows = await db
    .select({ id: hotel.id, timezone: hotel.timezone, years: hotel.guestDataYears })
    .from(hotel)
    .where(and(isNotNull(hotel.guestDataYears), gt(hotel.id, 0)))
  return rows.map((row) => ({ ...row, years: row.years! }))
}

/** A hotel's stays by check-out day: after a place, and up to a day. */
export async function listOldStays(
  { t: { booking }, db }: Handle,
  hotelId: number,
  { after, until, limit }: { after: StayPlace; until: CalendarDate; limit: number },
): Promise<(StayPlace & { code: string; erasedAtMs: number | null })[]> {
  const { id, checkout, code, erasedAtMs } = booking
  return await db
    .select({ id, checkout, code, erasedAtMs })
    .from(booking)
    .where(
      and(
        eq(booking.hotelId, hotelId),
        sql`(${checkout}, ${id}) > (${after.checkout}, cast(${after.id} as bigint))`,
        lte(checkout, until),
      ),
    )
    .orderBy(asc(checkout), asc(id))
    .limit(limit)
}

/** A place in the order of check-out days. */
export type StayPlace = { checkout: CalendarDate; id: number }
