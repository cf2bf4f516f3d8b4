import { expect, setDefaultTimeout, test } from 'bun:test'
import { bookAs, close, goTo, startStated } from '../support/agency-statements.ts'
import { sell } from '../support/bookings.ts'
import { startService } from '../support/service.ts'
import { signInAgain } from '../support/staff.ts'
import { putTerms } from '../support/terms.ts'

// People sign in again at each of its days, which takes its time on a busy machine.
setDefaultTimeout(60_000)

test('numbers begin anew with the year of the hotel at whose midnight a month ends, and without active terms 30 days are for payment (contract-agencies, *Statement*)', async () => {
  await using service = await startService()
  const staff = await startStated(service)
  await sell(service, { from: '2027-11-28', nights: 34 })
  const { agent } = staff
  await bookAs(agent, { checkin: '2027-11-28', checkout: '2027-11-30' })
  await bookAs(agent, { checkin: '2027-12-29', checkout: '2027-12-31' })
  let { manager } = await goTo(service, staff, '2027-12-01T09:00:00Z', 'manager')
  expect((await close(manager, '2027-11')).body).toMatchObject({
    ...{ number: 'alfa-2027-1', dueOn: '2027-12-15' },
  })
  await putTerms(manager, { paymentDays: 14, active: false })
  // Midnight in Istanbul, three hours before that of UTC.
  ;({ manager } = await goTo(service, staff, '2027-12-31T20:59:59Z', 'manager'))
  expect(await close(manager, '2027-12')).toBeProblem(409, 'transition_invalid')
  service.clock.nowMs += 1_000
  manager = await signInAgain(service, manager)
  expect((await close(manager, '2027-12')).body).toMatchObject({
    ...{ number: 'alfa-2028-1', dueOn: '2028-01-31', month: '2027-12' },
  })
})
