import { and, desc, eq, lt } from 'drizzle-orm'
import type { Change, CountedDay } from '../../domain/availability.ts'
import type { CalendarDate } from '../../domain/date.ts'
import type { ActorType } from '../../domain/user.ts'
import { type Handle, invalidate, type Tx } from '../engine.ts'
import { paced } from '../pace.ts'
import { placeholders, prepared } from '../prepared.ts'
import { hasShortfall } from './availability.ts'

/** Who changes something: a key by its id, a booking by its code, a user by id, or the service itself. */
export type Actor = { type: ActorType; id: string }

/** One entry of the history of a day, or of one of a rate; `before` is null when nothing of it was stored. */
export type HistoryEntry<State = CountedDay> = {
  seq: number
  before: State | null
  after: State
  /** `name` is the key's. */
  actor: Actor & { name: string | null }
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

/** Records a change of a hotel with what it did to each day; none for a change that touched no day. @returns its seq */
export async function insertHistory(
  tx: Tx,
  { hotelId, actor, pushId, atMs }: ChangeHead,
  changes: readonly Change[],
): Promise<number> {
  const { t, db } = tx
  const head = { hotelId, actorType: actor.type, actorId: actor.id, pushId, atMs }
  const [row] = await insertChange(tx).execute(head)
  const changeSeq = row!.seq
  for await (const part of paced(changes))
    await db.insert(t.dayHistory, ...COLUMNS, ...(part.some(hasShortfall) ? SHORTFALL : [])).values(
      part.map(({ roomCode, date, before, after }) => ({
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
      })),
    )
  invalidate(tx, changesTopic(hotelId))
  return changeSeq
}

/** What happened to one day, newest first. */
export async function listHistory(
  { t, db }: Handle,
  where: {
    hotelId: number
    roomCode: string
    date: CalendarDate
    limit: number
    beforeSeq?: number | undefined
  },
): Promise<HistoryEntry[]> {
  const { hotelId, roomCode, date, changeSeq } = t.dayHistory
  const rows = await db
    .select()
    .from(t.dayHistory)
    .innerJoin(t.change, eq(t.change.seq, changeSeq))
    .leftJoin(t.apiKey, and(eq(t.change.actorType, 'key'), eq(t.apiKey.id, t.change.actorId)))
    .leftJoin(t.user, and(eq(t.change.actorType, 'user'), eq(t.user.id, t.change.actorId)))
    .where(
      and(
        eq(hotelId, where.hotelId),
        eq(roomCode, where.roomCode),
        eq(date, where.date),
        where.beforeSeq === undefined ? undefined : lt(changeSeq, where.beforeSeq),
      ),
    )
    .orderBy(desc(changeSeq))
    .limit(where.limit)
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
    actor: { type: change.actorType, id: change.actorId, name: key?.name ?? null },
    userName: user?.name ?? null,
    pushId: change.pushId,
    atMs: change.atMs,
  }))
}
