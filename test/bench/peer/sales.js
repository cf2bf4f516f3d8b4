/**
 * The peer of booking, search, hotel page and reservation pull: Fastify and better-sqlite3 with schemas for requests and
 * answers; one immediate transaction a booking, durable before it is answered; keys by their hash in memory.
 * No rate limit, no sessions, no idempotency, no events sent: what it leaves out is to its advantage.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import Fastify from 'fastify'
import { createSales } from './sales-plain.js'

const { DATA_DIR = '.', PORT, PRAGMAS } = process.env

const db = new Database(join(DATA_DIR, 'roomwire.db'))
for (const pragma of PRAGMAS.split(';')) db.pragma(pragma)
const sales = createSales(db)
const book = db.transaction(sales.book)
const hotelOfKey = new Map(db.prepare('select hash, hotel_id from api_key').raw().all())

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }
const date = { type: 'string', format: 'date' }
const integer = { type: 'integer' }
const integerOrNull = { type: ['integer', 'null'] }
const object = (properties, more = {}) => ({ type: 'object', properties, ...more })
const list = (items) => ({ type: 'array', items })
const strict = (required, properties) =>
  object(properties, { required, additionalProperties: false })

const night = object({ date: text, priceCents: integer })
const record = object({
  code: text,
  revision: integer,
  status: text,
  hotelSlug: text,
  hotelName: text,
  roomCode: text,
  roomName: text,
  boardCode: textOrNull,
  rooms: integer,
  checkin: text,
  checkout: text,
  nights: integer,
  adults: integer,
  children: integer,
  guest: object({
    firstName: text,
    lastName: text,
    email: text,
    phone: textOrNull,
    country: textOrNull,
  }),
  currency: text,
  totalPriceCents: integer,
  nightly: list(night),
  source: object({ type: text }),
  specialRequests: textOrNull,
  createdAt: text,
  updatedAt: text,
  confirmedAt: textOrNull,
  cancelledAt: textOrNull,
  cancelReason: textOrNull,
  ackedRevision: integerOrNull,
  externalId: textOrNull,
})
const hotel = {
  slug: text,
  name: text,
  city: object({ slug: text, name: text, country: text }),
  stars: integer,
  rating: { type: ['number', 'null'] },
  reviewCount: integer,
  currency: text,
  lat: { type: 'number' },
  lng: { type: 'number' },
  address: text,
}
const offer = { roomCode: text, boardCode: textOrNull }
const hit = object({
  ...hotel,
  ...{ fromTotalCents: integer, ...offer, lowestTotalCents: integer },
  lowest: object({ roomCode: text, rateCode: text, boardCode: textOrNull }),
})
const room = object({
  roomCode: text,
  name: text,
  description: text,
  maxAdults: integer,
  maxChildren: integer,
  maxOccupancy: integer,
  boards: list(text),
  quote: object(
    {
      totalPriceCents: integer,
      nightly: list(night),
      boardCode: textOrNull,
      available: integer,
      boards: list(object({ boardCode: text, totalPriceCents: integer })),
    },
    { nullable: true },
  ),
  reason: object({ code: text, message: text, dates: list(text) }, { nullable: true }),
})

const bookSchema = {
  body: strict(['hotelSlug', 'roomCode', 'checkin', 'checkout', 'adults', 'guest'], {
    hotelSlug: { type: 'string', minLength: 1, maxLength: 200 },
    roomCode: { type: 'string', minLength: 1, maxLength: 64 },
    checkin: date,
    checkout: date,
    rooms: { type: 'integer', minimum: 1, maximum: 1_000 },
    adults: { type: 'integer', minimum: 1, maximum: 1_000 },
    children: { type: 'integer', minimum: 0, maximum: 1_000 },
    boardCode: { type: 'string', minLength: 1, maxLength: 64 },
    guest: strict(['firstName', 'lastName', 'email'], {
      firstName: { type: 'string', minLength: 1, maxLength: 100 },
      lastName: { type: 'string', minLength: 1, maxLength: 100 },
      email: { type: 'string', format: 'email', maxLength: 254 },
      phone: text,
      country: { type: 'string', pattern: '^[A-Z]{2}$' },
    }),
    specialRequests: { type: 'string', maxLength: 2_000 },
  }),
  response: { 201: record },
}
const stay = { checkin: date, checkout: date }
const searchSchema = {
  querystring: strict(['city', 'checkin', 'checkout'], { city: text, ...stay }),
  response: { 200: object({ items: list(hit), nextCursor: textOrNull }) },
}
const pageSchema = {
  querystring: strict(['checkin', 'checkout'], stay),
  response: {
    200: object({
      ...hotel,
      timezone: text,
      checkinTime: text,
      checkoutTime: text,
      rooms: list(room),
    }),
  },
}
const pullSchema = {
  querystring: strict(['from', 'to'], { from: date, to: date }),
  response: {
    200: object({
      from: text,
      to: text,
      dateField: text,
      bookings: list(record),
      nextCursor: textOrNull,
    }),
  },
}

const app = Fastify()

app.post('/v1/bookings', { schema: bookSchema }, async (request, reply) => {
  const booking = book.immediate(request.body)
  return reply.code(201).header('location', `/v1/bookings/${booking.code}`).send(booking)
})

app.get('/v1/hotels', { schema: searchSchema }, async (request) => sales.search(request.query))

app.get('/v1/hotels/:slug', { schema: pageSchema }, async (request) =>
  sales.page(request.params.slug, request.query),
)

app.get('/v1/partner/bookings', { schema: pullSchema }, async (request, reply) => {
  const secret = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const hotelId = hotelOfKey.get(createHash('sha256').update(secret).digest('base64'))
  if (hotelId === undefined) return reply.code(401).send({ code: 'unauthenticated' })
  return sales.reservations(hotelId, request.query)
})

process.on('SIGTERM', () => app.close().then(() => db.close()))
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
