import { expect, test } from 'bun:test'
import { createApiKey } from '../../src/service/accounts/api-keys.ts'
import { readMigrations } from '../../src/store/engine/migrations.ts'
import { makeAll, startMakers } from '../support/makers.ts'

test('who made keys, vendors and webhooks before that was kept is taken from the history; where it says nobody, nobody is told (contract-access, Accounts)', async () => {
  await using world = await startMakers()
  const { service, olga } = world
  const { store, deps, alfa } = service
  const made = await makeAll(world, olga, 'alfa')
  const { key: unknown } = await createApiKey(deps, { hotelId: alfa.id, name: 'of the service' })
  const { apiKey, webhook } = store.t
  await store.tx(async (tx) => {
    await tx.db.update(apiKey).set({ createdBy: null })
    await tx.db.update(webhook).set({ createdBy: null, createdByKey: null })
  })

  // Its statements that fill, as the upgrade runs them.
  const ours = readMigrations('sqlite').find(({ name }) => name.endsWith('_makers'))!
  const fills = ours.sql
    .split('--> statement-breakpoint')
    .filter((statement) => /^\s*UPDATE/.test(statement))
  expect(fills).toHaveLength(4)
  const { sql } = await import('drizzle-orm')
  await store.tx(async (tx) => {
    for (const fill of fills) await tx.dialect.rows(tx.db, sql.raw(fill.replace(/;\s*$/, '')))
  })

  const keys = await store.db.select().from(apiKey)
  const makers = new Map(keys.map(({ id, createdBy }) => [id, createdBy]))
  for (const what of ['key', 'test', 'connection'])
    expect(makers.get(made[what]!.id)).toBe(olga.user.id)
  expect([makers.get(unknown.id), makers.get(alfa.keyId)]).toEqual([null, null])
  const hooks = new Map((await store.db.select().from(webhook)).map((row) => [row.id, row]))
  const createdBy = olga.user.id
  expect(hooks.get(made.hook!.id)).toMatchObject({ createdBy, createdByKey: null })
  expect(hooks.get(made.keyHook!.id)).toMatchObject({ createdBy, createdByKey: made.key!.id })
  const createdByKey = made.connection!.id
  expect(hooks.get(made.vendorHook!.id)).toMatchObject({ createdBy, createdByKey })
})
