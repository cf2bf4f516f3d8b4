import { dateIn } from '../kernel/date.ts'
import { AppError, refused } from '../kernel/errors.ts'
import { foldWords } from '../kernel/search-text.ts'
import type { Booking } from './booking.ts'

/** Arrivals, departures and guests in house that one list of a day has each. */
export const DAY_LIST_MAX = 500

export const PAYMENTS_MAX = 100

/** How guests pay at a desk. */
export const PAYMENT_METHODS = ['cash', 'card', 'transfer', 'online', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** What a hotel's desk keeps beside a booking (contract §3): no revision, no event, no feed entry. */
export type Desk = {
  note: string | null
  tags: string[]
  /** Of several rooms the numbers, with commas or spaces between them. */
  roomNumber: string | null
  arrivedAtMs: number | null
  leftAtMs: number | null
  /** Σ of the payments noted. */
  paidCents: number
}

/** Of a booking that nothing was noted of. */
export const NO_DESK: Desk = {
  note: null,
  tags: [],
  roomNumber: null,
  arrivedAtMs: null,
  leftAtMs: null,
  paidCents: 0,
}

/** What is still to be paid, below 0 what is to be given back: of a booking that ended early its penalty counts. */
export function dueOf(
  {
    status,
    totalPriceCents,
    penaltyCents,
  }: Pick<Booking, 'status' | 'totalPriceCents' | 'penaltyCents'>,
  { paidCents }: Pick<Desk, 'paidCents'>,
): number {
  const isStay = status === 'pending' || status === 'confirmed' || status === 'completed'
  return (isStay ? totalPriceCents : (penaltyCents ?? 0)) - paidCents
}

/**
 * Holds the marks of arrival and departure to the stay: guests arrive on the check-in day or later, leave after they
 * have arrived, and neither in the future: what is said to be so by a clock that is ahead counts as now.
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
    throw new AppError('transition_invalid', `Of a booking that is ${status} nobody arrives.`, {
      members: { bookingStatus: status },
    })
  for (const [name, path] of MARKS)
    if (isNew(name) && after[name]! > nowMs)
      throw refused(path, 'in_future', 'This has not happened yet.')
  if (isNew('arrivedAtMs') && dateIn(timezone, arrivedAtMs!) < checkin)
    throw refused('/arrivedAt', 'date_in_past', `The stay begins on ${checkin}.`, { date: checkin })
  if (leftAtMs !== null && leftAtMs < (arrivedAtMs ?? Number.POSITIVE_INFINITY))
    throw refused('/leftAt', 'range_reversed', 'Who leaves has arrived before.')
}

const MARKS = [
  ['arrivedAtMs', '/arrivedAt'],
  ['leftAtMs', '/leftAt'],
] as const

/** Begins the words of room numbers, which no word of a text does: who does not search at the desk finds none. */
const ROOM_MARK = '#'

/** The words by which a room number is found, each once: one for each room. */
export function roomWords(roomNumber: string | null): string[] {
  const words = (roomNumber ?? '').split(/[,;\s]+/).map((each) => foldWords(each).join(''))
  return [...new Set(words.filter(Boolean))].map((word) => ROOM_MARK + word)
}

/** The words of rooms that more than one of some bookings is given, whose guests have not left. */
export function sharedWords(desks: readonly Pick<Desk, 'roomNumber' | 'leftAtMs'>[]): Set<string> {
  const given = new Set<string>()
  const shared = new Set<string>()
  for (const { roomNumber, leftAtMs } of desks)
    for (const word of leftAtMs === null ? roomWords(roomNumber) : [])
      (given.has(word) ? shared : given).add(word)
  return shared
}

/** The beginning of a room number that a search may mean; undefined: none. */
export function roomWordOf(text: string): string | undefined {
  const word = foldWords(text).join('')
  return word ? ROOM_MARK + word : undefined
}
