import { sql } from 'drizzle-orm'
import { type Change, type CountedDay, isSameDay } from '../../domain/kernel/availability.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { WebCount } from '../../domain/strangers/web-nights.ts'
import type { Tx } from '../engine/engine.ts'
import { batch } from '../engine/pace.ts'
import { prepared } from '../engine/prepared.ts'
import { leaveForeseen } from '../engine/shared.ts'
import { invalidateDays } from './availability.ts'
import { foreseeSale } from './foreseen.ts'
import { beginChange, type ChangeHead } from './history.ts'
import { isTakeable, takeRunOf } from './nights.ts'

// Inventory: sells the nights of a booking and records the change in one go.

/** Consecutive nights of one room type, both ends inclusive, and a number of rooms. */
type SoldNights = { roomCode: string; from: CalendarDate; to: CalendarDate; rooms: number }

const changeSeq = sql.placeholder('changeSeq')

const sellRun = prepared((handle) => takeRunOf(handle, { lastSeq: sql`${changeSeq}` }))

/** Writes the history of a `sellRun`, from the nights as they are before it. */
const recordRun = prepared(({ t, db }) => {
  const { hotelId, roomCode, date, available, priceCents, closed, shortfall, lastSeq } = t.day
  const nights = db
    .select({
      ...{ hotelId, roomCode, date, changeSeq: sql`cast(${changeSeq} as bigint)`.as('change_seq') },
      availableBefore: sql`${available}`.as('available_before'),
      priceCentsBefore: sql`${priceCents}`.as('price_cents_before'),
      closedBefore: sql`${closed}`.as('closed_before'),
      shortfallBefore: sql`${shortfall}`.as('shortfall_before'),
      available: sql`${available} - ${sql.placeholder('rooms')}`.as('available_after'),
      ...{ priceCents, closed, shortfall, prevSeq: sql`${lastSeq}`.as('prev_seq') },
    })
    .from(t.day)
    .where(isTakeable(t))
  return db.insert(t.dayHistory).select(nights).prepare()
})

/**
 * Takes rooms off nights as `takeNights` does, and records the change with it, so that each night is written once. If a
 * shared transaction knows the nights, the answer is left to its commit.
 *
 * @returns the nights taken, by date ascending. If they are fewer than requested, a night was not available, and the
 *   caller must throw to roll back
 */
export async function sellNights(
  tx: Tx,
  head: ChangeHead,
  { roomCode, rooms, ...range }: SoldNights,
  { needsPrice, as }: { needsPrice: boolean; as?: WebCount | undefined },
): Promise<{ changeSeq: number; changes: Change[] }> {
  const { hotelId } = head
  const { changeSeq, written } = await beginChange(tx, head)
  const params = {
    ...{ hotelId, roomCode, ...range, rooms, isForced: false, needsPrice, changeSeq },
    unproven: as === 'unproven' ? rooms : 0,
    heldByStrangers: as === 'heldByStrangers' ? rooms : 0,
  }
  const selling = batch(written, recordRun(tx).execute(params), sellRun(tx).execute(params)).then(
    ([, , rows]) => rows.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  )
  const foreseen = foreseeSale(tx, { hotelId, roomCode, ...range }, { rooms, needsPrice })
  if (foreseen) await leaveForeseen(tx, selling, (rows) => areSame(rows, foreseen))
  const changes = (foreseen ?? (await selling)).map(
    ({ date, available, priceCents, closed, shortfall }) => {
      const after = { available, priceCents, closed, shortfall }
      // The change before it stands in its history.
      const before = { ...after, available: available + rooms, lastSeq: null }
      return { roomCode, date, after, before }
    },
  )
  invalidateDays(tx, hotelId, changes)
  return { changeSeq, changes }
}

type NightOfSale = { date: CalendarDate } & CountedDay

const areSame = (rows: readonly NightOfSale[], others: readonly NightOfSale[]) =>
  rows.length === others.length &&
  rows.every((row, at) => row.date === others[at]!.date && isSameDay(row, others[at]!))
