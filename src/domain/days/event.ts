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

/** What an event says (specification §6, contract §4). */
export type EventMessage = {
  event: string
  data: unknown
  id: string
  atMs: number
  hotelSlug: string
  /** It is of a sandbox. */
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

/** A night of which more rooms are sold than the room type may sell: the data of `booking.oversold`. */
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

/** The exact text of an event, as it is kept, signed and sent. */
export function eventBody({ event, data, id, atMs, hotelSlug, test }: EventMessage): string {
  return JSON.stringify({ event, data, id, createdAt: instantText(atMs), hotelSlug, test })
}

/**
 * What one `availability.changed` tells of: days as the pull shows them, and, if there are any, days of rates as they are
 * stored and rates that inherit from `STD` what changed.
 */
export type EventDays = { days: EventDay[]; rates?: PlacedRateDay[]; inherited?: InheritedChange[] }

/**
 * The days of a change as `availability.changed` tells them: as the change left them, by room code (of rates by rate code
 * then) and date.
 *
 * @returns one an event, each of at most 500 days and 500 of rates; none when no day offers anything else than before
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

/** Days on which `STD` was changed, each once, in their order. */
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
