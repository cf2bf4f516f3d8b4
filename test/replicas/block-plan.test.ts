import { expect, test } from 'bun:test'
import { SQL } from 'bun'
import type { Change } from '../../src/domain/kernel/availability.ts'
import { addDays } from '../../src/domain/kernel/date.ts'
import { writeChange } from '../../src/store/days/history.ts'
import { newTx } from '../../src/store/engine/engine.ts'
import { hotelScope } from '../../src/store/engine/locks.ts'
import { openStore } from '../../src/store/open.ts'
import { askedBy } from '../support/asked.ts'
import { startPostgres } from '../support/postgres-server.ts'
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

test('a block of days is written without a look at the days of all hotels, also by a plan for its own values (issue 35)', async () => {
  await using server = await startPostgres()
  await (await openStore({ url: server.url, directUrl: server.url, prepare: true })).close()
  await using client = new SQL({ url: server.url, max: 1 })
  await client`insert into day (hotel_id, room_code, date, available, closed, last_seq)
    select hotel, 'R' || room, to_char(date '2027-01-01' + n, 'YYYY-MM-DD'), 5, false, 1
    from generate_series(1, 30) hotel, generate_series(0, 4) room, generate_series(0, 399) n`
  await client`analyze day`
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

  const plan = lines.map((line: Record<string, string>) => line['QUERY PLAN']).join('\n')
  expect(plan).toContain(' on day ')
  expect(plan).not.toContain('Seq Scan on day')
})
