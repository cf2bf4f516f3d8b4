import { expect, test } from 'bun:test'
import { SQL } from 'bun'
import { listFeed } from '../../src/store/days/changes.ts'
import { openStore } from '../../src/store/open.ts'
import { ask } from '../../src/store/postgres/pool.ts'
import { withHandle } from '../../src/store/postgres/slots.ts'
import { askedBy } from '../support/asked.ts'
import { startPostgres } from '../support/postgres-server.ts'

const BOOKINGS = 60_000

test.each([1, 97])(
  'a page of the feed reads its own entries alone, of %d hotels, also while all events are of one kind (issue 35)',
  async (hotels) => {
    await using server = await startPostgres()
    await (await openStore({ url: server.url, directUrl: server.url, prepare: true })).close()
    await using client = new SQL({ url: server.url, max: 1 })
    const each = client.unsafe(`generate_series(1, ${BOOKINGS}) n`)
    await client`insert into change (hotel_id, actor_type, actor_id, at_ms) select 1 + n % ${hotels}, 'system', 'plan', n from ${each}`
    await client`insert into booking_revision (change_seq, hotel_id, code, revision, snapshot)
    select n, 1 + n % ${hotels}, 'B' || n, 1, '{}' from ${each}`
    await client`insert into outbox (id, hotel_id, event, booking_code, revision, body, created_at_ms)
    select n, 1 + n % ${hotels}, 'booking.confirmed', 'B' || n, 1, '{}', n from ${each}`
    await client`analyze`
    const asked = await askedBy(client, async (handle) => {
      for (const seq of [0, BOOKINGS / 2])
        for (const days of [true, false])
          for (const limit of [100, 500]) {
            const after = { seq, entries: 0, atMs: 0 }
            const kinds = { bookings: true, days }
            await listFeed(handle, { hotelId: 1, after, limit, kinds })
          }
    })
    const pages = asked.filter(({ text }) => text.includes('"outbox"'))
    expect(pages.length).toBe(8)

    for (const mode of ['auto', 'force_generic_plan', 'force_custom_plan'])
      for (const [n, { text, params }] of pages.entries()) {
        await client.unsafe(`set plan_cache_mode = ${mode}`)
        await client.unsafe(`prepare ${mode}${n} as ${text}`)
        const given = params.map((one) => `'${one}'`)
        const plan = await client.unsafe(
          `explain (analyze, timing off) execute ${mode}${n} (${given})`,
        )
        const lines: string[] = plan.map((line: Record<string, string>) => line['QUERY PLAN'])
        const read = lines.map((line) => {
          const [, rows, loops] = line.match(/actual rows=([\d.]+) loops=(\d+)/) ?? []
          return Number(rows ?? 0) * Number(loops ?? 0)
        })
        const most = Math.max(...read)
        expect(most).toBeGreaterThan(100)
        expect(most, lines.join('\n')).toBeLessThan(1_000)
        expect(lines.join('\n')).not.toMatch(/Rows Removed by [\w ]+: \d{4}/)
      }
  },
)

test('a page of bookings goes on where retention drops a change between its statements (issue 35)', async () => {
  await using server = await startPostgres()
  await (await openStore({ url: server.url, directUrl: server.url, prepare: true })).close()
  await using client = new SQL({ url: server.url, max: 1 })
  await client`insert into change (hotel_id, actor_type, actor_id, at_ms) select 1, 'system', 'drop', n from generate_series(1, 4) n`
  await client`insert into booking_revision (change_seq, hotel_id, code, revision, snapshot)
    select n, 1, 'B' || n, 1, '{}' from generate_series(1, 4) n`
  const page = (seq: number, dropped: number) =>
    withHandle(
      async (text, params, mode) => {
        const rows = await ask(client, text, params, mode)
        if (/from "booking_revision"/.test(text))
          await client`delete from change where seq = ${dropped}`
        return rows
      },
      (handle) =>
        listFeed(handle, {
          ...{ hotelId: 1, after: { seq, entries: 0, atMs: 0 }, limit: 2 },
          kinds: { bookings: true, days: false },
        }),
    )
  const first = await page(0, 2)
  expect(first.entries.map(({ place }) => place.seq)).toEqual([1, 3])
  expect(first).toMatchObject({ place: { seq: 3 }, hasMore: true })
  // The only one of a page.
  expect(await page(first.place.seq, 4)).toMatchObject({ entries: [], hasMore: false })
})
