import { expect, test } from 'bun:test'
import { book, CARLA, events, readAvailable, sell } from '../support/bookings.ts'
import { asGuest } from '../support/manage.ts'
import { BOOKINGS } from '../support/panel-booking.ts'
import { startService, type TestService } from '../support/service.ts'
import { hireStaff } from '../support/staff.ts'
import type { TestUser } from '../support/users.ts'

const ROUNDS = 10

const cancel = ({ call }: TestService, code: string) =>
  call('POST', `/v1/bookings/${code}/cancel`, { body: asGuest(code) })
const reinstate = ({ call }: TestUser, code: string) =>
  call('POST', `${BOOKINGS}/${code}/reinstate`)

async function cancelledCode(service: TestService): Promise<string> {
  const { code } = (await book(service.call)).body
  await cancel(service, code)
  return code
}

test('twenty reinstatements of one booking at once take its rooms once and are told once (contract §3)', async () => {
  await using service = await startService({ connections: 12 })
  const { manager } = await hireStaff(service)
  await sell(service)
  const code = await cancelledCode(service)

  const answers = await Promise.all(Array.from({ length: 20 }, () => reinstate(manager, code)))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  expect(await readAvailable(service, { to: '2027-04-03' })).toEqual([4, 4, 5])
  const told = (await events(service)).filter(({ data }) => data.reinstated)
  expect(told.map(({ data }) => data.revision)).toEqual([3])
})

test('the last room goes to a guest or back to the cancelled booking, never to both (contract §3)', async () => {
  await using service = await startService({ connections: 12 })
  const { manager } = await hireStaff(service)
  await sell(service, { available: 1 })
  for (let round = 0; round < ROUNDS; round++) {
    const codes = [await cancelledCode(service), await cancelledCode(service)]
    const calls = [
      () => book(service.call),
      () => reinstate(manager, codes[0]!),
      () => book(service.call),
      () => reinstate(manager, codes[1]!),
    ]
    // Each of them comes first in some round.
    const order = calls.map((_, index) => calls[(index + round) % calls.length]!)
    const answers = await Promise.all(order.map((call) => call()))

    const won = answers.filter(({ status }) => status < 300)
    expect(won).toHaveLength(1)
    for (const answer of answers)
      if (!won.includes(answer)) {
        expect(answer).toBeProblem(409, 'sold_out')
        expect(answer.body.dates).toEqual(['2027-04-01', '2027-04-02'])
      }
    expect(await readAvailable(service, { to: '2027-04-03' })).toEqual([0, 0, 1])
    await cancel(service, won[0]!.body.code)
    expect(await readAvailable(service, { to: '2027-04-03' })).toEqual([1, 1, 1])
  }
})

test('reinstating and cancelling at once leave the rooms as the record says (contract §3)', async () => {
  await using service = await startService({ connections: 12 })
  const { manager } = await hireStaff(service)
  await sell(service)
  for (let round = 0; round < ROUNDS; round++) {
    const code = await cancelledCode(service)
    const answers = await Promise.all([
      reinstate(manager, code),
      cancel(service, code),
      reinstate(manager, code),
      cancel(service, code),
    ])
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const { body } = await service.call('GET', `/v1/bookings/${code}?email=${CARLA}`)
    expect((await readAvailable(service))[0]).toBe(body.status === 'confirmed' ? 4 : 5)
    await cancel(service, code)
    expect(await readAvailable(service)).toEqual(Array(10).fill(5))
  }
})
