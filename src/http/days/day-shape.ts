import { type TSchema, Type } from 'typebox'
import type { RoomType } from '../../domain/catalog/catalog.ts'
import { shownPriceCents } from '../../domain/kernel/availability.ts'
import { type DayParts, effectiveDay, type Rate, type RateDay } from '../../domain/rates/rate.ts'
import type { HistoryEntry } from '../../store/days/history.ts'
import { ActorSchema } from '../api/audit-shape.ts'
import { DateText, Instant, namedObject, nullable, pageOf, show } from '../api/schema.ts'

const RoomCode = Type.String()

/** One day of one room type, as it is sold (specification §2.1). */
const DaySchema = namedObject('Day', {
  date: DateText,
  available: Type.Integer({ description: 'Rooms left to sell.' }),
  priceCents: Type.Integer({ description: "Minor units of the hotel's currency." }),
  closed: Type.Boolean({ description: 'Closed for sale.' }),
})

/** A day that says which room type it is of. */
export const RoomDaySchema = namedObject('RoomDay', { roomCode: RoomCode, ...DaySchema.properties })

/** Days of room types over a range (specification §2.2). */
export const AvailabilitySchema = namedObject('Availability', {
  from: DateText,
  to: DateText,
  rooms: Type.Array(
    namedObject('RoomAvailability', { roomCode: RoomCode, days: Type.Array(DaySchema) }),
  ),
})

/** A day as it is stored: without the base price of its room type. */
const StoredDaySchema = namedObject('StoredDay', {
  available: Type.Integer(),
  priceCents: nullable(Type.Integer()),
  closed: Type.Boolean(),
  shortfall: Type.Integer({
    description: 'How far below 0 the count would be: rooms given back fill it first.',
  }),
})

const stored = (schema: TSchema) => nullable(schema, 'null: inherited from `STD`, or none.')
const storedRateDay = {
  priceCents: nullable(
    Type.Integer(),
    'null: derived, or none; of `STD` always, for its price is the day’s.',
  ),
  closed: Type.Boolean({ description: 'The rate alone; of `STD` never.' }),
  minStay: stored(Type.Integer()),
  minStayThrough: stored(Type.Integer()),
  maxStay: stored(Type.Integer()),
  closedToArrival: stored(Type.Boolean()),
  closedToDeparture: stored(Type.Boolean()),
}
/** What is stored of a day of a rate. */
const StoredRateDaySchema = namedObject('StoredRateDay', storedRateDay)

/** The same with its place. */
export const ChangedRateDaySchema = namedObject('ChangedRateDay', {
  roomCode: RoomCode,
  rateCode: Type.String(),
  date: DateText,
  ...storedRateDay,
})

/** Rates to which a change of `STD` was handed down, and the days. */
export const InheritedSchema = Type.Array(
  namedObject('Inherited', {
    rateCodes: Type.Array(Type.String()),
    ranges: Type.Array(Type.Object({ roomCode: RoomCode, dateFrom: DateText, dateTo: DateText }), {
      description: 'Both ends included, by room code and date.',
    }),
  }),
  {
    description:
      'Only where there are any: derived rates, as they are now, whose price or restrictions on these days come of what changed of `STD`. `GET /v1/partner/rates` says what they have come to; a restriction that a rate has of its own stands.',
  },
)

/** One change of a day. */
const origin = { actor: ActorSchema, pushId: nullable(Type.String()), at: Instant }
export const DayHistoryEntrySchema = namedObject('DayHistoryEntry', {
  before: nullable(StoredDaySchema),
  after: StoredDaySchema,
  ...origin,
})

/** One change of a day of a rate. */
const RateDayHistoryEntrySchema = namedObject('RateDayHistoryEntry', {
  before: nullable(StoredRateDaySchema),
  after: StoredRateDaySchema,
  ...origin,
})

/** A page of what happened to one day. */
const OfDaySchema = namedObject('DayHistory', {
  roomCode: RoomCode,
  date: DateText,
  ...pageOf(DayHistoryEntrySchema).properties,
})

/** A page of what happened to one day of a rate. */
const OfRateDaySchema = namedObject('RateDayHistory', {
  roomCode: RoomCode,
  rateCode: Type.String(),
  date: DateText,
  ...pageOf(RateDayHistoryEntrySchema).properties,
})

/** Either of them, as it was asked for. */
export const DayHistorySchema = Type.Union([OfDaySchema, OfRateDaySchema])

/** @param actor who made the change, as whoever asks may know them */
export const showDayHistoryEntry = (entry: HistoryEntry, actor: HistoryEntry['actor']) =>
  show(DayHistoryEntrySchema, { ...entry, actor })

/** The same of a day of a rate. */
export const showRateDayHistoryEntry = (
  entry: HistoryEntry<RateDay>,
  actor: HistoryEntry['actor'],
) => show(RateDayHistoryEntrySchema, { ...entry, actor })

/** A day of a rate for a room type, as it is sold (contract-rates). */
const RateDaySchema = namedObject('RateDay', {
  date: DateText,
  priceCents: Type.Integer({ description: "Minor units of the hotel's currency." }),
  closed: Type.Boolean({
    description: 'The room type is closed, or the rate, or it has no price.',
  }),
  minStay: Type.Integer({ description: 'Nights at least of a stay that arrives; 1: none.' }),
  minStayThrough: Type.Integer({ description: 'Nights at least of a stay with this night.' }),
  maxStay: Type.Integer({ description: 'Nights at most of a stay that arrives; 0: no bound.' }),
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
 * What is shown of a day of a rate, but for its date: of `STD` price and flag are as the pull has them; another rate that
 * has no price is closed.
 */
export function showRateDay(
  rate: Pick<Rate, 'pricing'>,
  { basePriceCents }: Pick<RoomType, 'basePriceCents'>,
  parts: DayParts,
) {
  const { available, ...day } = effectiveDay(rate, parts)
  const isStandard = rate.pricing === null
  return {
    ...day,
    priceCents: isStandard
      ? shownPriceCents(parts.day?.priceCents ?? null, basePriceCents)
      : (day.priceCents ?? 0),
    closed: day.closed || (!isStandard && day.priceCents === null),
  }
}
