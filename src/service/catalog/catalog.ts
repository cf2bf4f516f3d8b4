import type { Hotel } from '../../domain/catalog/catalog.ts'
import { checkCodes, checkTaxes } from '../../domain/catalog/catalog-rules.ts'
import type { HotelPage } from '../../domain/catalog/hotel-page.ts'
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
import { lockCatalog, lockHotel } from '../../store/engine/locks.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'
import { type PageChanges, pageAfter, splitPage } from './hotel-page.ts'
import { freeSlug } from './slug.ts'

/** A tax as a request has it: a name that is left out stays as it was. */
type TaxInput = Tax & NameChanges

/** The fields of a new hotel; its city by slug. */
export type NewHotel = Omit<
  Hotel,
  | 'id'
  | 'slug'
  | 'city'
  | 'taxes'
  | 'usesRates'
  | 'usesAllotments'
  | 'sandboxOf'
  | 'guestDataYears'
  | keyof MailSettings
  | keyof WebRules
  | keyof HotelContent
  | keyof HotelPage
> &
  Partial<MailSettings> & {
    city: string
    taxes?: TaxInput[]
  }

/** A hotel by its slug, or by its id: a sandbox has the slug of its hotel, so only its id names it. */
export type HotelRef = string | number

/** The fields of a hotel that a change may set; a text that is left out stays as it was. */
type HotelChanges = Partial<
  NewHotel & WebRules & Pick<Hotel, 'guestDataYears'> & Omit<HotelContent, 'translations'>
> &
  PageChanges & {
    translations?: TranslationChanges<HotelText>
  }

/**
 * Creates a hotel without room types. Its slug comes from its name and never changes; its place on the map is the city's
 * unless the request sets one.
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
    await lockCatalog(tx)
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
 * Changes a hotel, also whether it is on sale at all (`active`). The currency cannot change while there are prices, or
 * once there are bookings, because prices are plain numbers in that currency.
 *
 * @param refuseUnseen throws if the hotel is not as it was when the change was decided (optimistic lock)
 * @throws AppError `not_found`, `validation_failed`
 */
export async function changeHotel(
  deps: Deps,
  actor: Actor,
  ref: HotelRef,
  { city: citySlug, translations, taxes, ...given }: HotelChanges,
  refuseUnseen: (before: Hotel) => void = () => {},
): Promise<Hotel> {
  const { changes, page } = splitPage(given)
  refuseFlaws([...checkCodes(changes), ...checkTaxes(taxes ?? [])])
  return await deps.store.tx(async (tx) => {
    await lockCatalog(tx)
    const before = await heldHotelOf(tx, ref)
    refuseUnseen(before)
    const { currency = before.currency } = changes
    if (currency !== before.currency) await refuseMoney(tx, before)
    const cityId = citySlug === undefined ? undefined : (await cityOf(tx, citySlug, '/city')).id
    const set = {
      ...changes,
      ...(await pageAfter(tx, deps, before, page)),
      ...(taxes && { taxes: namedTaxes(taxes, before.taxes) }),
      ...(cityId !== undefined && { cityId }),
      ...(translations && {
        translations: translationsOf(HOTEL_TEXTS, translations, before.translations),
      }),
    }
    if (Object.keys(set).length > 0) await updateHotel(tx, before.id, set)
    const after = (await findHotel(tx, before.id))!
    const states = { before: withoutId(before), after: withoutId(after) }
    const place = { entityId: before.slug, hotelId: before.id }
    await audit(tx, deps, { entity: 'hotel', ...place, actor, ...states })
    return after
  })
}

/** The hotel by its slug. @throws AppError `not_found` */
export async function hotelOf(handle: Handle, slug: string): Promise<Hotel> {
  const id = await findHotelId(handle, slug)
  if (id === undefined) throw new AppError('not_found', 'There is no hotel of this slug.')
  return (await findHotel(handle, id))!
}

/** A hotel, locked until the transaction ends. @throws AppError `not_found` */
export async function heldHotelOf(tx: Tx, ref: HotelRef): Promise<Hotel> {
  const id = typeof ref === 'number' ? ref : (await hotelOf(tx, ref)).id
  await lockHotel(tx, id)
  const hotel = await findHotel(tx, id)
  if (!hotel) throw new AppError('not_found', 'This hotel is gone.')
  return hotel
}

/** Taxes with their names in each language; a name that is left out is that of the former tax of the same code. */
const namedTaxes = (taxes: readonly TaxInput[], before: readonly HotelTax[] = []): HotelTax[] =>
  taxes.map((tax) => {
    const known = before.find(({ code }) => code === tax.code)
    return { ...tax, ...namesOf(tax, known) }
  })

/** @throws AppError `validation_failed` if the hotel has bookings or prices in its currency */
async function refuseMoney(tx: Tx, { id, currency }: Hotel): Promise<void> {
  if (await hasBookings(tx, id))
    throw refused('/currency', 'has_bookings', `The hotel has bookings in ${currency}.`)
  const priced = await listPriceExamples(tx, id)
  if (priced.length > 0)
    throw refused('/currency', 'has_prices', `Prices stand in ${currency}: ${priced.join(', ')}.`)
}

/** The city by its slug. @param path the field that names the city; undefined if the address of the request does */
export async function cityOf(handle: Handle, slug: string, path?: string): Promise<CityRow> {
  const city = await findCity(handle, slug)
  if (city) return city
  throw path === undefined
    ? new AppError('not_found', 'There is no city of this slug.')
    : refused(path, 'unknown_city', 'No city has this slug.')
}

/** The hotel's place on the map, or else its city's. @throws AppError `validation_failed` if the city has none */
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

const withoutId = ({ id: _, sandboxOf: __, logoId: logo, ...hotel }: Hotel) => ({ ...hotel, logo })
