import { sql } from 'drizzle-orm'
import type { ActorMeans, ActorSide, ActorType } from '../../domain/accounts/user.ts'
import type { Kit } from './kit.ts'

/** Days of room types, their changes and history, and the log of pushes. */
export const dayTables = (kit: Kit) => ({
  day: dayTable(kit),
  change: changeTable(kit),
  dayHistory: dayHistoryTable(kit),
  push: pushTable(kit),
})

/** Nights of room types with rooms left, price and closed flag (contract §1). */
function dayTable(kit: Kit) {
  const { table, text, int, big, bool, date, pk, index, check } = kit
  return table(
    'day',
    {
      hotelId: int('hotel_id').notNull(),
      roomCode: text('room_code').notNull(),
      date: date('date').notNull(),
      available: int('available').notNull(),
      priceCents: big('price_cents'),
      closed: bool('closed').notNull(),
      /** Rooms that live bookings of this service occupy, updated in the statement that changes the booking. */
      live: int('live').notNull().default(0),
      /** The part of `live` in confirmed bookings without proof. */
      unproven: int('unproven').notNull().default(0),
      /** The part of `live` in holds of strangers and of guests proven by mail. */
      heldByStrangers: int('held_by_strangers').notNull().default(0),
      /** Rooms by which the count would be below 0; returned rooms reduce it first (contract-counts). */
      shortfall: int('shortfall').notNull().default(0),
      /** The place in the feed that the sender of the newest count with a cursor had read (`orderOf`). */
      seenOrder: big('seen_order'),
      /** `live` alone exceeds the rooms of the room type, and `booking.oversold` was published. */
      oversold: bool('oversold').notNull().default(false),
      /** The newest change of the day, where its history begins. */
      lastSeq: big('last_seq'),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.roomCode, t.date] }),
      index('day_oversold').on(t.hotelId, t.date).where(sql`${t.oversold}`),
      check('day_available', sql`${t.available} >= 0`),
      check('day_price', sql`${t.priceCents} >= 0`),
    ],
  )
}

/** Committed changes of hotels with actor and time. `seq` grows in the order of commits. */
const changeTable = ({ table, serial, text, int, big, index }: Kit) =>
  table(
    'change',
    {
      seq: serial('seq'),
      hotelId: int('hotel_id').notNull(),
      actorType: text('actor_type').$type<ActorType>().notNull(),
      actorId: text('actor_id').notNull(),
      /** For actors of type `booking`, who acted and with which credential; null for other actors, or if unknown. */
      actorBy: text('actor_by').$type<ActorSide>(),
      actorHow: text('actor_how').$type<ActorMeans>(),
      pushId: text('push_id'),
      atMs: big('at_ms').notNull(),
      /** How many times retention deleted days of the change; each time its entries in the feed get new numbers. */
      trims: int('trims').notNull().default(0),
    },
    (t) => [
      index('change_hotel').on(t.hotelId, t.seq),
      index('change_hotel_at').on(t.hotelId, t.atMs, t.seq),
      // Only changes by people are indexed, which are few: a push or a guest's booking adds no entry.
      index('change_user')
        .on(t.hotelId, t.actorId, t.atMs, t.seq)
        .where(sql`${t.actorType} = 'user'`),
    ],
  )

/** Changes to single days with the state before, null if the day had no row, and the state after. */
const dayHistoryTable = ({ table, text, int, big, bool, date, pk }: Kit) =>
  table(
    'day_history',
    {
      hotelId: int('hotel_id').notNull(),
      roomCode: text('room_code').notNull(),
      date: date('date').notNull(),
      changeSeq: big('change_seq').notNull(),
      availableBefore: int('available_before'),
      priceCentsBefore: big('price_cents_before'),
      closedBefore: bool('closed_before'),
      shortfallBefore: int('shortfall_before'),
      available: int('available').notNull(),
      priceCents: big('price_cents'),
      closed: bool('closed').notNull(),
      shortfall: int('shortfall').notNull().default(0),
      /** The previous change of the same day; null if there is none. Retention may have deleted its row. */
      prevSeq: big('prev_seq'),
    },
    // The key follows the order of writing and is the only index: a push appends rows and touches the last pages only.
    (t) => [pk({ columns: [t.changeSeq, t.roomCode, t.date] })],
  )

/** Log of pushes of days: the sender, the mode, and the outcome of the elements as answered (contract §5). */
const pushTable = ({ table, text, int, big, bool, index }: Kit) =>
  table(
    'push',
    {
      id: text('id').primaryKey(),
      hotelId: int('hotel_id').notNull(),
      actorType: text('actor_type').$type<ActorType>().notNull(),
      actorId: text('actor_id').notNull(),
      mode: text('mode').notNull(),
      dryRun: bool('dry_run').notNull(),
      received: int('received').notNull(),
      applied: int('applied').notNull(),
      unchanged: int('unchanged').notNull(),
      rejected: int('rejected').notNull(),
      corrected: int('corrected').notNull().default(0),
      stale: int('stale').notNull().default(0),
      /** `{errors, warnings}` of the answer, packed by `store/days/pushes.ts`; null if there were none. */
      report: text('report'),
      atMs: big('at_ms').notNull(),
    },
    (t) => [
      index('push_hotel').on(t.hotelId, t.atMs, t.id),
      index('push_rejected').on(t.hotelId, t.atMs, t.id).where(sql`${t.rejected} > 0`),
      index('push_at').on(t.atMs),
    ],
  )
