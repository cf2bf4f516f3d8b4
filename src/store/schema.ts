import { sql } from 'drizzle-orm'
import type { CalendarDate } from '../domain/date.ts'
import { type Kit, sqliteKit } from './kit.ts'

/** Every table once, in foreign-key order, in the dialect of the kit. */
function define(kit: Kit) {
  const { table, text, int, big, bool, real, serial, pk, index, uniqueIndex, check } = kit
  const date = (name: string) => text(name).$type<CalendarDate>()

  const meta = table('meta', { key: text('key').primaryKey(), value: text('value').notNull() })

  const city = table('city', {
    id: serial('id'),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    country: text('country').notNull(),
  })

  const hotel = table(
    'hotel',
    {
      id: serial('id'),
      cityId: int('city_id')
        .notNull()
        .references(() => city.id),
      slug: text('slug').notNull().unique(),
      name: text('name').notNull(),
      currency: text('currency').notNull(),
      timezone: text('timezone').notNull(),
      stars: int('stars').notNull(),
      address: text('address').notNull(),
      lat: real('lat').notNull(),
      lng: real('lng').notNull(),
      checkinTime: text('checkin_time').notNull(),
      checkoutTime: text('checkout_time').notNull(),
      restoreOnCancel: bool('restore_on_cancel').notNull(),
      active: bool('active').notNull(),
      createdAtMs: big('created_at_ms').notNull(),
    },
    (t) => [index('hotel_city').on(t.cityId)],
  )

  const board = table('board', {
    code: text('code').primaryKey(),
    name: text('name').notNull(),
    position: int('position').notNull(),
  })

  const roomType = table(
    'room_type',
    {
      hotelId: int('hotel_id')
        .notNull()
        .references(() => hotel.id),
      roomCode: text('room_code').notNull(),
      name: text('name').notNull(),
      description: text('description').notNull(),
      totalRooms: int('total_rooms'),
      maxAdults: int('max_adults').notNull(),
      maxChildren: int('max_children').notNull(),
      maxOccupancy: int('max_occupancy').notNull(),
      basePriceCents: big('base_price_cents'),
      active: bool('active').notNull(),
    },
    (t) => [pk({ columns: [t.hotelId, t.roomCode] })],
  )

  /** Boards a room type is sold with; the day's price is for the one at position 0 (contract §2). */
  const roomBoard = table(
    'room_board',
    {
      hotelId: int('hotel_id').notNull(),
      roomCode: text('room_code').notNull(),
      position: int('position').notNull(),
      boardCode: text('board_code')
        .notNull()
        .references(() => board.code),
      supplementCents: big('supplement_cents').notNull(),
    },
    (t) => [pk({ columns: [t.hotelId, t.roomCode, t.position] })],
  )

  /** Rooms left to sell, price and closed flag of one night (contract §1). */
  const day = table(
    'day',
    {
      hotelId: int('hotel_id').notNull(),
      roomCode: text('room_code').notNull(),
      date: date('date').notNull(),
      available: int('available').notNull(),
      priceCents: big('price_cents'),
      closed: bool('closed').notNull(),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.roomCode, t.date] }),
      check('day_available', sql`${t.available} >= 0`),
      check('day_price', sql`${t.priceCents} >= 0`),
    ],
  )

  /** One committed change of a hotel: who made it and when; `seq` grows in the order of commits. */
  const change = table('change', {
    seq: serial('seq'),
    hotelId: int('hotel_id').notNull(),
    actorType: text('actor_type').$type<ActorType>().notNull(),
    actorId: text('actor_id').notNull(),
    pushId: text('push_id'),
    atMs: big('at_ms').notNull(),
  })

  /** What a change did to one day: the state before (null: never pushed) and after. */
  const dayHistory = table(
    'day_history',
    {
      hotelId: int('hotel_id').notNull(),
      roomCode: text('room_code').notNull(),
      date: date('date').notNull(),
      changeSeq: int('change_seq').notNull(),
      availableBefore: int('available_before'),
      priceCentsBefore: big('price_cents_before'),
      closedBefore: bool('closed_before'),
      available: int('available').notNull(),
      priceCents: big('price_cents'),
      closed: bool('closed').notNull(),
    },
    (t) => [pk({ columns: [t.hotelId, t.roomCode, t.date, t.changeSeq] })],
  )

  const apiKey = table(
    'api_key',
    {
      id: text('id').primaryKey(),
      hotelId: int('hotel_id')
        .notNull()
        .references(() => hotel.id),
      name: text('name').notNull(),
      prefix: text('prefix').notNull(),
      hash: text('hash').notNull(),
      requestsPerMinute: int('requests_per_minute'),
      createdAtMs: big('created_at_ms').notNull(),
      expiresAtMs: big('expires_at_ms'),
      revokedAtMs: big('revoked_at_ms'),
      lastUsedAtMs: big('last_used_at_ms'),
    },
    (t) => [uniqueIndex('api_key_hash').on(t.hash), index('api_key_hotel').on(t.hotelId)],
  )

  return { meta, city, hotel, board, roomType, roomBoard, day, change, dayHistory, apiKey }
}

/** Who changed a day: an API key, a booking or a user of the panel (contract §2). */
export type ActorType = 'key' | 'booking' | 'user' | 'system'

export type Tables = ReturnType<typeof define>

export const sqliteTables: Tables = define(sqliteKit)
