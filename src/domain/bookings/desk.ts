import { dateIn } from '../kernel/date.ts'
import { AppError, refused } from '../kernel/errors.ts'
import type { Booking } from './booking.ts'
import { payableOf } from './booking-record.ts'
import { roomWord } from './room-numbers.ts'

/** Entries in each list of a day: arrivals, departures and guests in house. */
export const DAY_LIST_MAX = 500

export const PAYMENTS_MAX = 100

/** Payment methods at the front desk; `portal`: a portal or an agency has paid the hotel. */
export const PAYMENT_METHODS = ['cash', 'card', 'transfer', 'online', 'portal', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/**
 * The front-desk record of a booking, its folio of payments and refunds (contract §3). It makes no revision, no event
 * and no feed entry.
 */
export type Desk = {
  note: string | null
  tags: string[]
  /** The first room number; where the hotel has no list of rooms, the text that was typed. */
  roomNumber: string | null
  /** The numbers of all its rooms. */
  roomNumbers: readonly string[]
  arrivedAtMs: number | null
  leftAtMs: number | null
  /** The sum of the noted payments, less what was taken back (refunds). */
  paidCents: number
}

/** The empty record. */
export const NO_DESK: Desk = {
  note: null,
  tags: [],
  roomNumber: null,
  roomNumbers: [],
  arrivedAtMs: null,
  leftAtMs: null,
  paidCents: 0,
}

/** Returns the balance due; negative: a refund is due. A booking that ended early owes its penalty. */
export const dueOf = (
  booking: Parameters<typeof payableOf>[0],
  { paidCents }: Pick<Desk, 'paidCents'>,
): number => payableOf(booking) - paidCents

/**
 * Checks the arrival and departure marks against the stay: guests arrive on the check-in day or later and leave after
 * they have arrived. A time in the future, from a clock that is ahead, counts as now.
 *
 * @throws AppError `transition_invalid`, `validation_failed`
 */
export function checkMarks(
  { status, checkin }: Pick<Booking, 'status' | 'checkin'>,
  before: Desk,
  after: Desk,
  { nowMs, timezone }: { nowMs: number; timezone: string },
): void {
  const { arrivedAtMs, leftAtMs } = after
  const isNew = (name: 'arrivedAtMs' | 'leftAtMs') =>
    after[name] !== null && after[name] !== before[name]
  if (!isNew('arrivedAtMs') && !isNew('leftAtMs') && (arrivedAtMs !== null || leftAtMs === null))
    return
  if (status !== 'confirmed' && status !== 'completed')
    throw new AppError('transition_invalid', `A booking that is ${status} has no arrival.`, {
      members: { bookingStatus: status },
    })
  for (const [name, path] of MARKS)
    if (isNew(name) && after[name]! > nowMs)
      throw refused(path, 'in_future', 'This has not happened yet.')
  if (isNew('arrivedAtMs') && dateIn(timezone, arrivedAtMs!) < checkin)
    throw refused('/arrivedAt', 'date_in_past', `The stay begins on ${checkin}.`, { date: checkin })
  if (leftAtMs !== null && leftAtMs < (arrivedAtMs ?? Number.POSITIVE_INFINITY))
    throw refused('/leftAt', 'range_reversed', 'Departure must not precede arrival.')
}

const MARKS = [
  ['arrivedAtMs', '/arrivedAt'],
  ['leftAtMs', '/leftAt'],
] as const

/** The first character of room-number words. No word of a text has it, so a search outside the desk finds none. */
const ROOM_MARK = '#'

/** Returns the search words of room numbers, each once: one per room. */
export function roomWords(roomNumbers: readonly string[]): string[] {
  const words = roomNumbers.map(roomWord)
  return [...new Set(words.filter(Boolean))].map((word) => ROOM_MARK + word)
}

/** Returns the words of rooms that several of these bookings have, while their guests have not left. */
export function sharedWords(desks: readonly Pick<Desk, 'roomNumbers' | 'leftAtMs'>[]): Set<string> {
  const given = new Set<string>()
  const shared = new Set<string>()
  for (const { roomNumbers, leftAtMs } of desks)
    for (const word of leftAtMs === null ? roomWords(roomNumbers) : [])
      (given.has(word) ? shared : given).add(word)
  return shared
}

/** Returns the room-number prefix that a search may mean; undefined: none. */
export function roomWordOf(text: string): string | undefined {
  const word = roomWord(text)
  return word ? ROOM_MARK + word : undefined
}
