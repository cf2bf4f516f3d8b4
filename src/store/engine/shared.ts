// Reads that the bodies of a shared transaction do once for all of them, and the numbers that they reserve together.

import type { Handle, SharedReads, SpareId, Tx } from './engine.ts'
import { mustHaveLocked } from './locks.ts'

/**
 * How long after its reservation the id of a booking is still given to one. The index of words passes over a gap 60 s
 * after the date of the booking behind it. A transaction that fills the gap takes 30 s at most; the other 20 s are for
 * bookings that are dated before they take their id. An id that came later would never be indexed, so it is dropped.
 */
const SPARE_MS_MAX = 10_000

/**
 * Reads a fact once for all bodies of a transaction: one that only a transaction with the same lock could change, or that
 * might as well have changed after it. A booking that follows another one in its transaction so asks for nothing but its
 * nights.
 */
export function readShared<T>(
  handle: Handle | Tx,
  name: string,
  read: () => PromiseLike<T>,
): Promise<T> {
  const shared = 'shared' in handle ? handle.shared : undefined
  const known = shared?.facts.get(name)
  if (known) return known as Promise<T>
  const fact = Promise.resolve(read())
  shared?.facts.set(name, fact)
  fact.catch(() => shared?.facts.delete(name))
  return fact
}

/** Forgets what may be undone now. */
export function forgetReads({ facts, foresight }: SharedReads): void {
  facts.clear()
  if (!foresight) return
  // Answers that are still to come go into the former map, or were read before the former list ended.
  foresight.days = new Map(foresight.days)
  for (const [name, day] of foresight.before)
    if (day) foresight.days.set(name, day)
    else foresight.days.delete(name)
  foresight.pushed = []
}

/** Voids the numbers that no body has yet. */
export function dropNumbers({ numbers, spareIds }: SharedReads): void {
  for (const { spareId } of numbers.splice(0)) if (spareId) spareIds.push(spareId)
}

/**
 * Reserves the numbers of the transaction's next change, and booking, in one flight with the lock of its hotel and what is
 * read first, so that their inserts need none of their own: of a server that is 1 ms away, one hotel gets a fifth more
 * bookings. Those of bodies that wait to follow in the transaction are reserved with them. Does nothing where the database
 * is not remote.
 */
export async function reserveNumbers(
  tx: Tx,
  hotelId: number,
  { isBooking = false } = {},
): Promise<void> {
  mustHaveLocked(tx, hotelId)
  const { nextNumbers } = tx.dialect
  if (!nextNumbers) return
  const alone: Pick<SharedReads, 'numbers' | 'spareIds' | 'waiting'> = {
    numbers: [],
    spareIds: [],
    waiting: () => 0,
  }
  const shared = tx.shared ?? alone
  const { numbers, spareIds } = shared
  if (isBooking && !numbers[0]?.spareId) numbers.length = 0
  if (numbers.length === 0) {
    const count = 1 + shared.waiting()
    const reservedMs = performance.now()
    const ids = isBooking ? takeSpare(spareIds, count, reservedMs) : []
    const rows = await nextNumbers(tx.db, count, isBooking ? count - ids.length : 0)
    for (const { bookingId: id } of rows) if (id !== undefined) ids.push({ id, reservedMs })
    numbers.push(...rows.map(({ changeSeq }, index) => ({ changeSeq, spareId: ids[index] })))
  }
  const { changeSeq, spareId } = numbers.shift()!
  if (isBooking) tx.reserved = { changeSeq, bookingId: spareId?.id }
  else {
    tx.reserved = { changeSeq }
    if (spareId) spareIds.push(spareId)
  }
}

/** Takes at most so many spare ids, and drops those that are too old. */
function takeSpare(spareIds: SpareId[], count: number, nowMs: number): SpareId[] {
  const young = spareIds.splice(0).filter(({ reservedMs }) => nowMs - reservedMs < SPARE_MS_MAX)
  spareIds.push(...young.splice(count))
  return young
}
