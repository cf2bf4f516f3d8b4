import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../src/service/deps.ts'
import { sqliteDb } from '../support/sql.ts'
import type { Plan } from './rows.ts'
import { inFolder, seed } from './seed.ts'
import { startOurs } from './servers.ts'
import type { Line } from './stats.ts'
import { endOf, measuredTime, smallWaits, waitsBeside } from './waits.ts'

const HOTELS = 4
const SIZE = { rooms: 20, days: 500 }
/** Cells of one change. */
const CHANGED = 40
const BLOCKS = HOTELS * SIZE.rooms * Math.ceil(SIZE.days / CHANGED)
const TIMES = 25
const QUICK_TIMES = 3
/** Older than anything is kept. */
const AGE_MS = 100 * 24 * 60 * 60 * 1_000
const POLL_MS = 50

/**
 * What a small pull and health wait for from the start of a service on while it deletes a million days of history,
 * their changes and the log of their pushes, until all of them are gone; beside a start that finds nothing old.
 */
export async function retention(plan: Plan): Promise<Line[]> {
  const { hotels, copy, remove } = await seed(Array(HOTELS).fill(SIZE))
  const pulled = { ...hotels[0]!, day: hotels[0]!.dates[0]! }
  const times = plan.isQuick ? QUICK_TIMES : TIMES
  const rows = HOTELS * SIZE.rooms * SIZE.days * times
  try {
    const what = `pull and health, retention of ${rows.toLocaleString('en')} rows`
    return await waitsBeside(plan, { what, longestMsMax: 100 }, async (hasOld) => {
      const folder = copy()
      if (hasOld) await inFolder(folder, (deps) => fillOld(deps, hotels[0]!.dates[0]!, times))
      // What the folder has left to be written shall not be paid for by the service.
      Bun.spawnSync(['sync'])
      const server = await startOurs(folder)
      try {
        const startMs = performance.now()
        const pruning = hasOld ? untilPruned(folder) : undefined
        const isOver = pruning ? endOf(pruning) : measuredTime(plan)
        const [waits] = await Promise.all([smallWaits(server, pulled, isOver), pruning])
        if (hasOld)
          plan.note(
            `retention: took ${((performance.now() - startMs) / 1_000).toFixed(1)} s after the start`,
          )
        return waits
      } finally {
        await server.stop()
      }
    })
  } finally {
    remove()
  }
}

/** Makes all history old, and some times as much of it as there are days, in changes of 40 days. */
async function fillOld({ store, nowMs }: Deps, first: string, times: number): Promise<void> {
  const { t } = store
  const atMs = nowMs() - AGE_MS
  await store.tx(async ({ db }) => {
    sqliteDb(db).run(sql`delete from ${t.dayHistory}`)
    sqliteDb(db).run(sql`delete from ${t.change}`)
    sqliteDb(db).run(sql`
      with recursive time(n) as (select 0 union all select n + 1 from time where n < ${times - 1}),
      cell as (
        select *, cast(substr(room_code, 6) as integer) as room,
          cast(julianday(date) - julianday(${first}) as integer) / ${CHANGED} as block
        from ${t.day}
      )
      insert into ${t.dayHistory} (hotel_id, room_code, date, change_seq, available, price_cents, closed)
      select hotel_id, room_code, date,
        n * ${BLOCKS} + (block * ${SIZE.rooms} + room) * ${HOTELS} + hotel_id,
        available, price_cents, closed
      from cell cross join time order by 1, 2, 3, 4`)
    sqliteDb(db).run(sql`
      insert into ${t.change} (seq, hotel_id, actor_type, actor_id, push_id, at_ms)
      select distinct change_seq, hotel_id, 'key', 'bench', 'push-' || change_seq, ${atMs}
      from ${t.dayHistory} order by 1`)
    sqliteDb(db).run(sql`
      insert into ${t.push} (id, hotel_id, actor_type, actor_id, mode, dry_run, received, applied, unchanged, rejected,
        at_ms)
      select push_id, hotel_id, actor_type, actor_id, 'partial', 0, ${CHANGED}, ${CHANGED}, 0, 0, at_ms
      from ${t.change}`)
  })
}

/** Waits until nothing of what was filled is left. */
async function untilPruned(folder: string): Promise<void> {
  const database = new Database(join(folder, 'roomwire.db'), { readonly: true })
  const left = database.query<{ any: number }, []>(
    'select exists (select 1 from change) or exists (select 1 from push) as any',
  )
  while (left.get()!.any) await Bun.sleep(POLL_MS)
  database.close()
}
