import { expect, test } from 'bun:test'
import { recountOwed } from '../../src/service/agencies/recount-owed.ts'
import { book, sell } from '../support/bookings.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { putTerms } from '../support/terms.ts'

const COLLECT = { payment: { collect: 'agency' } }

const keptOwed = async ({ store: { t, db } }: TestService) =>
  (await db.select({ owedCents: t.agencyTerms.owedCents }).from(t.agencyTerms)).map(
    ({ owedCents }) => owedCents,
  )

test('what an agency owes is worked out anew from its bookings and put right, also where nothing was kept (contract-agencies, *Credit*)', async () => {
  await using service = await startService()
  const { store, alfa } = service
  const { agent, manager, deltaId } = await hireStaff(service)
  await sell(service)
  await putTerms(manager, { creditLimitCents: null })
  const { code } = (await book(agent.call, COLLECT)).body
  await book(agent.call, COLLECT)
  await agent.call('POST', `/v1/bookings/${code}/cancel`)
  expect(await recountOwed(service)).toEqual([])
  expect(await keptOwed(service)).toEqual([18_000])

  const at = { hotelId: alfa.id, agencyId: deltaId, owedCents: 18_000 }
  await store.tx(async ({ t, db }) => {
    await db.update(t.agencyTerms).set({ owedCents: 5 })
  })
  expect(await recountOwed(service)).toEqual([{ ...at, keptCents: 5 }])
  await store.tx(async ({ t, db }) => {
    await db.delete(t.agencyTerms)
  })
  expect(await recountOwed(service)).toEqual([{ ...at, keptCents: 0 }])
  expect(await keptOwed(service)).toEqual([18_000])
  expect(await recountOwed(service)).toEqual([])
})
