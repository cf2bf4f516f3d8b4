import { expect, test } from 'bun:test'
import { recountOwed } from '../../src/service/agencies/recount-owed.ts'
import { recountPaid } from '../../src/service/bookings/recount-paid.ts'
import { recheckAllStatements } from '../../src/service/statements/recheck-statements.ts'
import { bookAs, close, goTo, startStated } from '../support/agency-statements.ts'
import { pay } from '../support/desk.ts'
import { runningAgain } from '../support/run-again.ts'
import { startService } from '../support/service.ts'

test('a payment that a replica of 0.1.0 wrote to the desk alone is found and put right, with what the agency owes and what was paid since its statement (contract-agencies, *Credit*)', async () => {
  await using service = await startService()
  const staff = await startStated(service)
  const code = await bookAs(staff.agent)
  await bookAs(staff.agent)
  const { manager } = await goTo(service, staff, '2027-05-01T09:00:00Z', 'manager')
  expect((await close(manager, '2027-04')).status).toBe(200)
  await pay(manager, code, { amountCents: 700 })
  expect(await recountPaid(service)).toEqual([])

  const { booking, bookingDesk } = service.store.t
  await service.store.tx(async ({ db }) => {
    await db.update(bookingDesk).set({ paidCents: 1_000 })
  })
  // A transaction that runs again tells of each booking once.
  const again = { store: runningAgain(service.store) }
  const [wrong, ...more] = await recountPaid(again)
  expect(wrong).toMatchObject({ bookingCode: code, keptCents: 700, paidCents: 1_000 })
  expect(more).toEqual([])
  const rows = await service.store.db.select({ paid: booking.paidCents }).from(booking)
  expect(rows.map(({ paid }) => paid).toSorted((a, b) => a - b)).toEqual([0, 1_000])
  const { owedCents } = (await manager.call('GET', '/v1/panel/agencies/DELTA/terms')).body
  expect(owedCents).toBe(2 * 18_000 - 1_000)
  expect(await recountOwed(service)).toEqual([])
  expect(await recheckAllStatements(service)).toMatchObject([
    { isUnsound: false, lines: { paidSinceCents: 1_000 } },
  ])
  expect(await recountPaid(service)).toEqual([])
})
