import { Type } from 'typebox'
import { shownPriceCents } from '../../domain/availability.ts'
import type { RoomType } from '../../domain/catalog.ts'
import { type DayParts, effectiveDay, type Rate } from '../../domain/rate.ts'
import type { HistoryEntry } from '../../store/availability/history.ts'
import { ActorSchema } from './audit.ts'
import { DateText, Instant, namedObject, nullable, pageOf, show } from './schema.ts'

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

/** One change of a day. */
export const DayHistoryEntrySchema = namedObject('DayHistoryEntry', {
  before: nullable(StoredDaySchema),
  after: StoredDaySchema,
  actor: ActorSchema,
  pushId: nullable(Type.String()),
  at: Instant,
})

/** A page of what happened to one day. */
export const DayHistorySchema = namedObject('DayHistory', {
  roomCode: RoomCode,
  date: DateText,
  ...pageOf(DayHistoryEntrySchema).properties,
})

/** @param actor who made the change, as whoever asks may know them */
export const showDayHistoryEntry = (entry: HistoryEntry, actor: HistoryEntry['actor']) =>
  show(DayHistoryEntrySchema, { ...entry, actor })

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
