import { type Static, type TSchema, Type } from 'typebox'
import type { RoomType } from '../../domain/catalog/catalog.ts'
import { shownPriceCents } from '../../domain/kernel/availability.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { effectiveDay } from '../../domain/rates/effective-day.ts'
import {
  ADVANCE_DAYS_MAX,
  type DayParts,
  type Rate,
  type RateDay,
} from '../../domain/rates/rate.ts'
import type { HistoryEntry } from '../../store/days/history.ts'
import { ActorSchema } from '../api/audit-shape.ts'
import { DateText, Instant, namedObject, nullable, pageOf, show } from '../api/schema.ts'

const RoomCode = Type.String()

/** A day of a room type for sale (specification §2.1). */
const DaySchema = namedObject('Day', {
  date: DateText,
  available: Type.Integer({ description: 'Rooms left to sell.' }),
  priceCents: Type.Integer({ description: "Minor units of the hotel's currency." }),
  closed: Type.Boolean({ description: 'Closed for sale.' }),
})

/** A day with its room type. */
export const RoomDaySchema = namedObject('RoomDay', { roomCode: RoomCode, ...DaySchema.properties })

/** Days of room types over a range (specification §2.2). */
export const AvailabilitySchema = namedObject('Availability', {
  from: DateText,
  to: DateText,
  rooms: Type.Array(
    namedObject('RoomAvailability', { roomCode: RoomCode, days: Type.Array(DaySchema) }),
  ),
})

/** A day as stored: without the base price of its room type. */
const StoredDaySchema = namedObject('StoredDay', {
  available: Type.Integer(),
  priceCents: nullable(Type.Integer()),
  closed: Type.Boolean(),
  shortfall: Type.Integer({
    description: 'How far the count would be below 0; returned rooms reduce it first.',
  }),
})

const stored = (schema: TSchema) => nullable(schema, 'null: inherited from `STD`, or none.')
const storedRateDay = {
  priceCents: nullable(
    Type.Integer(),
    'null: derived or none; always for `STD`, whose price is the day’s.',
  ),
  closed: Type.Boolean({ description: 'The rate alone; never for `STD`.' }),
  minStay: stored(Type.Integer()),
  minStayThrough: stored(Type.Integer()),
  maxStay: stored(Type.Integer()),
  minAdvanceDays: stored(Type.Integer()),
  maxAdvanceDays: stored(Type.Integer()),
  closedToArrival: stored(Type.Boolean()),
  closedToDeparture: stored(Type.Boolean()),
}
/** A day of a rate as stored: price and restrictions (minimum stay, CTA, CTD …). */
const StoredRateDaySchema = namedObject('StoredRateDay', storedRateDay)

/** A stored day of a rate with its room type, rate and date. */
export const ChangedRateDaySchema = namedObject('ChangedRateDay', {
  roomCode: RoomCode,
  rateCode: Type.String(),
  date: DateText,
  ...storedRateDay,
})

/** Derived rates that inherit a change of `STD`, and the days. */
export const InheritedSchema = Type.Array(
  namedObject('Inherited', {
    rateCodes: Type.Array(Type.String()),
    ranges: Type.Array(Type.Object({ roomCode: RoomCode, dateFrom: DateText, dateTo: DateText }), {
      description: 'Both ends included, by room code and date.',
    }),
  }),
  {
    description:
      'Present if not empty: derived rates, as of now, whose price or restrictions on these days follow the change of `STD`. `GET /v1/partner/rates` has their values; a rate’s own restriction stays.',
  },
)

/** Actor, push and instant of a change. */
const origin = { actor: ActorSchema, pushId: nullable(Type.String()), at: Instant }
/** A change of a day. */
const DayHistoryEntrySchema = namedObject('DayHistoryEntry', {
  before: nullable(StoredDaySchema),
  after: StoredDaySchema,
  ...origin,
})

/** A change of a day of a rate. */
const RateDayHistoryEntrySchema = namedObject('RateDayHistoryEntry', {
  before: nullable(StoredRateDaySchema),
  after: StoredRateDaySchema,
  ...origin,
})

/** A page of the changes of a day. */
const OfDaySchema = namedObject('DayHistory', {
  roomCode: RoomCode,
  date: DateText,
  ...pageOf(DayHistoryEntrySchema).properties,
})

/** A page of the changes of a day of a rate. */
const OfRateDaySchema = namedObject('RateDayHistory', {
  roomCode: RoomCode,
  rateCode: Type.String(),
  date: DateText,
  ...pageOf(RateDayHistoryEntrySchema).properties,
})

/** A page of either history. */
export const DayHistorySchema = Type.Union([OfDaySchema, OfRateDaySchema])

/** Shows a change of a day. @param actor of the change, as the reader may see them */
export const showDayHistoryEntry = (entry: HistoryEntry, actor: HistoryEntry['actor']) =>
  show(DayHistoryEntrySchema, { ...entry, actor })

/** Shows a change of a day of a rate. */
export const showRateDayHistoryEntry = (
  entry: HistoryEntry<RateDay>,
  actor: HistoryEntry['actor'],
) => show(RateDayHistoryEntrySchema, { ...entry, actor })

/** A day of a rate of a room type for sale, with effective price and restrictions (contract-rates). */
const RateDaySchema = namedObject('RateDay', {
  date: DateText,
  priceCents: Type.Integer({ description: "Minor units of the hotel's currency." }),
  closed: Type.Boolean({
    description: 'Room type or rate is closed, or there is no price.',
  }),
  minStay: Type.Integer({ description: 'Minimum nights of a stay that arrives; 1: none.' }),
  minStayThrough: Type.Integer({ description: 'Minimum nights of a stay with this night.' }),
  maxStay: Type.Integer({ description: 'Maximum nights of a stay that arrives; 0: none.' }),
  minAdvanceDays: Type.Integer({
    description: 'Minimum days from booking to arrival; 0: none.',
  }),
  maxAdvanceDays: Type.Integer({
    description: `Maximum days from booking to arrival; ${ADVANCE_DAYS_MAX}: none.`,
  }),
  closedToArrival: Type.Boolean(),
  closedToDeparture: Type.Boolean(),
})

/** Days of rates over a range, by room type. */
export const RateDaysSchema = namedObject('RateDays', {
  from: DateText,
  to: DateText,
  rooms: Type.Array(
    namedObject('RoomRateDays', {
      roomCode: Type.String(),
      rates: Type.Array(
        namedObject('RateOfRoom', { rateCode: Type.String(), days: Type.Array(RateDaySchema) }),
      ),
    }),
  ),
})

/**
 * Returns a day of a rate as shown. `STD` has the price and flag of the pull; any other rate without a price is closed.
 * Field by field, because object spread takes more than twice the time of a whole pull.
 */
export function showRateDay(
  date: CalendarDate,
  { pricing }: Pick<Rate, 'pricing'>,
  { basePriceCents }: Pick<RoomType, 'basePriceCents'>,
  parts: DayParts,
): Static<typeof RateDaySchema> {
  const day = effectiveDay({ pricing }, parts)
  const isStandard = pricing === null
  return {
    date,
    priceCents: isStandard
      ? shownPriceCents(parts.day?.priceCents ?? null, basePriceCents)
      : (day.priceCents ?? 0),
    closed: day.closed || (!isStandard && day.priceCents === null),
    minStay: day.minStay,
    minStayThrough: day.minStayThrough,
    maxStay: day.maxStay,
    minAdvanceDays: day.minAdvanceDays,
    maxAdvanceDays: day.maxAdvanceDays,
    closedToArrival: day.closedToArrival,
    closedToDeparture: day.closedToDeparture,
  }
}
