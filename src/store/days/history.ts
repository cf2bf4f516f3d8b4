import { and, desc, eq, inArray } from 'drizzle-orm'
import type { ActorBy, ActorHow, ActorType } from '../../domain/accounts/user.ts'
import type { Change, CountedDay } from '../../domain/kernel/availability.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { mustBeConnected } from '../accounts/connections.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { mustHoldHotel } from '../engine/locks.ts'
import { batch, pacedChunks } from '../engine/pace.ts'
import { insertOf, placeholders, prepared } from '../engine/prepared.ts'
import { padIds } from '../engine/rows.ts'
import { actorOf, isActorKey, type NamedActor, publicActor } from './actors.ts'
import { hasShortfall, upsertDays } from './availability.ts'
import { listChain } from './history-chain.ts'
import { noteLastChange } from './nights.ts'

/**
 * Who changes something: a key by its id, a vendor by the id of its connection, a booking by its code, a user by id, or
 * the service itself.
 */
export type Actor = {
  type: ActorType
  id: string
  vendorId?: string
  /** Of a booking's own act: whose it was, and what let them act. */
  by?: ActorBy
  how?: ActorHow
  /** Of the link that let them act: which lets nobody any more once the booking has another (`moveBooking`). */
  epoch?: number
}

/** One entry of the history of a day, or of one of a rate; `before` is null when nothing of it was stored. */
export type HistoryEntry<State = CountedDay> = {
  seq: number
  before: State | null
  after: State
  /** `name` is the key's, or the vendor's. */
  actor: NamedActor
  /** Who has the account that made the change. */
  userName: string | null
  pushId: string | null
  atMs: number
}

/** Whose change it is and when. */
export type ChangeHead = { hotelId: number; actor: Actor; pushId: string | null; atMs: number }

/** Touched when something has happened that the hotel's feed tells of. */
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
/** Left out where there is none: they are 0 then. */
const SHORTFALL = ['shortfallBefore', 'shortfall'] as const

const insertChange = prepared(({ t: { change }, db }) =>
  db
    .insert(change)
    .values(placeholders(change, 'seq', 'trims'))
    .returning({ seq: change.seq })
    .prepare(),
)

/** Writes days as a change of a hotel leaves them, and records it; a change may touch none. @returns its seq */
export async function writeChange(
  tx: Tx,
  head: ChangeHead,
  changes: readonly Change[],
): Promise<number> {
  const changeSeq = await allocateChangeSeq(tx, head)
  if (changes.length === 0) return changeSeq
  await upsertDays(tx, head.hotelId, changes, changeSeq)
  await insertDays(tx, { hotelId: head.hotelId, changeSeq }, changes)
  return changeSeq
}

/**
 * Gives a change of a hotel its place in the feed.
 *
 * @returns its seq
 * @throws AppError `not_found` for a vendor that is not connected any more
 */
export async function allocateChangeSeq(
  tx: Tx,
  { hotelId, actor, pushId, atMs }: ChangeHead,
): Promise<number> {
  mustHoldHotel(tx, hotelId)
  await mustBeConnected(tx, hotelId, actor)
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
  const [row] = await insertChange(tx).execute(head)
  return row!.seq
}

/** Records what a change did to a few days, which are written. */
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
  ({ t, db }, columns, rows) => db.insert(t.dayHistory, ...columns).values(rows),
)

async function insertDays(
  tx: Tx,
  { hotelId, changeSeq }: { hotelId: number; changeSeq: number },
  changes: readonly Change[],
): Promise<void> {
  for await (const part of pacedChunks(changes)) {
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
    await insertHistory(tx, [...COLUMNS, ...(part.some(hasShortfall) ? SHORTFALL : [])], rows)
  }
}

/** What happened to one day, newest first. */
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
  const { t, db } = handle
  const { hotelId, roomCode, date, changeSeq } = t.dayHistory
  const seqs = await listChain(handle, 'day', where, where)
  if (seqs.length === 0) return []
  const rows = await db
    .select()
    .from(t.dayHistory)
    .innerJoin(t.change, eq(t.change.seq, changeSeq))
    .leftJoin(t.apiKey, isActorKey(t, t.change))
    .leftJoin(t.user, and(eq(t.change.actorType, 'user'), eq(t.user.id, t.change.actorId)))
    .where(
      and(
        eq(hotelId, where.hotelId),
        eq(roomCode, where.roomCode),
        eq(date, where.date),
        inArray(changeSeq, padIds(seqs)),
      ),
    )
    .orderBy(desc(changeSeq))
  return rows.map(({ day_history: day, change, api_key: key, user }) => ({
    seq: day.changeSeq,
    before:
      day.availableBefore === null
        ? null
        : {
            available: day.availableBefore,
            priceCents: day.priceCentsBefore,
            closed: day.closedBefore === true,
            shortfall: day.shortfallBefore ?? 0,
          },
    after: {
      available: day.available,
      priceCents: day.priceCents,
      closed: day.closed,
      shortfall: day.shortfall,
    },
    actor: publicActor(actorOf(change, key?.vendorId), key?.name),
    userName: user?.name ?? null,
    pushId: change.pushId,
    atMs: change.atMs,
  }))
}
