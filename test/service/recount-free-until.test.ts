import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { checkFreeUntil } from '../../src/cli/doctor-free-until.ts'
import type { Config } from '../../src/config.ts'
import { parseDate } from '../../src/domain/kernel/date.ts'
import { recountFreeUntil } from '../../src/service/bookings/recount-free-until.ts'
import { book, sell } from '../support/bookings.ts'
import { makeRate } from '../support/rates.ts'
import { runningAgain } from '../support/run-again.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'

const day = (text: string) => parseDate(text)!

test('doctor puts right the deadlines of free cancellation that a replica of 0.1.0 left out or did not move (issue 35)', async () => {
  await using service = await startService()
  const { agent } = await hireStaff(service)
  await sell(service, { nights: 20 })
  const cancellation = { freeUntilDays: 2, penalty: 'first_night' } as const
  await makeRate(service, { rateCode: 'FLEX', cancellation })
  const stay = { checkin: '2027-04-05', checkout: '2027-04-07', rateCode: 'FLEX' }
  const [left, moved, well] = [
    (await book(agent.call, stay)).body.code,
    (await book(agent.call, stay)).body.code,
    (await book(agent.call, stay)).body.code,
  ]
  await book(agent.call, { ...stay, rateCode: 'STD' })
  await book(service.call, stay)
  expect(await recountFreeUntil(service)).toEqual([])

  const { booking } = service.store.t
  await service.store.tx(async ({ db }) => {
    await db.update(booking).set({ freeUntil: null }).where(eq(booking.code, left))
    await db
      .update(booking)
      .set({ freeUntil: day('2027-04-13') })
      .where(eq(booking.code, moved))
  })
  const lines: string[] = []
  const config = { database: service.target as Config['database'] }
  for await (const { line, isWell } of checkFreeUntil(config)) if (!isWell) lines.push(line)
  const ends = 'by its deadline and until 2027-04-03 by its terms; it was put right'
  expect(lines).toEqual([
    `booking ${left} of hotel alfa could be cancelled free until no day ${ends}`,
    `booking ${moved} of hotel alfa could be cancelled free until 2027-04-13 ${ends}`,
  ])
  const rows = await service.store.db
    .select({ code: booking.code, freeUntil: booking.freeUntil })
    .from(booking)
  const free = rows.filter(({ freeUntil }) => freeUntil === '2027-04-03').map(({ code }) => code)
  expect(free.toSorted()).toEqual([left, moved, well].toSorted())
  expect(await recountFreeUntil(service)).toEqual([])

  await service.store.tx(async ({ db }) => {
    await db.update(booking).set({ freeUntil: null }).where(eq(booking.code, left))
  })
  // A transaction that runs again tells of each booking once.
  const found = await recountFreeUntil({ store: runningAgain(service.store) })
  expect(found.map(({ code }) => code)).toEqual([left])
})
