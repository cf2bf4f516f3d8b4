import { expect, test } from 'bun:test'
import { checkDrawn } from '../../src/cli/doctor-drawn.ts'
import { checkOwed } from '../../src/cli/doctor-owed.ts'
import { checkPaid } from '../../src/cli/doctor-paid.ts'
import { checkStatementSums } from '../../src/cli/doctor-statements.ts'
import type { Config } from '../../src/config.ts'
import { bookAs, close, goTo, startStated } from '../support/agency-statements.ts'
import { pay } from '../support/desk.ts'
import { startService } from '../support/service.ts'

test('doctor names agencies by code, hotels by slug and bookings by code (contract-agencies, *Credit*)', async () => {
  await using service = await startService()
  const staff = await startStated(service)
  const code = await bookAs(staff.agent)
  const { manager } = await goTo(service, staff, '2027-05-01T09:00:00Z', 'manager')
  const { number } = (await close(manager, '2027-04')).body
  service.clock.nowMs += 1_000
  await pay(manager, code, { amountCents: 9 })
  await service.store.tx(async ({ t, db }) => {
    await db.update(t.booking).set({ paidCents: 4 })
    await db.update(t.booking).set({ adjustedCents: 40 })
    await db.update(t.agencyTerms).set({ owedCents: 50 })
    await db.update(t.agencyNight).set({ live: 7 })
    await db.update(t.statement).set({ paidSinceCents: 8 })
  })
  const config = { database: service.target as Config['database'] }
  const lines: string[] = []
  for (const check of [checkPaid, checkStatementSums, checkOwed, checkDrawn])
    for await (const { line, isWell } of check(config)) if (!isWell) lines.push(line)
  expect(lines.slice(0, 4)).toEqual([
    `booking ${code} of hotel alfa had 4 paid and its payments say 9; it was put right`,
    `booking ${code} of hotel alfa carried adjustments of 40 and has 0; it was put right`,
    `statement ${number} of agency DELTA at hotel alfa had 8 paid since and its bookings say 9; it was put right`,
    'agency DELTA owed hotel alfa 5 by its terms and 17991 by its bookings; it was put right',
  ])
  expect(lines[4]).toMatch(/^agency DELTA has 0 rooms of DBL at hotel alfa on 2027-04-/)
})
