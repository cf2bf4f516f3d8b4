import { type Static, Type } from 'typebox'
import type { InheritedChange } from '../../domain/days/inherited.ts'
import { isOfStandard } from '../../domain/days/update.ts'
import type { NightPlace } from '../../domain/kernel/availability.ts'
import { type RoomRules, shownPriceCents } from '../../domain/kernel/availability.ts'
import { instantText } from '../../domain/kernel/date.ts'
import type { FeedEntry } from '../../store/days/changes.ts'
import { ActorSchema } from '../api/audit-shape.ts'
import { discriminated, Instant, named, namedObject, nullable, words } from '../api/schema.ts'
import { BookingSchema } from '../bookings/booking-shape.ts'
import { ChangedRateDaySchema, InheritedSchema, RoomDaySchema } from '../days/day-shape.ts'

const Cursor = Type.String({ description: 'The position after this entry.' })

const origin = { at: Instant, actor: ActorSchema, pushId: nullable(Type.String()) }

const inherited = Type.Optional(InheritedSchema)

/** An entry of a hotel's feed: a booking revision, or the days or rate days of a change (contract §2). */
export const ChangeSchema = named(
  'Change',
  discriminated('type', {
    booking: namedObject('BookingChange', {
      cursor: Cursor,
      type: words('booking'),
      at: Instant,
      event: Type.Optional(
        Type.String({
          description: 'The event of this revision; none for holds and their expiry.',
        }),
      ),
      booking: BookingSchema,
    }),
    availability: namedObject('AvailabilityChange', {
      cursor: Cursor,
      type: words('availability'),
      ...origin,
      days: Type.Array(RoomDaySchema),
      inherited,
    }),
    rates: namedObject('RatesChange', {
      cursor: Cursor,
      type: words('rates'),
      ...origin,
      days: Type.Array(ChangedRateDaySchema),
      inherited,
    }),
  }),
)

/** A page of the feed and the cursor of the next one. */
export const ChangesSchema = namedObject('Changes', {
  changes: Type.Array(ChangeSchema),
  nextCursor: Type.String(),
  hasMore: Type.Boolean(),
})

/**
 * Shows an entry of the feed.
 *
 * @param cursor the position after the entry
 * @param rooms by code: days without a price show the base price
 * @param inheritedOn returns the rates that inherit from `STD` on the given days
 */
export function showChange(
  entry: FeedEntry,
  cursor: string,
  rooms: ReadonlyMap<string, RoomRules>,
  inheritedOn: (days: readonly NightPlace[]) => InheritedChange[],
): Static<typeof ChangeSchema> {
  const at = instantText(entry.atMs)
  if (entry.type === 'booking') {
    const { type, event, record } = entry
    return { cursor, type, at, ...(event !== null && { event }), booking: record }
  }
  const { type, actor, pushId } = entry
  const ranges = inheritedOn(
    type === 'rates'
      ? entry.days.filter(isOfStandard)
      : entry.days.filter((day) => day.isStandardChanged),
  )
  const inherited = ranges.length > 0 && { inherited: ranges }
  if (type === 'rates') return { cursor, type, at, actor, pushId, days: entry.days, ...inherited }
  const days = entry.days.map(({ roomCode, date, available, priceCents, closed }) => ({
    roomCode,
    date,
    available,
    priceCents: shownPriceCents(priceCents, rooms.get(roomCode)?.basePriceCents ?? null),
    closed,
  }))
  return { cursor, type, at, actor, pushId, days, ...inherited }
}
