import { sql } from 'drizzle-orm'
import type { MailedKind } from '../../domain/accounts/account-link.ts'
import type { AgencyRole } from '../../domain/accounts/agency-role.ts'
import type { HouseRole } from '../../domain/accounts/house.ts'
import type { MemberRole } from '../../domain/accounts/membership.ts'
import type { ActorType, Role, UserStatus } from '../../domain/accounts/user.ts'
import type { Language } from '../../domain/kernel/language.ts'
import type { AgencyTable } from './agencies.ts'
import { type HotelTable, hotelKey } from './catalog.ts'
import type { Kit } from './kit.ts'

/** Accounts, their memberships in hotels, and the links mailed to them. */
export function accountTables(kit: Kit, refs: { hotel: HotelTable; agency: AgencyTable }) {
  const user = userTable(kit, refs.agency)
  return {
    user,
    userHotel: userHotelTable(kit, { user, hotel: refs.hotel }),
    accountLink: accountLinkTable(kit),
  }
}

/** The table of accounts, for the foreign keys of others. */
export type UserTable = ReturnType<typeof userTable>

const userTable = ({ table, text, int, big, index }: Kit, agency: AgencyTable) =>
  table(
    'user',
    {
      id: text('id').primaryKey(),
      /** Lower case. */
      email: text('email').notNull().unique(),
      name: text('name').notNull(),
      passwordHash: text('password_hash').notNull(),
      role: text('role').$type<Role>().notNull(),
      status: text('status').$type<UserStatus>().notNull(),
      /** Tokens of an older version are invalid (contract §5). */
      tokenVersion: int('token_version').notNull(),
      agencyId: int('agency_id').references(() => agency.id),
      /** The role in the agency; null in rows older than this column, which belong to owners. */
      agencyRole: text('agency_role').$type<AgencyRole>(),
      /** The language of the panel and of mail to the user; null if unset. */
      language: text('language').$type<Language>(),
      createdAtMs: big('created_at_ms').notNull(),
      updatedAtMs: big('updated_at_ms').notNull(),
      /** The last address at which the user read a mail. `email` counts as proven only if it equals this. */
      provenAddress: text('proven_address'),
    },
    (t) => [index('user_agency').on(t.agencyId, t.id).where(sql`${t.agencyId} is not null`)],
  )

/** Memberships of accounts in hotels. */
function userHotelTable(kit: Kit, { user, hotel }: { user: UserTable; hotel: HotelTable }) {
  const { table, text, pk, index } = kit
  return table(
    'user_hotel',
    {
      userId: text('user_id')
        .notNull()
        .references(() => user.id),
      hotelId: hotelKey(kit, hotel),
      /** Rows older than this column belong to owners. */
      role: text('role').$type<MemberRole>().notNull().default(sql`'owner'`),
    },
    (t) => [pk({ columns: [t.userId, t.hotelId] }), index('user_hotel_hotel').on(t.hotelId)],
  )
}

/** Links made for one person, such as invitations. A signed token opens a link; it names the row and is stored nowhere. */
const accountLinkTable = ({ table, text, int, big, bool, index }: Kit) =>
  table(
    'account_link',
    {
      id: text('id').primaryKey(),
      kind: text('kind').$type<MailedKind>().notNull(),
      /** The account that the link is for; null for an invitation. */
      userId: text('user_id'),
      /** The folded address that the link is for. */
      address: text('address').notNull(),
      /** The mailbox of the address, by which links are counted; null in rows of a version without this column. */
      mailbox: text('mailbox'),
      /** The id that both links of one change of address share. */
      changeId: text('change_id'),
      /** For an invitation, the hotel or the agency, and the role in it. */
      hotelId: int('hotel_id'),
      agencyId: int('agency_id'),
      memberRole: text('member_role').$type<HouseRole>(),
      language: text('language').$type<Language>().notNull(),
      /** The link was sent by mail and shown to no person, so its holder reads the mail of the address. */
      mailed: bool('mailed').notNull(),
      /** The maker of the link. */
      actorType: text('actor_type').$type<ActorType>().notNull(),
      actorId: text('actor_id').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
      expiresAtMs: big('expires_at_ms').notNull(),
      usedAtMs: big('used_at_ms'),
      /** When the link was withdrawn or replaced by another one. */
      endedAtMs: big('ended_at_ms'),
      /** For a mailed code, the number of wrong codes entered. */
      tries: int('tries').notNull().default(0),
    },
    (t) => [
      index('account_link_created').on(t.createdAtMs),
      index('account_link_address').on(t.address, t.createdAtMs),
      index('account_link_mailbox').on(t.mailbox, t.createdAtMs),
      index('account_link_user').on(t.userId, t.createdAtMs).where(sql`${t.userId} is not null`),
      index('account_link_hotel').on(t.hotelId, t.createdAtMs).where(sql`${t.hotelId} is not null`),
      index('account_link_agency')
        .on(t.agencyId, t.createdAtMs)
        .where(sql`${t.agencyId} is not null`),
      index('account_link_change').on(t.changeId).where(sql`${t.changeId} is not null`),
    ],
  )
