import { and, asc, eq, gt } from 'drizzle-orm'
import type { MemberRole } from '../../domain/accounts/membership.ts'
import type { User } from '../../domain/accounts/user.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { userTopic } from './users.ts'

/** A member of a hotel's staff, with a role at this hotel. */
export type Member = Pick<User, 'email' | 'name' | 'status'> & {
  userId: string
  memberRole: MemberRole
  hasSecondFactor: boolean
}

/** Key of a membership. */
export type MemberPlace = { hotelId: number; userId: string }

/** The members of a hotel, in the order in which their accounts were created. */
export async function listMembers(
  handle: Handle,
  hotelId: number,
  { afterId, limit }: { afterId?: string | undefined; limit: number },
): Promise<Member[]> {
  const { userHotel } = handle.t
  const rows = await selectMembers(handle)
    .where(
      and(
        eq(userHotel.hotelId, hotelId),
        afterId === undefined ? undefined : gt(userHotel.userId, afterId),
      ),
    )
    .orderBy(asc(userHotel.userId))
    .limit(limit)
  return rows.map(fromRow)
}

/** The member of a hotel; undefined if the account does not belong to the hotel. */
export async function findMember(
  handle: Handle,
  { hotelId, userId }: MemberPlace,
): Promise<Member | undefined> {
  const { userHotel } = handle.t
  const [row] = await selectMembers(handle).where(
    and(eq(userHotel.hotelId, hotelId), eq(userHotel.userId, userId)),
  )
  return row && fromRow(row)
}

/** Owners of a hotel with active accounts, and their chosen languages. */
export async function listOwners(
  { t, db }: Handle,
  hotelId: number,
  { limit }: { limit: number },
): Promise<Pick<User, 'email' | 'language'>[]> {
  const { user, userHotel } = t
  return await db
    .select({ email: user.email, language: user.language })
    .from(userHotel)
    .innerJoin(user, eq(user.id, userHotel.userId))
    .where(
      and(
        eq(userHotel.hotelId, hotelId),
        eq(userHotel.role, 'owner'),
        eq(user.role, 'hotel_manager'),
        eq(user.status, 'active'),
      ),
    )
    .orderBy(asc(user.id))
    .limit(limit)
}

/** True if a hotel has an owner with an active account. */
export const hasOwner = async (handle: Handle, hotelId: number): Promise<boolean> =>
  (await listOwners(handle, hotelId, { limit: 1 })).length > 0

/** Adds a member to a hotel. */
export async function insertMember(
  tx: Tx,
  { memberRole: role, ...place }: MemberPlace & { memberRole: MemberRole },
): Promise<void> {
  await tx.db.insert(tx.t.userHotel).values({ ...place, role })
  invalidate(tx, userTopic(place.userId))
}

/** Changes the role of a member. */
export async function updateMember(tx: Tx, place: MemberPlace, role: MemberRole): Promise<void> {
  await tx.db.update(tx.t.userHotel).set({ role }).where(isAt(tx, place))
  invalidate(tx, userTopic(place.userId))
}

/** Removes a member from a hotel. */
export async function deleteMember(tx: Tx, place: MemberPlace): Promise<void> {
  await tx.db.delete(tx.t.userHotel).where(isAt(tx, place))
  invalidate(tx, userTopic(place.userId))
}

/** True if a hotel requires a second factor (2FA) of its members. */
export async function isFactorRequired({ t, db }: Handle, hotelId: number): Promise<boolean> {
  const { id, secondFactorRequired } = t.hotel
  const [row] = await db.select({ secondFactorRequired }).from(t.hotel).where(eq(id, hotelId))
  return row!.secondFactorRequired
}

/** Requires a second factor of a hotel's members or stops it; takes effect at each member's next request. */
export async function updateFactorRequired(
  tx: Tx,
  hotelId: number,
  secondFactorRequired: boolean,
): Promise<void> {
  const { hotel, userHotel } = tx.t
  await tx.db.update(hotel).set({ secondFactorRequired }).where(eq(hotel.id, hotelId))
  const people = await tx.db
    .select({ userId: userHotel.userId })
    .from(userHotel)
    .where(eq(userHotel.hotelId, hotelId))
  for (const { userId } of people) invalidate(tx, userTopic(userId))
}

function selectMembers({ t, db }: Handle) {
  const { user, userHotel, secondFactor } = t
  return db
    .select({
      userId: user.id,
      email: user.email,
      name: user.name,
      status: user.status,
      memberRole: userHotel.role,
      confirmedAtMs: secondFactor.confirmedAtMs,
    })
    .from(userHotel)
    .innerJoin(user, eq(user.id, userHotel.userId))
    .leftJoin(secondFactor, eq(secondFactor.userId, user.id))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectMembers>>[number]

const fromRow = ({ confirmedAtMs, ...member }: Row): Member => ({
  ...member,
  hasSecondFactor: confirmedAtMs !== null,
})

const isAt = ({ t: { userHotel } }: Tx, { hotelId, userId }: MemberPlace) =>
  and(eq(userHotel.hotelId, hotelId), eq(userHotel.userId, userId))
