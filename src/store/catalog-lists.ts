import { and, asc, eq, gt, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Agency } from '../domain/agency.ts'
import type { Hotel } from '../domain/catalog.ts'
import type { Role, User, UserStatus } from '../domain/user.ts'
import type { Handle } from './open.ts'

/** A hotel with what only its admins see. */
export type HotelEntry = Hotel & { createdAtMs: number; ratingSum: number; ratingCount: number }

type Page<Id> = { afterId?: Id | undefined; limit: number }

/** Hotels in the order they were made, active or not. */
export async function listHotels(
  { t, db }: Handle,
  filter: { city?: string | undefined; active?: boolean | undefined; q?: string | undefined },
  { afterId, limit }: Page<number>,
): Promise<HotelEntry[]> {
  const { hotel, city } = t
  const rows = await db
    .select()
    .from(hotel)
    .innerJoin(city, eq(city.id, hotel.cityId))
    .where(
      and(
        filter.city === undefined ? undefined : eq(city.slug, filter.city),
        filter.active === undefined ? undefined : eq(hotel.active, filter.active),
        filter.q === undefined
          ? undefined
          : or(contains(hotel.name, filter.q), contains(hotel.slug, filter.q)),
        afterId === undefined ? undefined : gt(hotel.id, afterId),
      ),
    )
    .orderBy(asc(hotel.id))
    .limit(limit)
  return rows.map(({ hotel: { cityId, ...rest }, city: { slug, name, country } }) => ({
    ...rest,
    city: { slug, name, country },
  }))
}

/** Accounts in the order they were made. */
export async function listUsers(
  { t, db }: Handle,
  filter: {
    role?: Role | undefined
    status?: UserStatus | undefined
    q?: string | undefined
  },
  { afterId, limit }: Page<string>,
): Promise<User[]> {
  const { user, userHotel } = t
  const rows = await db
    .select()
    .from(user)
    .where(
      and(
        filter.role === undefined ? undefined : eq(user.role, filter.role),
        filter.status === undefined ? undefined : eq(user.status, filter.status),
        filter.q === undefined
          ? undefined
          : or(contains(user.email, filter.q), contains(user.name, filter.q)),
        afterId === undefined ? undefined : gt(user.id, afterId),
      ),
    )
    .orderBy(asc(user.id))
    .limit(limit)
  const ids = rows.map(({ id }) => id)
  const hotels = await db
    .select()
    .from(userHotel)
    .where(inArray(userHotel.userId, ids))
    .orderBy(asc(userHotel.hotelId))
  const byUser = Map.groupBy(hotels, ({ userId }) => userId)
  return rows.map(({ passwordHash: _, updatedAtMs: __, ...row }) => ({
    ...row,
    hotelIds: (byUser.get(row.id) ?? []).map(({ hotelId }) => hotelId),
  }))
}

/** Agencies in the order they were made. */
export async function listAgencies(
  { t, db }: Handle,
  { afterId, limit }: Page<number>,
): Promise<Agency[]> {
  return await db
    .select()
    .from(t.agency)
    .where(afterId === undefined ? undefined : gt(t.agency.id, afterId))
    .orderBy(asc(t.agency.id))
    .limit(limit)
}

/** Whether a text holds another as it stands, its `%` and `_` too; the case of ASCII letters does not matter. */
export function contains(text: SQLWrapper, part: string): SQL {
  const pattern = `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`${text} like ${pattern} escape '\\'`
}
