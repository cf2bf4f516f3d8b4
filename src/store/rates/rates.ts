import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Names } from '../../domain/kernel/content.ts'
import { type Rate, STANDARD, STD } from '../../domain/rates/rate.ts'
import { readNames, withNames } from '../engine/columns.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { prepared } from '../engine/prepared.ts'
import { padIds } from '../engine/rows.ts'

// Rate plans of hotels.

const selectRates = prepared(({ t: { rate }, db }) =>
  db
    .select()
    .from(rate)
    .where(eq(rate.hotelId, sql.placeholder('hotelId')))
    .orderBy(asc(rate.rateCode))
    .prepare(),
)

/** A hotel's rates, on sale or not: `STD`, which always exists, first, then the others by code. */
export async function listRates(handle: Handle, hotelId: number): Promise<Rate[]> {
  return withStandard((await selectRates(handle).execute({ hotelId })).map(fromRow))
}

/** The rates on sale of each hotel: `STD` first, then the others by code. */
export async function listActiveRates(
  { t: { rate }, db }: Handle,
  hotelIds: readonly number[],
): Promise<Map<number, Rate[]>> {
  if (hotelIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(rate)
    .where(and(inArray(rate.hotelId, padIds(hotelIds)), eq(rate.active, true)))
    .orderBy(asc(rate.hotelId), asc(rate.rateCode))
  const byHotel = Map.groupBy(rows, ({ hotelId }) => hotelId)
  return new Map(hotelIds.map((id) => [id, withStandard((byHotel.get(id) ?? []).map(fromRow))]))
}

/** Inserts or overwrites a rate by code; the caller raises the hotel's revision. */
export async function upsertRate({ t, db }: Tx, hotelId: number, rate: Rate): Promise<void> {
  const { rateCode, ...values } = toRow(rate)
  await db
    .insert(t.rate)
    .values({ hotelId, rateCode, ...values })
    .onConflictDoUpdate({ target: [t.rate.hotelId, t.rate.rateCode], set: values })
}

const selectUse = prepared(({ t: { hotel }, db }) =>
  db
    .select({ usesRates: hotel.usesRates })
    .from(hotel)
    .where(eq(hotel.id, sql.placeholder('hotelId')))
    .prepare(),
)

/** True if a hotel has or had rates or restrictions. */
export async function areRatesUsed(handle: Handle, hotelId: number): Promise<boolean> {
  const [row] = await selectUse(handle).execute({ hotelId })
  return row?.usesRates === true
}

/** Marks a hotel as a user of rates or restrictions. @returns true if it was not one before: then it has changed */
export async function noteRatesUsed({ t: { hotel }, db }: Tx, hotelId: number): Promise<boolean> {
  const rows = await db
    .update(hotel)
    .set({ usesRates: true })
    .where(and(eq(hotel.id, hotelId), eq(hotel.usesRates, false)))
    .returning({ id: hotel.id })
  return rows.length > 0
}

/** Rates by code after `STD`, which every hotel has from the beginning. */
function withStandard(rates: readonly Rate[]): Rate[] {
  const isStd = ({ rateCode }: Rate) => rateCode === STD
  return [rates.find(isStd) ?? STANDARD, ...rates.filter((rate) => !isStd(rate))]
}

const STANDARD_NAMES: Names = { translations: STANDARD.translations }

type Row = Handle['t']['rate']['$inferSelect']

const fromRow = ({ hotelId, roomCodes, pricing, guests, cancellation, ...rate }: Row): Rate => ({
  ...readNames(rate),
  // While STD has its first name, it has that name's translations too.
  ...(rate.rateCode === STD && rate.name === STANDARD.name && !rate.translations && STANDARD_NAMES),
  roomCodes: roomCodes && JSON.parse(roomCodes),
  pricing: pricing && JSON.parse(pricing),
  guests: guests && JSON.parse(guests),
  cancellation: JSON.parse(cancellation),
})

const toRow = ({ roomCodes, pricing, guests, cancellation, ...rate }: Rate) => ({
  ...withNames(rate),
  roomCodes: roomCodes && JSON.stringify(roomCodes),
  pricing: pricing && JSON.stringify(pricing),
  guests: guests && JSON.stringify(guests),
  cancellation: JSON.stringify(cancellation),
})
