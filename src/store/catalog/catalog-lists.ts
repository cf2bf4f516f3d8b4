import { and, asc, eq, getColumns, gt, inArray } from 'drizzle-orm'
import { heldAgencyRole } from '../../domain/accounts/agency-role.ts'
import type { Role, User, UserStatus } from '../../domain/accounts/user.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import type { HotelPage } from '../../domain/catalog/hotel-page.ts'
import {
  foldText,
  foldWords,
  matchesWords,
  ROWS_SEARCHED_MAX,
} from '../../domain/kernel/search-text.ts'
import type { Agency } from '../agencies/agencies.ts'
import { readNames, readTaxes } from '../engine/columns.ts'
import type { Handle } from '../engine/engine.ts'
import { nextTurn } from '../engine/loop-turns.ts'

/** A hotel in the admins' list, with fields that only they see, without its texts and its page. */
export type HotelEntry = Omit<Hotel, 'translations' | keyof HotelPage> & {
  createdAtMs: number
  ratingSum: number
  ratingCount: number
}

/** Rows read in one turn of the event loop. */
const SLICE = 500

/** Hotels have ids above it, sandboxes below. */
const NO_SANDBOX = 0

/** A page: at most `limit` entries after `afterId`. */
export type Page<Id> = { afterId?: Id | undefined; limit: number }

/** `stoppedAt` is the last entry read; the page ended there because it had read `ROWS_SEARCHED_MAX` rows. */
export type CatalogPage<Row extends { id: string | number }> = {
  rows: Row[]
  stoppedAt: { id: Row['id']; createdAtMs?: number } | undefined
}

/** Hotels in the order of their creation, active or not; no sandboxes. */
export async function listHotels(
  { t, db }: Handle,
  filter: { city?: string | undefined; active?: boolean | undefined; q?: string | undefined },
  page: Page<number>,
): Promise<CatalogPage<HotelEntry>> {
  const { hotel, city } = t
  const words = filter.q === undefined ? [] : foldWords(filter.q)
  const { translations: _, ...columns } = getColumns(hotel)
  const { rows, stoppedAt } = await seek({
    read: (after, count) =>
      db
        .select({ ...columns, city })
        .from(hotel)
        .innerJoin(city, eq(city.id, hotel.cityId))
        .where(gt(hotel.id, after ?? NO_SANDBOX))
        .orderBy(asc(hotel.id))
        .limit(count),
    isMatch: (row) =>
      (filter.city ?? row.city.slug) === row.city.slug &&
      (filter.active ?? row.active) === row.active &&
      isNamed(`${row.name} ${row.slug}`, filter.q, words),
    page,
  })
  const hotels = rows.map(
    ({ cityId, revision, city: { id: _, lat: __, lng: ___, ...city }, ...row }) => ({
      ...row,
      taxes: readTaxes(row.taxes),
      city: readNames(city),
    }),
  )
  return { rows: hotels, stoppedAt }
}

/** Accounts in the order of their creation. */
export async function listUsers(
  { t, db }: Handle,
  filter: {
    role?: Role | undefined
    status?: UserStatus | undefined
    q?: string | undefined
  },
  page: Page<string>,
): Promise<CatalogPage<User>> {
  const { user, userHotel, secondFactor } = t
  const words = filter.q === undefined ? [] : foldWords(filter.q)
  const { passwordHash, updatedAtMs, ...columns } = getColumns(user)
  const { rows, stoppedAt } = await seek({
    read: (after, count) =>
      db
        .select({ ...columns, confirmedAtMs: secondFactor.confirmedAtMs })
        .from(user)
        .leftJoin(secondFactor, eq(secondFactor.userId, user.id))
        .where(after === undefined ? undefined : gt(user.id, after))
        .orderBy(asc(user.id))
        .limit(count),
    isMatch: (row) =>
      (filter.role ?? row.role) === row.role &&
      (filter.status ?? row.status) === row.status &&
      isNamed(`${row.name} ${row.email}`, filter.q, words),
    page,
  })
  const ids = rows.map(({ id }) => id)
  const hotels = await db
    .select()
    .from(userHotel)
    .where(inArray(userHotel.userId, ids))
    .orderBy(asc(userHotel.hotelId))
  const byUser = Map.groupBy(hotels, ({ userId }) => userId)
  const users = rows.map(({ confirmedAtMs, ...row }) => ({
    ...row,
    agencyRole: heldAgencyRole(row),
    hasSecondFactor: confirmedAtMs !== null,
    isAddressProven: row.provenAddress === row.email,
    memberships: (byUser.get(row.id) ?? []).map(({ hotelId, role }) => ({ hotelId, role })),
  }))
  return { rows: users, stoppedAt }
}

