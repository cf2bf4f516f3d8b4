import { asc, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { StatusSum } from '../../domain/dashboard.ts'
import type { CalendarDate } from '../../domain/date.ts'
import type { Handle, Tx } from '../engine.ts'
import { adding, plusExcluded } from './sums.ts'

/** Sums of hotels that one transaction folds into the service's. */
export const FOLDED_MAX = 500

/**
 * Adds to the service's sums by how much those of hotels have moved since they were folded last, at most
 * `FOLDED_MAX` of them.
 *
 * @returns how many; fewer than the most: the service's sums have all that was committed before
 */
export async function updateServiceSums(tx: Tx): Promise<number> {
  const { hotelSum, serviceSum } = tx.t
  const moved = await listMoved(tx)
  if (moved.length === 0) return 0
  await tx.db.insert(serviceSum).values(addUp(moved)).onConflictDoUpdate(adding(serviceSum))
  const { foldedBookings, foldedTotalPriceCents, foldedCommissionCents } = hotelSum
  // Every row is there: what is inserted only says how much of each was folded now.
  const folded = moved.map(({ bookings, totalPriceCents, commissionCents, ...key }) => ({
    ...{ ...key, bookings: 0, totalPriceCents: 0, commissionCents: 0 },
    foldedBookings: bookings,
    foldedTotalPriceCents: totalPriceCents,
    foldedCommissionCents: commissionCents,
  }))
  await tx.db
    .insert(hotelSum)
    .values(folded)
    .onConflictDoUpdate({
      ...adding(hotelSum, hotelSum.hotelId),
      set: {
        foldedBookings: plusExcluded(foldedBookings),
        foldedTotalPriceCents: plusExcluded(foldedTotalPriceCents),
        foldedCommissionCents: plusExcluded(foldedCommissionCents),
      },
    })
  return moved.length
}

/** How far sums of hotels are from what was folded of them. */
async function listMoved({ t, db }: Handle) {
  const { hotelSum: sums } = t
  const { hotelId, day, currency, status } = sums
  const moved = (now: SQLWrapper, folded: SQLWrapper) =>
    sql<number>`${now} - ${folded}`.mapWith(Number)
  return await db
    .select({
      ...{ hotelId, day, currency, status },
      bookings: moved(sums.bookings, sums.foldedBookings),
      totalPriceCents: moved(sums.totalPriceCents, sums.foldedTotalPriceCents),
      commissionCents: moved(sums.commissionCents, sums.foldedCommissionCents),
    })
    .from(sums)
    .where(
      or(
        ne(sums.bookings, sums.foldedBookings),
        ne(sums.totalPriceCents, sums.foldedTotalPriceCents),
        ne(sums.commissionCents, sums.foldedCommissionCents),
      ),
    )
    .orderBy(asc(hotelId), asc(day))
    .limit(FOLDED_MAX)
}

type DaySum = StatusSum & { day: CalendarDate }

/** Sums of several hotels as one a day, currency and state. */
function addUp(sums: readonly DaySum[]): DaySum[] {
  const byKey = new Map<string, DaySum>()
  for (const { day, currency, status, ...more } of sums) {
    const key = `${day} ${currency} ${status}`
    const sum = byKey.get(key)
    byKey.set(key, {
      ...{ day, currency, status },
      bookings: more.bookings + (sum?.bookings ?? 0),
      totalPriceCents: more.totalPriceCents + (sum?.totalPriceCents ?? 0),
      commissionCents: more.commissionCents + (sum?.commissionCents ?? 0),
    })
  }
  return [...byKey.values()]
}
