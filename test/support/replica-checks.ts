import { expect } from 'bun:test'
import type { SQL } from 'bun'
import type { Replicas } from './processes.ts'
import type { KeyedHotel } from './replica-hotels.ts'
import { ROOMS } from './replica-load.ts'

type Cell = { available: number; shortfall: number; live: number }
type DayRow = {
  seq: string
  room_code: string
  date: string
  available_before: number | null
  shortfall_before: number | null
  available: number
  shortfall: number
}
type Revision = { seq: string; code: string; revision: number; snapshot: string }
type Stay = { status: string; roomCode: string; checkin: string; checkout: string; rooms: number }

/**
 * Plays a hotel's changes again, one after another: each finds the days as the one before left them; no night has more
 * live rooms than the room type; of rooms whose count nobody pushes none is lost and none is there twice; and the days are
 * in the end as they are stored.
 *
 * @returns how many changes there were
 */
export async function replayHotel(sql: SQL, { slug }: KeyedHotel): Promise<number> {
  const [{ id }] = await sql`select id from hotel where slug = ${slug}`
  const changes = await sql`select seq from change where hotel_id = ${id} order by seq`
  const days: DayRow[] = await sql`
    select change_seq as seq, room_code, date, available_before, shortfall_before, available, shortfall
    from day_history where hotel_id = ${id}`
  const revisions: Revision[] = await sql`
    select change_seq as seq, code, revision, snapshot from booking_revision where hotel_id = ${id}`
  const daysOf = Map.groupBy(days, ({ seq }) => seq)
  const revisionsOf = Map.groupBy(revisions, ({ seq }) => seq)
  const cells = new Map<string, Cell>()
  const bookings = new Map<string, { revision: number; stay: Stay }>()
  for (const { seq } of changes) {
    const touched = new Set<string>()
    for (const row of daysOf.get(seq) ?? []) touched.add(playDay(cells, row))
    for (const row of revisionsOf.get(seq) ?? [])
      for (const name of playRevision(cells, bookings, row)) touched.add(name)
    for (const name of touched) checkCell(name, cells.get(name)!)
  }
  const stored = await sql`
    select room_code || ' ' || date as name, available, shortfall, live from day where hotel_id = ${id}`
  const asStored = stored.map(({ name, ...cell }: { name: string } & Cell) => [name, cell])
  expect(new Map([...cells].toSorted())).toEqual(new Map(asStored.toSorted()))
  return changes.length
}

function playDay(cells: Map<string, Cell>, row: DayRow): string {
  const name = `${row.room_code} ${row.date}`
  const found = cells.get(name)
  const before = found ? [found.available, found.shortfall] : [null, 0]
  expect([name, row.available_before, row.shortfall_before ?? 0]).toEqual([name, ...before])
  const { available, shortfall } = row
  cells.set(name, { available, shortfall, live: found?.live ?? 0 })
  return name
}

function playRevision(
  cells: Map<string, Cell>,
  bookings: Map<string, { revision: number; stay: Stay }>,
  { code, revision, snapshot }: Revision,
): string[] {
  const before = bookings.get(code)
  expect([code, revision]).toEqual([code, (before?.revision ?? 0) + 1])
  const stay: Stay = JSON.parse(snapshot)
  bookings.set(code, { revision, stay })
  const moved: string[] = []
  const move = ({ status, roomCode, checkin, checkout, rooms }: Stay, by: 1 | -1) => {
    if (status !== 'pending' && status !== 'confirmed') return
    for (let date = checkin; date < checkout; date = nextDay(date)) {
      const name = `${roomCode} ${date}`
      cells.get(name)!.live += by * rooms
      moved.push(name)
    }
  }
  if (before) move(before.stay, -1)
  move(stay, 1)
  return moved
}

function checkCell(name: string, { available, shortfall, live }: Cell): void {
  const { roomCode, totalRooms } = ROOMS.find((room) => name.startsWith(room.roomCode))!
  expect(`${name}: ${live} live`).toBe(`${name}: ${Math.min(live, totalRooms)} live`)
  const isCounted = roomCode === 'SUI'
  const sum = available + live
  if (isCounted) expect([name, sum, shortfall]).toEqual([name, totalRooms, 0])
  else expect([name, sum]).toEqual([name, Math.min(sum, totalRooms)])
}

const nextDay = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

/** Every entry of a hotel's feed, as one replica tells it after the load. */
export async function wholeFeed(
  { next }: Replicas,
  { secret: key }: KeyedHotel,
): Promise<{ cursor: string; type: string; booking?: { code: string; revision: number } }[]> {
  const served = next()
  const entries = []
  for (let cursor = ''; ; ) {
    const path = `/v1/partner/changes?limit=500${cursor && `&cursor=${cursor}`}`
    const { body } = await served.call('GET', path, { key })
    entries.push(...body.changes)
    cursor = body.nextCursor
    if (!body.hasMore) return entries
  }
}

/** Revisions of a hotel's bookings as they are stored, in the order of their changes. */
export const storedRevisions = async (sql: SQL, { slug }: KeyedHotel): Promise<string[]> =>
  (
    await sql`
      select code || ' ' || revision as name from booking_revision
      where hotel_id = (select id from hotel where slug = ${slug}) order by change_seq`
  ).map(({ name }: { name: string }) => name)
