import { expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { recountOwed } from '../../src/service/agencies/recount-owed.ts'
import {
  recheckAllStatements,
  recountAdjusted,
} from '../../src/service/statements/recheck-statements.ts'
import type { Tx } from '../../src/store/engine/engine.ts'
import { adjust, bookAs, close, goTo, startStated } from '../support/agency-statements.ts'
import { pay } from '../support/desk.ts'
import { runningAgain } from '../support/run-again.ts'
import { startService, type TestService } from '../support/service.ts'

setDefaultTimeout(60_000)

/** April closed with two lines, a later payment and an adjustment of May. */
async function startClosed(service: TestService) {
  const staff = await startStated(service)
  const code = await bookAs(staff.agent)
  await bookAs(staff.agent, {}, 'hotel')
  const { manager } = await goTo(service, staff, '2027-05-01T09:00:00Z', 'manager')
  expect((await close(manager, '2027-04')).body).toMatchObject({ status: 'closed', lineCount: 2 })
  service.clock.nowMs += 1_000
  await pay(manager, code, { amountCents: 700 })
  const body = { bookingCode: code, baseCents: -500, commissionCents: 0 }
  expect((await adjust(manager, body)).status).toBe(201)
  return { manager, code }
}

test('adjustments that a booking carries and payments since a statement are worked out anew and put right, with what is owed (contract-agencies, *Statement*)', async () => {
  await using service = await startService()
  const { store } = service
  const { manager } = await startClosed(service)
  expect(await recountAdjusted(service)).toEqual([])
  expect(await recheckAllStatements(service)).toEqual([])

  const { booking, statement } = store.t
  await store.tx(async ({ db }) => {
    await db.update(booking).set({ adjustedCents: 40 })
    await db.update(statement).set({ paidSinceCents: 9 })
  })
  await recountOwed(service)
  // Whatever runs again is told of once.
  const again = { store: runningAgain(store) }
  const adjusted = await recountAdjusted(again)
  expect(adjusted.map(({ keptCents, cents }) => [keptCents, cents]).toSorted()).toEqual([
    [40, -500],
    [40, 0],
  ])
  const wrong = await recheckAllStatements(again)
  expect(wrong).toMatchObject([{ isUnsound: false, lines: { paidSinceCents: 700 } }])
  expect(await recountAdjusted(service)).toEqual([])
  expect(await recheckAllStatements(service)).toEqual([])
  expect(await recountOwed(service)).toEqual([])
  const { owedCents } = (await manager.call('GET', '/v1/panel/agencies/DELTA/terms')).body
  expect(owedCents).toBe(18_000 - 700 - 500)
})

const HARMS: Record<string, (tx: Tx) => Promise<unknown>> = {
  'a sum that no lines say': ({ t, db }) => db.update(t.statement).set({ owedCents: 1 }),
  'a lost line': ({ t, db }) => db.delete(t.statementLine).where(eq(t.statementLine.position, 2)),
  'a booking twice': ({ t, db }) => db.update(t.statementLine).set({ bookingId: 1 }),
  'a booking that names none of its lines': ({ t, db }) =>
    db.update(t.booking).set({ statementId: 2 }).where(eq(t.booking.id, 1)),
}

for (const [name, harm] of Object.entries(HARMS))
  test(`a closed statement with ${name} is named and stays as it is (contract-agencies, *Statement*)`, async () => {
    await using service = await startService()
    await startClosed(service)
    const read = async () =>
      await service.store.db
        .select({ owed: service.store.t.statement.owedCents })
        .from(service.store.t.statement)
    await service.store.tx(async (tx) => void (await harm(tx)))
    const before = await read()
    for (const _ of ['once', 'again']) {
      const [wrong] = await recheckAllStatements(service)
      expect(wrong).toMatchObject({ isUnsound: true })
    }
    expect(await read()).toEqual(before)
  })
