import { and, asc, eq, sql } from 'drizzle-orm'
import { NAME_TEXTS, type Names } from '../../domain/kernel/content.ts'
import { type Rate, STANDARD, STD } from '../../domain/rates/rate.ts'
import { readTranslations, withNames } from '../engine/columns.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { prepared } from '../engine/prepared.ts'

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
  return withStandard((await selectRates(handle).execute({ hotelId })).map((row) => fromRow(row)))
}

const selectActive = prepared(({ t: { rate }, db, dialect }) =>
  db
    .select()
    .from(rate)
    .where(and(dialect.isAmong(rate.hotelId, 'hotelIds'), eq(rate.active, true)))
    .orderBy(asc(rate.hotelId), asc(rate.rateCode))
    .prepare(),
)

/**
 * The rates on sale of each hotel: `STD` first, then the others by code. What is written alike in several is read once, and
 * shared by them: nobody may change it.
 */
export async function listActiveRates(
  handle: Handle,
  hotelIds: readonly number[],
): Promise<Map<number, Rate[]>> {
  if (hotelIds.length === 0) return new Map()
  const rows = await selectActive(handle).execute({ hotelIds: handle.dialect.listOf(hotelIds) })
  const byHotel = Map.groupBy(rows, ({ hotelId }) => hotelId)
  const parts = { parse: once(PARTS.parse), namesIn: once(PARTS.namesIn) }
  const read = (row: Row) => fromRow(row, parts)
  return new Map(hotelIds.map((id) => [id, withStandard((byHotel.get(id) ?? []).map(read))]))
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

/** Readers of the texts of a row. */
const PARTS = {
  parse: (text: string) => JSON.parse(text),
  namesIn: (text: string | null) => readTranslations(NAME_TEXTS, text),
}

const fromRow = (
  { hotelId, roomCodes, pricing, guests, cancellation, ...rate }: Row,
  { parse, namesIn } = PARTS,
): Rate => ({
  ...rate,
  translations: namesIn(rate.translations),
  // While STD has its first name, it has that name's translations too.
  ...(rate.rateCode === STD && rate.name === STANDARD.name && !rate.translations && STANDARD_NAMES),
  roomCodes: roomCodes && parse(roomCodes),
  pricing: pricing && parse(pricing),
  guests: guests && parse(guests),
  cancellation: parse(cancellation),
})

/** Returns a reader that reads each text once. */
function once<Text, T>(read: (text: Text) => T): (text: Text) => T {
  const known = new Map<Text, T>()
  return (text) => {
    if (!known.has(text)) known.set(text, read(text))
    return known.get(text)!
  }
}

const toRow = ({ roomCodes, pricing, guests, cancellation, ...rate }: Rate) => ({
  ...withNames(rate),
  roomCodes: roomCodes && JSON.stringify(roomCodes),
  pricing: pricing && JSON.stringify(pricing),
  guests: guests && JSON.stringify(guests),
  cancellation: JSON.stringify(cancellation),
})
