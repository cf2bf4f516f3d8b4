import { and, asc, eq, sql } from 'drizzle-orm'
import { NAME_TEXTS } from '../../domain/kernel/content.ts'
import { type Rate, STANDARD, STD } from '../../domain/rates/rate.ts'
import { readTranslations, withNames } from '../engine/columns.ts'
import type { Flag } from '../engine/dialect.ts'
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
  return withStandard((await selectRates(handle).execute({ hotelId })).map(fromRow))
}

/** A rate on sale as a row: as `selectActive` names its columns. */
type RateValues = [
  ...[hotelId: number, rateCode: string, name: string, translations: string | null],
  ...[boardCode: string | null, roomCodes: string | null, pricing: string | null],
  ...[guests: string | null, cancellation: string, isPublic: Flag],
]

const selectActive = prepared(({ t: { rate }, db, dialect }) => {
  const { hotelId, rateCode, name, translations, boardCode, roomCodes, pricing } = rate
  const { guests, cancellation, public: isPublic } = rate
  return db
    .select({
      ...{ hotelId, rateCode, name, translations, boardCode, roomCodes, pricing },
      ...{ guests, cancellation, isPublic },
    })
    .from(rate)
    .where(and(dialect.isAmong(rate.hotelId, 'hotelIds'), eq(rate.active, true)))
    .orderBy(asc(rate.hotelId), asc(rate.rateCode))
    .prepare()
})

/**
 * The rates on sale of each hotel: `STD` first, then the others by code. What is written alike in several is read once, and
 * shared by them: nobody may change it. Rows come raw, for the reasons given in `store/sale/search-hotels.ts`.
 */
export async function listActiveRates(
  handle: Handle,
  hotelIds: readonly number[],
): Promise<Map<number, Rate[]>> {
  const byHotel = new Map<number, Rate[]>()
  if (hotelIds.length === 0) return byHotel
  const { dialect } = handle
  const rows = await dialect.values(selectActive(handle), { hotelIds: dialect.listOf(hotelIds) })
  const parts = { parse: once(PARTS.parse), namesIn: once(PARTS.namesIn) }
  for (const hotelId of hotelIds) byHotel.set(hotelId, [STANDARD])
  for (const [hotelId, rateCode, name, translations, boardCode, ...row] of rows as RateValues[]) {
    const [roomCodes, pricing, guests, cancellation, isPublic] = row
    const texts = { roomCodes, pricing, guests, cancellation, translations }
    const own = { rateCode, name, boardCode, public: Boolean(isPublic), active: true }
    const rate = fromTexts(own, texts, parts)
    const rates = byHotel.get(hotelId)!
    if (rateCode === STD) rates[0] = rate
    else rates.push(rate)
  }
  return byHotel
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

type Row = Handle['t']['rate']['$inferSelect']
type RateColumns = Pick<Row, 'rateCode' | 'name' | 'boardCode' | 'public' | 'active'>
type RateTexts = Pick<Row, 'roomCodes' | 'pricing' | 'guests' | 'cancellation' | 'translations'>

/** Readers of the texts of a row. */
const PARTS = {
  parse: (text: string) => JSON.parse(text),
  namesIn: (text: string | null) => readTranslations(NAME_TEXTS, text),
}

const fromRow = ({ hotelId, ...row }: Row): Rate => fromTexts(row, row)

/** Makes a rate of its plain columns and of its texts. */
function fromTexts(
  { rateCode, name, boardCode, public: isPublic, active }: RateColumns,
  { roomCodes, pricing, guests, cancellation, translations }: RateTexts,
  { parse, namesIn } = PARTS,
): Rate {
  // While STD has its first name, it has that name's translations too.
  const isFirst = rateCode === STD && name === STANDARD.name && !translations
  return {
    rateCode,
    name,
    translations: isFirst ? STANDARD.translations : namesIn(translations),
    boardCode,
    roomCodes: roomCodes === null ? null : parse(roomCodes),
    pricing: pricing === null ? null : parse(pricing),
    guests: guests === null ? null : parse(guests),
    cancellation: parse(cancellation),
    public: isPublic,
    active,
  }
}

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
