import fc from 'fast-check'
import { addDay } from './bookings.ts'

/** Room types of the model's hotel: rooms of each, and the price of a night. */
export const TYPES = { DBL: { rooms: 6, cents: 10_000 }, SUI: { rooms: 3, cents: 25_000 } } as const
type RoomCode = keyof typeof TYPES
/** Extras: the price of a piece. */
export const EXTRAS = {
  TRANSFER: { per: 'stay', cents: 4_000 },
  DINNER: { per: 'guest_night', cents: 1_500 },
} as const
type ExtraCode = keyof typeof EXTRAS

/** Nights on which stays begin, and nights that are on sale. */
const STARTS = 4
export const NIGHTS = STARTS + 3
const HOLD_MS = 15 * 60_000

/** A stay as it is asked for; `start` counts nights from the history's first. */
type Asked = {
  roomCode: RoomCode
  start: number
  nights: number
  rooms: number
  extras: { code: ExtraCode; quantity: number }[]
}

/** One thing that somebody does; `pick` chooses among what was made so far. */
export type Command =
  | { type: 'group'; stays: Asked[]; hold: boolean }
  | { type: 'option'; stays: Asked[]; minutes: number }
  | { type: 'patch'; pick: number; stays: Asked[] }
  | { type: 'add'; pick: number; stay: Asked }
  | { type: 'book'; stay: Asked; hold: boolean }
  | { type: 'confirmGroup' | 'cancelGroup'; pick: number }
  | { type: 'confirm' | 'cancel'; pick: number }
  | { type: 'see' }
  | { type: 'change'; pick: number; stay: Asked }
  | { type: 'push'; pick: number; holds: 'left_out' | 'counted' }
  | { type: 'tick'; minutes: number }

