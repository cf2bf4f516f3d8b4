import { expect, test } from 'bun:test'
import { SQL } from 'bun'
import fc from 'fast-check'
import {
  createLimiter,
  inMemory,
  type SharedLimiter,
  type SpendResult,
} from '../../src/store/engine/limiter.ts'
import { openStore } from '../../src/store/open.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'

test('a bucket in the database answers as the one in memory, call by call (contract §7)', async () => {
  await using server = await startPostgres()
  const store = await openStore({ url: server.url, directUrl: server.url, prepare: true })
  let nowMs = 1_000
  const clock = () => nowMs
  const shared = store.limiter('test', clock)
  const memory = inMemory(createLimiter(clock))
  let names = 0
  const call = fc.record({
    waitMs: fc.oneof(fc.constant(0), fc.nat(500), fc.nat(5_000), fc.constant(1_000)),
    kind: fc.constantFrom('spend', 'spend', 'spend', 'spend', 'spendMany', 'giveBack', 'peek'),
    tokens: fc.integer({ min: 1, max: 6 }),
  })
  const allowances = fc.record({
    capacity: fc.integer({ min: 1, max: 8 }),
    perMinute: fc.constantFrom(1, 7, 60, 100, 600),
  })
  const same = fc.asyncProperty(
    allowances,
    fc.array(call, { minLength: 1, maxLength: 25 }),
    async (allowance, calls) => {
      const name = `bucket ${names++}`
      for (const { waitMs, kind, tokens } of calls) {
        nowMs += waitMs
        const answers = await Promise.all(
          [shared, memory].map(async (limiter) => {
            if (kind === 'spend') return await limiter.spend(name, allowance)
            if (kind === 'spendMany') return await limiter.spendMany(name, allowance, tokens)
            if (kind === 'giveBack') return await limiter.giveBack(name, allowance, tokens)
            return { ...(await limiter.peek(name, allowance)), allowed: true }
          }),
        )
        // The one in memory answers with its bucket, too.
        expect<object>({ ...answers[0] }).toEqual({ ...answers[1], bucket: undefined })
      }
    },
  )
  try {
    await fc.assert(same, { numRuns: 150 })
  } finally {
    await store.close()
  }
}, 120_000)

const ALLOWANCE = { capacity: 20, perMinute: 60 }
const NAMES = Array.from({ length: 40 }, (_, n) => `bucket ${(n * 17) % 40}`)

/** Two stores on one database. @param prepare false as behind a pooler, whose sessions are as the role has them */
async function withTwo(
  server: PostgresServer,
  prepare: boolean,
  body: (limiters: [SharedLimiter, SharedLimiter]) => Promise<void>,
) {
  const target = { url: server.url, directUrl: server.url, prepare }
  const stores = [await openStore(target), await openStore(target)]
  const [one, other] = stores.map((store) => store.limiter('test', () => 1_000))
  try {
    await body([one!, other!])
  } finally {
    await Promise.all(stores.map((store) => store.close()))
  }
}

async function ask(server: PostgresServer, text: string) {
  await using client = new SQL(server.url, { max: 1 })
  const [row] = await client.unsafe(text)
  return row
}

/** What the takers of a bucket are told: all that was there, each once, and the others when they may come again. */
function expectAll(answers: readonly SpendResult[], { capacity } = ALLOWANCE) {
  const passed = answers.filter(({ allowed }) => allowed).map(({ remaining }) => remaining)
  const waits = answers.filter(({ allowed }) => !allowed).map((each) => each.retryAfterSeconds)
  expect(passed.toSorted((a, b) => a - b)).toEqual(Array.from({ length: capacity }, (_, n) => n))
  expect(waits.toSorted((a, b) => a - b)).toEqual(waits.map((_, n) => n + 1))
}

test('of one bucket and of many, taken of at once over two replicas, each token is taken once and none is left (contract §7)', async () => {
  await using server = await startPostgres()
  await withTwo(server, true, async ([one, other]) => {
    const large = { capacity: 150, perMinute: 60 }
    const small = { capacity: 5, perMinute: 60 }
    const few = Array.from({ length: 10 }, () => one.spend('few', small))
    const hot = Array.from({ length: 200 }, (_, n) => [one, other][n % 2]!.spend('hot', large))
    const take = (limiter: SharedLimiter) => async (name: string) => ({
      name,
      ...(await limiter.spend(name, ALLOWANCE)),
    })
    // One replica from the first to the last, the other from the last to the first.
    const calls = Array.from({ length: 12 }, () => [
      ...NAMES.map(take(one)),
      ...NAMES.toReversed().map(take(other)),
    ])
    const many = Map.groupBy(await Promise.all(calls.flat()), ({ name }) => name)

    expectAll(await Promise.all(few), small)
    expectAll(await Promise.all(hot), large)
    for (const name of NAMES) expectAll(many.get(name)!)
  })
  const { deadlocks } = await ask(
    server,
    'select sum(deadlocks) as deadlocks from pg_stat_database',
  )
  expect(deadlocks).toBe('0')
}, 120_000)

test('what the database undoes and is asked again takes each token once, also behind a pooler', async () => {
  await using server = await startPostgres()
  const isolation = "alter role postgres set default_transaction_isolation = 'serializable'"
  await ask(server, isolation)
  await withTwo(server, false, async (limiters) => {
    for (let round = 0; round < 5; round++) {
      const calls = Array.from({ length: 6 }, (_, call) =>
        NAMES.map((name, n) => limiters[(call + n) % 2]!.spend(`${name} of ${round}`, ALLOWANCE)),
      )
      for (const { allowed } of await Promise.all(calls.flat())) expect(allowed).toBe(true)
      for (const name of NAMES) {
        const { remaining } = await limiters[0].peek(`${name} of ${round}`, ALLOWANCE)
        expect(remaining).toBe(ALLOWANCE.capacity - calls.length)
      }
    }
  })
}, 120_000)
