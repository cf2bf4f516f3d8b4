import { getTableColumns, getTableName } from 'drizzle-orm'
import type { CalendarDate } from '../../../src/domain/kernel/date.ts'
import { sqliteTables, type Tables } from '../../../src/store/engine/schema.ts'

type Value = string | number | null
type Statement = {
  all: (...values: Value[]) => unknown[]
  run: (...values: Value[]) => { lastInsertRowid: number | bigint }
}
/** What the drivers of the floor and of the peer have in common. */
export type Driver = { prepare: (sql: string) => Statement }

/** A night as it is taken or quoted. */
export type NightRow = {
  date: CalendarDate
  available: number
  price_cents: number | null
  closed: number
}
/** A booking as it is stored. */
export type BookingRow = Tables['booking']['$inferSelect']

const NIGHTS = 'hotel_id = ? and room_code = ? and date >= ? and date < ?'
const TAKEABLE = `${NIGHTS} and available >= ? and closed = 0 and price_cents > 0`

// The fastest join found for one city and three nights: 4 ms for 500 hotels. The cross joins hold SQLite to the order
// in which each room type's nights are one stretch of the key; with plain joins it reads every day of each hotel, and
// needs 37 ms. Grouped in the order of the rows, so that no group is sorted.
const SEARCH = `
  with offer as (
    select h.id as hotel_id, r.room_code, sum(d.price_cents) as total
    from hotel h cross join room_type r cross join day d
    where h.city_id = (select id from city where slug = ?) and h.active
      and r.hotel_id = h.id and r.active
      and r.max_adults >= 2 and r.max_occupancy >= 2
      and d.hotel_id = r.hotel_id and d.room_code = r.room_code and d.date >= ? and d.date < ?
      and d.available >= 1 and not d.closed and d.price_cents > 0
    group by h.id, r.room_code
    having count(*) = ?
  )
  select hotel_id, room_code, min(total) as total from offer
  group by hotel_id order by total, hotel_id limit ?`

const LIST_BOOKINGS = `
  select ${columnsOf(sqliteTables.booking).map(({ key, name }) => `${name} as "${key}"`)}
  from booking
  where hotel_id = ? and checkin between ? and ?
    and status in ('confirmed', 'cancelled', 'no_show', 'completed')
  order by checkin, id limit ?`

const TAKE_NIGHTS = `
  update day set available = available - ?, live = live + ?, unproven = unproven + ?, last_seq = ? where ${TAKEABLE}
  returning date, available, price_cents, closed`

const RECORD_NIGHTS = `
  insert into day_history (hotel_id, room_code, date, change_seq, available_before, price_cents_before,
    closed_before, shortfall_before, available, price_cents, closed, shortfall, prev_seq)
  select hotel_id, room_code, date, ?, available, price_cents, closed, shortfall, available - ?, price_cents, closed,
    shortfall, last_seq
  from day where ${TAKEABLE}`

const ADD_SUM = `
  insert into hotel_sum (hotel_id, day, currency, status, bookings, total_price_cents, commission_cents)
  values (?, ?, ?, 'confirmed', 1, ?, 0)
  on conflict do update set bookings = bookings + 1,
    total_price_cents = total_price_cents + excluded.total_price_cents`

/**
 * What booking, search, hotel page and reservation pull come to as plain SQL, each statement prepared once. A row that
 * a booking adds has the columns of the service's table: one more there is one more here.
 */
export function prepareStatements(db: Driver) {
  const { change, booking, bookingRevision, outbox } = sqliteTables
  return {
    search: db.prepare(SEARCH),
    listDays: db.prepare(
      `select date, available, price_cents, closed from day where ${NIGHTS} order by date`,
    ),
    listBookings: db.prepare(LIST_BOOKINGS),
    takeNights: db.prepare(TAKE_NIGHTS),
    recordNights: db.prepare(RECORD_NIGHTS),
    addSum: db.prepare(ADD_SUM),
    insertChange: insertInto(db, change, 'seq'),
    insertBooking: insertInto(db, booking, 'id'),
    insertRevision: insertInto(db, bookingRevision),
    insertOutbox: insertInto(db, outbox, 'seq'),
  }
}

/** A row as the driver takes it: a value that it does not know is a text. */
type DriverRow<Row> = {
  [Name in keyof Row]: Row[Name] extends Value | boolean ? Row[Name] : string
}

/** An insert of a whole row of a table. @param made columns that the engine fills in */
function insertInto<T extends Tables[keyof Tables], Made extends string = never>(
  db: Driver,
  table: T,
  ...made: Made[]
) {
  const columns = columnsOf(table).filter(({ key }) => !(made as string[]).includes(key))
  const names = columns.map(({ name }) => name)
  const statement = db.prepare(
    `insert into ${getTableName(table)} (${names}) values (${names.map(() => '?')})`,
  )
  return (row: DriverRow<Omit<T['$inferSelect'], Made>>) => {
    const given = row as Record<string, Value | boolean>
    return statement.run(
      ...columns.map(({ key }) => {
        const value = given[key]!
        return typeof value === 'boolean' ? Number(value) : value
      }),
    )
  }
}

function columnsOf(table: Tables[keyof Tables]): { key: string; name: string }[] {
  return Object.entries(getTableColumns(table)).map(([key, { name }]) => ({ key, name }))
}