const asked: fc.Arbitrary<Asked> = fc.record({
  roomCode: fc.constantFrom('DBL', 'SUI'),
  start: fc.nat(STARTS - 1),
  nights: fc.integer({ min: 1, max: 3 }),
  rooms: fc.integer({ min: 1, max: 2 }),
  extras: fc.uniqueArray(
    fc.record({
      code: fc.constantFrom('TRANSFER', 'DINNER'),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
    { selector: ({ code }) => code, maxLength: 2 },
  ),
})
const kind = <const T extends string>(...types: T[]) => fc.constantFrom(...types)
const pick = fc.nat(20)
const oneOf = <T extends { type: Command['type'] }>(
  weight: number,
  arbitrary: fc.Arbitrary<T>,
) => ({
  weight,
  arbitrary: arbitrary as unknown as fc.Arbitrary<Command>,
})

/** What guests, clerks and systems do, reservations of several stays more often than the rest. */
export const command: fc.Arbitrary<Command> = fc.oneof(
  oneOf(
    5,
    fc.record({
      type: kind('group'),
      stays: fc.array(asked, { minLength: 1, maxLength: 4 }),
      hold: fc.boolean(),
    }),
  ),
  oneOf(
    1,
    fc.record({
      type: kind('option'),
      stays: fc.array(asked, { minLength: 1, maxLength: 3 }),
      minutes: fc.integer({ min: 5, max: 90 }),
    }),
  ),
  oneOf(
    2,
    fc.record({
      type: kind('patch'),
      pick,
      stays: fc.array(asked, { minLength: 1, maxLength: 3 }),
    }),
  ),
  oneOf(1, fc.record({ type: kind('add'), pick, stay: asked })),
  oneOf(2, fc.record({ type: kind('book'), stay: asked, hold: fc.boolean() })),
  oneOf(5, fc.record({ type: kind('confirmGroup', 'cancelGroup', 'confirm', 'cancel'), pick })),
  oneOf(2, fc.record({ type: kind('change'), pick, stay: asked })),
  oneOf(2, fc.record({ type: kind('see') })),
  oneOf(2, fc.record({ type: kind('push'), pick, holds: kind('left_out', 'counted') })),
  oneOf(1, fc.record({ type: kind('tick'), minutes: fc.integer({ min: 1, max: 20 }) })),
)

const stayOf = (roomCode: RoomCode, start: number, rooms: number): Asked => ({
  ...{ roomCode, start, nights: 2, rooms },
  extras: [{ code: 'TRANSFER', quantity: 1 }],
})

/** A history that comes to each kind of act and refusal, which few chosen by chance do. */
export const EVERY_KIND: Command[] = [
  { type: 'group', stays: [stayOf('DBL', 0, 1)], hold: true },
  { type: 'add', pick: 0, stay: stayOf('DBL', 0, 1) },
  { type: 'see' },
  { type: 'push', pick: 0, holds: 'left_out' },
  { type: 'push', pick: 0, holds: 'counted' },
  { type: 'confirmGroup', pick: 0 },
  { type: 'add', pick: 0, stay: stayOf('SUI', 0, 1) },
  { type: 'patch', pick: 0, stays: [stayOf('DBL', 1, 1)] },
  { type: 'patch', pick: 0, stays: [stayOf('SUI', 0, 2), stayOf('SUI', 0, 2)] },
  { type: 'change', pick: 0, stay: stayOf('DBL', 0, 1) },
  { type: 'option', stays: [stayOf('SUI', 3, 1)], minutes: 60 },
  { type: 'group', stays: [stayOf('SUI', 3, 2), stayOf('SUI', 3, 2)], hold: false },
  { type: 'group', stays: [stayOf('SUI', 3, 2)], hold: false },
  { type: 'change', pick: 0, stay: stayOf('SUI', 3, 1) },
  { type: 'book', stay: stayOf('DBL', 0, 1), hold: true },
  { type: 'confirm', pick: 5 },
  { type: 'cancel', pick: 5 },
  { type: 'cancelGroup', pick: 0 },
]

/** A booking as the model knows it; `group` is the code of its group. */
export type ModelBooking = Asked & {
  code: string
  group: string | null
  status: 'pending' | 'confirmed' | 'cancelled' | 'expired'
  revision: number
  holdUntilMs: number
  /** The number of the act that placed it: its entries stand together in the feed. */
  placing: number
}

/** What a system knew when it read the feed, and the rooms released on each night since. */
export type Seen = { cursor: string; counts: Map<string, Counted>; released: Map<string, number> }
/** Rooms of confirmed bookings and of holds. */
type Counted = { confirmed: number; pending: number }

/** The rules of rooms and groups, written anew. */
export class GroupModel {
  readonly available = new Map<string, number>()
  /** What the newest count of a cell fell below 0. */
  readonly shortfall = new Map<string, number>()
  readonly bookings: ModelBooking[] = []
  readonly seen: Seen[] = []
  readonly #first: string

  constructor(first: string) {
    this.#first = first
    for (const roomCode of Object.keys(TYPES) as RoomCode[])
      for (const date of this.nights({ start: 0, nights: NIGHTS }))
        this.available.set(`${roomCode} ${date}`, TYPES[roomCode].rooms)
  }

  nights({ start, nights }: Pick<Asked, 'start' | 'nights'>): string[] {
    return Array.from({ length: nights }, (_, night) => addDay(this.#first, start + night))
  }

  /** A stay as a request says it. */
  bodyOf({ roomCode, start, nights, rooms, extras }: Asked) {
    const [checkin, checkout] = [start, start + nights].map((day) => addDay(this.#first, day))
    // Extras are wanted whatever their order.
    const wanted = extras.toSorted((a, b) => (a.code < b.code ? -1 : 1))
    return { roomCode, rooms, adults: rooms, checkin, checkout, extras: wanted }
  }

  groups(): string[] {
    return [...new Set(this.bookings.flatMap(({ group }) => group ?? []))]
  }

  of(group: string): ModelBooking[] {
    return this.bookings.filter((each) => each.group === group)
  }

  /** Takes stays in order, all or nothing. @returns the places of those that have no rooms */
  take(stays: readonly Asked[]): number[] {
    const before = new Map(this.available)
    const full = stays.flatMap((stay, index) => (this.#takeOne(stay) ? [] : [index]))
    if (full.length > 0) for (const [cell, rooms] of before) this.available.set(cell, rooms)
    return full
  }

  #takeOne(stay: Asked): boolean {
    const cells = this.#cells(stay)
    if (cells.some((cell) => (this.available.get(cell) ?? 0) < stay.rooms)) return false
    for (const cell of cells) this.available.set(cell, this.available.get(cell)! - stay.rooms)
    return true
  }

  #cells(stay: Asked): string[] {
    return this.nights(stay).map((date) => `${stay.roomCode} ${date}`)
  }

  /** Moves bookings in order, all or none. @returns the places of those that cannot be moved */
  changeAll(moves: readonly { booking: ModelBooking; stay: Asked }[]): number[] {
    const cells = [new Map(this.available), new Map(this.shortfall)] as const
    const asWere = moves.map(({ booking }) => ({ booking, before: { ...booking } }))
    const released = this.seen.map((each) => new Map(each.released))
    const refused = moves.flatMap(({ booking, stay }, index) =>
      booking.status === 'confirmed' && this.change(booking, stay) ? [] : [index],
    )
    if (refused.length === 0) return refused
    for (const [cell, rooms] of cells[0]) this.available.set(cell, rooms)
    this.shortfall.clear()
    for (const [cell, rooms] of cells[1]) this.shortfall.set(cell, rooms)
    for (const { booking, before } of asWere) Object.assign(booking, before)
    for (const [index, each] of this.seen.entries()) each.released = released[index]!
    return refused
  }

  /** Moves a booking; the rooms that it keeps are neither taken nor given back. @returns false where there are too few */
  change(booking: ModelBooking, stay: Asked): boolean {
    const more = new Map<string, number>()
    for (const cell of this.#cells(stay)) more.set(cell, stay.rooms)
    for (const cell of this.#cells(booking)) more.set(cell, (more.get(cell) ?? 0) - booking.rooms)
    if ([...more].some(([cell, rooms]) => rooms > 0 && (this.available.get(cell) ?? 0) < rooms))
      return false
    for (const [cell, rooms] of more)
      if (rooms > 0) this.available.set(cell, this.available.get(cell)! - rooms)
      else this.#give(cell, -rooms)
    Object.assign(booking, stay)
    return true
  }

  end(booking: ModelBooking, status: 'cancelled' | 'expired'): void {
    for (const cell of this.#cells(booking)) this.#give(cell, booking.rooms)
    Object.assign(booking, { status, revision: booking.revision + 1 })
  }

  /** Gives rooms back: they fill the shortfall first. */
  #give(cell: string, rooms: number): void {
    const filled = Math.min(rooms, this.shortfall.get(cell) ?? 0)
    this.shortfall.set(cell, (this.shortfall.get(cell) ?? 0) - filled)
    this.available.set(cell, this.available.get(cell)! + rooms - filled)
    this.#note(cell, rooms)
  }

  #note(cell: string, rooms: number): void {
    if (rooms <= 0) return
    for (const { released } of this.seen) released.set(cell, (released.get(cell) ?? 0) + rooms)
  }

  expire(nowMs: number): void {
    for (const each of this.bookings) if (isOver(each, nowMs)) this.end(each, 'expired')
  }

  /** Keeps what a system knows that has read the feed up to a cursor. */
  see(cursor: string): void {
    const counts = new Map<string, Counted>()
    for (const cell of this.available.keys()) counts.set(cell, this.roomsOn(cell))
    this.seen.push({ cursor, counts, released: new Map() })
  }

  /** The rooms that sleep in a cell. */
  roomsOn(cell: string): Counted {
    const of = (wanted: string) =>
      this.bookings
        .filter((each) => each.status === wanted && this.#cells(each).includes(cell))
        .reduce((sum, { rooms }) => sum + rooms, 0)
    return { confirmed: of('confirmed'), pending: of('pending') }
  }

  /** What a booking costs: its nights, its extras, and what is to pay. */
  sumsOf({ status, roomCode, nights, rooms, extras }: ModelBooking) {
    const pieces = extras.map(({ code, quantity }) => {
      const { per, cents } = EXTRAS[code]
      return quantity * cents * (per === 'stay' ? 1 : nights * rooms)
    })
    const total = nights * rooms * TYPES[roomCode].cents
    const ofExtras = pieces.reduce((sum, cents) => sum + cents, 0)
    const stands = status === 'pending' || status === 'confirmed'
    return { total, extras: ofExtras, payable: stands ? total + ofExtras : 0, stands }
  }
}

/** True if a hold has run out. */
export const isOver = ({ status, holdUntilMs }: ModelBooking, nowMs: number) =>
  status === 'pending' && holdUntilMs <= nowMs

/** The end of a hold made now. */
export const holdUntil = (nowMs: number) => nowMs + HOLD_MS

/** The number of rooms of a cell's type. */
export const capacityOf = (cell: string) => TYPES[cell.slice(0, 3) as RoomCode].rooms
