import { asc, eq } from 'drizzle-orm'
import type { User } from '../domain/user.ts'
import { type Handle, type Tx, touch } from './open.ts'

/** The topic of an account and what its tokens are checked against; see `Store.version`. */
export const userTopic = (userId: string) => `user:${userId}`

/** An account with the hash of its password, for the one place that compares it. */
export type UserSecret = User & { passwordHash: string }

/** The account of an id; undefined when there is none. */
export async function findUser(handle: Handle, id: string): Promise<User | undefined> {
  const { t, db } = handle
  const [row] = await db.select().from(t.user).where(eq(t.user.id, id))
  return row && withoutSecret(await withHotels(handle, row))
}

/** The account of an e-mail address, lower case, with its secret; undefined when there is none. */
export async function findUserSecret(
  handle: Handle,
  email: string,
): Promise<UserSecret | undefined> {
  const { t, db } = handle
  const [row] = await db.select().from(t.user).where(eq(t.user.email, email))
  return row && (await withHotels(handle, row))
}

/** Keeps a new account. */
export async function insertUser(tx: Tx, user: UserSecret): Promise<void> {
  const { hotelIds, ...row } = user
  await tx.db.insert(tx.t.user).values({ ...row, updatedAtMs: user.createdAtMs })
  await replaceHotels(tx, user.id, hotelIds)
}

/** Writes an account's new state; the token version is the caller's to raise. */
export async function updateUser(
  tx: Tx,
  id: string,
  changes: Partial<Omit<UserSecret, 'id' | 'createdAtMs'>> & { updatedAtMs: number },
): Promise<void> {
  const { hotelIds, ...row } = changes
  await tx.db.update(tx.t.user).set(row).where(eq(tx.t.user.id, id))
  if (hotelIds) await replaceHotels(tx, id, hotelIds)
  touch(tx, userTopic(id))
}

async function replaceHotels({ t, db }: Tx, userId: string, hotelIds: readonly number[]) {
  await db.delete(t.userHotel).where(eq(t.userHotel.userId, userId))
  if (hotelIds.length > 0)
    await db.insert(t.userHotel).values(hotelIds.map((hotelId) => ({ userId, hotelId })))
}

async function withHotels(
  { t, db }: Handle,
  row: Omit<UserSecret, 'hotelIds'> & { updatedAtMs: number },
): Promise<UserSecret> {
  const { updatedAtMs: _, ...user } = row
  const hotels = await db
    .select({ hotelId: t.userHotel.hotelId })
    .from(t.userHotel)
    .where(eq(t.userHotel.userId, user.id))
    .orderBy(asc(t.userHotel.hotelId))
  return { ...user, hotelIds: hotels.map(({ hotelId }) => hotelId) }
}

function withoutSecret({ passwordHash: _, ...user }: UserSecret): User {
  return user
}
