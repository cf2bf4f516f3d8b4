import {
  type Change,
  isSameOffer,
  type NightPlace,
  type RoomRules,
  shownPriceCents,
} from '../kernel/availability.ts'
import { instantText } from '../kernel/date.ts'
import { EVENT_DAYS_MAX } from '../kernel/limits.ts'
import type { PlacedRateDay } from '../rates/rate.ts'
import type { RateChange } from './fold-rates.ts'
import { type InheritedChange, isStandardChanged } from './inherited.ts'
import { nightName } from './unseen.ts'
import { isOfStandard } from './update.ts'

/** The content of an event (specification §6, contract §4). */
export type EventMessage = {
  event: string
  data: unknown
  id: string
  atMs: number
  /** null: a `ping` of a vendor's own webhook, which is of no hotel. */
  hotelSlug: string | null
  /** Set for an event of a sandbox. */
  test?: true
}

/** A day as the pull shows it. */
type EventDay = {
  roomCode: string
  date: string
  available: number
  priceCents: number
  closed: boolean
}

/** An overbooked night, with more rooms sold than the room type may sell: the data of `booking.oversold`. */
export type OversoldNight = {
  roomCode: string
  date: string
  totalRooms: number
  overbookingRooms: number
  /** Rooms of bookings that sleep there, and the kept first night of no-shows. */
  sold: number
  /** Codes of bookings that sleep there, at most `NAMED_BOOKINGS_MAX`. */
  bookings: string[]
}

/** Returns the exact text of an event, which is stored, signed and sent. */
export function eventBody({ event, data, id, atMs, hotelSlug, test }: EventMessage): string {
  return JSON.stringify({ event, data, id, createdAt: instantText(atMs), hotelSlug, test })
}

/**
 * The content of one `availability.changed`: days as the pull shows them, and, if any, stored days of rates and the
 * rates that inherit a change of `STD`.
 */
export type EventDays = { days: EventDay[]; rates?: PlacedRateDay[]; inherited?: InheritedChange[] }

/**
 * Splits a change into `availability.changed` events: the days after the change, by room code (for rates then by rate
 * code) and date.
 *
 * @returns events of at most 500 days and 500 days of rates each; none if no day offers anything new
 */
export function eventDays(
  { changes, rateChanges }: { changes: readonly Change[]; rateChanges: readonly RateChange[] },
  rooms: readonly Pick<RoomRules, 'roomCode' | 'basePriceCents'>[],
  inheritedOn: (days: readonly NightPlace[]) => InheritedChange[],
): EventDays[] {
  const basePrices = new Map(rooms.map((room) => [room.roomCode, room.basePriceCents]))
  const told = changes.filter(({ before, after }) => !isSameOffer(before, after)).toSorted(byPlace)
  const days = told.map(({ roomCode, date, after: { available, priceCents, closed } }) => {
    const shownCents = shownPriceCents(priceCents, basePrices.get(roomCode) ?? null)
    return { roomCode, date, available, priceCents: shownCents, closed }
  })
  const rates = rateChanges
    .map(({ roomCode, rateCode, date, after }) => ({ roomCode, rateCode, date, ...after }))
    .toSorted(
      (a, b) =>
        order(a.roomCode, b.roomCode) || order(a.rateCode, b.rateCode) || order(a.date, b.date),
    )
  const lists: EventDays[] = []
  for (let start = 0; start < Math.max(days.length, rates.length); start += EVENT_DAYS_MAX) {
    const end = start + EVENT_DAYS_MAX
    const those = rates.slice(start, end)
    const inherited = inheritedOn(standardDays(told.slice(start, end), those))
    lists.push({
      days: days.slice(start, end),
      ...(those.length > 0 && { rates: those }),
      ...(inherited.length > 0 && { inherited }),
    })
  }
  return lists
}

/** Returns the days on which `STD` changed, each once, in order. */
function standardDays(
  changes: readonly Change[],
  rates: readonly PlacedRateDay[],
): readonly NightPlace[] {
  const priced = changes.filter(({ before, after: { priceCents, closed } }) =>
    isStandardChanged({
      ...{ priceCents, closed },
      priceCentsBefore: before?.priceCents ?? null,
      closedBefore: before?.closed ?? null,
    }),
  )
  const restricted = rates.filter(isOfStandard)
  if (priced.length === 0 || restricted.length === 0) return [...priced, ...restricted]
  const all = [...priced, ...restricted].map((day) => [nightName(day), day] as const)
  return [...new Map(all).values()].toSorted(byPlace)
}

const byPlace = (a: NightPlace, b: NightPlace) =>
  order(a.roomCode, b.roomCode) || order(a.date, b.date)

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
