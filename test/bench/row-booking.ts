import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { addDays, type CalendarDate } from '../../src/domain/kernel/date.ts'
import { encodeRequest, NOBODY } from './client.ts'
import { expectSameAnswers, withHouse } from './house-servers.ts'
import { figure, sendTogether, withConnections } from './load.ts'
import type { Plan } from './rows.ts'
import { DAYS_BEFORE, ROOM_CODES, slugOf } from './seed-fill.ts'
import { LARGE, type SeededHouse } from './seed-large.ts'
import { PRAGMAS, type Server } from './servers.ts'
import { alternate, type Line, median } from './stats.ts'
import { expectSameRows, type WrittenTable } from './written.ts'

const CALLERS = 64
const NIGHTS = 3
const COMMITS = 200
/** Bookings whose answers are compared before any is timed. */
const ALIKE = 20

type Stay = { hotelId: number; roomCode: string; checkin: CalendarDate; checkout: CalendarDate }

/**
 * Bookings of three nights by 64 callers, each on disk before it is answered, all over hotels, room types and dates:
 * no room runs out. Peer and floor write the same rows; the peer commits each booking, the floor commits those that
 * wait together, as the service does.
 */
export async function booking({ rounds, isQuick, note }: Plan): Promise<Line[]> {
  const each = isQuick ? 1_500 : 6_000
  return await withHouse(LARGE, async ({ servers, folders, about }) => {
    const requests = listBookings(folders[0]!, about, (rounds + 1) * each + ALIKE)
    await expectSameAnswers(servers, requests.splice(0, ALIKE), 201)
    const measure = (server: Server, round: number) =>
      bookAll(server, requests.slice(round * each, (round + 1) * each))
    for (const server of servers) await measure(server, rounds)
    const [ours, floor, peer] = await alternate(servers, rounds, measure)
    for (const server of servers) await server.stop()
    expectSameRows(folders, BOOKING_ROWS)
    note(
      `booking: all three databases hold the same rows and texts; a commit of one row takes ${commitMs(folders[0]!).toFixed(2)} ms on this disk: the dearer commits are, the more is won by sharing them`,
    )
    const line = { what: 'booking, 64 callers', unit: 'bookings/s', ours: ours! }
    return [
      { ...line, against: 'peer', theirs: peer!, target: { bound: '≥', ratio: 3 } },
      { ...line, against: 'floor', theirs: floor!, target: { bound: '≥', ratio: 0.7 } },
    ]
  })
}

const bookAll = (server: Server, requests: Uint8Array[]) =>
  withConnections(server, CALLERS, (connections) =>
    figure(server, async () => ({
      done: requests.length,
      ms: await sendTogether(connections, requests, 201),
    })),
  )

/** What the disk asks for a durable commit that is hardly any work, in milliseconds. */
function commitMs(folder: string): number {
  const database = new Database(join(folder, 'commit.db'), { create: true })
  for (const pragma of PRAGMAS.split(';')) database.run(`pragma ${pragma}`)
  database.run('create table row (id integer primary key)')
  const insert = database.query('insert into row default values')
  const times = Array.from({ length: COMMITS }, () => {
    const startMs = performance.now()
    insert.run()
    return performance.now() - startMs
  })
  database.close()
  return median(times)
}

/** Bookings that can be had, each of another room type and time than the one before. */
export const listBookings = (
  folder: string,
  about: SeededHouse,
  count: number,
  headersOf: (index: number) => string[] = () => [],
): Uint8Array[] =>
  listStays(folder, about, count).map((stay, index) =>
    encodeRequest(NOBODY, 'POST', '/v1/bookings', bodyOf(stay, index), headersOf(index)),
  )

/** Stays that can be had, each of another room type and time than the one before. */
export function listStays(
  folder: string,
  { from, days, hotels }: SeededHouse,
  count: number,
): Stay[] {
  const database = new Database(join(folder, 'roomwire.db'), { readonly: true })
  const nights = database.query<{ open: number }, (string | number)[]>(
    `select count(*) as open from day where hotel_id = ? and room_code = ? and date >= ? and date < ?
     and available >= 100 and not closed`,
  )
  const stays: Stay[] = []
  for (let index = 0; stays.length < count; index++) {
    const hotelId = 1 + ((index * 1_237) % hotels)
    const roomCode = ROOM_CODES[(index * 3) % ROOM_CODES.length]!
    const checkin = addDays(from, DAYS_BEFORE + ((index * 31) % (days - DAYS_BEFORE - NIGHTS)))
    const checkout = addDays(checkin, NIGHTS)
    if (nights.get(hotelId, roomCode, checkin, checkout)!.open === NIGHTS)
      stays.push({ hotelId, roomCode, checkin, checkout })
  }
  database.close()
  return stays
}

const bodyOf = ({ hotelId, ...stay }: Stay, index: number) => ({
  hotelSlug: slugOf(hotelId),
  ...stay,
  adults: 1,
  guest: guestOf(index),
})

/** A guest who books once. */
export const guestOf = (index: number) => ({
  firstName: 'Carla',
  lastName: `Caller ${index}`,
  email: `caller-${index}@example.com`,
  phone: '+90 555 0100',
  country: 'TR',
})

/** What a booking writes. */
export const BOOKING_ROWS: WrittenTable[] = [
  { table: 'day', where: 'last_seq is not null', madeUp: ['last_seq'] },
  { table: 'day_history', madeUp: ['change_seq', 'prev_seq'] },
  { table: 'change', madeUp: ['seq', 'actor_id', 'at_ms'] },
  {
    table: 'booking',
    madeUp: ['id', 'code', 'created_at_ms', 'updated_at_ms', 'confirmed_at_ms', 'brake_at_ms'],
  },
  // The service's own pass folds them into its sums.
  {
    table: 'hotel_sum',
    madeUp: ['folded_bookings', 'folded_total_price_cents', 'folded_commission_cents'],
  },
  { table: 'booking_revision', madeUp: ['change_seq', 'code'] },
  { table: 'outbox', madeUp: ['seq', 'id', 'booking_code', 'created_at_ms', 'queued_at_ms'] },
]
