import {
  asc,
  between,
  type Column,
  count,
  desc,
  lt,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { Booking } from '../../../domain/bookings/booking.ts'
import { earnedOf, type StatusSum } from '../../../domain/bookings/booking-sums.ts'
import type { Range } from '../../../domain/dashboards/dashboard.ts'
import type { CalendarDate } from '../../../domain/kernel/date.ts'
import type { Handle, Tx } from '../../engine/engine.ts'
import { placeholders, prepared } from '../../engine/prepared.ts'
import type { Tables } from '../../engine/schema.ts'

/** What the sums are made of: it is kept by the day of UTC on which a booking was made. */
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

/** The day under which an agency's sums of all days are kept. */
export const ALL_DAYS = ''
/** Sums of hotels that one transaction folds into the service's. */
export const FOLDED_MAX = 500

const moveHotelSum = prepared(({ t: { hotelSum }, db }) =>
  db
    .insert(hotelSum)
    .values(
      placeholders(hotelSum, 'foldedBookings', 'foldedTotalPriceCents', 'foldedCommissionCents'),
    )
    .onConflictDoUpdate(adding(hotelSum, hotelSum.hotelId))
    .prepare(),
)

/** Moves the sums of a booking's hotel and agency from what it was (undefined: not made yet) to what it is. */
export async function updateSums(
  tx: Tx,
  before: SummedBooking | undefined,
  after: SummedBooking,
): Promise<void> {
  const changes = changesOf(before, after)
  if (changes.length === 0) return
  const { hotelId, agencyId, createdAtMs } = after
  const day = new Date(createdAtMs).toISOString().slice(0, 10) as CalendarDate
  for (const change of changes) await moveHotelSum(tx).execute({ hotelId, day, ...change })
  const { t, db } = tx
  const { agencySum } = t
  if (agencyId === null) return
  const days = [day, ALL_DAYS] as const
  await db
    .insert(agencySum)
    .values(days.flatMap((each) => changes.map((change) => ({ agencyId, day: each, ...change }))))
    .onConflictDoUpdate(adding(agencySum, agencySum.agencyId))
}

/** How many bookings were made, and how many are pending or confirmed, as indexes alone tell; those of sandboxes are left out. */
export async function countBookings({ t, db }: Handle) {
  const { booking } = t
  const [made] = await db
    .select({ id: booking.id })
    .from(booking)
    .orderBy(desc(booking.id))
    .limit(1)
  const tested = await db
    .select({ status: booking.status, count: count() })
    .from(booking)
    .where(lt(booking.id, 0))
    .groupBy(booking.status)
  const of = (status: Booking['status']) => tested.find((row) => row.status === status)?.count ?? 0
  return {
    made: Math.max(0, made?.id ?? 0),
    // Written as text: a parameter would keep the partial index of the status from being used.
    pending: (await db.$count(booking, sql`${booking.status} = 'pending'`)) - of('pending'),
    confirmed: (await db.$count(booking, sql`${booking.status} = 'confirmed'`)) - of('confirmed'),
  }
}

/** Everybody's bookings made in a range of days of UTC, by currency and state, as they were folded last. */
export function sumServiceBookings(handle: Handle, range: Range): Promise<StatusSum[]> {
  const { serviceSum } = handle.t
  return sumUp(handle, serviceSum, between(serviceSum.day, range.from, range.to))
}

/** Sums of days as one a currency and state. */
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

/** By how much sums change, none of one state twice; empty when nothing of a booking that is summed has changed. */
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

/** The figures that a booking adds to the sums, or takes away from them. */
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

/** An upsert of sums, of an owner where it has one: those there are and those that were to be inserted, added up. */
const adding = (sums: Tables['serviceSum' | 'agencySum' | 'hotelSum'], ...owner: Column[]) => ({
  target: [...owner, sums.day, sums.currency, sums.status],
  set: {
    bookings: plusExcluded(sums.bookings),
    totalPriceCents: plusExcluded(sums.totalPriceCents),
    commissionCents: plusExcluded(sums.commissionCents),
  },
})

/** In an upsert: what a column has and what was to be inserted, added up. */
const plusExcluded = (column: Column) => sql`${column} + excluded.${sql.identifier(column.name)}`

/** A number also where the engine answers text. */
const total = (what: SQLWrapper) => sql<number>`sum(${what})`.mapWith(Number)

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

/** Sums as one a day, where they have one, currency and state. */
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
