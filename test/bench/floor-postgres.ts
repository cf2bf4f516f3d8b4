/**
 * The floor on PostgreSQL: bare Bun.serve and Bun.SQL. No key, no limit, no validation, no report; each writes the rows
 * that the service writes.
 *
 * - `GET`: one statement, then the bytes of the file `ANSWER` from memory.
 * - `PUT`: a push of the hotel that the header `x-hotel-id` names, with history, 500 rows a statement.
 * - `POST`: a booking. Those that wait for a hotel share one commit, in three flights after the lock, as they do in the
 *   service.
 */
import { SQL } from 'bun'

type Update = Record<'roomCode' | 'date', string> & {
  available: number
  priceCents: number
  closed: boolean
}
type Row = {
  room_code: string
  date: string
  available: number
  price_cents: string
  closed: boolean
}
type Client = Pick<SQL, 'unsafe'>

const { DATABASE_URL = '', ANSWER, PORT } = process.env
const answer = ANSWER ? await Bun.file(ANSWER).text() : ''
const sql = new SQL({ url: DATABASE_URL, max: 12 })
const CHUNK = 500

/** Rows of values as a statement's text and parameters. */
function rowsOf(rows: unknown[][]): { text: string; params: unknown[] } {
  const width = rows[0]!.length
  const row = (at: number) =>
    `(${Array.from({ length: width }, (_, column) => `$${at * width + column + 1}`).join(', ')})`
  return { text: rows.map((_, at) => row(at)).join(', '), params: rows.flat() }
}

const lock = (tx: Client, hotelId: number) =>
  tx.unsafe(
    'insert into version values ($1, 0) on conflict (scope) do update set version = 0 where false',
    [`hotel:${hotelId}`],
  )

const CHANGE =
  "insert into change (hotel_id, actor_type, actor_id, push_id, at_ms, trims) values ($1, 'key', 'floor', $2, $3, 0) returning seq"

async function push(hotelId: number, updates: Update[]): Promise<void> {
  await sql.begin(async (tx) => {
    const codes = [...new Set(updates.map(({ roomCode }) => roomCode))]
    const dates = updates.map(({ date }) => date).toSorted()
    const places = codes.map((_, index) => `$${index + 4}`).join(', ')
    const [, rows] = await Promise.all([
      lock(tx, hotelId),
      tx.unsafe(
        `select room_code, date, available, price_cents, closed from day
         where hotel_id = $1 and date between $2 and $3 and room_code in (${places}) for update`,
        [hotelId, dates[0], dates.at(-1), ...codes],
      ),
    ])
    const before = new Map((rows as Row[]).map((row) => [`${row.room_code} ${row.date}`, row]))
    const [{ seq }] = await tx.unsafe(CHANGE, [hotelId, Bun.randomUUIDv7(), Date.now()])
    for (let at = 0; at < updates.length; at += CHUNK) {
      const part = updates.slice(at, at + CHUNK)
      const days = rowsOf(
        part.map((day) => [
          hotelId,
          day.roomCode,
          day.date,
          day.available,
          day.priceCents,
          day.closed,
        ]),
      )
      const history = rowsOf(
        part.map((day) => {
          const was = before.get(`${day.roomCode} ${day.date}`)
          return [
            ...[hotelId, day.roomCode, day.date, seq],
            ...[was?.available ?? null, was?.price_cents ?? null, was?.closed ?? null],
            ...[day.available, day.priceCents, day.closed],
          ]
        }),
      )
      await Promise.all([
        tx.unsafe(
          `insert into day (hotel_id, room_code, date, available, price_cents, closed) values ${days.text}
           on conflict (hotel_id, room_code, date) do update set available = excluded.available,
             price_cents = excluded.price_cents, closed = excluded.closed`,
          days.params,
        ),
        tx.unsafe(
          `insert into day_history (hotel_id, room_code, date, change_seq, available_before, price_cents_before,
             closed_before, available, price_cents, closed) values ${history.text}`,
          history.params,
        ),
      ])
    }
  })
}

type Stay = { hotelId: number; roomCode: string; checkin: string; checkout: string }
type Job = { stay: Stay; resolve: (code: string) => void; reject: (error: unknown) => void }

/** Bookings that share a commit at most. */
const GROUP_MAX = 32
const queues = new Map<number, Job[]>()

function book(stay: Stay): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const job = { stay, resolve, reject }
  const queue = queues.get(stay.hotelId)
  if (queue) queue.push(job)
  else void pump(stay.hotelId, [job])
  return promise
}

