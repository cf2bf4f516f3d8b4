import type { ActorMeans, ActorSide, ActorType } from '../../domain/accounts/user.ts'
import type { Change, CountedDay } from '../../domain/kernel/availability.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { mustHaveAccess } from '../accounts/connections.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { announceRows, leaveToCommit, noteSent } from '../engine/left-writes.ts'
import { mustHaveLocked } from '../engine/locks.ts'
import { batch, pacedChunks } from '../engine/pace.ts'
import { insertOf, placeholders, prepared } from '../engine/prepared.ts'
import { dropNumbers } from '../engine/shared.ts'
import type { NamedActor } from './actors.ts'
import { invalidateDays } from './availability.ts'
import { hasShortfall, upsertDayRows } from './day-rows.ts'
import { listEntries } from './history-chain.ts'
import { noteLastChange } from './nights.ts'
import { updateBlocks } from './recorded-days.ts'
import { type StagedDays, writeStaged } from './staged-days.ts'

// History (audit trail) of days, and the allocation of change numbers.

/**
 * The actor of a change, by id: of a key, of a vendor's connection, of a user, or a booking's code; or the service
 * itself.
 */
export type Actor = {
  type: ActorType
  id: string
  vendorId?: string
  /** For an act of a booking: the person or side behind it, and how they were let in. */
  by?: ActorSide
  how?: ActorMeans
  /** Epoch of the booking link used: the link is void after the booking gets a new one (`moveBooking`). */
  epoch?: number
}

/** An entry of the history (audit trail) of a day or of a rate's day; `before` is null if nothing was stored. */
export type HistoryEntry<State = CountedDay> = {
  seq: number
  before: State | null
  after: State
  /** `name` is that of the key or vendor. */
  actor: NamedActor
  /** Name of the account that made the change. */
  userName: string | null
  pushId: string | null
  atMs: number
}

/** Hotel, actor and time of a change. */
export type ChangeHead = { hotelId: number; actor: Actor; pushId: string | null; atMs: number }

/** Cache topic of a hotel's feed: invalidated by each new change. */
export const changesTopic = (hotelId: number) => `changes:${hotelId}`

const COLUMNS = [
  'hotelId',
  'roomCode',
  'date',
  'changeSeq',
  'availableBefore',
  'priceCentsBefore',
  'closedBefore',
  'available',
  'priceCents',
  'closed',
  'prevSeq',
] as const
/** Left out if all of them are 0, the default. */
const SHORTFALL = ['shortfallBefore', 'shortfall'] as const

const insertChange = prepared(({ t: { change }, db, dialect }) =>
  dialect.prepareInsert(db.insert(change).values(placeholders(change, 'seq', 'trims')), change.seq),
)

const insertNumbered = prepared(({ t: { change }, db, dialect }) =>
  dialect.prepareJoined(dialect.withId(db.insert(change)).values(placeholders(change, 'trims'))),
)

/**
 * Writes days as a change leaves them, and records it; a change may have no days. Days of one statement are left to the
 * commit.
 *
 * @param staged the same days, if they were staged
 * @returns the number of the change
 */
export async function writeChange(
  tx: Tx,
  head: ChangeHead,
  changes: readonly Change[],
  staged?: StagedDays,
): Promise<number> {
  const { changeSeq, written } = await beginChange(tx, head)
  if (changes.length === 0) {
    await written
    return changeSeq
  }
  invalidateDays(tx, head.hotelId, changes, changeSeq)
  const writes = batch(
    written,
    writeDays(tx, { hotelId: head.hotelId, changeSeq }, changes, staged),
  )
  if (changes.length <= tx.dialect.bulk.rowsMax) await leaveToCommit(tx, writes)
  else await writes
  return changeSeq
}

async function writeDays(
  tx: Tx,
  change: { hotelId: number; changeSeq: number },
  changes: readonly Change[],
  staged: StagedDays | undefined,
): Promise<void> {
  if (staged && (await writeStaged(tx, change, changes, staged))) return
  announceRows(tx, changes.length)
  const rest = await updateBlocks(tx, change, changes)
  if (rest.length === 0) return
  // In one flight: the history is built while a remote database writes the days.
  const writes = batch(
    upsertDayRows(tx, change.hotelId, rest, change.changeSeq),
    insertDays(tx, change, rest),
  )
  noteSent(tx, rest.length)
  await writes
}

