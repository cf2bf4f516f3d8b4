import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { until } from '../support/process.ts'
import {
  type BookingTiming,
  bookSteadily,
  largestRefusedPart,
  longestRefusalMs,
} from '../support/steady-bookings.ts'
import { startUpgrades, type UpgradedReplica, type Upgrades } from '../support/upgrades.ts'

// Replicas of the next version start beside one that sells, and beside sessions that have read its tables (issue 29).

const isLong = process.env.TEST_LONG === '1'
setDefaultTimeout(isLong ? 3_600_000 : 120_000)

/** Held one after another; by `bun run test-long` every table is. */
const HELD = ['booking', 'day', 'hotel']
/** Each table is held until a try has waited so long for it. */
const TRY_MS = isLong ? 450 : 90
const DUMP_MS = isLong ? 120_000 : 0
const EVERY_MS = 100

const migrationsOf = (tables: string[]) => ({
  '29990101000000_notes': [
    'CREATE TABLE "next_note" ("id" integer PRIMARY KEY, "hotel_id" integer)',
    'CREATE INDEX "next_note_hotel" ON "next_note" ("hotel_id")',
    'CREATE INDEX "booking_next" ON "booking" ("hotel_id","room_code")',
  ],
  ...Object.fromEntries(
    tables.map((table, index) => [
      `29990102${String(index).padStart(6, '0')}_words`,
      [`ALTER TABLE "${table}" ADD COLUMN "next_word" text DEFAULT '' NOT NULL`],
    ]),
  ),
})

let held: string[]
let upgrades: Upgrades

beforeAll(async () => {
  upgrades = await startUpgrades((tables) => {
    held = isLong ? [...new Set([...HELD, ...tables])] : HELD
    return migrationsOf(held)
  })
})

afterEach(() =>
  upgrades.reset([
    'drop table if exists next_note',
    'drop index if exists booking_next',
    ...held.map((table) => `alter table "${table}" drop column if exists next_word`),
  ]),
)

afterAll(() => upgrades[Symbol.asyncDispose]())

function expectSold(sent: readonly BookingTiming[], atLeast: number): void {
  const longestMs = Math.max(...sent.map(({ tookMs }) => tookMs))
  if (isLong)
    process.stderr.write(
      `${sent.length} bookings, ${sent.filter(({ status }) => status !== 201).length} refused, ` +
        `longest refusal ${longestRefusalMs(sent)} ms, of any 60 s ${largestRefusedPart(sent)} refused, longest answer ${longestMs} ms\n`,
    )
  expect(sent.length).toBeGreaterThan(atLeast)
  expect(longestRefusalMs(sent)).toBeLessThanOrEqual(2_000)
  expect(largestRefusedPart(sent)).toBeLessThanOrEqual(0.1)
}

/** Of the time since it began the part in which others waited behind it. */
function waitedPart({ events }: UpgradedReplica): number {
  const [begin] = events('upgrade_begins')
  const waits = events('upgrade_waits').filter(({ waitedMs }) => waitedMs !== undefined)
  const waitedMs = waits.reduce((sum, wait) => sum + wait.waitedMs, 0)
  return waitedMs / (Date.parse(waits.at(-1)!.at) - Date.parse(begin!.at))
}

async function expectMigrating({ call }: UpgradedReplica): Promise<void> {
  for (const [method, path] of [
    ['GET', '/v1/health'],
    ['POST', '/v1/bookings'],
    ['GET', '/problems/migrating'],
    ['GET', '/panel'],
  ] as const) {
    const answer = await call(method, path)
    expect([path, answer.status]).toEqual([path, 503])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.json()).toMatchObject({ code: 'migrating', status: 503 })
  }
}

