import { DatabaseSync } from 'node:sqlite'
import type { Booking, Change, Day } from './api.ts'

export type Mirror = ReturnType<typeof openMirror>
/** A revision that your system has and Roomwire does not know it has. */
type UnackedRevision = { code: string; revision: number }

const TABLES = `
  create table if not exists kept (name text primary key, value text not null) strict;
  create table if not exists day (
    roomCode text, date text, available integer not null, priceCents integer not null, closed integer not null,
    primary key (roomCode, date)) strict;
  create table if not exists booking (
    code text primary key, revision integer not null, status text not null, body text not null,
    ackedRevision integer not null) strict;
  create table if not exists night (
    code text, roomCode text, date text, rooms integer not null,
    primary key (code, date)) strict;
  create index if not exists night_by_day on night (roomCode, date);`

/**
 * What Roomwire has, as far as it is known here, and how far that is: the cursor is written in one transaction with
 * what was read up to it, so that after a kill neither is ahead of the other.
 */
export function openMirror(file: string) {
  const database = new DatabaseSync(file)
  database.exec('pragma busy_timeout = 5000; pragma journal_mode = wal')
  database.exec(TABLES)
  const read = database.prepare('select value from kept where name = ?')
  const write = database.prepare('insert or replace into kept values (?, ?)')
  const setDay = database.prepare('insert or replace into day values (?, ?, ?, ?, ?)')
  const findRevision = database.prepare(
    'select revision, ackedRevision from booking where code = ?',
  )
  const setBooking = database.prepare('insert or replace into booking values (?, ?, ?, ?, ?)')
  const dropNights = database.prepare('delete from night where code = ?')
  const addNight = database.prepare('insert into night values (?, ?, ?, ?)')
  const acked = database.prepare(
    'update booking set ackedRevision = max(ackedRevision, ?) where code = ?',
  )

  const kept = (name: string) => (read.get(name) as { value: string } | undefined)?.value
  const keep = (name: string, value: string) => void write.run(name, value)

  function putDay({ roomCode, date, available, priceCents, closed }: Day): void {
    setDay.run(roomCode, date, available, priceCents, Number(closed))
  }

  /** Entries come in order and whole; one that is known already, or older, changes nothing. */
  function putBooking(booking: Booking): void {
    const { code, revision, status, ackedRevision } = booking
    const known = findRevision.get(code) as { revision: number; ackedRevision: number } | undefined
    if (known && known.revision > revision) return
    const isAcked = Math.max(known?.ackedRevision ?? 0, ackedRevision ?? 0)
    setBooking.run(code, revision, status, JSON.stringify(booking), isAcked)
    dropNights.run(code)
    for (const date of takenNights(booking))
      addNight.run(code, booking.roomCode, date, booking.rooms)
  }

  function transaction(work: () => void): void {
    database.exec('begin immediate')
    try {
      work()
      database.exec('commit')
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  }

  return {
    database,
    kept,
    keep,
    cursor: () => kept('cursor'),
    transaction,
    /** A page of the feed, and the place after it. */
    apply: (changes: readonly Change[], cursor: string) =>
      transaction(() => {
        for (const change of changes) {
          if (change.type === 'booking') putBooking(change.booking)
          if (change.type === 'availability') for (const day of change.days) putDay(day)
        }
        keep('cursor', cursor)
      }),
    /** Everything anew, and the place of the feed before it was read. What is there no more was lost, and is none here. */
    replace: (days: readonly Day[], bookings: readonly Booking[], cursor: string) =>
      transaction(() => {
        database.exec('delete from day; delete from night; delete from booking')
        for (const day of days) putDay(day)
        for (const booking of bookings) putBooking(booking)
        keep('cursor', cursor)
      }),
    /** Of a booking; 0: unknown. */
    revision: (code: string) =>
      (findRevision.get(code) as { revision: number } | undefined)?.revision ?? 0,
    days: () =>
      database.prepare('select * from day').all() as (Omit<Day, 'closed'> & {
        closed: 0 | 1
      })[],
    bookings: () =>
      (database.prepare('select body from booking').all() as { body: string }[]).map(
        ({ body }): Booking => JSON.parse(body),
      ),
    /** Holds, also those that ended unconfirmed, are no business of your desk. */
    unacked: (most: number) =>
      database
        .prepare(
          `select code, revision from booking
           where ackedRevision < revision and body ->> 'confirmedAt' is not null limit ?`,
        )
        .all(most) as UnackedRevision[],
    acked: (code: string, revision: number) => void acked.run(revision, code),
  }
}

/** Nights on which a booking takes rooms; of a guest who did not come the first one. */
function takenNights({ status, checkin, checkout }: Booking): string[] {
  if (!['pending', 'confirmed', 'no_show'].includes(status)) return []
  const nights: string[] = []
  for (let date = checkin; date < checkout; date = dayAfter(date, 1)) nights.push(date)
  return status === 'no_show' ? nights.slice(0, 1) : nights
}

/** A date so many days later. */
export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
