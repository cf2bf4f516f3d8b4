// Reads that the bodies of a shared transaction do once for all of them, and the numbers that they reserve together.

import { type Handle, leaveToCommit, type SharedReads, type Tx } from './engine.ts'
import { mustHaveLocked } from './locks.ts'

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

/**
 * Leaves writes to the commit (`leaveToCommit`) whose answer is foreseen. The transaction is undone, and its bodies run
 * again by themselves, if the answer is another one.
 */
export async function leaveForeseen<T>(
  tx: Tx,
  writes: Promise<T>,
  isForeseen: (answer: T) => boolean,
): Promise<void> {
  const answer = writes.then(isForeseen)
  answer.catch(() => {})
  tx.shared!.foresight!.answers.push(answer)
  await leaveToCommit(tx, writes)
}

/** Forgets what may be undone now. */
export function forgetReads({ facts, foresight }: SharedReads): void {
  facts.clear()
  // Answers that are still to come go into the former map.
  if (foresight) foresight.days = new Map()
}

/** Voids the numbers that no body has yet. */
export function dropNumbers({ numbers, spareIds }: SharedReads): void {
  for (const { bookingId } of numbers.splice(0)) if (bookingId) spareIds.push(bookingId)
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
  if (isBooking && numbers[0]?.bookingId === undefined) numbers.length = 0
  if (numbers.length === 0) {
    const count = 1 + shared.waiting()
    const spare = isBooking ? spareIds.splice(0, count) : []
    const rows = await nextNumbers(tx.db, count, isBooking ? count - spare.length : 0)
    const idOf = (id: number | undefined) => id ?? spare.shift()
    numbers.push(...rows.map((row) => ({ ...row, bookingId: idOf(row.bookingId) })))
  }
  const { bookingId, ...reserved } = numbers.shift()!
  if (isBooking) tx.reserved = { ...reserved, bookingId }
  else {
    tx.reserved = reserved
    if (bookingId) spareIds.push(bookingId)
  }
}
