import { sql } from 'drizzle-orm'
import type { Change } from '../../domain/kernel/availability.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { WebCount } from '../../domain/strangers/web-nights.ts'
import { KNOWN_NIGHT } from '../engine/dialect.ts'
import type { Tx } from '../engine/engine.ts'
import { leaveToCommit } from '../engine/left-writes.ts'
import { batch } from '../engine/pace.ts'
import { prepared } from '../engine/prepared.ts'
import { invalidateDays } from './availability.ts'
import { foreseeSale, type KnownNight, noteSold } from './foreseen.ts'
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
  const known = foreseeSale(tx, { hotelId, roomCode, ...range }, { rooms, needsPrice })
  if (known) await sellKnown(tx, { ...params, nights: known }, written)
  const sold = known ?? (await sellRows(tx, params, written))
  const changes = sold.map(({ date, available, priceCents, closed, shortfall }) => {
    const after = { available, priceCents, closed, shortfall }
    // The change before it stands in its history.
    const before = { ...after, available: available + rooms, lastSeq: null }
    return { roomCode, date, after, before }
  })
  invalidateDays(tx, hotelId, changes)
  if (known) noteSold(tx, { hotelId, roomCode }, known, changeSeq)
  return { changeSeq, changes }
}

/** Sells nights as they are stored. @returns those that could be sold */
async function sellRows(
  tx: Tx,
  params: Parameters<ReturnType<typeof sellRun>['execute']>[0],
  written: Promise<unknown> | undefined,
) {
  const flight = batch(written, recordRun(tx).execute(params), sellRun(tx).execute(params))
  const [, , rows] = await flight
  return rows.toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

/** A sale of nights that are known. */
type KnownSale = Record<
  'hotelId' | 'rooms' | 'changeSeq' | 'unproven' | 'heldByStrangers',
  number
> & {
  roomCode: string
  nights: readonly KnownNight[]
}

/**
 * Leaves a sale of nights that are known to the commit, with those of other bodies (`Dialect.bulk.known`).
 *
 * @param written the change itself, if it is still on its way
 */
async function sellKnown(
  tx: Tx,
  { hotelId, nights, ...sale }: KnownSale,
  written: Promise<unknown> | undefined,
): Promise<void> {
  const { bulk, run } = tx.dialect
  const rows = nights.map(({ lastSeq, ...night }) => ({ ...sale, ...night, prevSeq: lastSeq }))
  const params = [hotelId, ...bulk.params(KNOWN_NIGHT, rows, [])]
  await leaveToCommit(tx, batch(written, run(tx.db, bulk.known!.sell, params)))
}
