import type { Hotel } from '../../domain/catalog/catalog.ts'
import { checkCodes, checkTaxes } from '../../domain/catalog/catalog-rules.ts'
import {
  HOTEL_TEXTS,
  type HotelContent,
  type HotelText,
  type NameChanges,
  namesOf,
  type TranslationChanges,
  translationsOf,
} from '../../domain/kernel/content.ts'
import { AppError, refused, refuseFlaws } from '../../domain/kernel/errors.ts'
import type { MailSettings } from '../../domain/mails/mail.ts'
import type { HotelTax, Tax } from '../../domain/rates/tax.ts'
import type { WebRules } from '../../domain/strangers/strangers.ts'
import { findHotel, findHotelId, insertHotel, type Point } from '../../store/catalog/catalog.ts'
import {
  type CityRow,
  findCity,
  hasBookings,
  listPriceExamples,
  updateHotel,
} from '../../store/catalog/catalog-edits.ts'
import { findDefaultCoordinates } from '../../store/catalog/places.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Handle, Tx } from '../../store/engine/engine.ts'
import { holdCatalog, holdHotel } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { freeSlug } from './slug.ts'

/** A tax as it is said: names that are not stay, or are none of a new one. */
type SaidTax = Tax & NameChanges

/** What is decided about a hotel when it is made; its city by slug. */
export type NewHotel = Omit<
  Hotel,
  | 'id'
  | 'slug'
  | 'city'
  | 'taxes'
  | 'usesRates'
  | 'sandboxOf'
  | keyof MailSettings
  | keyof WebRules
  | keyof HotelContent
> &
  Partial<MailSettings> & {
    city: string
    taxes?: SaidTax[]
  }

/** What can change of a hotel; of its texts those that are said. */
type HotelChanges = Partial<NewHotel & WebRules & Omit<HotelContent, 'translations'>> & {
  translations?: TranslationChanges<HotelText>
}

/**
 * Makes a hotel without room types; its slug comes from its name and never changes. It is where its city is unless said
 * otherwise.
 *
 * @throws AppError `validation_failed`
 */
export async function createHotel(
  deps: Deps,
  actor: Actor,
  { city: citySlug, lat, lng, taxes = [], ...fields }: Omit<NewHotel, keyof Point> & Partial<Point>,
): Promise<Hotel> {
  refuseFlaws([...checkCodes(fields), ...checkTaxes(taxes)])
  return await deps.store.tx(async (tx) => {
    await holdCatalog(tx)
    const { id: cityId, country } = await cityOf(tx, citySlug, '/city')
    const slug = await freeSlug(tx, 'hotel', { name: fields.name, country })
    const spot = await spotOf(tx, cityId, { lat, lng })
    const named = { ...fields, taxes: namedTaxes(taxes) }
    const made = { ...named, ...spot, slug, cityId, createdAtMs: deps.nowMs() }
    const id = await insertHotel(tx, made)
    const hotel = (await findHotel(tx, id))!
    const change = { entityId: slug, hotelId: id, after: withoutId(hotel) }
    await audit(tx, deps, { entity: 'hotel', actor, ...change })
    return hotel
  })
}

/**
 * Changes a hotel, also whether it is on sale at all (`active`). Prices are numbers of its currency, so that cannot
 * change once there are bookings, nor while there are prices.
 *
 * @param refuseUnseen throws when what stands is not what the change was decided on
 * @throws AppError `not_found`, `validation_failed`
 */
export async function changeHotel(
  deps: Deps,
  actor: Actor,
  slug: string,
  { city: citySlug, translations, taxes, ...changes }: HotelChanges,
  refuseUnseen: (before: Hotel) => void = () => {},
): Promise<Hotel> {
  refuseFlaws([...checkCodes(changes), ...checkTaxes(taxes ?? [])])
  return await deps.store.tx(async (tx) => {
    await holdCatalog(tx)
    const before = await heldHotelOf(tx, slug)
    refuseUnseen(before)
    const { currency = before.currency } = changes
    if (currency !== before.currency) await refuseMoney(tx, before)
    const cityId = citySlug === undefined ? undefined : (await cityOf(tx, citySlug, '/city')).id
    const set = {
      ...changes,
      ...(taxes && { taxes: namedTaxes(taxes, before.taxes) }),
      ...(cityId !== undefined && { cityId }),
      ...(translations && {
        translations: translationsOf(HOTEL_TEXTS, translations, before.translations),
      }),
    }
    if (Object.keys(set).length > 0) await updateHotel(tx, before.id, set)
    const after = (await findHotel(tx, before.id))!
    const states = { before: withoutId(before), after: withoutId(after) }
    const place = { entityId: slug, hotelId: before.id }
    await audit(tx, deps, { entity: 'hotel', ...place, actor, ...states })
    return after
  })
}

/** The hotel of a slug. @throws AppError `not_found` */
export async function hotelOf(handle: Handle, slug: string): Promise<Hotel> {
  const id = await findHotelId(handle, slug)
  if (id === undefined) throw new AppError('not_found', 'There is no hotel of this slug.')
  return (await findHotel(handle, id))!
}

/** The same, held from now on. @throws AppError `not_found` */
export async function heldHotelOf(tx: Tx, slug: string): Promise<Hotel> {
  await holdHotel(tx, (await hotelOf(tx, slug)).id)
  return await hotelOf(tx, slug)
}

/** Taxes with their names in each language: those that are not said are as they were of the tax of the code. */
const namedTaxes = (taxes: readonly SaidTax[], before: readonly HotelTax[] = []): HotelTax[] =>
  taxes.map((tax) => {
    const known = before.find(({ code }) => code === tax.code)
    return { ...tax, ...namesOf(tax, known) }
  })

/** @throws AppError `validation_failed` when there is money in a hotel's currency */
async function refuseMoney(tx: Tx, { id, currency }: Hotel): Promise<void> {
  if (await hasBookings(tx, id))
    throw refused('/currency', 'has_bookings', `The hotel has bookings in ${currency}.`)
  const priced = await listPriceExamples(tx, id)
  if (priced.length > 0)
    throw refused('/currency', 'has_prices', `Prices stand in ${currency}: ${priced.join(', ')}.`)
}

/** The city of a slug. @param path the field that names it; without one the address does */
export async function cityOf(handle: Handle, slug: string, path?: string): Promise<CityRow> {
  const city = await findCity(handle, slug)
  if (city) return city
  throw path === undefined
    ? new AppError('not_found', 'There is no city of this slug.')
    : refused(path, 'unknown_city', 'No city has this slug.')
}

/** Where a hotel is: as said, or where its city is. @throws AppError `validation_failed` when nobody knows */
async function spotOf(
  tx: Tx,
  cityId: number,
  { lat, lng }: { [Name in keyof Point]?: Point[Name] | undefined },
) {
  if (lat != null && lng != null) return { lat, lng }
  const spot = await findDefaultCoordinates(tx, cityId)
  if (!spot) throw refused('/lat', 'required', 'The city does not say where it is: say it here.')
  return { lat: lat ?? spot.lat, lng: lng ?? spot.lng }
}

const withoutId = ({ id: _, sandboxOf: __, ...hotel }: Hotel) => hotel
