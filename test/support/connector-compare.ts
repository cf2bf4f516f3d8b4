import { Database } from 'bun:sqlite'
import type { GuestRecord, World } from './connector-world.ts'
import { dayFromNow } from './process.ts'

const STATUSES = ['pending', 'confirmed', 'cancelled', 'expired', 'no_show', 'completed']
const DAYS = 200

/** Two sides of one kind of thing, compared by name and value. */
export type Comparison = { there: number; missing: string[]; extra: string[]; different: string[] }

/** What the service has and what the connector's mirror has, and whether the counts are what your system wants. */
export async function compare(world: World, told: GuestRecord) {
  const there = await readService(world)
  using database = new Database(world.file, { readonly: true })
  const here = readMirror(database)
  const lost = [...told].filter(
    ([code, { revision }]) => (here.revisions.get(code) ?? 0) < revision,
  )
  return {
    days: compareSides(there.days, here.days),
    bookings: compareSides(there.bookings, here.bookings),
    acks: compareSides(there.acks, here.acks),
    counts: compareSides(there.counts, countsWanted(database)),
    lost: lost.map(([code]) => code),
  }
}

/** How many things are not as they should be. */
export const wrongOf = ({ lost, ...kinds }: Awaited<ReturnType<typeof compare>>) =>
  lost.length +
  Object.values(kinds).reduce(
    (sum, { missing, extra, different }) => sum + missing.length + extra.length + different.length,
    0,
  )

type Side = Map<string, string>

function compareSides(there: Side, here: Side): Comparison {
  const names = [...there.keys()]
  return {
    there: there.size,
    missing: names.filter((name) => !here.has(name)),
    extra: [...here.keys()].filter((name) => !there.has(name)),
    different: names
      .filter((name) => here.has(name) && here.get(name) !== there.get(name))
      .map((name) => `${name}: ${there.get(name)} there, ${here.get(name)} here`),
  }
}

async function readService({ call, auditKey: key }: World) {
  const [days, counts, bookings, acks] = [new Map(), new Map(), new Map(), new Map()] as Side[]
  const range = `from=${dayFromNow(0)}&to=${dayFromNow(DAYS - 1)}`
  const pull = await call('GET', `/v1/partner/availability?${range}`, { key })
  for (const { roomCode, days: all } of pull.body.rooms)
    for (const { date, available, priceCents, closed } of all) {
      days!.set(`${roomCode} ${date}`, `${available} ${priceCents} ${Number(closed)}`)
      counts!.set(`${roomCode} ${date}`, String(available))
    }
  const statuses = STATUSES.map((status) => `&status=${status}`).join('')
  for (let cursor = ''; ; ) {
    const query = `updatedSince=2000-01-01T00:00:00Z&limit=500${statuses}${cursor}`
    const { body } = await call('GET', `/v1/partner/bookings?${query}`, { key })
    for (const { code, revision, status, ackedRevision, confirmedAt } of body.bookings) {
      bookings!.set(code, `${revision} ${status}`)
      if (confirmedAt !== null) acks!.set(code, `${ackedRevision} acknowledged`)
    }
    if (!body.nextCursor) break
    cursor = `&cursor=${body.nextCursor}`
  }
  return { days: days!, counts: counts!, bookings: bookings!, acks: acks! }
}

/** Rows of the connector's file. */
type Cell = { roomCode: string; date: string }
type DayRow = Cell & { available: number; priceCents: number; closed: 0 | 1 }
type BookingRow = { code: string; revision: number; status: string; confirmedAt: string | null }
type OwnRow = Cell & { rooms: number; sold: number }

function readMirror(database: Database) {
  const days = database
    .query<DayRow, [string]>('select * from day where date >= ?')
    .all(dayFromNow(0))
  const all = database
    .query<BookingRow, []>("select *, body ->> 'confirmedAt' as confirmedAt from booking")
    .all()
  // The pull leaves out holds that were cancelled unconfirmed (contract §2), the feed does not.
  const bookings = all.filter(({ status, confirmedAt }) => status !== 'cancelled' || confirmedAt)
  return {
    revisions: new Map<string, number>(all.map(({ code, revision }) => [code, revision])),
    days: new Map(
      days.map(({ roomCode, date, available, priceCents, closed }) => [
        `${roomCode} ${date}`,
        `${available} ${priceCents} ${closed}`,
      ]),
    ),
    bookings: new Map(
      bookings.map(({ code, revision, status }) => [code, `${revision} ${status}`]),
    ),
    acks: new Map(
      bookings
        .filter(({ confirmedAt }) => confirmedAt)
        .map(({ code, revision }) => [code, `${revision} acknowledged`]),
    ),
  }
}

/** Rooms − sold at the desk − live bookings, never below 0, worked out from the bookings themselves. */
function countsWanted(database: Database): Side {
  const wanted = new Map<string, number>()
  const days = database
    .query<OwnRow, [string]>(
      'select d.*, r.rooms from pms_day d join pms_room r using (roomCode) where date >= ?',
    )
    .all(dayFromNow(0))
  for (const { roomCode, date, rooms, sold } of days)
    wanted.set(`${roomCode} ${date}`, rooms - sold)
  for (const { body } of database.query<{ body: string }, []>('select body from booking').all()) {
    const { status, roomCode, rooms, nightly } = JSON.parse(body)
    if (!['pending', 'confirmed'].includes(status)) continue
    for (const { date } of nightly) {
      const name = `${roomCode} ${date}`
      wanted.set(name, wanted.get(name)! - rooms)
    }
  }
  return new Map([...wanted].map(([name, count]) => [name, String(Math.max(0, count))]))
}
