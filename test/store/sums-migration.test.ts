import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import { foldedAtMs, foldSums } from '../../src/service/bookings/sums.ts'
import { readMigrations } from '../../src/store/engine/migrations.ts'
import { openStore } from '../../src/store/open.ts'
import { temporaryFolder } from '../support/folder.ts'
import { leftOver, readSums } from '../support/sums.ts'

/** The last migration of the databases that keep no sums. */
const LAST_BEFORE = '20261122005013_live-rooms'
const BOOKINGS = 2_000

/** Bookings of three hotels, three agencies and none, two currencies and every state, on 40 days, some at midnight. */
const FILL = `
with recursive n(i) as (select 1 union all select i + 1 from n where i < ${BOOKINGS})
insert into booking (hotel_id, code, revision, status, room_code, rooms, checkin, checkout, adults,
  children, first_name, last_name, email, currency, total_price_cents, nightly, source_type,
  agency_id, commission_cents, created_at_ms, updated_at_ms)
select 1 + i % 3, 'CODE' || i, 1,
  json_extract('["pending","confirmed","cancelled","expired","no_show","completed"]', '$[' || (i % 6) || ']'),
  'DBL', 1, '2027-04-01', '2027-04-02', 1, 0, 'Carla', 'Çelik', 'carla@example.com',
  iif(i % 3 = 1, 'TRY', 'EUR'), i * 101, '[]', 'web',
  nullif(i % 4, 0), iif(i % 4 = 0, null, i * 10),
  1800000000000 + (i % 40) * 86400000 - iif(i % 7 = 0, 1800000000000 % 86400000, i), 1
from n`

const CATALOG = `
insert into city (id, slug, name, country) values (1, 'city', 'City', 'TR');
insert into hotel (id, city_id, slug, name, currency, timezone, stars, address, lat, lng,
  checkin_time, checkout_time, restore_on_cancel, active, created_at_ms)
select value, 1, 'hotel-' || value, 'Hotel', 'EUR', 'Europe/Istanbul', 4, '1 Main St', 41, 29,
  '14:00', '12:00', 1, 1, 1 from json_each('[1,2,3]');
insert into agency select value, 'A' || value, 'Agency', 'a@example.com', 1000, 1, 1
from json_each('[1,2,3]')`

test('the upgrade fills the sums from the bookings there are, once, and nothing is left to be folded (issue 12)', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'roomwire.db')
  const startMs = Date.now()
  writeOldDatabase(file)
  const store = await openStore(file)

  const sums = await readSums(store)
  for (const { kept, scanned } of sums) {
    expect(scanned.length).toBeGreaterThan(5)
    expect(kept).toEqual(scanned)
  }
  expect(await leftOver(store)).toEqual([])
  expect(await foldedAtMs(store)).toBeWithin(startMs - 1_000, Date.now() + 1)

  await foldSums({ store, nowMs: () => 5 })
  expect(await readSums(store)).toEqual(sums)
  expect(await foldedAtMs(store)).toBe(5)
  await store.close()
})

/** A database as the version before the sums left it. */
function writeOldDatabase(file: string): void {
  using database = new Database(file, { create: true })
  const older = readMigrations('sqlite').filter(({ name }) => name <= LAST_BEFORE)
  migrate(drizzle({ client: database }), older)
  database.exec(CATALOG)
  database.exec(FILL)
}
