import { sql } from 'drizzle-orm'
import { SCOPES_DEFAULT } from '../../domain/accounts/scope.ts'
import { type HotelTable, hotelKey } from './catalog.ts'
import type { Kit } from './kit.ts'

/** Vendors and API keys: the credentials of partners' systems. */
export const apiKeyTables = (kit: Kit, { hotel }: { hotel: HotelTable }) => ({
  vendor: vendorTable(kit),
  apiKey: apiKeyTable(kit, hotel),
})

/** Makers of software that hotels connect (contract §8). The rights of a vendor at a hotel are an API key with its id. */
const vendorTable = ({ table, text, big, index, uniqueIndex }: Kit) =>
  table(
    'vendor',
    {
      id: text('id').primaryKey(),
      name: text('name').notNull(),
      contact: text('contact').notNull(),
      prefix: text('prefix').notNull(),
      hash: text('hash').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
      /** The previous secret and the end of its validity, while a rotation overlaps. */
      previousPrefix: text('previous_prefix'),
      previousHash: text('previous_hash'),
      previousUntilMs: big('previous_until_ms'),
      /** When the secret last changed; null if it is still the first one. */
      rotatedAtMs: big('rotated_at_ms'),
      /** The account that made the vendor; null if the row is older than this column. */
      createdBy: text('created_by'),
      /** For the holder of a test secret, the vendor it belongs to; its hotels are sandboxes. Null for vendors. */
      testOf: text('test_of'),
    },
    (t) => [
      uniqueIndex('vendor_hash').on(t.hash),
      uniqueIndex('vendor_test').on(t.testOf).where(sql`${t.testOf} is not null`),
      index('vendor_previous').on(t.previousHash).where(sql`${t.previousHash} is not null`),
    ],
  )

function apiKeyTable(kit: Kit, hotel: HotelTable) {
  const { table, text, int, big, bool, index, uniqueIndex } = kit
  return table(
    'api_key',
    {
      id: text('id').primaryKey(),
      hotelId: hotelKey(kit, hotel),
      name: text('name').notNull(),
      prefix: text('prefix').notNull(),
      hash: text('hash').notNull(),
      /** JSON list of scopes; keys older than scopes have the default. */
      scopes: text('scopes')
        .notNull()
        .default(sql.raw(`'${JSON.stringify(SCOPES_DEFAULT)}'`)),
      /** JSON list of the networks, in CIDR notation, that may use the key; an empty list allows all. */
      allowedIps: text('allowed_ips').notNull().default(sql`'[]'`),
      requestsPerMinute: int('requests_per_minute'),
      createdAtMs: big('created_at_ms').notNull(),
      expiresAtMs: big('expires_at_ms'),
      revokedAtMs: big('revoked_at_ms'),
      lastUsedAtMs: big('last_used_at_ms'),
      /** The address of the last use; null if the key is unused, or if the address was not recorded. */
      lastUsedFrom: text('last_used_from'),
      /** The account that made the key; null if the service made it, or if the row is older than this column. */
      createdBy: text('created_by'),
      /** The key works on the sandbox hotel of its hotel. */
      test: bool('test').notNull().default(false),
      /** The vendor whose connection the key is. The vendor's secret opens it, and no secret matches its own hash. */
      vendorId: text('vendor_id'),
      /** The place of the hotel's feed when its vendor was connected; null: no connection, or older than this column. */
      feedSeq: big('feed_seq'),
      feedAtMs: big('feed_at_ms'),
      /** The event `hotel.connected` of a connection: older events are not its vendor's; null as for `feedSeq`. */
      eventSeq: big('event_seq'),
    },
    (t) => [
      uniqueIndex('api_key_hash').on(t.hash),
      index('api_key_hotel').on(t.hotelId),
      index('api_key_maker').on(t.createdBy).where(sql`${t.createdBy} is not null`),
      uniqueIndex('api_key_connection')
        .on(t.vendorId, t.hotelId)
        .where(sql`${t.vendorId} is not null and ${t.revokedAtMs} is null`),
    ],
  )
}
