/**
 * The peer of booking, search, hotel page and reservation pull: Fastify and better-sqlite3 with schemas for requests and
 * answers; one immediate transaction a booking, durable before it is answered; keys by their hash in memory. Answers are
 * written by the schemas that the service publishes.
 * No rate limit, no sessions, no idempotency, no events sent: what it leaves out is to its advantage.
 */
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import Fastify from 'fastify'
import { createSales } from '../sales/sales.ts'

// What the service makes tokens with, by Node's own means.
globalThis.Bun = {
  CryptoHasher: class {
    constructor(algorithm, key) {
      // biome-ignore lint/correctness/noConstructorReturn: one of its kind
      return createHmac(algorithm, key)
    }
  },
}

const { DATA_DIR = '.', PORT, PRAGMAS } = process.env
const read = (name) => JSON.parse(readFileSync(join(DATA_DIR, name), 'utf8'))

const db = new Database(join(DATA_DIR, 'roomwire.db'))
for (const pragma of PRAGMAS.split(';')) db.pragma(pragma)
const sales = createSales(db, read('sheets.json'))
const schemas = read('schemas.json')
const book = db.transaction(sales.book)
const hotelOfKey = new Map(db.prepare('select hash, hotel_id from api_key').raw().all())

const text = { type: 'string' }
const date = { type: 'string', format: 'date' }
const strict = (required, properties) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
})
const bookingBody = strict(['hotelSlug', 'roomCode', 'checkin', 'checkout', 'adults', 'guest'], {
  hotelSlug: { type: 'string', minLength: 1, maxLength: 200 },
  roomCode: { type: 'string', minLength: 1, maxLength: 64 },
  checkin: date,
  checkout: date,
  adults: { type: 'integer', minimum: 1, maximum: 1_000 },
  guest: strict(['firstName', 'lastName', 'email'], {
    firstName: { type: 'string', minLength: 1, maxLength: 100 },
    lastName: { type: 'string', minLength: 1, maxLength: 100 },
    email: { type: 'string', format: 'email', maxLength: 254 },
    phone: text,
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
  }),
})
const stay = { checkin: date, checkout: date }
const schemaOf = (operation, more, status = 200) => ({
  schema: { ...more, response: { [status]: schemas[operation] } },
})

const app = Fastify()

app.post(
  '/v1/bookings',
  schemaOf('placeBooking', { body: bookingBody }, 201),
  async (request, reply) => {
    const booking = book.immediate(request.body)
    return reply.code(201).header('location', `/v1/bookings/${booking.code}`).send(booking)
  },
)

app.get(
  '/v1/hotels',
  schemaOf('searchHotels', {
    querystring: strict(['city', 'checkin', 'checkout'], { city: text, ...stay }),
  }),
  async (request) => sales.search(request.query),
)

app.get(
  '/v1/hotels/:slug',
  schemaOf('getHotelPage', { querystring: strict(['checkin', 'checkout'], stay) }),
  async (request) => sales.page(request.params.slug, request.query),
)

app.get(
  '/v1/partner/bookings',
  schemaOf('pullBookings', { querystring: strict(['from', 'to'], { from: date, to: date }) }),
  async (request, reply) => {
    const secret = request.headers.authorization?.slice('Bearer '.length) ?? ''
    const hotelId = hotelOfKey.get(createHash('sha256').update(secret).digest('base64'))
    if (hotelId === undefined) return reply.code(401).send({ code: 'unauthenticated' })
    return sales.reservations(hotelId, request.query)
  },
)

process.on('SIGTERM', () => app.close().then(() => db.close()))
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
