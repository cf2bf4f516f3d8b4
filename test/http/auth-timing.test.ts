import { expect, test } from 'bun:test'
import { updateUser } from '../../src/store/accounts/users.ts'
import { login, PASSWORD, register } from '../support/accounts.ts'
import { startService, type TestService } from '../support/service.ts'
import { APART, rankDistance, timeInTurn } from '../support/statistics.ts'

const TRIES = 200
/** Half a millisecond a hash: enough to be seen if it is missing, so little that a query would be seen too. */
const COST = { memoryCost: 1_024, timeCost: 1 }

/** A log-in that nobody has tried for a minute, so that no limit answers instead. */
const tries = (service: TestService, email: string, password: string) => async () => {
  service.clock.advance(60_000)
  const { status } = await login(service, { email, password })
  expect(status).toBe(401)
}

test(`unknown, known and blocked accounts cannot be told apart by the time of ${TRIES} log-ins each (contract §5)`, async () => {
  await using service = await startService({ passwordCost: COST })
  const { store, deps } = service
  await register(service, { email: 'known@example.com' })
  const { id } = (await register(service, { email: 'block@example.com' })).body
  await store.tx((tx) => updateUser(tx, id, { status: 'blocked', updatedAtMs: deps.nowMs() }))

  const times = await timeInTurn(
    {
      known: tries(service, 'known@example.com', 'wrong password'),
      unknown: tries(service, 'nobod@example.com', 'wrong password'),
      blocked: tries(service, 'block@example.com', 'wrong password'),
      blockedRight: tries(service, 'block@example.com', PASSWORD),
    },
    TRIES,
  )

  expect(Math.abs(rankDistance(times.known, times.unknown))).toBeLessThan(APART)
  expect(Math.abs(rankDistance(times.known, times.blocked))).toBeLessThan(APART)
  expect(Math.abs(rankDistance(times.known, times.blockedRight))).toBeLessThan(APART)
}, 60_000)

test('an account whose hash is of an earlier, dearer cost cannot be told from an unknown one by the time of a refusal (contract §5)', async () => {
  await using service = await startService({ passwordCost: { ...COST, refusalMs: 80 } })
  const { store, deps } = service
  const { id } = (await register(service, { email: 'earli@example.com' })).body
  const how = { algorithm: 'argon2id', memoryCost: 2 * COST.memoryCost, timeCost: 2 } as const
  const passwordHash = await Bun.password.hash(PASSWORD, how)
  await store.tx((tx) => updateUser(tx, id, { passwordHash, updatedAtMs: deps.nowMs() }))

  const times = await timeInTurn(
    {
      earlier: tries(service, 'earli@example.com', 'wrong password'),
      unknown: tries(service, 'nobod@example.com', 'wrong password'),
    },
    60,
  )
  expect(Math.abs(rankDistance(times.earlier, times.unknown))).toBeLessThan(APART)
}, 60_000)

test('the same measure does tell apart a log-in that makes no hash', async () => {
  await using service = await startService({ passwordCost: COST })
  await register(service)
  const wrong = { password: 'wrong password' }
  for (let count = 0; count < 10; count++)
    await login(service, { email: 'x@example.com', ...wrong })

  const times = await timeInTurn(
    {
      hashed: () => login(service, { password: PASSWORD }),
      throttled: () => login(service, { email: 'x@example.com', ...wrong }),
    },
    50,
  )
  expect(rankDistance(times.hashed, times.throttled)).toBeGreaterThan(APART)
}, 60_000)

test('the measure finds 0 in one source and more than its bound in two', () => {
  const one = Array.from({ length: 200 }, (_, index) => (index * 7_919) % 200)
  expect(rankDistance(one, one.toReversed())).toBeCloseTo(0, 0)
  expect(
    rankDistance(
      one,
      one.map((value) => value + 60),
    ),
  ).toBeLessThan(-APART)
})