/** Agencies in the order of their creation. */
export async function listAgencies(
  { t: { agency }, db }: Handle,
  { active, q }: { active?: boolean | undefined; q?: string | undefined },
  page: Page<number>,
): Promise<CatalogPage<Agency>> {
  const words = q === undefined ? [] : foldWords(q)
  return await seek<number, Agency>({
    read: (after, count) =>
      db
        .select()
        .from(agency)
        .where(after === undefined ? undefined : gt(agency.id, after))
        .orderBy(asc(agency.id))
        .limit(count),
    isMatch: (row) =>
      (active ?? row.active) === row.active &&
      isNamed(`${row.name} ${row.code} ${row.email}`, q, words),
    page,
  })
}

/** Fills a page with matching rows, slice by slice; reads at most `ROWS_SEARCHED_MAX` rows. */
export async function seek<Id, Row extends { id: Id }>({
  read,
  isMatch,
  page: { afterId, limit },
}: {
  read: (after: Id | undefined, count: number) => Promise<Row[]>
  isMatch: (row: Row) => boolean
  page: Page<Id>
}): Promise<{ rows: Row[]; stoppedAt: Row | undefined }> {
  const found: Row[] = []
  let last: Row | undefined
  for (let looked = 0; looked < ROWS_SEARCHED_MAX; looked += SLICE) {
    const rows = await read(last?.id ?? afterId, SLICE)
    for (const row of rows) if (found.length < limit && isMatch(row)) found.push(row)
    if (found.length === limit || rows.length < SLICE) return { rows: found, stoppedAt: undefined }
    last = rows.at(-1)
    await nextTurn()
  }
  return { rows: found, stoppedAt: last }
}

/** True if a text contains every word of a search, in whole or in part; a search without a word matches nothing. */
export const isNamed = (text: string, q: string | undefined, words: readonly string[]) =>
  q === undefined || (words.length > 0 && matchesWords(foldText(text), words))

/** Ids and slugs of hotels found by ids or by slugs, unsorted; no sandboxes. */
export async function listHotelNames(
  { t, db }: Handle,
  names: { ids: readonly number[] } | { slugs: readonly string[] },
): Promise<{ id: number; slug: string }[]> {
  const { id, slug } = t.hotel
  return await db
    .select({ id, slug })
    .from(t.hotel)
    .where(
      and(
        gt(id, 0),
        'ids' in names ? inArray(id, [...names.ids]) : inArray(slug, [...names.slugs]),
      ),
    )
}

/** Public names and e-mail addresses of some hotels, no sandboxes; their members' passwords must not contain them. */
export async function listHotelContacts(
  { t: { hotel }, db }: Handle,
  of: { ids: readonly number[] } | { slugs: readonly string[] },
): Promise<{ name: string; email: string | null }[]> {
  const { id, slug, name, email } = hotel
  const isOne = 'ids' in of ? inArray(id, [...of.ids]) : inArray(slug, [...of.slugs])
  if (('ids' in of ? of.ids : of.slugs).length === 0) return []
  return await db
    .select({ name, email })
    .from(hotel)
    .where(and(gt(id, 0), isOne))
}
