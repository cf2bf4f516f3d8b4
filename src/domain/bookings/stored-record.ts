// The texts in which records of bookings are stored: in full, or in short without what follows from the rest.

import { addDays, type CalendarDate } from '../kernel/date.ts'
import type { Night } from '../kernel/night.ts'
import { type BookingRecord, completeRecord, netOf } from './booking-record.ts'

/**
 * The number of the short form, which is a list and begins with it; the full form is an object. A field that comes later
 * stands at the end of one of its lists, and `restore` completes it in texts from before.
 */
const SHORT = 1

type ShortRecord = ReturnType<typeof shorten>

/** Returns the full text of a record. */
export const fullText = (record: BookingRecord): string => JSON.stringify(record)

/** Returns the short text of a record, half as long, from which `readRecord` restores all of it in its order. */
export const shortText = (record: BookingRecord): string => JSON.stringify(shorten(record))

/** True if a stored text is a short one. */
export const isShort = (text: string): boolean => text.startsWith('[')

/** Returns a stored text with a short one written in full. */
export const inFull = (text: string): string => (isShort(text) ? fullText(readRecord(text)) : text)

/** Returns a stored text in short, if all of it can be restored; a record from before some fields stays as it is. */
export function inShort(text: string): string {
  if (isShort(text)) return text
  const record: BookingRecord = JSON.parse(text)
  if (!record.payment) return text
  const short = shortText(record)
  return inFull(short) === text ? short : text
}

/** Reads a stored record: a short one, a full one, or one that is older than some fields (`completeRecord`). */
export function readRecord(text: string): BookingRecord {
  const stored = JSON.parse(text)
  return isShort(text) ? restore(stored) : completeRecord(stored)
}

/** Lists the values of a record without their names, and without those that `restore` works out. */
function shorten(record: BookingRecord) {
  const { code, revision, status, hotelSlug, hotelName } = record
  const { roomCode, roomName, rateCode, rateName, boardCode } = record
  const { rooms, checkin, checkout, adults, children, childAges } = record
  const { guest, guestNames, arrivalTime, company, specialRequests } = record
  const { currency, totalPriceCents, nightly, taxes, cancellation, penaltyCents } = record
  const { extras, extrasTotalCents, extrasTaxes, payableCents } = record
  const { collect, guarantee, paidCents } = record.payment
  const { commissionBp, commissionCents, group, source, proof } = record
  const { createdAt, updatedAt, confirmedAt, cancelledAt, cancelReason } = record
  const { holdUntil, ackedRevision, externalId } = record
  return [
    SHORT,
    [code, revision, status, hotelSlug, hotelName],
    [roomCode, roomName, rateCode, rateName, boardCode],
    [rooms, checkin, checkout, adults, children, childAges],
    [guest, guestNames, arrivalTime, company, specialRequests],
    [currency, totalPriceCents, centsOf(nightly, checkin), taxes, cancellation, penaltyCents],
    [extras, extrasTotalCents, extrasTaxes, payableCents],
    [collect, guarantee, paidCents],
    [commissionBp, commissionCents, group, source, proof],
    [
      updatedAt,
      orSame(createdAt, updatedAt),
      orSame(confirmedAt, updatedAt),
      orSame(cancelledAt, updatedAt),
    ],
    [cancelReason, holdUntil, ackedRevision, externalId],
    marksOf(record),
  ] as const
}

/** Restores a record from its values, its fields in the order of `recordOf`. */
function restore(short: ShortRecord): BookingRecord {
  const [, , , , [, , , , specialRequests], price, extra, paid, sale, times, ends, marks] = short
  const [currency, totalPriceCents, cents, taxes, cancellation, penaltyCents] = price
  const [extras, extrasTotalCents, extrasTaxes, payableCents] = extra
  const [collect, guarantee, paidCents] = paid
  const [commissionBp, commissionCents, group, source, proof] = sale
  const [updatedAt, createdAt, confirmedAt, cancelledAt] = times
  const [cancelReason, holdUntil, ackedRevision, externalId] = ends
  return {
    ...restoreStay(short),
    currency,
    totalPriceCents,
    nightly: nightsOf(cents, short[3][1]),
    taxes,
    netCents: netOf({ totalPriceCents, taxes }),
    cancellation,
    penaltyCents,
    extras,
    extrasTotalCents,
    extrasTaxes,
    payableCents,
    payment: { collect, guarantee, paidCents },
    commissionBp,
    commissionCents,
    group,
    source,
    proof,
    specialRequests,
    createdAt: createdAt || updatedAt,
    updatedAt,
    confirmedAt: confirmedAt === 0 ? updatedAt : confirmedAt,
    cancelledAt: cancelledAt === 0 ? updatedAt : cancelledAt,
    cancelReason,
    holdUntil,
    ackedRevision,
    externalId,
    ...marks,
  }
}

/** Restores the first part of a record: what is sold to whom. One list of fields takes half the time of many. */
function restoreStay([, names, sold, stay, party, [, , cents]]: ShortRecord) {
  const [code, revision, status, hotelSlug, hotelName] = names
  const [roomCode, roomName, rateCode, rateName, boardCode] = sold
  const [rooms, checkin, checkout, adults, children, childAges] = stay
  const [guest, guestNames, arrivalTime, company] = party
  return {
    code,
    revision,
    status,
    hotelSlug,
    hotelName,
    roomCode,
    roomName,
    rateCode,
    rateName,
    boardCode,
    rooms,
    checkin,
    checkout,
    nights: cents.length,
    adults,
    children,
    childAges,
    guest,
    guestNames,
    arrivalTime,
    company,
  }
}

/** The marks that a record has (`recordOf`). */
const marksOf = ({ erased, test }: BookingRecord) => ({
  ...(erased && { erased }),
  ...(test && { test }),
})

/** An instant; 0 if it is that of the revision. */
const orSame = <At extends string | null>(at: At, updatedAt: string) => (at === updatedAt ? 0 : at)

/** The prices of nights that run on from the check-in; any others as they are. */
function centsOf(nightly: readonly Night[], checkin: CalendarDate): readonly (number | Night)[] {
  const runsOn = nightly.every(({ date }, index) => date === addDays(checkin, index))
  return runsOn ? nightly.map(({ priceCents }) => priceCents) : nightly
}

const nightsOf = (cents: readonly (number | Night)[], checkin: CalendarDate): Night[] =>
  cents.map((each, index) =>
    typeof each === 'number' ? { date: addDays(checkin, index), priceCents: each } : each,
  )
