import { expect, test } from 'bun:test'
import { listCreations } from '../../src/store/accounts/access-grants.ts'
import { planOf } from '../support/plans.ts'
import { startStore } from '../support/store.ts'

test.each([
  ['at every hotel', undefined],
  ['at one hotel', [1]],
])('what somebody made %s is found by indexes, nothing is scanned', async (_, hotelIds) => {
  await using service = await startStore()
  const plan = await planOf(service, (handle) =>
    listCreations(handle, { userId: 'olga', hotelIds }, 1),
  )
  for (const index of [
    /api_key_maker \(created_by=/,
    /site_(maker|hotel) \(/,
    /webhook_maker \(created_by=/,
  ])
    expect(plan.join('\n')).toMatch(index)
  for (const line of plan) expect(line).not.toMatch(/^SCAN/)
})
