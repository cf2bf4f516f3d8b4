/**
 * The peer: the availability pull and push as one writes them with Fastify and better-sqlite3: schemas for
 * requests and answers, statements prepared once, one transaction a push, keys by their hash in memory.
 * No rate limit, no entity tags, no warnings: what it leaves out is to its advantage.
 */
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import Fastify from 'fastify'

const { DATA_DIR = '.', PORT, PRAGMAS } = process.env
const DAY_MS = 86_400_000

const db = new Database(join(DATA_DIR, 'roomwire.db'))
for (const pragma of PRAGMAS.split(';')) db.pragma(pragma)

const keys = new Map()
for (const row of db.prepare('select hash, id, hotel_id from api_key').iterate())
  keys.set(row.hash, { id: row.id, hotelId: row.hotel_id })
const hotels = new Map()
for (const row of db.prepare('select * from room_type order by hotel_id, room_code').iterate()) {
  const rooms = hotels.get(row.hotel_id) ?? new Map()
  rooms.set(row.room_code, { basePriceCents: row.base_price_cents, totalRooms: row.total_rooms })
  hotels.set(row.hotel_id, rooms)
}

const listDays = db.prepare(
  `select date, available, price_cents as priceCents, closed from day
   where hotel_id = ? and room_code = ? and date between ? and ? order by date`,
)
const findDay = db.prepare(
  `select available, price_cents as priceCents, closed, last_seq as lastSeq from day
   where hotel_id = ? and room_code = ? and date = ?`,
)
const upsertDay = db.prepare(
  `insert into day (hotel_id, room_code, date, available, price_cents, closed, last_seq) values (?, ?, ?, ?, ?, ?, ?)
   on conflict do update set available = excluded.available, price_cents = excluded.price_cents,
     closed = excluded.closed, last_seq = excluded.last_seq`,
)
const insertChange = db.prepare(
  'insert into change (hotel_id, actor_type, actor_id, push_id, at_ms) values (?, ?, ?, ?, ?)',
)
const insertPush = db.prepare(
  `insert into push (id, hotel_id, actor_type, actor_id, mode, dry_run, received, applied, unchanged, rejected, at_ms)
   values (?, ?, 'key', ?, 'partial', 0, ?, ?, ?, ?, ?)`,
)
const insertHistory = db.prepare(
  `insert into day_history (hotel_id, room_code, date, change_seq, available_before, price_cents_before,
     closed_before, available, price_cents, closed, prev_seq)
   values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
)

const date = { type: 'string', format: 'date' }
const integer = { type: 'integer' }
const pullSchema = {
  querystring: {
    type: 'object',
    required: ['from', 'to'],
    properties: { from: date, to: date },
    additionalProperties: false,
  },
  response: {
    200: {
      type: 'object',
      properties: {
        from: { type: 'string' },
        to: { type: 'string' },
        rooms: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              roomCode: { type: 'string' },
              days: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: {
                    date: { type: 'string' },
                    available: integer,
                    priceCents: integer,
                    closed: { type: 'boolean' },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
}
const pushSchema = {
  body: {
    type: 'object',
    required: ['updates'],
    additionalProperties: false,
    properties: {
      updates: {
        type: 'array',
        minItems: 1,
        maxItems: 10_000,
        items: {
          type: 'object',
          required: ['roomCode', 'date', 'available'],
          additionalProperties: false,
          properties: {
            roomCode: { type: 'string', minLength: 1, maxLength: 64 },
            date,
            available: { type: 'integer', minimum: 0, maximum: 9_999 },
            priceCents: { type: 'integer', minimum: 0 },
            closed: { type: 'boolean' },
          },
        },
      },
    },
  },
  response: {
    200: {
      type: 'object',
      properties: {
        pushId: { type: 'string' },
        received: integer,
        applied: integer,
        unchanged: integer,
        rejected: integer,
        errors: {
          type: 'array',
          items: { type: 'object', properties: { index: integer, code: { type: 'string' } } },
        },
      },
    },
  },
}

const app = Fastify({ bodyLimit: 4 * 1024 * 1024 })
app.decorateRequest('key', null)
app.addHook('onRequest', async (request, reply) => {
  const secret = request.headers.authorization?.slice('Bearer '.length) ?? ''
  request.key = keys.get(createHash('sha256').update(secret).digest('base64'))
  if (!request.key) return reply.code(401).send({ code: 'unauthenticated' })
})

app.get('/v1/partner/availability', { schema: pullSchema }, async (request) => {
  const { from, to } = request.query
  const { hotelId } = request.key
  const dates = datesBetween(from, to)
  const rooms = []
  for (const [roomCode, { basePriceCents }] of hotels.get(hotelId)) {
    const stored = listDays.all(hotelId, roomCode, from, to)
    rooms.push({ roomCode, days: fillGaps(stored, dates, basePriceCents ?? 0) })
  }
  return { from, to, rooms }
})

app.put('/v1/partner/availability', { schema: pushSchema }, async (request) =>
  push.immediate(request.key, request.body.updates),
)

const push = db.transaction((key, updates) => {
  const rooms = hotels.get(key.hotelId)
  const pushId = randomUUID()
  const nowMs = Date.now()
  const { lastInsertRowid: seq } = insertChange.run(key.hotelId, 'key', key.id, pushId, nowMs)
  const [first, last] = [dayFromNow(-1), dayFromNow(730)]
  const errors = []
  let applied = 0
  let unchanged = 0
  for (const [index, update] of updates.entries()) {
    const room = rooms.get(update.roomCode)
    const code = refusal(room, update, first, last)
    if (code) {
      errors.push({ index, code })
      continue
    }
    const before = findDay.get(key.hotelId, update.roomCode, update.date)
    const after = {
      available: update.available,
      priceCents: update.priceCents ?? before?.priceCents ?? room.basePriceCents,
      closed: update.closed === undefined ? (before?.closed ?? 0) : Number(update.closed),
    }
    if (isSame(before, after)) {
      unchanged++
      continue
    }
    applied++
    const place = [key.hotelId, update.roomCode, update.date]
    upsertDay.run(...place, after.available, after.priceCents, after.closed, seq)
    insertHistory.run(
      ...place,
      seq,
      before?.available ?? null,
      before?.priceCents ?? null,
      before?.closed ?? null,
      after.available,
      after.priceCents,
      after.closed,
      before?.lastSeq ?? null,
    )
  }
  const [received, rejected] = [updates.length, errors.length]
  insertPush.run(pushId, key.hotelId, key.id, received, applied, unchanged, rejected, nowMs)
  return { pushId, received, applied, unchanged, rejected, errors }
})

function refusal(room, update, first, last) {
  if (!room) return 'unknown_room'
  if (update.date < first) return 'date_in_past'
  if (update.date > last) return 'date_too_far'
  if (room.totalRooms !== null && update.available > room.totalRooms) return 'above_capacity'
  return undefined
}

function isSame(before, after) {
  return (
    before !== undefined &&
    before.available === after.available &&
    before.priceCents === after.priceCents &&
    before.closed === after.closed
  )
}

function fillGaps(stored, dates, basePriceCents) {
  let next = 0
  return dates.map((date) => {
    const row = stored[next]
    if (row?.date !== date) return { date, available: 0, priceCents: basePriceCents, closed: true }
    next++
    return {
      date,
      available: row.available,
      priceCents: row.priceCents ?? basePriceCents,
      closed: row.closed === 1,
    }
  })
}

function datesBetween(from, to) {
  const dates = []
  const end = Date.parse(to)
  for (let at = Date.parse(from); at <= end; at += DAY_MS)
    dates.push(new Date(at).toISOString().slice(0, 10))
  return dates
}

const dayFromNow = (days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

process.on('SIGTERM', () => app.close().then(() => db.close()))
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