test('while sessions have read one table after another the old replica sells, the new one answers 503 `migrating` and says who holds what (issue 29 item 1)', async () => {
  using load = bookSteadily(upgrades.old, EVERY_MS)
  const read = (table: string) => upgrades.hold(`select 'Carla Çelik', * from "${table}"`)
  let holder = await read(held[0]!)
  const next = await upgrades.startNext()
  await next.says('upgrade_begins')
  await expectMigrating(next)
  for (const [index, table] of held.entries()) {
    await next.says('upgrade_waits', (wait) => wait.for === table && wait.waitedMs >= TRY_MS)
    const later = held[index + 1]
    const following = later === undefined ? undefined : await read(later)
    await holder[Symbol.asyncDispose]()
    if (following) holder = following
  }
  await expectMigrating(next)
  await next.says('listening')

  expectSold(await load.end(), 50)
  // On a busy machine a try of 100 ms may be over before it is seen what it waits for.
  const waits = next
    .events('upgrade_waits')
    .filter((wait) => wait.for !== undefined || wait.waitedMs > 400)
  expect(new Set(waits.map((wait) => wait.for))).toEqual(new Set(held))
  for (const wait of waits) {
    expect(wait).toMatchObject({ level: 'warn', migration: expect.stringMatching(/_words$/) })
    const analyst = { application: 'analyst', user: 'postgres', state: 'idle in transaction' }
    expect(wait.holders).toContainEqual({
      ...{ ...analyst, query: 'select', pid: expect.any(Number) },
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    })
  }
  expect(next.child.stderr()).not.toContain('Carla')
  expect(waitedPart(next)).toBeLessThanOrEqual(0.11)
  expect(next.events('upgrade_done')).toHaveLength(1)
  expect((await next.call('GET', '/v1/health')).status).toBe(200)
  expect(await (await next.call('GET', '/problems/migrating')).json()).toMatchObject({
    status: 503,
  })
  expect(await upgrades.applied()).toEqual(upgrades.names)
})

test('beside a dump one of two new replicas waits for its tables and the other for it; killed it leaves nothing, and the other goes on (issue 29 item 1)', async () => {
  using load = bookSteadily(upgrades.old, EVERY_MS)
  const next = await (async () => {
    await using _dump = await upgrades.dump()
    const both = [await upgrades.startNext(), await upgrades.startNext()]
    const [first, second] = await upgrading(both)
    await second.says('upgrade_waits', (wait) => wait.for === 'another replica that upgrades')
    await first.says('upgrade_waits', ({ holders }) => holders[0].application === 'pg_dump')
    await first.until('it waits again', async () =>
      (await upgrades.sessions()).some(({ waits }) => waits),
    )
    first.child.process.kill('SIGKILL')
    const killedMs = performance.now()
    await until('one session is left', async () => (await upgrades.sessions()).length === 1)
    expect(performance.now() - killedMs).toBeLessThan(2_000)
    expect(await upgrades.applied()).toEqual([])
    await second.says('upgrade_waits', (wait) => wait.for === held[0])
    await Bun.sleep(DUMP_MS)
    return second
  })()
  await next.says('listening')

  expectSold(await load.end(), 30)
  expect(await upgrades.applied()).toEqual(upgrades.names)
  expect(await upgrades.isValid('booking_next')).toBe(true)
})

/** The one of two that upgrades, once one does, and the other. */
async function upgrading([a, b]: UpgradedReplica[]): Promise<[UpgradedReplica, UpgradedReplica]> {
  const isFirst = ({ events }: UpgradedReplica) =>
    events('upgrade_waits').some(({ migration }) => migration)
  await a!.until('one of them upgrades', () => isFirst(a!) || isFirst(b!))
  return isFirst(a!) ? [a!, b!] : [b!, a!]
}

test('an index is built while others write its table, a signal ends that with status 0, and the next start builds it anew (issue 29 item 1)', async () => {
  using load = bookSteadily(upgrades.old, EVERY_MS)
  {
    await using _holder = await upgrades.hold(
      'select count(*) from roomwire_migration',
      'repeatable read',
    )
    const first = await upgrades.startNext()
    await first.until(
      'half of the index is there',
      async () => (await upgrades.isValid('booking_next')) === false,
    )
    first.child.process.kill('SIGTERM')
    expect((await first.child.ended()).exitCode).toBe(0)
    await until('its session is gone', async () => (await upgrades.sessions()).length === 0)
    expect(await upgrades.isValid('booking_next')).toBe(false)
  }
  const second = await upgrades.startNext()
  await second.says('listening')

  expectSold(await load.end(), 20)
  expect(await upgrades.isValid('booking_next')).toBe(true)
})
