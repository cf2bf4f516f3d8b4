import type { CalendarDate } from '../kernel/date.ts'
import { nightsOf, type Stay } from '../kernel/night.ts'
import type { EffectiveDay } from '../rates/effective-day.ts'
import type { Restrictions } from '../rates/rate.ts'
import { dayOfCell, isRestricted } from './block-cells.ts'
import { BLOCK_DAYS, closedCount, type DayBlock, priceAt } from './day-block.ts'
import type { StayAsk } from './search-stay.ts'

// The nights of a stay as quotes read them: a list for each thing that a night has. All rates of a room type share its
// counts, and a stay without a restriction, as most are, needs no object for each of its days: a hotel's page takes a
// twelfth less.

/** The nights of a room type in a stay. */
export type RoomNights = {
  dates: readonly CalendarDate[]
  /** The rooms left, of closed nights, too. */
  available: readonly number[]
  /** True for nights that are not for sale (stop sale). */
  closed: readonly boolean[]
  /** The rooms that are not set aside; null: all that are left. */
  free: readonly number[] | null
}

/** The nights of a room type at a rate. */
export type QuotedNights = RoomNights & {
  /** The price of each night, for the rate's standard party; 0: none. */
  prices: readonly number[]
  /** The restrictions of each night and of the check-out day; null: none on any of them. */
  restrictions: readonly Restrictions[] | null
}

/** The dates of a stay, and their places in the blocks of a hotel. */
export type StayPlaces = Pick<StayAsk, 'parts' | 'departure'> & { dates: readonly CalendarDate[] }

/** Returns the nights of a stay by its days. */
export function nightsByDay(
  stay: Pick<Stay, 'checkin' | 'checkout'>,
  dayOn: (date: CalendarDate) => EffectiveDay,
): QuotedNights {
  const dates = nightsOf(stay)
  const days = dates.map(dayOn)
  return {
    dates,
    available: days.map(({ available }) => available),
    closed: days.map(({ closed }) => closed),
    prices: days.map(({ priceCents }) => priceCents ?? 0),
    free: null,
    restrictions: [...days, dayOn(stay.checkout)],
  }
}

/** Returns nights of which none is for sale, has a room or a price. */
export const unsoldNights = (dates: readonly CalendarDate[]): QuotedNights => ({
  dates,
  available: dates.map(() => 0),
  closed: dates.map(() => true),
  free: null,
  prices: dates.map(() => 0),
  restrictions: null,
})

/** Reads the nights of a room type from its cells. @param room its place */
export function nightsOfRoom(
  blocks: readonly DayBlock[],
  { parts, dates }: StayPlaces,
  room: number,
): RoomNights {
  const counts: number[] = []
  const closed: boolean[] = []
  for (let part = 0; part < parts.length; part++) {
    const { available, prices, rates } = blocks[part]!
    const { first, nights } = parts[part]!
    const start = room * BLOCK_DAYS + first
    for (let cell = start; cell < start + nights; cell++) {
      const count = available[cell]!
      counts.push(rates && count < 0 ? closedCount(count) : count)
      closed.push(rates ? count < 0 : prices[cell] === 0)
    }
  }
  return { dates, available: counts, closed, free: null }
}

/** Reads the prices and restrictions of a rate for the nights of a room type. @param at the places of both */
export function nightsAtRate(
  nights: RoomNights,
  blocks: readonly DayBlock[],
  stay: StayPlaces,
  at: { room: number; rate: number },
): QuotedNights {
  const { parts, departure } = stay
  const prices: number[] = []
  let isFree = true
  for (let part = 0; part < parts.length; part++) {
    const block = blocks[part]!
    const { first, nights } = parts[part]!
    const start = at.room * BLOCK_DAYS + first
    for (let night = 0; night < nights; night++) {
      prices.push(priceAt(block, at.rate, start + night))
      if (isFree && isRestricted(block, at.rate, start + night)) isFree = false
    }
  }
  // The check-out day matters for rates alone (CTD): the blocks of others need not reach to it.
  const last = blocks[departure.part]
  const end = at.room * BLOCK_DAYS + departure.day
  if (isFree && !(last && isRestricted(last, at.rate, end)))
    return { ...nights, prices, restrictions: null }
  const days: EffectiveDay[] = []
  for (const [part, { first, nights }] of parts.entries())
    for (let day = first; day < first + nights; day++)
      days.push(dayOfCell(blocks[part]!, at.rate, at.room * BLOCK_DAYS + day))
  const closed = days.map((day) => day.closed)
  return { ...nights, closed, prices, restrictions: [...days, dayOfCell(last!, at.rate, end)] }
}
