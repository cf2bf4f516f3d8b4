import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import { readMigrations } from '../../src/store/engine/migrations.ts'
import { listProvenAddresses } from '../../src/store/mails/mail-claims.ts'
import { openStore } from '../../src/store/open.ts'
import { temporaryFolder } from '../support/folder.ts'

/** The migration that brings links and proven addresses. */
const OURS = /_account-links$/

test('addresses that admins entered before any was proven count as proven after the upgrade; those of guests do not (issue 17)', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'roomwire.db')
  const all = readMigrations('sqlite')
  const before = all.slice(
    0,
    all.findIndex(({ name }) => OURS.test(name)),
  )
  expect(before.length).toBeLessThan(all.length)
  {
    using database = new Database(file)
    migrate(drizzle({ client: database }), before)
    for (const role of ['guest', 'hotel_manager', 'agency_user', 'admin'])
      database.run(
        `insert into user (id, email, name, password_hash, role, status, token_version, created_at_ms, updated_at_ms)
         values ('${role}', '${role}@example.com', '${role}', '', '${role}', 'active', 0, 0, 0)`,
      )
  }

  const store = await openStore(file)
  try {
    const asked = ['guest', 'hotel_manager', 'agency_user', 'admin'].map((r) => `${r}@example.com`)
    const proven = await listProvenAddresses(store, asked)
    expect([...proven.keys()].toSorted()).toEqual(asked.slice(1).toSorted())
  } finally {
    await store.close()
  }
})
