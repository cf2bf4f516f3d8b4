import { expect, test } from 'bun:test'
import { asc, isNotNull, sql } from 'drizzle-orm'
import { readMigrations } from '../../src/store/engine/migrations.ts'
import { book, sell } from '../support/bookings.ts'
import { isOnPostgres } from '../support/postgres.ts'
import { makeRate } from '../support/rates.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const deadlines = async ({ store: { t, db } }: TestService) => {
  const { id, rateCode, freeUntil } = t.booking
  return await db.select({ rateCode, freeUntil }).from(t.booking).orderBy(asc(id))
}

test('the upgrade gives an agency’s bookings of before the last day of free cancellation that they would have today (issue 34)', async () => {
  await using service = await startService()
  const { store, call } = service
  const { agent } = await hireStaff(service)
  await sell(service, { available: 9 })
  const terms = {
    WEEK: { freeUntilDays: 7, penalty: 'first_night' },
    DAY0: { freeUntilDays: 0, penalty: 'all' },
    HALF: { freeUntilDays: 45, penalty: 'percent', percentBp: 5_000 },
    LATE: { freeUntilDays: 3, penalty: 'none' },
    NEVER: { freeUntilDays: null, penalty: 'all' },
  } as const
  for (const [rateCode, cancellation] of Object.entries(terms)) {
    await makeRate(service, { rateCode, cancellation })
    expect((await book(agent.call, { rateCode })).status).toBe(201)
  }
  await book(agent.call)
  await book(agent.call, { rateCode: 'WEEK', hold: true })
  const { code } = (await book(agent.call, { rateCode: 'WEEK' })).body
  await agent.call('POST', `/v1/bookings/${code}/cancel`)
  await book(call, { rateCode: 'WEEK' })
  const made = await deadlines(service)
  expect(made.map(({ rateCode, freeUntil }) => `${rateCode} ${freeUntil}`)).toEqual([
    'WEEK 2027-03-25',
    'DAY0 2027-04-01',
    'HALF 2027-02-15',
    ...['LATE null', 'NEVER null', 'STD null', 'WEEK null', 'WEEK null', 'WEEK null'],
  ])

  const ours = readMigrations(isOnPostgres ? 'postgres' : 'sqlite').find(({ name }) =>
    name.endsWith('_free-until-filled'),
  )
  await store.tx(async (tx) => {
    const { booking } = tx.t
    await tx.db.update(booking).set({ freeUntil: null }).where(isNotNull(booking.freeUntil))
    await tx.dialect.rows(tx.db, sql.raw(`${ours!.sql.replace(/;\s*$/, '')} returning 1`))
  })
  expect(await deadlines(service)).toEqual(made)
})
