import type { DatabaseSync } from 'node:sqlite'

export type Pms = ReturnType<typeof openPms>
/** A day on which Roomwire has something else than your system wants; null: that is equal. */
export type Difference = {
  roomCode: string
  date: string
  available: number | null
  priceCents: number | null
  isClosed: 0 | 1
}

/**
 * Stands for your system: rooms of each type, and day by day what its own desk has sold and what a room costs.
 * People at the desk write to these tables at any time.
 */
const TABLES = `
  create table if not exists pms_room (roomCode text primary key, rooms integer not null) strict;
  create table if not exists pms_day (
    roomCode text, date text, sold integer not null, priceCents integer not null,
    primary key (roomCode, date)) strict;`

/** Rooms − sold at the desk − booked or on hold here: what Roomwire must show, and is sent with holds counted. */
const DIFFERENCES = `
  with own as (
    select p.roomCode, p.date, p.priceCents,
      max(0, r.rooms - p.sold - coalesce((select sum(rooms) from night n
        where n.roomCode = p.roomCode and n.date = p.date), 0)) as free
    from pms_day p join pms_room r using (roomCode))
  select own.roomCode, own.date,
    iif(own.free is not d.available, own.free, null) as available,
    iif(own.priceCents is not d.priceCents, own.priceCents, null) as priceCents,
    coalesce(d.closed, 1) as isClosed
  from own left join day d using (roomCode, date)
  where own.date >= ? and (own.free is not d.available
    or own.priceCents is not d.priceCents or d.closed is not 0)
  order by own.date, own.roomCode limit ?`

/** Opens it in the database of the mirror, so that both are read at one moment. */
export function openPms(database: DatabaseSync) {
  database.exec(TABLES)
  const find = database.prepare(DIFFERENCES)
  const addRoom = database.prepare('insert or ignore into pms_room values (?, ?)')
  const addDay = database.prepare('insert or ignore into pms_day values (?, ?, 0, ?)')
  return {
    /** A room type with its days, unless it is known. */
    open(roomCode: string, rooms: number, dates: readonly string[], priceCents: number): void {
      addRoom.run(roomCode, rooms)
      for (const date of dates) addDay.run(roomCode, date, priceCents)
    },
    differences: (from: string, most: number) => find.all(from, most) as Difference[],
  }
}