async function pump(hotelId: number, queue: Job[]): Promise<void> {
  queues.set(hotelId, queue)
  // A turn of the event loop lets bookings that arrived together share a commit.
  for (await Bun.sleep(0); queue.length > 0; await Bun.sleep(0)) {
    const group = queue.splice(0, GROUP_MAX)
    try {
      const codes = await bookTogether(
        hotelId,
        group.map(({ stay }) => stay),
      )
      for (const [at, { resolve }] of group.entries()) resolve(codes[at]!)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
  queues.delete(hotelId)
}

async function bookTogether(hotelId: number, stays: readonly Stay[]): Promise<string[]> {
  const nowMs = Date.now()
  const made = stays.map((stay) => {
    const code = Bun.randomUUIDv7()
    return { ...stay, code, body: JSON.stringify({ code, ...stay, filler: 'x'.repeat(500) }) }
  })
  await sql.begin(async (tx) => {
    const [, ...days] = await Promise.all([
      lock(tx, hotelId),
      ...made.map(({ roomCode, checkin, checkout }) =>
        tx.unsafe(
          `update day set available = available - 1, live = live + 1
           where hotel_id = $1 and room_code = $2 and date >= $3 and date < $4 and available >= 1 and not closed
           returning date, available, price_cents`,
          [hotelId, roomCode, checkin, checkout],
        ),
      ),
    ])
    const sent = made.map((one) => insertRows(tx, one, nowMs))
    const changes = await Promise.all(sent.map(([change]) => change))
    const last = made.flatMap((one, at) => recordRows(tx, one, changes[at]![0].seq, days[at]))
    await Promise.all([...sent.flat(), ...last])
  })
  return made.map(({ code }) => code)
}

type Made = Stay & { code: string; body: string }

/** The rows of a booking, the change first, whose number the others need. */
function insertRows(tx: Client, made: Made, nowMs: number) {
  const { hotelId, code, roomCode, checkin, checkout, body } = made
  return [
    tx.unsafe(CHANGE, [hotelId, null, nowMs]),
    tx.unsafe(
      `insert into booking (hotel_id, code, revision, status, room_code, rooms, checkin, checkout, adults, children,
         first_name, last_name, email, currency, total_price_cents, nightly, source_type, created_at_ms, updated_at_ms)
       values ($1, $2, 1, 'confirmed', $3, 1, $4, $5, 1, 0, 'Carla', 'Caller', 'carla@example.com', 'EUR', 1, $6,
         'web', $7, $7)`,
      [hotelId, code, roomCode, checkin, checkout, body, nowMs],
    ),
    tx.unsafe(
      `insert into outbox (id, hotel_id, event, booking_code, revision, body, created_at_ms)
       values ($1, $2, 'booking.confirmed', $1, 1, $3, $4)`,
      [code, hotelId, body, nowMs],
    ),
    tx.unsafe(
      `insert into hotel_sum (hotel_id, day, currency, status, bookings, total_price_cents, commission_cents)
       values ($1, '2027-01-01', 'EUR', 'confirmed', 1, 1, 0) on conflict (hotel_id, day, currency, status)
       do update set bookings = hotel_sum.bookings + 1`,
      [hotelId],
    ),
  ] as const
}

/** The history of a booking's nights, and its revision. */
function recordRows(tx: Client, { hotelId, roomCode, code, body }: Made, seq: number, days: Row[]) {
  const history = rowsOf(
    days.map((day) => [
      ...[hotelId, roomCode, day.date, seq],
      ...[day.available + 1, day.price_cents, false, day.available, day.price_cents, false],
    ]),
  )
  return [
    tx.unsafe(
      `insert into day_history (hotel_id, room_code, date, change_seq, available_before, price_cents_before,
         closed_before, available, price_cents, closed) values ${history.text}`,
      history.params,
    ),
    tx.unsafe(
      'insert into booking_revision (change_seq, hotel_id, code, revision, snapshot) values ($1, $2, $3, 1, $4)',
      [seq, hotelId, code, body],
    ),
  ]
}

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(PORT),
  reusePort: false,
  async fetch(request) {
    const hotelId = Number(request.headers.get('x-hotel-id'))
    if (request.method === 'GET') {
      await sql.unsafe('select version from version where scope = $1', [`hotel:${hotelId}`])
      return new Response(answer, { headers: { 'content-type': 'application/json' } })
    }
    if (request.method === 'POST') {
      const code = await book({ ...((await request.json()) as Omit<Stay, 'hotelId'>), hotelId })
      return Response.json({ code }, { status: 201 })
    }
    const { updates } = (await request.json()) as { updates: Update[] }
    await push(hotelId, updates)
    return Response.json({ applied: updates.length })
  },
})
