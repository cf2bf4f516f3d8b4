import { sql } from 'drizzle-orm'
import { addDays, type CalendarDate } from '../../src/domain/kernel/date.ts'
import { insertBoards, insertCity } from '../../src/store/catalog/catalog.ts'
import type { Tx } from '../../src/store/engine/engine.ts'
import { chunks } from '../../src/store/engine/pace.ts'
import type { Store } from '../../src/store/open.ts'
import { sqliteDb } from '../support/sql.ts'
import { inBulk } from './seed-bulk.ts'

/** Hotels of the city that is searched, whatever the number of hotels elsewhere. */
export const CITY_HOTELS = 500
/** The slug of that city. */
export const CITY = 'grand'
/** Room types of every hotel, by code ascending. */
export const ROOM_CODES = ['DBL', 'FAM', 'SGL', 'STE', 'TRP'] as const
/** Days of a house before the first night that bookings and searches ask for: not in the past all the month. */
export const DAYS_BEFORE = 32

/** Hotels of each of the other cities. */
const TOWN_HOTELS = 50
/** Hotels whose days one transaction writes. */
const HOTELS_AT_ONCE = 100

/** The slug of the hotel of an id. */
export const slugOf = (hotelId: number) => `hotel-${hotelId}`

/** Ids of the hotels of the large city: spread evenly among the others, as hotels sign up. */
export const cityHotels = (hotels: number) =>
  Array.from({ length: CITY_HOTELS }, (_, index) => 1 + index * (hotels / CITY_HOTELS))

/** Cities, hotels with ids from 1, their room types and boards. */
export async function fillCatalog(store: Store, hotels: number, nowMs: number): Promise<void> {
  await store.tx(async (tx) => {
    await insertBoards(tx, [
      { code: 'RO', name: 'Room only' },
      { code: 'BB', name: 'Bed and breakfast' },
    ])
    const city = await insertCity(tx, { slug: CITY, name: 'Grand', country: 'TR' })
    const towns: number[] = []
    for (let town = 0; town < (hotels - CITY_HOTELS) / TOWN_HOTELS; town++)
      towns.push(
        await insertCity(tx, { slug: `town-${town}`, name: `Town ${town}`, country: 'TR' }),
      )
    const inCity = new Set(cityHotels(hotels))
    const ids = Array.from({ length: hotels }, (_, index) => index + 1)
    for (const part of chunks(ids)) {
      const rows = part.map((id) => ({
        ...hotelRow(id, nowMs),
        cityId: inCity.has(id) ? city : towns[id % towns.length]!,
      }))
      await tx.db.insert(tx.t.hotel).values(rows)
      await insertRooms(tx, part)
    }
  })
}

function hotelRow(id: number, createdAtMs: number) {
  const place = { lat: 41 + (id % 100) / 1_000, lng: 29 + (id % 77) / 1_000 }
  const times = { checkinTime: '14:00', checkoutTime: '12:00', timezone: 'Europe/Istanbul' }
  return {
    id,
    slug: slugOf(id),
    name: `Hotel ${id}`,
    currency: 'EUR',
    stars: 1 + (id % 5),
    address: `${id} Main St`,
    ...place,
    ...times,
    restoreOnCancel: true,
    active: true,
    createdAtMs,
  }
}

async function insertRooms({ t, db }: Tx, hotelIds: readonly number[]): Promise<void> {
  for (const [index, roomCode] of ROOM_CODES.entries()) {
    await db.insert(t.roomType).values(
      hotelIds.map((hotelId) => ({
        hotelId,
        roomCode,
        name: `Room ${roomCode}`,
        description: 'With a window on the street.',
        totalRooms: 1_000,
        maxAdults: roomCode === 'SGL' ? 1 : 2 + (index % 3),
        maxChildren: 1,
        maxOccupancy: 4,
        basePriceCents: 10_000,
        active: true,
      })),
    )
    for (const [position, boardCode] of ['RO', 'BB'].entries())
      await db.insert(t.roomBoard).values(
        hotelIds.map((hotelId) => {
          const supplementCents = position * 1_200
          return { hotelId, roomCode, position, boardCode, supplementCents }
        }),
      )
  }
}

