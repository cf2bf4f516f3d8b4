// An agency's booking sums in a range of days.

import { and, asc, between, eq, gt, or } from 'drizzle-orm'
import type { StatusSum } from '../../../domain/bookings/booking-sums.ts'
import type { Range } from '../../../domain/dashboards/dashboard.ts'
import {
  addDays,
  dateIn,
  endOfDay,
  FIRST_TIME_ZONE,
  LAST_TIME_ZONE,
  startOfDay,
} from '../../../domain/kernel/date.ts'
import type { Handle } from '../../engine/engine.ts'
import { readSlices } from '../../engine/pace.ts'
import { ALL_DAYS, addUp, changeOf, sumUp } from './sums.ts'

/** A span of time, both ends included, in epoch milliseconds. */
type Span = { sinceMs: number; untilMs: number }

/**
 * Sums an agency's bookings by currency and status. With a range: those made on its days, by the time zone of each
 * hotel. Sums are stored by UTC day, and a whole UTC day strictly between the first and the last day lies within the
 * range in every time zone. Bookings made around the first and the last day are read one by one, in slices.
 */
export async function sumAgencyBookings(
  handle: Handle,
  agencyId: number,
  range: Range | undefined,
): Promise<StatusSum[]> {
  const { agencySum } = handle.t
  const sumDays = (isWanted: ReturnType<typeof eq>) =>
    sumUp(handle, agencySum, and(eq(agencySum.agencyId, agencyId), isWanted))
  if (!range) return await sumDays(eq(agencySum.day, ALL_DAYS))
  const { from, to } = range
  const [afterFrom, beforeTo] = [addDays(from, 1), addDays(to, -1)]
  const sums = await sumDays(between(agencySum.day, afterFrom, beforeTo))
  const firstWholeMs = startOfDay(afterFrom, 'UTC')
  const lastMs = Math.max(firstWholeMs, startOfDay(to, 'UTC'))
  for (const span of [
    { sinceMs: startOfDay(from, FIRST_TIME_ZONE), untilMs: firstWholeMs - 1 },
    { sinceMs: lastMs, untilMs: endOfDay(to, LAST_TIME_ZONE) - 1 },
  ])
    for await (const made of readSlices<MadeRow>((after, limit) =>
      listMade(handle, agencyId, span, { after, limit }),
    ))
      sums.push(...addUp(made.filter((row) => isMadeIn(range, row)).map((row) => changeOf(row, 1))))
  return addUp(sums).toSorted((a, b) =>
    `${a.currency} ${a.status}` < `${b.currency} ${b.status}` ? -1 : 1,
  )
}

type MadeRow = Awaited<ReturnType<typeof listMade>>[number]

/** An agency's bookings made in a span of time, with the time zones of their hotels, in the order of creation. */
async function listMade(
  { t: { booking, hotel }, db }: Handle,
  agencyId: number,
  { sinceMs, untilMs }: Span,
  { after, limit }: { after: { id: number; createdAtMs: number } | undefined; limit: number },
) {
  const { id, createdAtMs, currency, status, totalPriceCents, penaltyCents, commissionCents } =
    booking
  return await db
    .select({
      ...{ id, createdAtMs, timezone: hotel.timezone },
      ...{ currency, status, totalPriceCents, penaltyCents, commissionCents },
    })
    .from(booking)
    .innerJoin(hotel, eq(hotel.id, booking.hotelId))
    .where(
      and(
        eq(booking.agencyId, agencyId),
        between(createdAtMs, after?.createdAtMs ?? sinceMs, untilMs),
        after && or(gt(createdAtMs, after.createdAtMs), gt(id, after.id)),
      ),
    )
    .orderBy(asc(createdAtMs), asc(id))
    .limit(limit)
}

function isMadeIn({ from, to }: Range, { timezone, createdAtMs }: MadeRow): boolean {
  const day = dateIn(timezone, createdAtMs)
  return from <= day && day <= to
}
