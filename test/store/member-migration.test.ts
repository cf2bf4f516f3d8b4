import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import { findUser } from '../../src/store/accounts/users.ts'
import { readMigrations } from '../../src/store/engine/migrations.ts'
import { openStore } from '../../src/store/open.ts'
import { temporaryFolder } from '../support/folder.ts'

/** The migration that brings the roles of a hotel's people. */
const OURS = /_member-roles$/

test('who managed hotels before there were roles is the owner of each after the upgrade (contract §5, issue 17)', async () => {
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
    expect((await findUser(store, 'mehmet'))!.memberships).toMatchObject([
      { hotelId: 1, role: 'owner' },
      { hotelId: 2, role: 'owner' },
    ])
    expect((await findUser(store, 'carla'))!.memberships).toMatchObject([])
  } finally {
    await store.close()
  }
})

function writeOldDatabase(file: string, migrations: ReturnType<typeof readMigrations>): void {
  using database = new Database(file)
  migrate(drizzle({ client: database }), migrations)
  database.run('pragma foreign_keys = off')
  const user = (id: string, role: string) =>
    database.run(
      `insert into user (id, email, name, password_hash, role, status, token_version, created_at_ms, updated_at_ms)
       values ('${id}', '${id}@example.com', '${id}', '', '${role}', 'active', 0, 0, 0)`,
    )
  user('mehmet', 'hotel_manager')
  user('carla', 'guest')
  database.run(`insert into city (slug, name, country) values ('a', 'A', 'TR')`)
  for (const slug of ['alfa', 'bravo'])
    database.run(
      `insert into hotel (city_id, slug, name, currency, timezone, stars, address, lat, lng, checkin_time, checkout_time, restore_on_cancel, active, created_at_ms)
       values (1, '${slug}', '${slug}', 'EUR', 'Europe/Istanbul', 4, '', 0, 0, '14:00', '12:00', 1, 1, 0)`,
    )
  for (const hotelId of [1, 2])
    database.run(`insert into user_hotel (user_id, hotel_id) values ('mehmet', ${hotelId})`)
}
