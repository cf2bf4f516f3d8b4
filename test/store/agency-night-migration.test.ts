import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { readMigrations } from '../../src/store/engine/migrations.ts'
import { startWithAgencies } from '../support/allotments.ts'
import { book, sell } from '../support/bookings.ts'
import { isOnPostgres } from '../support/postgres.ts'

test('bookings of before are drawn, as the upgrade counts them (contract-agencies, *Allotment*)', async () => {
  const { service, staff } = await startWithAgencies()
  await using _ = service
  const { agent, echoAgent } = staff
  await sell(service)
  const { body: arriving } = await book(agent.call, { rooms: 2, adults: 2 })
  await book(echoAgent.call, { hold: true, checkout: '2027-04-04' })
  const { body: over } = await book(agent.call)
  await agent.call('POST', `/v1/bookings/${over.code}/cancel`)
  await book(service.call)
  const { store } = service
  // A no-show keeps its first night.
  await store.tx(async ({ t: { booking }, db }) => {
    await db.update(booking).set({ status: 'no_show' }).where(eq(booking.code, arriving.code))
  })

  const { agencyNight } = store.t
  const engine = isOnPostgres ? 'postgres' : 'sqlite'
  const ours = readMigrations(engine).find(({ name }) => name.endsWith('_allotments'))!
  const fill = ours.sql.split('--> statement-breakpoint').at(-1)!
  await store.tx(async (tx) => {
    await tx.db.delete(agencyNight)
    await tx.dialect.rows(tx.db, sql.raw(fill.replace(/;\s*$/, '')))
  })
  const rows = await store.db.select().from(agencyNight)
  const shown = rows.map(({ agencyId, date, live, pending, keptBack }) => [
    ...[agencyId === staff.deltaId ? 'DELTA' : 'ECHO', date as string],
    ...[live, pending, keptBack],
  ])
  expect(shown.toSorted()).toEqual([
    ['DELTA', '2027-04-01', 2, 0, 0],
    ['ECHO', '2027-04-01', 1, 1, 0],
    ['ECHO', '2027-04-02', 1, 1, 0],
    ['ECHO', '2027-04-03', 1, 1, 0],
  ])
})
