import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import { readMigrations } from '../../src/store/engine/migrations.ts'
import { listHotelAudit } from '../../src/store/history/audit.ts'
import { openStore } from '../../src/store/open.ts'
import { temporaryFolder } from '../support/folder.ts'

/** The migration that lets owners read the history. */
const OURS = /_owners-history$/

/** Entries that stand before it, and whose each is: 1 is alfa, 2 is bravo. */
const ENTRIES: [entity: string, entityId: string, after: object, hotelId: number | null][] = [
  ['hotel', 'alfa', { name: 'Alfa' }, 1],
  ['room_type', 'alfa/DBL', {}, 1],
  ['rate', 'bravo/FLEX', {}, 2],
  ['member', 'alfa/mehmet', { role: 'owner' }, 1],
  ['member', 'bravo/mehmet', { role: 'owner' }, 2],
  ['api_key', 'k', { hotelId: 2 }, 2],
  ['webhook', 'w', { hotelId: 1 }, 1],
  ['review', 'r', { reply: 'Thanks' }, 2],
  ['review', 'forgotten', { reply: 'Thanks' }, null],
  // No hotel's, though they are called like one.
  ['city', 'alfa', {}, null],
  ['user', 'alfa', { hotelId: 1 }, null],
]

test('owners read of what was changed before they could: each entry is of its hotel after the upgrade (issue 17)', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'roomwire.db')
  const all = readMigrations('sqlite')
  const before = all.slice(
    0,
    all.findIndex(({ name }) => OURS.test(name)),
  )
  expect(before.length).toBeLessThan(all.length)
  writeOldDatabase(file, before)

  const store = await openStore(file)
  try {
    for (const hotelId of [1, 2]) {
      const entries = await listHotelAudit(store, hotelId, {}, { limit: 100 })
      const own = ENTRIES.filter(([, , , whose]) => whose === hotelId).toReversed()
      expect(entries.map(({ entity, entityId }) => [entity, entityId])).toEqual(
        own.map(([entity, entityId]) => [entity, entityId] as never),
      )
    }
  } finally {
    await store.close()
  }
})

function writeOldDatabase(file: string, migrations: ReturnType<typeof readMigrations>): void {
  using database = new Database(file)
  migrate(drizzle({ client: database }), migrations)
  database.run('pragma foreign_keys = off')
  database.run(`insert into city (slug, name, country) values ('a', 'A', 'TR')`)
  for (const slug of ['alfa', 'bravo'])
    database.run(
      `insert into hotel (city_id, slug, name, currency, timezone, stars, address, lat, lng, checkin_time, checkout_time, restore_on_cancel, active, created_at_ms)
       values (1, '${slug}', '${slug}', 'EUR', 'Europe/Istanbul', 4, '', 0, 0, '14:00', '12:00', 1, 1, 0)`,
    )
  database.run(
    `insert into review (hotel_id, id, booking_code, author, rating, text, created_at_ms) values (2, 'r', 'B', 'C', 5, '', 0)`,
  )
  for (const [index, [entity, entityId, after]] of ENTRIES.entries())
    database.run(
      `insert into catalog_history (entity, entity_id, actor_type, actor_id, after, at_ms) values (?, ?, 'user', 'u', ?, ?)`,
      [entity, entityId, JSON.stringify(after), index],
    )
}
