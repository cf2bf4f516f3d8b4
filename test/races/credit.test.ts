import { expect, test } from 'bun:test'
import { book, sell } from '../support/bookings.ts'
import { startService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import { putTerms } from '../support/terms.ts'

const RACERS = 16
/** The agency's debt for a stay of two nights. */
const DUE = 18_000
const COLLECT = { payment: { collect: 'agency' } }

test('racers for the last of a credit never owe more than its limit (contract-agencies, *Credit*)', async () => {
  await using service = await startService({ connections: 8 })
  const { agent, manager } = await hireStaff(service)
  await sell(service, { available: 40 })
  await putTerms(manager, { creditLimitCents: 3 * DUE })
  const answers = await Promise.all(Array.from({ length: RACERS }, () => book(agent.call, COLLECT)))
  const told = answers.map(({ status, body }) => (status === 201 ? 'booked' : body.code))
  expect(told.toSorted()).toEqual([
    ...Array<string>(3).fill('booked'),
    ...Array<string>(RACERS - 3).fill('credit_exceeded'),
  ])
  const { owedCents } = (await manager.call('GET', '/v1/panel/agencies/DELTA/terms')).body
  expect(owedCents).toBe(3 * DUE)
})
