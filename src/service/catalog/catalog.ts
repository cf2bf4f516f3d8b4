import type { Board, Hotel } from '../../domain/catalog.ts'
import { checkCodes, checkTaxes } from '../../domain/catalog-rules.ts'
import {
  HOTEL_TEXTS,
  type HotelContent,
  type HotelText,
  type TranslationChanges,
  translationsOf,
} from '../../domain/content.ts'
import { AppError, refused, refuseFlaws } from '../../domain/errors.ts'
import type { MailSettings } from '../../domain/mail.ts'
import type { Actor } from '../../store/availability/history.ts'
import {
  findHotel,
  findHotelId,
  insertCity,
  insertHotel,
  listBoards,
  type Spot,
} from '../../store/catalog/catalog.ts'
import {
  type CityRow,
  findCity,
  hasBookings,
  insertBoard,
  listHotelsOf,
  listPriced,
  updateBoard,
  updateCity,
  updateHotel,
} from '../../store/catalog/catalog-edits.ts'
import { findSpot } from '../../store/catalog/places.ts'
import type { Handle, Tx } from '../../store/engine.ts'
import { holdCatalog, holdHotel, holdHotels } from '../../store/locks.ts'
import type { Deps } from '../deps.ts'
import { alreadyExists, audit } from './audit.ts'
import { freeSlug } from './slug.ts'

type City = Hotel['city']

/** What is decided about a hotel when it is made; its city by slug. */
export type NewHotel = Omit<
  Hotel,
  | 'id'
  | 'slug'
  | 'city'
  | 'taxes'
  | 'usesRates'
  | 'twinOf'
  | keyof MailSettings
  | keyof HotelContent
> &
  Partial<MailSettings> & {
    city: string
    taxes?: Hotel['taxes']
  }

/** What can change of a hotel; of its texts those that are said. */
type HotelChanges = Partial<NewHotel & Omit<HotelContent, 'translations'>> & {
  translations?: TranslationChanges<HotelText>
}

/** What of a city is said, and changes. */
type CityFields = Omit<City, 'slug'> & Partial<Spot>

/** Makes a city; its slug comes from its name and never changes. @throws AppError `validation_failed` */
export async function createCity(deps: Deps, actor: Actor, fields: CityFields) {
  refuseFlaws(checkCodes(fields))
  return await deps.store.tx(async (tx) => {
    await holdCatalog(tx)
    const city = { slug: await freeSlug(tx, 'city', fields), ...fields }
    await insertCity(tx, city)
    await audit(tx, deps, { entity: 'city', entityId: city.slug, actor, after: city })
    return city
  })
}

/** Renames a city or moves it to another country; its hotels show it at once. @throws AppError `not_found`, `validation_failed` */
export async function changeCity(
  deps: Deps,
  actor: Actor,
  slug: string,
  changes: Partial<CityFields>,
): Promise<City> {
  refuseFlaws(checkCodes(changes))
  return await deps.store.tx(async (tx) => {
    await holdCatalog(tx)
    const { id, ...before } = await cityOf(tx, slug)
    const after = { ...before, ...changes }
    if (!Bun.deepEquals(before, after)) {
      await holdHotels(tx, await listHotelsOf(tx, id))
      await updateCity(tx, id, changes)
    }
    await audit(tx, deps, { entity: 'city', entityId: slug, actor, before, after })
    return after
  })
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
  { city: citySlug, lat, lng, ...fields }: Omit<NewHotel, keyof Spot> & Partial<Spot>,
): Promise<Hotel> {
  refuseFlaws([...checkCodes(fields), ...checkTaxes(fields.taxes ?? [])])
  return await deps.store.tx(async (tx) => {
    await holdCatalog(tx)
    const { id: cityId, country } = await cityOf(tx, citySlug, '/city')
    const slug = await freeSlug(tx, 'hotel', { name: fields.name, country })
    const spot = await spotOf(tx, cityId, { lat, lng })
    const made = { ...fields, ...spot, slug, cityId, createdAtMs: deps.nowMs() }
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
  { city: citySlug, translations, ...changes }: HotelChanges,
  refuseUnseen: (before: Hotel) => void = () => {},
): Promise<Hotel> {
  refuseFlaws([...checkCodes(changes), ...checkTaxes(changes.taxes ?? [])])
  return await deps.store.tx(async (tx) => {
    await holdCatalog(tx)
    const before = await heldHotelOf(tx, slug)
    refuseUnseen(before)
    const { currency = before.currency } = changes
    if (currency !== before.currency) await refuseMoney(tx, before)
    const cityId = citySlug === undefined ? undefined : (await cityOf(tx, citySlug, '/city')).id
    const set = {
      ...changes,
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

/** Adds a board to those every hotel may sell. @throws AppError `already_exists` */
export async function createBoard(deps: Deps, actor: Actor, board: Board): Promise<Board> {
  return await deps.store.tx(async (tx) => {
    await holdCatalog(tx)
    if (!(await insertBoard(tx, board)))
      throw alreadyExists('/code', `There is a board ${board.code} already.`)
    await audit(tx, deps, { entity: 'board', entityId: board.code, actor, after: board })
    return board
  })
}

/** Renames a board; its code is what bookings carry and stays. @throws AppError `not_found` */
export async function changeBoard(
  deps: Deps,
  actor: Actor,
  code: string,
  { name }: { name?: string },
) {
  return await deps.store.tx(async (tx) => {
    await holdCatalog(tx)
    const before = (await listBoards(tx)).find((board) => board.code === code)
    if (!before) throw new AppError('not_found', 'There is no such board.')
    const after = { code, name: name ?? before.name }
    if (after.name !== before.name) await updateBoard(tx, after)
    await audit(tx, deps, { entity: 'board', entityId: code, actor, before, after })
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

/** @throws AppError `validation_failed` when there is money in a hotel's currency */
async function refuseMoney(tx: Tx, { id, currency }: Hotel): Promise<void> {
  if (await hasBookings(tx, id))
    throw refused('/currency', 'has_bookings', `The hotel has bookings in ${currency}.`)
  const priced = await listPriced(tx, id)
  if (priced.length > 0)
    throw refused('/currency', 'has_prices', `Prices stand in ${currency}: ${priced.join(', ')}.`)
}

/** @param path the field that names the city; without one the address does */
async function cityOf(handle: Handle, slug: string, path?: string): Promise<CityRow> {
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
  { lat, lng }: { [Name in keyof Spot]?: Spot[Name] | undefined },
) {
  if (lat != null && lng != null) return { lat, lng }
  const spot = await findSpot(tx, cityId)
  if (!spot) throw refused('/lat', 'required', 'The city does not say where it is: say it here.')
  return { lat: lat ?? spot.lat, lng: lng ?? spot.lng }
}

const withoutId = ({ id: _, twinOf: __, ...hotel }: Hotel) => hotel
