import fc from 'fast-check'
import { addDay } from './bookings.ts'

/** First night on sale in the model's hotel, and how many follow. */
export const FIRST = '2027-04-01'
export const NIGHTS = 6
const CODES = ['DBL', 'SUI'] as const
const DAY_MS = 86_400_000

/** One thing that one of many clients does; `pick` chooses a booking made so far. */
export type Command =
  | { type: 'book'; roomCode: string; start: number; nights: number; rooms: number; hold: boolean }
  | { type: 'change'; pick: number; roomCode: string; start: number; nights: number; rooms: number }
  | { type: 'confirm' | 'cancel' | 'reinstate'; pick: number }
  | { type: 'push'; roomCode: string; start: number; available: number; closed: boolean }
  | { type: 'tick'; minutes: number }

const stay = {
  roomCode: fc.constantFrom(...CODES),
  start: fc.nat(NIGHTS - 1),
  nights: fc.integer({ min: 1, max: 3 }),
  rooms: fc.integer({ min: 1, max: 2 }),
}

/** What clients do, bookings more often than the rest. */
export const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('book' as const), ...stay, hold: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('change' as const), pick: fc.nat(20), ...stay }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('confirm' as const, 'cancel' as const, 'reinstate' as const),
      pick: fc.nat(20),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('push' as const),
      roomCode: fc.constantFrom(...CODES),
      start: fc.nat(NIGHTS - 1),
      available: fc.nat(6),
      closed: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('tick' as const),
      minutes: fc.integer({ min: 1, max: 20 }),
    }),
  },
)

/** A booking as the model knows it. */
export type ModelBooking = {
  code: string
  status: string
  /** Whether it was a hold all the time: then no reservation of the hotel's. */
  isHold: boolean
  revision: number
  roomCode: string
  rooms: number
  dates: string[]
  holdUntilMs: number
}

/** Rooms left and closed flag of each night, and the bookings: the contract's rules, written anew. */
export type Model = {
  days: Map<string, { available: number; closed: boolean }>
  bookings: ModelBooking[]
}

export const nightsFrom = (start: number, nights: number) =>
  Array.from({ length: nights }, (_, index) => addDay(FIRST, start + index))

const cell = ({ days }: Model, roomCode: string, date: string) => days.get(`${roomCode} ${date}`)

/** Why rooms cannot be had and on which dates: the closed ones, or else those with too few left; null when they can. */
export type ModelLack = { code: 'closed_for_sale' | 'sold_out'; dates: string[] } | null

function lackOf(
  model: Model,
  roomCode: string,
  dates: string[],
  roomsOn: (date: string) => number,
): ModelLack {
  const closed = dates.filter((date) => cell(model, roomCode, date)?.closed ?? true)
  if (closed.length > 0) return { code: 'closed_for_sale', dates: closed }
  const full = dates.filter((date) => cell(model, roomCode, date)!.available < roomsOn(date))
  return full.length > 0 ? { code: 'sold_out', dates: full } : null
}

function move(model: Model, roomCode: string, dates: string[], rooms: number): void {
  for (const date of dates) cell(model, roomCode, date)!.available += rooms
}

/** Books in the model. @returns why the service must have refused; null when it must have said 201 */
export function modelBook(
  model: Model,
  { roomCode, dates, rooms }: Omit<ModelBooking, 'code' | 'revision'>,
): ModelLack {
  const lack = lackOf(model, roomCode, dates, () => rooms)
  if (!lack) move(model, roomCode, dates, -rooms)
  return lack
}

/** Changes a confirmed booking in the model: all or nothing. @returns as `modelBook` */
export function modelChange(
  model: Model,
  booking: ModelBooking,
  next: Pick<ModelBooking, 'roomCode' | 'dates' | 'rooms'>,
): ModelLack {
  const holds = (date: string) => booking.roomCode === next.roomCode && booking.dates.includes(date)
  const more = (date: string) => next.rooms - (holds(date) ? booking.rooms : 0)
  const wanted = next.dates.filter((date) => more(date) > 0)
  const lack = lackOf(model, next.roomCode, wanted, more)
  if (lack) return lack
  const isSame =
    booking.roomCode === next.roomCode &&
    booking.rooms === next.rooms &&
    booking.dates.join() === next.dates.join()
  move(model, booking.roomCode, booking.dates, booking.rooms)
  move(model, next.roomCode, next.dates, -next.rooms)
  Object.assign(booking, next, { revision: booking.revision + (isSame ? 0 : 1) })
  return null
}

/** Ends or confirms in the model. @returns the status code the service must have answered */
export function modelStep(
  model: Model,
  booking: ModelBooking,
  step: string,
  nowMs: number,
): number {
  if (step === 'confirm') {
    if (booking.status === 'confirmed') return 200
    if (booking.status !== 'pending' || booking.holdUntilMs <= nowMs) return 409
    Object.assign(booking, { status: 'confirmed', isHold: false, revision: booking.revision + 1 })
    return 200
  }
  if (booking.status === 'cancelled') return 200
  if (booking.status === 'expired') return 409
  end(model, booking, 'cancelled')
  return 200
}

/** Why a booking is not reinstated, as the service must have said; null when it must have been. */
export function modelReinstate(
  model: Model,
  booking: ModelBooking,
): ModelLack | { code: 'transition_invalid' } {
  if (booking.status !== 'cancelled' || booking.isHold) return { code: 'transition_invalid' }
  const { roomCode, dates, rooms } = booking
  const full = dates.filter((date) => (cell(model, roomCode, date)?.available ?? 0) < rooms)
  if (full.length > 0) return { code: 'sold_out', dates: full }
  move(model, roomCode, dates, -rooms)
  Object.assign(booking, { status: 'confirmed', revision: booking.revision + 1 })
  return null
}

/** Lets holds run out in the model. */
export function modelExpire(model: Model, nowMs: number): void {
  for (const booking of model.bookings)
    if (booking.status === 'pending' && booking.holdUntilMs <= nowMs) end(model, booking, 'expired')
}

/** The last instant of a hold that is made now. */
export const holdUntil = (nowMs: number) => nowMs + DAY_MS / 96

function end(model: Model, booking: ModelBooking, status: string): void {
  move(model, booking.roomCode, booking.dates, booking.rooms)
  Object.assign(booking, { status, revision: booking.revision + 1 })
}
