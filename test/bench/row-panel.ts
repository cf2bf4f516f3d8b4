import { sql } from 'drizzle-orm'
import { addDays, dateIn } from '../../src/domain/kernel/date.ts'
import type { Store } from '../../src/store/open.ts'
import { sqliteDb } from '../support/sql.ts'
import { withHouse } from './house-servers.ts'
import { inWords, logIn, startWithAdmin } from './row-admin.ts'
import type { Plan } from './rows.ts'
import { inFolder } from './seed.ts'
import { inBulk } from './seed-bulk.ts'
import { DAYS_BEFORE, slugOf } from './seed-fill.ts'
import { hugeHouse, type SeededHouse } from './seed-large.ts'
import type { Line } from './stats.ts'
import { type IsOver, measuredTime, smallWaits, waitsBeside } from './waits.ts'

/** One booking in so many is the busy hotel's: 50,000 of 2,000,000. */
const BUSY_SHARE = 40
/** Changes of the busy hotel's history for each of those bookings: two of three are of days. */
const CHANGES_OF_ONE = 40
const DAYS_OF_HISTORY = 80
const COLLEAGUE = 'colleague'

/**
 * What a small pull and health wait for while the busiest of 2,000 hotels, with 50,000 bookings and 2,000,000 changes,
 * takes out its bookings and its calendar of a year and reads its history, by kind, by person and by date (issue 18).
 */
export async function panel(plan: Plan): Promise<Line[]> {
  const house = hugeHouse(plan)
  return await withHouse(
    house,
    async ({ servers: [server], about }) => {
      const token = await logIn(server!)
      const headers = { authorization: `Bearer ${token}` }
      const questions = questionsOf(about).map((path) => ({
        ...{ path, took: [] as number[], bytes: 0 },
      }))
      const ask = async (isOver: IsOver) => {
        for (let n = 0; !isOver(); n++) {
          const question = questions[n % questions.length]!
          const startMs = performance.now()
          const url = `http://127.0.0.1:${server!.port}/v1/panel/${question.path}`
          const answer = await fetch(url, { headers })
          const { byteLength } = await answer.arrayBuffer()
          if (answer.status !== 200) throw new Error(`${question.path}: ${answer.status}`)
          question.bytes = byteLength
          question.took.push(performance.now() - startMs)
        }
      }
      const what = `pull and health, a hotel's exports and history among ${house.bookings.toLocaleString('en')} bookings`
      const lines = await waitsBeside(
        plan,
        { what, p99MsMax: 25, longestMsMax: 100 },
        async (isAsking) => {
          const isOver = measuredTime(plan)
          const asking = isAsking ? ask(isOver) : undefined
          const pulled = { ...about.busy, day: addDays(about.from, DAYS_BEFORE) }
          const [waits] = await Promise.all([smallWaits(server!, pulled, isOver), asking])
          return waits
        },
      )
      for (const { path, took, bytes } of questions)
        if (took.length > 0) plan.note(`panel: ${path} took ${inWords(took)}, ${bytes} bytes`)
      return lines
    },
    [
      async (folder: string) => {
        await inFolder(folder, async ({ store, nowMs }) => fillBusyHotel(store, house, nowMs()))
        return await startWithAdmin(folder)
      },
    ],
  )
}

function questionsOf({ from, busy }: SeededHouse): string[] {
  const hotel = `hotel=${slugOf(busy.id)}`
  const year = `from=${from}&to=${addDays(from, 365)}`
  const today = dateIn('UTC', Date.now())
  const old = `from=${addDays(today, -70)}&to=${addDays(today, -60)}`
  return [
    `exports/bookings?${hotel}&${year}&language=tr`,
    `history?${hotel}`,
    `history?${hotel}&entity=booking&limit=100`,
    `history?${hotel}&entity=days&limit=100&${old}`,
    `history?${hotel}&userId=${COLLEAGUE}`,
    // Nothing is found.
    `history?${hotel}&userId=nobody`,
    `history?${hotel}&entity=room_type`,
    `exports/calendar?${hotel}&${year}&language=en`,
    `exports/arrivals?${hotel}&from=${addDays(from, DAYS_BEFORE)}`,
    `exports/bookings?${hotel}&${year}&status=no_show`,
    `bookings?${hotel}&sort=guest&from=${addDays(from, DAYS_BEFORE)}&to=${addDays(from, DAYS_BEFORE + 30)}`,
  ]
}

/** Gives one hotel a share of the bookings, and a history: of days, of revisions, and, rarely, a person's. */
async function fillBusyHotel(
  store: Store,
  { bookings }: { bookings: number },
  nowMs: number,
): Promise<void> {
  const { t } = store
  const own = Math.floor(bookings / BUSY_SHARE)
  const changes = own * CHANGES_OF_ONE
  const busy = 1_001
  await store.tx(async ({ db }) =>
    sqliteDb(db).run(
      sql`update ${t.booking} set hotel_id = ${busy} where id % ${BUSY_SHARE} = 0 and hotel_id <> ${busy}`,
    ),
  )
  const numbers = sql`with recursive number(n) as (select 1 union all select n + 1 from number where n < ${changes})`
  await inBulk(store, 'change', ({ db }) =>
    sqliteDb(db).run(sql`${numbers}
      insert into ${t.change} (seq, hotel_id, actor_type, actor_id, push_id, at_ms)
      select n, ${busy}, iif(n % 1000 = 7, 'user', 'key'), iif(n % 1000 = 7, ${COLLEAGUE}, '1'), null,
        ${nowMs} - (${changes} - n) * ${Math.floor((DAYS_OF_HISTORY * 86_400_000) / changes)}
      from number`),
  )
  await inBulk(store, 'day_history', ({ db }) =>
    sqliteDb(db).run(sql`${numbers}
      insert into ${t.dayHistory} (hotel_id, room_code, date, change_seq, available_before, price_cents_before,
        closed_before, available, price_cents, closed)
      select ${busy}, 'DBL', date('now', (n % 90) || ' days'), n, n % 90, 9000, 0, n % 91, 9100, 0
      from number where n % 3 <> 0`),
  )
  await inBulk(store, 'booking_revision', ({ db }) =>
    sqliteDb(db).run(sql`${numbers}
      insert into ${t.bookingRevision} (change_seq, hotel_id, code, revision, snapshot)
      select n, ${busy}, printf('R%09d', n / 12), n / 3 % 4 + 1, json_object('code', printf('R%09d', n / 12),
        'revision', n / 3 % 4 + 1, 'status', 'confirmed', 'hotelSlug', ${slugOf(busy)}, 'hotelName', 'Hotel',
        'roomCode', 'DBL', 'roomName', 'Room DBL', 'boardCode', 'RO', 'rooms', 1, 'checkin', date('now'),
        'checkout', date('now', (1 + n / 3 % 4) || ' days'), 'nights', 1 + n / 3 % 4, 'adults', 2, 'children', 0,
        'guest', json_object('firstName', 'Carla', 'lastName', 'Guest ' || n, 'email', 'g@example.com'),
        'currency', 'EUR', 'totalPriceCents', 9000, 'nightly', json_array(),
        'source', json_object('type', 'web'), 'specialRequests', null)
      from number where n % 3 = 0`),
  )
}
