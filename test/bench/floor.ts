/**
 * The floor: what Bun and SQLite cost when nothing is checked. No key, no limit, no validation, no report.
 *
 * - `GET` anything: the bytes of the file `ANSWER`, from memory.
 * - `PUT` anything: writes a push of the hotel that the header `x-hotel-id` names, with history: the same rows in
 *   the same tables under the same pragmas as the service, each statement prepared once, all in one transaction.
 */
import { Database } from 'bun:sqlite'
import { join } from 'node:path'

type Update = {
  roomCode: string
  date: string
  available: number
  priceCents: number
  closed: boolean
}
type Row = {
  available: number
  price_cents: number | null
  closed: number
  last_seq: number | null
}

const { DATA_DIR = '.', ANSWER, PORT, PRAGMAS = '' } = process.env
const answer = ANSWER ? await Bun.file(ANSWER).text() : ''
const database = new Database(join(DATA_DIR, 'roomwire.db'), { readwrite: true })
for (const pragma of PRAGMAS.split(';')) database.run(`pragma ${pragma}`)

const findDay = database.query<Row, [number, string, string]>(
  `select available, price_cents, closed, last_seq from day
   where hotel_id = ? and room_code = ? and date = ?`,
)
const upsertDay = database.query(
  `insert into day (hotel_id, room_code, date, available, price_cents, closed, last_seq) values (?, ?, ?, ?, ?, ?, ?)
   on conflict do update set available = excluded.available, price_cents = excluded.price_cents,
     closed = excluded.closed, last_seq = excluded.last_seq`,
)
const insertChange = database.query<{ seq: number }, [number, string, string, string, number]>(
  'insert into change (hotel_id, actor_type, actor_id, push_id, at_ms) values (?, ?, ?, ?, ?) returning seq',
)
const insertPush = database.query(
  `insert into push (id, hotel_id, actor_type, actor_id, mode, dry_run, received, applied, unchanged, rejected, at_ms)
   values (?, ?, 'key', ?, 'partial', 0, ?, ?, ?, ?, ?)`,
)
const insertHistory = database.query(
  `insert into day_history (hotel_id, room_code, date, change_seq, available_before, price_cents_before,
     closed_before, available, price_cents, closed, prev_seq)
   values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
)

const push = database.transaction((hotelId: number, updates: Update[]) => {
  const [pushId, nowMs] = [Bun.randomUUIDv7(), Date.now()]
  const { seq } = insertChange.get(hotelId, 'key', 'floor', pushId, nowMs)!
  for (const { roomCode, date, available, priceCents, closed } of updates) {
    const before = findDay.get(hotelId, roomCode, date)
    const isClosed = closed ? 1 : 0
    upsertDay.run(hotelId, roomCode, date, available, priceCents, isClosed, seq)
    insertHistory.run(
      hotelId,
      roomCode,
      date,
      seq,
      before?.available ?? null,
      before?.price_cents ?? null,
      before?.closed ?? null,
      available,
      priceCents,
      isClosed,
      before?.last_seq ?? null,
    )
  }
  insertPush.run(pushId, hotelId, 'floor', updates.length, updates.length, 0, 0, nowMs)
})

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(PORT),
  reusePort: false,
  async fetch(request) {
    if (request.method === 'GET')
      return new Response(answer, { headers: { 'content-type': 'application/json' } })
    const { updates } = (await request.json()) as { updates: Update[] }
    push.immediate(Number(request.headers.get('x-hotel-id')), updates)
    return Response.json({ applied: updates.length })
  },
})