/** Every day of every room type: one in nineteen is sold out, one in twenty-three is closed. */
export async function fillDays(
  store: Store,
  hotels: number,
  dates: readonly CalendarDate[],
): Promise<void> {
  const { roomType } = store.t
  for (let first = 1; first <= hotels; first += HOTELS_AT_ONCE)
    // In the order of the key, so that the table grows at its end.
    await store.tx(async ({ db }) =>
      sqliteDb(db).run(sql`
        with place as (
          select hotel_id, room_code, key, value,
            hotel_id * 7919 + unicode(room_code) * 104729 + key * 1299709 as x
          from ${roomType} cross join json_each(${JSON.stringify(dates)})
          where hotel_id between ${first} and ${first + HOTELS_AT_ONCE - 1}
        )
        insert into ${store.t.day} (hotel_id, room_code, date, available, price_cents, closed)
        select hotel_id, room_code, value,
          case when x % 19 = 0 then 0 else 300 + x % 500 end,
          5000 + unicode(room_code) * 50 + hotel_id % 1009 + x % 4001,
          x % 23 = 0
        from place`),
    )
}

/**
 * Bookings of two nights, one in ten cancelled, spread over all hotels and six months; one hotel has some five times
 * as many. They are acknowledged and lie in the future, so that no background pass has work with them. Their past is
 * `fillHistory`.
 */
export async function fillBookings(
  store: Store,
  house: {
    hotels: number
    bookings: number
    from: CalendarDate
    busyHotel: number
    nowMs: number
  },
): Promise<void> {
  const { hotels, bookings, from, busyHotel, nowMs } = house
  const start = addDays(from, DAYS_BEFORE)
  await inBulk(store, 'booking', ({ db }) => {
    sqliteDb(db).run(sql`
        with recursive number(n) as (
          select 1 where ${bookings} > 0 union all select n + 1 from number where n < ${bookings}
        ), stay as (
          select n, date(${start}, ((n * 7) % 180) || ' days') as checkin,
            ${nowMs} - 86400000 - (${bookings} - n) * 60000 as at,
            8000 + n % 4001 as price, n % 10 = 3 as is_cancelled,
            case when n % 500 = 0 then ${busyHotel} else 1 + (n * 7919) % ${hotels} end as hotel_id
          from number
        )
        insert into ${store.t.booking} (hotel_id, code, revision, status, room_code, board_code, rooms, checkin,
          checkout, adults, children, first_name, last_name, email, phone, country, currency,
          total_price_cents, nightly, source_type, created_at_ms, updated_at_ms, confirmed_at_ms,
          cancelled_at_ms, acked_revision)
        select hotel_id, printf('S%09d', n), 1 + is_cancelled,
          iif(is_cancelled, 'cancelled', 'confirmed'), 'DBL', 'RO', 1, checkin,
          date(checkin, '2 days'), 2, 0, 'Carla', 'Guest ' || n, 'guest-' || n || '@example.com',
          '+90 555 0100', 'TR', 'EUR', 2 * price + 100,
          json_array(json_object('date', checkin, 'priceCents', price),
            json_object('date', date(checkin, '1 day'), 'priceCents', price + 100)),
          'web', at, at, at, iif(is_cancelled, at, null), 1 + is_cancelled
        from stay`)
  })
  await fillSums(store)
  // Two nights each, as they were filled.
  await store.tx(async ({ db }) =>
    sqliteDb(db).run(sql`
      update ${store.t.day} set live = sold.rooms
      from (
        select hotel_id, room_code, date(checkin, night.value || ' days') as date, sum(rooms) as rooms
        from ${store.t.booking} cross join json_each('[0,1]') night
        where status = 'confirmed' group by 1, 2, 3
      ) sold
      where day.hotel_id = sold.hotel_id and day.room_code = sold.room_code and day.date = sold.date`),
  )
}

/** The sums of bookings, folded: none of them is an agency's. */
async function fillSums(store: Store): Promise<void> {
  const { booking, hotelSum, serviceSum } = store.t
  await store.tx(async ({ db }) => {
    sqliteDb(db).run(sql`
      insert into ${hotelSum} (hotel_id, day, currency, status, bookings, total_price_cents, commission_cents,
        folded_bookings, folded_total_price_cents, folded_commission_cents)
      select hotel_id, date(created_at_ms / 1000, 'unixepoch'), currency, status,
        count(*), sum(earned), 0, count(*), sum(earned), 0
      from (select *, iif(status = 'cancelled', 0, total_price_cents) as earned from ${booking})
      group by 1, 2, 3, 4`)
    sqliteDb(db).run(sql`
      insert into ${serviceSum} (day, currency, status, bookings, total_price_cents, commission_cents)
      select day, currency, status, sum(bookings), sum(total_price_cents), 0
      from ${hotelSum} group by 1, 2, 3`)
  })
}
