import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { type BookingRecord, completeRecord } from '../../domain/bookings/booking.ts'
import { ROWS_SEARCHED_MAX } from '../../domain/kernel/search-text.ts'
import { actorOf, isActorKey, type NamedActor, publicActor } from '../days/actors.ts'
import type { Handle } from '../engine/engine.ts'
import { nextTurn } from '../engine/pace.ts'
import type { AuditPlace } from './audit.ts'
import { type DaySums, sumDays } from './day-sums.ts'

/** Changes that are looked at in one turn of the event loop. */
const SLICE = 200
/** What one page may read of days, in days of rates: then it ends, and the next one goes on. */
const COST_MAX = 20_000

/** Which changes of a hotel are told: of days, of bookings, of both; by one account, of a time. */
export type ChangesFilter = {
  kinds: { days: boolean; bookings: boolean }
  userId?: string | undefined
  fromMs: number
  untilMs: number
}

/** What a change did: to days, summed up, or to a booking, with the record of the revision before it. */
type Done =
  | { kind: 'days'; sums: DaySums }
  | { kind: 'booking'; record: BookingRecord; before: BookingRecord | undefined }

/** A change of days or of a booking, as the hotel's history tells it. */
export type LoggedChange = AuditPlace & {
  actor: NamedActor
  pushId: string | null
} & Done

/** A page of them; `stoppedAt`: what comes after this place was not looked at. */
export type LoggedPage = { rows: LoggedChange[]; stoppedAt?: AuditPlace | undefined }

/**
 * Changes of days and bookings of a hotel, newest first, before a place. Looks through `ROWS_SEARCHED_MAX` changes, and
 * reads so many days of them, at most.
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
      const done = records.get(seq) ?? (await daysOf(handle, seq))
      // Of what retention has dropped there is nothing to tell.
      if (done) rows.push({ seq, atMs, pushId, actor, ...done })
      if (rows.length === limit) return { rows }
      if (done?.kind === 'days') cost += done.sums.cost
      if (cost > COST_MAX) return { rows, stoppedAt: { seq, atMs } }
    }
    if (slice.length < SLICE) return { rows }
    const { seq, atMs } = slice.at(-1)!
    place = { seq, atMs }
    await nextTurn()
  }
  return { rows, stoppedAt: place }
}

async function daysOf(handle: Handle, seq: number): Promise<Done | undefined> {
  const sums = await sumDays(handle, seq)
  return sums.parts.length === 0 ? undefined : { kind: 'days', sums }
}

/** The next changes, whatever they did: by whom, and the booking that one is a revision of. */
async function listSlice(
  { t, db }: Handle,
  hotelId: number,
  { userId, fromMs, untilMs }: ChangesFilter,
  before: AuditPlace,
) {
  const { change, bookingRevision: revision, user, apiKey } = t
  const until = before.atMs < untilMs ? before : { atMs: untilMs, seq: 0 }
  // One range in the index that leads to the fewest, as in `listHotelAudit`.
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
        // Written as text, as in the index of people.
        isBy ? sql`${change.actorType} = 'user'` : undefined,
        sql`(${key}) >= ${placeOf({ atMs: fromMs, seq: 0 })}`,
        sql`(${key}) < ${placeOf(until)}`,
      ),
    )
    .orderBy(...(isBy ? [desc(change.actorId)] : []), desc(change.atMs), desc(change.seq))
    .limit(SLICE)
  return rows.map(({ vendorId, ...row }) => {
    const { seq, atMs, pushId, code, revision, userName, email, keyName } = row
    // An admin whose name is an e-mail address has none.
    const name = userName === email ? null : userName
    return {
      ...{ seq, atMs, pushId, code, revision },
      actor: publicActor(actorOf(row, vendorId), keyName ?? name),
    }
  })
}

type Slice = Awaited<ReturnType<typeof listSlice>>

/** What those of some changes did that are revisions of bookings, by their numbers. */
async function readRecords(
  { t, db }: Handle,
  hotelId: number,
  changes: Slice,
): Promise<Map<number, Done>> {
  const { code, revision, snapshot } = t.bookingRevision
  const asked = changes.flatMap((row) =>
    row.code === null ? [] : [{ ...row, code: row.code, revision: row.revision! }],
  )
  if (asked.length === 0) return new Map()
  const codes = new Set(asked.map((one) => one.code))
  // Those of the other bookings among them, too: each is found by its code.
  const revisions = new Set(asked.flatMap((one) => [one.revision - 1, one.revision]))
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
  const records = new Map(
    rows.map((row) => [`${row.code} ${row.revision}`, completeRecord(JSON.parse(row.snapshot))]),
  )
  return new Map(
    asked.map(({ seq, code, revision }) => [
      seq,
      {
        kind: 'booking' as const,
        record: records.get(`${code} ${revision}`)!,
        before: records.get(`${code} ${revision - 1}`),
      },
    ]),
  )
}
