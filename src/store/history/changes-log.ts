import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import { ROWS_SEARCHED_MAX } from '../../domain/kernel/search-text.ts'
import { actorOf, isActorKey, type NamedActor, publicActor } from '../days/actors.ts'
import type { Handle } from '../engine/engine.ts'
import { nextTurn } from '../engine/loop-turns.ts'
import type { AuditPlace } from './audit.ts'
import { type DaySums, sumDays } from './day-sums.ts'

/** Changes that are read in one turn of the event loop. */
const SLICE = 200
/** The cost of a page, in days of rates that it reads; the page ends beyond it, and the next one goes on. */
const COST_MAX = 20_000

/** Narrows a hotel's changes: of days, of bookings, or both; by one account; from `fromMs` until before `untilMs`. */
export type ChangesFilter = {
  kinds: { days: boolean; bookings: boolean }
  userId?: string | undefined
  fromMs: number
  untilMs: number
}

/** The effect of a change: on days, as sums, or on a booking, with the record of the revision before it. */
type ChangeEffect =
  | { kind: 'days'; sums: DaySums }
  | { kind: 'booking'; record: BookingRecord; before: BookingRecord | undefined }

/** A change of days or of a booking in the hotel's history. */
export type LoggedChange = AuditPlace & {
  actor: NamedActor
  pushId: string | null
} & ChangeEffect

/** A page of changes; `stoppedAt`: the page did not look at anything after this place. */
export type LoggedPage = { rows: LoggedChange[]; stoppedAt?: AuditPlace | undefined }

/**
 * Changes of a hotel's days and bookings, newest first, before a place. A page looks through `ROWS_SEARCHED_MAX` changes
 * and reads days up to `COST_MAX`.
 */
export async function listLoggedChanges(
  handle: Handle,
  hotelId: number,
  filter: ChangesFilter,
  { before, limit }: { before: AuditPlace; limit: number },
): Promise<LoggedPage> {
  const rows: LoggedChange[] = []
  let place = before
  let cost = 0
  for (let looked = 0; looked < ROWS_SEARCHED_MAX; looked += SLICE) {
    const slice = await listSlice(handle, hotelId, filter, place)
    const wanted = slice.filter(({ code }) => filter.kinds[code === null ? 'days' : 'bookings'])
    const records = await readRecords(handle, hotelId, wanted.slice(0, limit - rows.length))
    for (const row of wanted) {
      const { seq, atMs, pushId, actor } = row
      const effect = records.get(seq) ?? (await daysOf(handle, seq))
      // Retention has deleted the days of an old change.
      if (effect) rows.push({ seq, atMs, pushId, actor, ...effect })
      if (rows.length === limit) return { rows }
      if (effect?.kind === 'days') cost += effect.sums.cost
      if (cost > COST_MAX) return { rows, stoppedAt: { seq, atMs } }
    }
    if (slice.length < SLICE) return { rows }
    const { seq, atMs } = slice.at(-1)!
    place = { seq, atMs }
    await nextTurn()
  }
  return { rows, stoppedAt: place }
}

async function daysOf(handle: Handle, seq: number): Promise<ChangeEffect | undefined> {
  const sums = await sumDays(handle, seq)
  return sums.parts.length === 0 ? undefined : { kind: 'days', sums }
}

/** The next changes of any kind, with their actors and, for a revision, the code of its booking. */
async function listSlice(
  { t, db }: Handle,
  hotelId: number,
  { userId, fromMs, untilMs }: ChangesFilter,
  before: AuditPlace,
) {
  const { change, bookingRevision: revision, user, apiKey } = t
  const until = before.atMs < untilMs ? before : { atMs: untilMs, seq: 0 }
  // One range of the index that finds the fewest, as in `listHotelAudit`.
  const isBy = userId !== undefined
  const key = sql.join([...(isBy ? [change.actorId] : []), change.atMs, change.seq], sql`, `)
  const placeOf = ({ atMs, seq }: AuditPlace) =>
    isBy ? sql`(${userId}, ${atMs}, ${seq})` : sql`(${atMs}, ${seq})`
  const rows = await db
    .select({
      ...{ seq: change.seq, atMs: change.atMs, pushId: change.pushId },
      ...{ actorType: change.actorType, actorId: change.actorId },
      ...{ actorBy: change.actorBy, actorHow: change.actorHow },
      ...{ code: revision.code, revision: revision.revision },
      ...{ userName: user.name, email: user.email },
      ...{ keyName: apiKey.name, vendorId: apiKey.vendorId },
    })
    .from(change)
    .leftJoin(revision, eq(revision.changeSeq, change.seq))
    .leftJoin(apiKey, isActorKey(t, change))
    .leftJoin(user, and(eq(change.actorType, 'user'), eq(user.id, change.actorId)))
    .where(
      and(
        eq(change.hotelId, hotelId),
        // The text repeats the condition of the index on people.
        isBy ? sql`${change.actorType} = 'user'` : undefined,
        sql`(${key}) >= ${placeOf({ atMs: fromMs, seq: 0 })}`,
        sql`(${key}) < ${placeOf(until)}`,
      ),
    )
    .orderBy(...(isBy ? [desc(change.actorId)] : []), desc(change.atMs), desc(change.seq))
    .limit(SLICE)
  return rows.map(({ vendorId, ...row }) => {
    const { seq, atMs, pushId, code, revision, userName, email, keyName } = row
    // The name of an admin that is an e-mail address is not shown.
    const name = userName === email ? null : userName
    return {
      ...{ seq, atMs, pushId, code, revision },
      actor: publicActor(actorOf(row, vendorId), keyName ?? name),
    }
  })
}

type Slice = Awaited<ReturnType<typeof listSlice>>

/** The effects of the changes that are revisions of bookings, by the number of the change. */
async function readRecords(
  { t, db }: Handle,
  hotelId: number,
  changes: Slice,
): Promise<Map<number, ChangeEffect>> {
  const { code, revision, snapshot } = t.bookingRevision
  const bookingChanges = changes.flatMap((row) =>
    row.code === null ? [] : [{ ...row, code: row.code, revision: row.revision! }],
  )
  if (bookingChanges.length === 0) return new Map()
  const codes = new Set(bookingChanges.map((one) => one.code))
  // The query finds some revisions too many, because it combines every code with every number.
  const revisions = new Set(bookingChanges.flatMap((one) => [one.revision - 1, one.revision]))
  const rows = await db
    .select({ code, revision, snapshot })
    .from(t.bookingRevision)
    .where(
      and(
        eq(t.bookingRevision.hotelId, hotelId),
        inArray(code, [...codes]),
        inArray(revision, [...revisions]),
      ),
    )
  const records = new Map(rows.map((row) => [`${row.code} ${row.revision}`, row.snapshot]))
  return new Map(
    bookingChanges.map(({ seq, code, revision }) => [
      seq,
      {
        kind: 'booking' as const,
        record: records.get(`${code} ${revision}`)!,
        before: records.get(`${code} ${revision - 1}`),
      },
    ]),
  )
}
