import { expect, test } from 'bun:test'
import type { HoldEnd } from '../../src/domain/sandbox/certification-holds.ts'
import { doneBy, on, shownOf, startCertifying } from '../support/certified.ts'
import { latest } from '../support/changes.ts'
import { bookTest } from '../support/sandbox.ts'
import type { TestHotel } from '../support/service.ts'

const NIGHT = { roomCode: 'DBL', date: on(30) }
const VERBS = { confirmed: 'confirm', expired: 'expire', cancelled: 'cancel' }

/** A hold of one room of a night of five. */
const hold = async (sandbox: TestHotel, nights = 1) => {
  const stay = { checkin: NIGHT.date, checkout: on(30 + nights), adults: 1, hold: true }
  return (await bookTest(sandbox, stay)).body.code as string
}
const end = (sandbox: TestHotel, code: string, how: HoldEnd) =>
  sandbox.call('POST', `/sandbox/bookings/${code}/${VERBS[how]}`)
/** @returns the name of the call */
async function count(sandbox: TestHotel, available: number, holds?: string, more: object = {}) {
  const body = {
    ...{ seenThrough: await latest(sandbox), ...(holds && { holds }) },
    updates: [{ ...NIGHT, available, ...more }],
  }
  const answer = await sandbox.call('PATCH', '/availability', { body })
  expect(answer.status).toBe(200)
  return answer.headers.get('x-request-id')!
}

test.each([
  ['hold_confirmed', 'confirmed', 'counted', 4, 4],
  ['hold_confirmed', 'confirmed', 'left_out', 5, 4],
  ['hold_expired', 'expired', 'counted', 4, 5],
  ['hold_expired', 'expired', undefined, 5, 5],
  ['hold_released', 'cancelled', 'counted', 4, 5],
  ['hold_released', 'cancelled', 'left_out', 5, 5],
] as const)(
  '%s: a hold is %s after a count that has it %s, and the next count speaks of the same rooms (contract-groups, holds)',
  async (scenario, how, holds, before, after) => {
    await using world = await startCertifying()
    const { sandbox } = world
    const code = await hold(sandbox)
    const ids = [await count(sandbox, before, holds)]
    await end(sandbox, code, how)
    expect(await doneBy(sandbox)).not.toContain(scenario)
    ids.push(await count(sandbox, after, holds))

    expect(await shownOf(sandbox, scenario)).toMatchObject({ done: true, requestIds: ids })
  },
)

test.each([
  ['says counted of counts that leave it out', 'counted', 5, 4],
  ['says left_out of counts that have it off', 'left_out', 4, 4],
  ['counts once more what was confirmed', 'counted', 4, 3],
])('who %s has shown nothing by it (contract-groups, holds)', async (_, holds, before, after) => {
  await using world = await startCertifying()
  const { sandbox } = world
  const code = await hold(sandbox)
  await count(sandbox, before, holds)
  await end(sandbox, code, 'confirmed')
  await count(sandbox, after, holds)

  expect(await doneBy(sandbox)).not.toContain('hold_confirmed')
})

test('a hold that nobody counted, or that ended before the cursor of the first count, shows nothing (contract-groups, holds)', async () => {
  await using world = await startCertifying()
  const { sandbox } = world
  const code = await hold(sandbox)
  await end(sandbox, code, 'expired')
  await count(sandbox, 5, 'counted')
  await count(sandbox, 5, 'counted')

  expect(await doneBy(sandbox)).not.toContain('hold_expired')
})

test('a hold that lost its rooms on one night of two shows nothing unless both are counted anew (contract-groups, holds)', async () => {
  await using world = await startCertifying()
  const { sandbox } = world
  const both = { date: undefined, dateFrom: NIGHT.date, dateTo: on(31) }
  const code = await hold(sandbox, 2)
  await count(sandbox, 4, 'counted', both)
  await end(sandbox, code, 'expired')
  await count(sandbox, 4, 'counted', both)
  expect(await doneBy(sandbox)).not.toContain('hold_expired')
  const another = await hold(sandbox, 2)
  await count(sandbox, 4, 'counted', both)
  await end(sandbox, another, 'expired')
  await count(sandbox, 5, 'counted', both)

  expect(await doneBy(sandbox)).toContain('hold_expired')
})

test('a hold of a sandbox runs out at once, gives its rooms back, and does so once however often it is asked; anything else does not (contract §2, Sandbox)', async () => {
  await using world = await startCertifying()
  const { service, sandbox } = world
  const leftNow = async () => {
    const query = `from=${NIGHT.date}&to=${NIGHT.date}&roomCode=DBL`
    return (await sandbox.call('GET', `/availability?${query}`)).body.rooms[0].days[0].available
  }
  const code = await hold(sandbox)
  expect(await leftNow()).toBe(4)
  expect((await end(sandbox, code, 'expired')).body).toMatchObject({
    status: 'expired',
    revision: 2,
  })
  expect(await leftNow()).toBe(5)
  expect((await end(sandbox, code, 'expired')).body).toMatchObject({
    status: 'expired',
    revision: 2,
  })
  const confirmed = await hold(sandbox)
  await end(sandbox, confirmed, 'confirmed')
  expect(await end(sandbox, confirmed, 'expired')).toBeProblem(409, 'transition_invalid')
  expect(await leftNow()).toBe(4)
  const path = `/sandbox/bookings/${confirmed}/expire`
  expect(await service.alfa.call('POST', path)).toBeProblem(403, 'forbidden')
})
