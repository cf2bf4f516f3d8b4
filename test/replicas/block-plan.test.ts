import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { SQL } from 'bun'
import type { Change } from '../../src/domain/kernel/availability.ts'
import { addDays } from '../../src/domain/kernel/date.ts'
import { writeChange } from '../../src/store/days/history.ts'
import { newTx } from '../../src/store/engine/engine.ts'
import { hotelScope } from '../../src/store/engine/locks.ts'
import { openStore } from '../../src/store/open.ts'
import { READ_RUNS, SELL_KNOWN } from '../../src/store/postgres/known-nights.ts'
import { askedBy } from '../support/asked.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { date } from '../support/store.ts'

const HOTEL = 5
const FROM = date('2027-01-01')
const after = { available: 5, priceCents: 9_000, closed: false, shortfall: 0 }
const block = Array.from(
  { length: 1_000 },
  (_, n): Change => ({
    ...{ roomCode: `R${n % 5}`, date: addDays(FROM, Math.floor(n / 5)) },
    ...{ before: { ...after, lastSeq: 1 }, after },
  }),
)

setDefaultTimeout(60_000)

let server: PostgresServer
let client: SQL
beforeAll(async () => {
  server = await startPostgres()
  await (await openStore({ url: server.url, directUrl: server.url, prepare: true })).close()
  client = new SQL({ url: server.url, max: 1 })
  await client`insert into day (hotel_id, room_code, date, available, closed, last_seq)
    select hotel, 'R' || room, to_char(date '2027-01-01' + n, 'YYYY-MM-DD'), 5, false, 1
    from generate_series(1, 30) hotel, generate_series(0, 4) room, generate_series(0, 399) n`
  await client`analyze day`
})
afterAll(async () => {
  await client.close()
  await server[Symbol.asyncDispose]()
})

const planOf = (lines: readonly Record<string, string>[]) =>
  lines.map((line) => line['QUERY PLAN']).join('\n')

test('a block of days is written without a look at the days of all hotels, also by a plan for its own values (issue 35)', async () => {
  const asked = await askedBy(client, async (handle) => {
    const tx = newTx(handle, async () => {})
    tx.held.push(hotelScope(HOTEL))
    const actor = { type: 'system' as const, id: 'plan' }
    await writeChange(tx, { hotelId: HOTEL, actor, pushId: null, atMs: 1 }, block)
  })
  const { text, params } = asked.find((one) => one.text.includes('ctid'))!

  await client.unsafe('set plan_cache_mode = force_custom_plan')
  await client.unsafe(`prepare block as ${text}`)
  const lines = await client.unsafe(`explain execute block (${params.map((one) => `'${one}'`)})`)

  const plan = planOf(lines)
  expect(plan).toContain(' on day ')
  expect(plan).not.toContain('Seq Scan on day')
})

test('nights are read ahead and sold without a look at those of the whole hotel, also by a plan made for any values', async () => {
  const list = (value: string) => `'{${Array(100).fill(value)}}'`
  const read = [5, list('R1'), list('2027-02-01'), list('2027-02-03')]
  const numbers = (count: number) => Array.from({ length: count }, () => list('1'))
  const sell = [
    ...[5, list('R1'), list('2027-02-01'), ...numbers(6), list('f')],
    ...[list('0'), list('1')],
  ]
  for (const mode of ['force_custom_plan', 'force_generic_plan'])
    for (const [name, text, params] of [
      [`read_${mode}`, READ_RUNS, read],
      [`sell_${mode}`, SELL_KNOWN, sell],
    ] as const) {
      await client.unsafe(`set plan_cache_mode = ${mode}`)
      await client.unsafe(`prepare ${name} as ${text}`)
      const lines = await client.unsafe(`explain execute ${name} (${params})`)
      const plan = planOf(lines)
      expect(plan, name).toContain('day_pkey')
      expect(plan, name).not.toMatch(/Seq Scan on day|Hash Join|Merge Join/)
    }
})
