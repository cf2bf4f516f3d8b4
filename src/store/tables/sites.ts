import { sql } from 'drizzle-orm'
import type { Kit } from './kit.ts'

/** Front ends that book for their guests from servers of their own (`contract-access`, *Sites*). */
export const siteTables = ({ table, text, int, big, bool, index, uniqueIndex }: Kit) => ({
  site: table(
    'site',
    {
      id: text('id').primaryKey(),
      /** The name that bookings of the site show as `source.site`. */
      name: text('name').notNull(),
      /** The hotel whose owner made the site, and the only one it works at; null if an admin made it. */
      hotelId: int('hotel_id'),
      /** For a site made by an admin, JSON list of the hotels it works at; null for all. */
      hotels: text('hotels'),
      /** Bookings of the site are proven: it takes payment or proves the mailbox itself. */
      proves: bool('proves').notNull(),
      roomNightsPerHour: int('room_nights_per_hour').notNull(),
      /** The site's page for links to its bookings; null for this service's `/booking`. */
      managePage: text('manage_page'),
      prefix: text('prefix').notNull(),
      hash: text('hash').notNull(),
      /** The previous secret and the end of its validity, while a rotation overlaps. */
      previousPrefix: text('previous_prefix'),
      previousHash: text('previous_hash'),
      previousUntilMs: big('previous_until_ms'),
      /** The account that made the site. */
      createdBy: text('created_by').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
      revokedAtMs: big('revoked_at_ms'),
      lastUsedAtMs: big('last_used_at_ms'),
      lastUsedFrom: text('last_used_from'),
    },
    (t) => [
      uniqueIndex('site_hash').on(t.hash),
      index('site_previous').on(t.previousHash).where(sql`${t.previousHash} is not null`),
      index('site_hotel').on(t.hotelId).where(sql`${t.hotelId} is not null`),
      index('site_maker').on(t.createdBy),
    ],
  ),
})
