import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { recountOwed } from '../../src/service/agencies/recount-owed.ts'
import { readMigrations } from '../../src/store/engine/migrations.ts'
import { book, sell } from '../support/bookings.ts'
import { isOnPostgres } from '../support/postgres.ts'
import { startService } from '../support/service.ts'
import { rowsOf } from '../support/sql.ts'
import { hireStaff } from '../support/staff.ts'
import { putTerms } from '../support/terms.ts'

const COLLECT = { payment: { collect: 'agency' } }

test('what agencies owed before there were terms is added up by the upgrade, on credit of none (contract-agencies, *Credit*)', async () => {
  await using service = await startService()
  const { store } = service
  const { agent, manager } = await hireStaff(service)
  await sell(service)
  await putTerms(manager, { creditLimitCents: null })
  await book(agent.call, COLLECT)
  const { code } = (await book(agent.call, COLLECT)).body
  await agent.call('POST', `/v1/bookings/${code}/cancel`)
  await book(agent.call)

  const ours = readMigrations(isOnPostgres ? 'postgres' : 'sqlite').find(({ name }) =>
    name.endsWith('_agency_terms'),
  )
  const [statement = ''] = ours!.sql.split('--> statement-breakpoint').slice(-1)
  await store.tx(async (tx) => {
    await tx.db.delete(tx.t.agencyTerms)
    await rowsOf(tx, sql.raw(statement.replace(/;\s*$/, ' returning "hotel_id"')))
  })
  const terms = (await manager.call('GET', '/v1/panel/agencies/DELTA/terms')).body
  expect(terms).toMatchObject({ active: false, creditLimitCents: 0, owedCents: 18_000 })
  expect(await recountOwed(service)).toEqual([])
})
