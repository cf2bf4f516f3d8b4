// Running sums of bookings by hotel, agency and service: revenue and commission by currency and status.

import { asc, between, type Column, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Booking } from '../../../domain/bookings/booking.ts'
import { earnedOf, type StatusSum } from '../../../domain/bookings/booking-sums.ts'
import type { Range } from '../../../domain/dashboards/dashboard.ts'
import type { CalendarDate } from '../../../domain/kernel/date.ts'
import type { Handle, Tx } from '../../engine/engine.ts'
import { batch } from '../../engine/pace.ts'
import { placeholders, prepared } from '../../engine/prepared.ts'
import type { Tables } from '../../engine/schema.ts'

/** The part of a booking that the sums depend on. Sums are stored by the UTC day on which bookings were made. */
type SummedBooking = Pick<
  Booking,
  | 'hotelId'
  | 'agencyId'
  | 'createdAtMs'
  | 'currency'
  | 'status'
  | 'totalPriceCents'
  | 'penaltyCents'
  | 'commissionCents'
>

/** The day that stands for an agency's sums of all days. */
export const ALL_DAYS = ''
/** The most sums of hotels that one transaction adds to the service's. */
export const FOLDED_MAX = 500

/** Columns of the key of a hotel's sum, which come first. */
const KEY_COLUMNS = 4

const moveHotelSum = prepared(({ t: { hotelSum }, db, dialect }) =>
  dialect.prepareJoined(
    db
      .insert(hotelSum)
      .values(
        placeholders(hotelSum, 'foldedBookings', 'foldedTotalPriceCents', 'foldedCommissionCents'),
      )
      .onConflictDoUpdate(adding(hotelSum, hotelSum.hotelId)),
    KEY_COLUMNS,
  ),
)

/** Updates the sums of a booking's hotel and agency after a change; `before` is undefined for a new booking. */
export async function updateSums(
  tx: Tx,
  before: SummedBooking | undefined,
  after: SummedBooking,
): Promise<void> {
  const changes = changesOf(before, after)
  if (changes.length === 0) return
  const { hotelId, agencyId, createdAtMs } = after
  const day = new Date(createdAtMs).toISOString().slice(0, 10) as CalendarDate
  await batch(...changes.map((change) => moveHotelSum(tx).execute({ hotelId, day, ...change })))
  const { t, db } = tx
  const { agencySum } = t
  if (agencyId === null) return
  const days = [day, ALL_DAYS] as const
  await db
    .insert(agencySum)
    .values(days.flatMap((each) => changes.map((change) => ({ agencyId, day: each, ...change }))))
    .onConflictDoUpdate(adding(agencySum, agencySum.agencyId))
}

/** The service's bookings made in a range of UTC days, by currency and status, as of the last update of its sums. */
export function sumServiceBookings(handle: Handle, range: Range): Promise<StatusSum[]> {
  const { serviceSum } = handle.t
  return sumUp(handle, serviceSum, between(serviceSum.day, range.from, range.to))
}

/** Adds sums of days up by currency and status. */
export async function sumUp(
  { db }: Handle,
  sums: Tables['agencySum'] | Tables['serviceSum'],
  where: SQL | undefined,
): Promise<StatusSum[]> {
  const { status, currency } = sums
  return await db
    .select({
      ...{ status, currency },
      bookings: total(sums.bookings),
      totalPriceCents: total(sums.totalPriceCents),
      commissionCents: total(sums.commissionCents),
    })
    .from(sums)
    .where(where)
    .groupBy(currency, status)
    .having(sql`sum(${sums.bookings}) > 0`)
    .orderBy(currency, status)
}

/**
 * Adds the changes of at most `FOLDED_MAX` hotel sums since their last transfer to the service's sums.
 *
 * @returns the number of hotel sums; fewer than `FOLDED_MAX` means that the service's sums include all commits before
 */
export async function updateServiceSums(tx: Tx): Promise<number> {
  const { hotelSum, serviceSum } = tx.t
  const moved = await listMoved(tx)
  if (moved.length === 0) return 0
  await tx.db.insert(serviceSum).values(addUp(moved)).onConflictDoUpdate(adding(serviceSum))
  const { foldedBookings, foldedTotalPriceCents, foldedCommissionCents } = hotelSum
  // Every row exists, so this insert only updates the amounts that are now transferred.
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

/** The changes of the sums, one a status; empty if the change of the booking does not affect them. */
function changesOf(before: SummedBooking | undefined, after: SummedBooking): StatusSum[] {
  const plus = changeOf(after, 1)
  if (!before) return [plus]
  const minus = changeOf(before, -1)
  if (before.status !== after.status) return [minus, plus]
  const totalPriceCents = plus.totalPriceCents + minus.totalPriceCents
  const commissionCents = plus.commissionCents + minus.commissionCents
  const isSame = totalPriceCents === 0 && commissionCents === 0
  return isSame ? [] : [{ ...plus, bookings: 0, totalPriceCents, commissionCents }]
}

/** The amounts that a booking adds to the sums (`sign` 1) or subtracts from them (-1). */
export function changeOf(
  booking: Omit<SummedBooking, 'hotelId' | 'agencyId' | 'createdAtMs'>,
  sign: 1 | -1,
): StatusSum {
  const { currency, status } = booking
  const { revenueCents, commissionCents } = earnedOf(booking)
  return {
    ...{ currency, status, bookings: sign },
    totalPriceCents: sign * revenueCents,
    commissionCents: sign * commissionCents,
  }
}

/** An upsert that adds to existing sums; `owner` holds the key columns before the day, if there are any. */
const adding = (sums: Tables['serviceSum' | 'agencySum' | 'hotelSum'], ...owner: Column[]) => ({
  target: [...owner, sums.day, sums.currency, sums.status],
  set: {
    bookings: plusExcluded(sums.bookings),
    totalPriceCents: plusExcluded(sums.totalPriceCents),
    commissionCents: plusExcluded(sums.commissionCents),
  },
})

/** In an upsert: the stored value plus the one to be inserted. */
const plusExcluded = (column: Column) => sql`${column} + excluded.${sql.identifier(column.name)}`

/** A sum as a number, although some engines return text. */
const total = (what: SQLWrapper) => sql<number>`sum(${what})`.mapWith(Number)

/** The changes of hotel sums since their last transfer to the service's sums. */
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
    .where(isMoved(sums))
    .orderBy(asc(hotelId), asc(day))
    .limit(FOLDED_MAX)
}

/** True if a hotel's sum is not wholly in the service's: the condition of the index `hotel_sum_moved`. */
export const isMoved = (sums: Tables['hotelSum']) =>
  or(
    ne(sums.bookings, sums.foldedBookings),
    ne(sums.totalPriceCents, sums.foldedTotalPriceCents),
    ne(sums.commissionCents, sums.foldedCommissionCents),
  )

/** Adds sums up by currency and status, and by day if they have one. */
export function addUp<Sum extends StatusSum & { day?: CalendarDate }>(sums: readonly Sum[]): Sum[] {
  const byKey = new Map<string, Sum>()
  for (const more of sums) {
    const key = `${more.day} ${more.currency} ${more.status}`
    const sum = byKey.get(key)
    byKey.set(key, {
      ...more,
      bookings: more.bookings + (sum?.bookings ?? 0),
      totalPriceCents: more.totalPriceCents + (sum?.totalPriceCents ?? 0),
      commissionCents: more.commissionCents + (sum?.commissionCents ?? 0),
    })
  }
  return [...byKey.values()]
}