/**
 * Allocates the number of a change: its place in the hotel's feed.
 *
 * @returns the number
 * @throws AppError as `mustHaveAccess`
 */
export async function allocateChangeSeq(tx: Tx, head: ChangeHead): Promise<number> {
  const { changeSeq, written } = await beginChange(tx, head)
  await written
  return changeSeq
}

/**
 * The same as `allocateChangeSeq`, but a change whose number was reserved may still be on its way to the database.
 * Await `written` together with the statements that follow, by `batch`.
 */
export async function beginChange(
  tx: Tx,
  { hotelId, actor, pushId, atMs }: ChangeHead,
): Promise<{ changeSeq: number; written?: Promise<unknown> }> {
  mustHaveLocked(tx, hotelId)
  await mustHaveAccess(tx, hotelId, actor)
  const { by: actorBy = null, how: actorHow = null } = actor
  const head = {
    hotelId,
    actorType: actor.type,
    actorId: actor.id,
    actorBy,
    actorHow,
    pushId,
    atMs,
  }
  invalidate(tx, changesTopic(hotelId))
  const { changeSeq: seq, ...reserved } = tx.reserved
  if (seq !== undefined) {
    tx.reserved = reserved
    return {
      changeSeq: seq,
      written: Promise.resolve(insertNumbered(tx).execute({ ...head, seq })),
    }
  }
  const changeSeq = await insertChange(tx).execute(head)
  // Numbers that were reserved before it are lower, and may not be those of later changes.
  if (tx.shared) dropNumbers(tx.shared)
  return { changeSeq }
}

/** Records the effect of a change on a few days that are written already. */
export async function recordDays(
  tx: Tx,
  { hotelId, changeSeq }: { hotelId: number; changeSeq: number },
  changes: readonly Change[],
): Promise<void> {
  await batch(
    insertDays(tx, { hotelId, changeSeq }, changes),
    noteLastChange(tx, { hotelId, lastSeq: changeSeq }, changes),
  )
}

const insertHistory = insertOf<(typeof COLUMNS | typeof SHORTFALL)[number]>(
  ({ t }) => t.dayHistory,
  ({ t, db }, columns, fill) => fill(db.insert(t.dayHistory, ...columns)),
  { alike: ['hotelId', 'changeSeq'] },
)

async function insertDays(
  tx: Tx,
  { hotelId, changeSeq }: { hotelId: number; changeSeq: number },
  changes: readonly Change[],
): Promise<void> {
  announceRows(tx, changes.length)
  for await (const part of pacedChunks(changes, tx.dialect.bulk.rowsMax)) {
    const rows = part.map(({ roomCode, date, before, after }) => ({
      hotelId,
      roomCode,
      date,
      changeSeq,
      availableBefore: before?.available,
      priceCentsBefore: before?.priceCents,
      closedBefore: before?.closed,
      shortfallBefore: before?.shortfall,
      available: after.available,
      priceCents: after.priceCents,
      closed: after.closed,
      shortfall: after.shortfall,
      prevSeq: before?.lastSeq,
    }))
    const columns = [...COLUMNS, ...(part.some(hasShortfall) ? SHORTFALL : [])]
    const inserting = insertHistory(tx, columns, rows)
    noteSent(tx, part.length)
    await inserting
  }
}

/** The history of one day, newest first. */
export async function listHistory(
  handle: Handle,
  where: {
    hotelId: number
    roomCode: string
    date: CalendarDate
    limit: number
    beforeSeq?: number | undefined
  },
): Promise<HistoryEntry[]> {
  const entries = await listEntries(handle, 'day', where)
  return entries.map(({ row, head }) => ({
    ...head,
    before:
      row.availableBefore === null
        ? null
        : {
            available: row.availableBefore,
            priceCents: row.priceCentsBefore,
            closed: row.closedBefore === true,
            shortfall: row.shortfallBefore ?? 0,
          },
    after: {
      available: row.available,
      priceCents: row.priceCents,
      closed: row.closed,
      shortfall: row.shortfall,
    },
  }))
}
