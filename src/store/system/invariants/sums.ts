import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import type { StatusSum } from '../../../domain/bookings/booking-sums.ts'
import type { CalendarDate } from '../../../domain/kernel/date.ts'
import { changeOf } from '../../bookings/sums/sums.ts'
import type { Handle } from '../../engine/engine.ts'
import { hotelsOf, madeAfter, type NamedHotel, ofMaking } from './hotels.ts'
import { confirm, type Invariant, type Look, slicesOf } from './invariant.ts'

/** The sums of a hotel are those of its bookings, by day, currency and status. */
export const SUMS: Invariant = {
  holds: 'sums of hotels are as their bookings say',
  find: (look) => confirm(look, findSuspects(look), explain),
}

type Sum = Omit<StatusSum, 'currency' | 'status'>
type Place = { hotel: NamedHotel; day: CalendarDate; name: string }

const NONE: Sum = { bookings: 0, totalPriceCents: 0, commissionCents: 0 }

async function* findSuspects(look: Look): AsyncGenerator<Place> {
  for await (const hotel of hotelsOf(look)) {
    const sums = new Map<string, Sum>()
    const bookings = slicesOf<Row>(look, (handle, after, limit) =>
      listBookings(handle, madeAfter(handle, hotel.id, after)).limit(limit),
    )
    for await (const rows of bookings) for (const row of rows) add(sums, row)
    for await (const rows of keptSums(look, hotel.id))
      for (const { day, currency, status, ...kept } of rows) {
        const name = nameOf(day, currency, status)
        if (!isSame(kept, sums.get(name) ?? NONE)) yield { hotel, day, name }
        sums.delete(name)
      }
    for (const [name, sum] of sums)
      if (!isSame(sum, NONE)) yield { hotel, day: name.slice(0, 10) as CalendarDate, name }
  }
}

const listBookings = (handle: Handle, where: ReturnType<typeof and>) => {
  const { booking } = handle.t
  const { id, createdAtMs, currency, status } = booking
  const { totalPriceCents, penaltyCents, commissionCents } = booking
  return handle.db
    .select({
      ...{ id, createdAtMs, currency, status },
      ...{ totalPriceCents, penaltyCents, commissionCents },
    })
    .from(booking)
    .where(where)
    .orderBy(...ofMaking(handle))
}

type Row = Awaited<ReturnType<typeof listBookings>>[number]

function add(sums: Map<string, Sum>, row: Row): void {
  const name = nameOf(dayOf(row.createdAtMs), row.currency, row.status)
  const sum = sums.get(name) ?? { ...NONE }
  const change = changeOf(row, 1)
  for (const key of KEYS) sum[key] += change[key]
  sums.set(name, sum)
}

const keptSums = (look: Look, hotelId: number) =>
  slicesOf<StatusSum & { day: CalendarDate }>(look, ({ t: { hotelSum: s }, db }, after, limit) =>
    db
      .select({
        ...{ day: s.day, currency: s.currency, status: s.status, bookings: s.bookings },
        ...{ totalPriceCents: s.totalPriceCents, commissionCents: s.commissionCents },
      })
      .from(s)
      .where(
        and(
          eq(s.hotelId, hotelId),
          after &&
            sql`(${s.day}, ${s.currency}, ${s.status}) > (${after.day}, ${after.currency}, ${after.status})`,
        ),
      )
      .orderBy(asc(s.day), asc(s.currency), asc(s.status))
      .limit(limit),
  )

async function explain(handle: Handle, { hotel, day, name }: Place): Promise<string | undefined> {
  const { booking, hotelSum } = handle.t
  const { createdAtMs, hotelId } = booking
  const fromMs = Date.parse(day)
  const sums = new Map<string, Sum>()
  const rows = await listBookings(
    handle,
    and(eq(hotelId, hotel.id), gte(createdAtMs, fromMs), lt(createdAtMs, fromMs + DAY_MS)),
  )
  for (const row of rows) add(sums, row)
  const ofDay = await handle.db
    .select()
    .from(hotelSum)
    .where(and(eq(hotelSum.hotelId, hotel.id), eq(hotelSum.day, day)))
  const kept = ofDay.find((row) => nameOf(day, row.currency, row.status) === name) ?? NONE
  const sum = sums.get(name) ?? NONE
  if (isSame(kept, sum)) return undefined
  const figures = ({ bookings, totalPriceCents, commissionCents }: Sum) =>
    `${bookings} bookings, ${totalPriceCents} and commission ${commissionCents}`
  return `${hotel.slug} made on ${name}: ${figures(kept)} by the sums, ${figures(sum)} by the bookings`
}

const DAY_MS = 86_400_000
const KEYS = ['bookings', 'totalPriceCents', 'commissionCents'] as const
const nameOf = (day: CalendarDate, currency: string, status: string) =>
  `${day} ${currency} ${status}`
const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10) as CalendarDate
const isSame = (a: Sum, b: Sum) => KEYS.every((key) => a[key] === b[key])
