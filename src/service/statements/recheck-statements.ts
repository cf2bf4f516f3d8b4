import { NO_AMOUNTS } from '../../domain/statements/statement.ts'
import { listBookingsAt } from '../../store/bookings/bookings.ts'
import { updatePaid } from '../../store/bookings/paid.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { inHotel } from '../../store/engine/locks.ts'
import {
  type AdjustedAt,
  listKeptAdjusted,
  type Rechecked,
  recheckStatements,
  setPaidSince,
  sumAdjusted,
} from '../../store/statements/recheck.ts'
import type { Deps } from '../deps.ts'

/** A statement that its lines do not say. */
export type WrongStatement = Rechecked & {
  /** True if its sums or its bookings differ: a person must look, nothing of a closed statement is changed. */
  isUnsound: boolean
}

/**
 * Adds up the lines of all statements. Payments since that differ are put right, each under its hotel's lock; sums and
 * bookings that differ stay, for the agency has them.
 *
 * @returns the statements that differ; empty if all are right
 */
export async function recheckAllStatements({
  store,
}: Pick<Deps, 'store'>): Promise<WrongStatement[]> {
  const suspects = await store.long.snapshot((handle) => findWrong(handle))
  const wrong: WrongStatement[] = []
  for (const { statement } of suspects) {
    const found = await inHotel(store, statement.hotelId, async (tx) => {
      const [found] = await findWrong(tx, statement.id)
      if (found) await setPaidSince(tx, statement.id, found.lines.paidSinceCents)
      return found
    })
    if (found) wrong.push(found)
  }
  return wrong
}

async function findWrong(handle: Handle, id?: number): Promise<WrongStatement[]> {
  const wrong: WrongStatement[] = []
  for await (const each of recheckStatements(handle, id)) {
    const isUnsound = !isSound(each)
    if (isUnsound || each.statement.paidSinceCents !== each.lines.paidSinceCents)
      wrong.push({ ...each, isUnsound })
  }
  return wrong
}

const SUMMED = ['lineCount', ...(Object.keys(NO_AMOUNTS) as (keyof typeof NO_AMOUNTS)[])] as const

/** True if a statement has the sums of its lines, and each of its bookings one line. */
const isSound = ({ statement, lines, marked }: Rechecked): boolean =>
  SUMMED.every((name) => statement[name] === lines[name]) &&
  lines.bookings === lines.bookingLines &&
  marked === lines.bookingLines

/** The sum of a booking's adjustments; `keptCents` is the one that it carried. */
export type Readjusted = AdjustedAt & { bookingCode: string; keptCents: number }

/**
 * Adds up the adjustments of all bookings, and puts right what bookings carry of them, and with it what their agencies
 * owe, each under its hotel's lock.
 *
 * @returns what was put right; empty if all was right
 */
export async function recountAdjusted({ store }: Pick<Deps, 'store'>): Promise<Readjusted[]> {
  const [kept, sums] = await store.long.snapshot(async (handle) => [
    await listKeptAdjusted(handle),
    await sumAdjusted(handle),
  ])
  const keptOf = new Map(kept.map(({ bookingId, cents }) => [bookingId, cents]))
  const sumOf = new Map(sums.map(({ bookingId, cents }) => [bookingId, cents]))
  const all = new Map([...kept, ...sums].map((each) => [each.bookingId, each]))
  const done: Readjusted[] = []
  for (const { bookingId, hotelId } of all.values()) {
    if ((keptOf.get(bookingId) ?? 0) === (sumOf.get(bookingId) ?? 0)) continue
    const adjusted = await inHotel(store, hotelId, async (tx) => {
      const [at] = await listBookingsAt(tx, [{ id: bookingId }])
      const [sum] = await sumAdjusted(tx, bookingId)
      const cents = sum?.cents ?? 0
      if (!at || at.booking.adjustedCents === cents) return []
      const { code: bookingCode, adjustedCents: keptCents } = at.booking
      await updatePaid(tx, at.booking, { adjustedCents: cents })
      return [{ bookingId, bookingCode, hotelId, cents, keptCents }]
    })
    done.push(...adjusted)
  }
  return done
}
