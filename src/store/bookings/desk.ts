// Front desk: room assignment, notes and tags of bookings, and their folio of payments and refunds.

import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import {
  type Desk,
  NO_DESK,
  PAYMENTS_MAX,
  type PaymentMethod,
  roomWords,
} from '../../domain/bookings/desk.ts'
import { isTyped, splitNumbers } from '../../domain/bookings/room-numbers.ts'
import { isActorKey, type NamedActor, publicActor } from '../days/actors.ts'
import type { Actor } from '../days/history.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { chunks } from '../engine/pace.ts'
import { preparedLists } from '../engine/prepared.ts'
import type { Tables } from '../engine/schema.ts'

/** An entry of a booking's folio: a payment that the front desk has recorded, or the refund of one. */
export type Payment = {
  id: string
  amountCents: number
  method: PaymentMethod
  note: string | null
  /** The payment that this one refunds (takes back); null for a payment. */
  takesBack: string | null
  atMs: number
}

/** The front desk's data of some bookings, by booking id; a booking without any has no entry. */
export async function listDesks(
  handle: Handle,
  bookingIds: readonly number[],
): Promise<Map<number, Desk>> {
  const found = new Map<number, Desk>()
  for (const ids of chunks(bookingIds)) {
    if (ids.length === 0) break
    const rows = await selectDesks(handle, { ids })
    for (const { bookingId, hotelId: _, tags, ...row } of rows) {
      const roomNumbers = readRoomNumbers(row)
      found.set(bookingId, { ...row, roomNumbers, tags: tags === null ? [] : JSON.parse(tags) })
    }
  }
  return found
}

const selectDesks = preparedLists(['ids'], ({ t: { bookingDesk }, db }, { ids }) =>
  db.select().from(bookingDesk).where(inArray(bookingDesk.bookingId, ids)).prepare(),
)

/** The numbers of the rooms that a row of `booking_desk` has. */
export const readRoomNumbers = (row: {
  roomNumber: string | null
  roomNumbers: string | null
}): string[] =>
  row.roomNumbers === null ? splitNumbers(row.roomNumber) : JSON.parse(row.roomNumbers)

/** The front desk's data of a booking. */
export async function findDesk(handle: Handle, { id }: Pick<Booking, 'id'>): Promise<Desk> {
  const desks = await listDesks(handle, [id])
  return desks.get(id) ?? NO_DESK
}

/** Replaces the front desk's data of a booking, and updates the room number in the index of words. */
export async function upsertDesk(
  tx: Tx,
  { id, hotelId, agencyId, createdAtMs }: Booking,
  before: Desk,
  after: Desk,
): Promise<void> {
  const { bookingDesk, bookingWord } = tx.t
  const row = {
    ...after,
    tags: after.tags.length === 0 ? null : JSON.stringify(after.tags),
    roomNumbers: isTyped(after) ? null : JSON.stringify(after.roomNumbers),
  }
  await tx.db
    .insert(bookingDesk)
    .values({ ...row, bookingId: id, hotelId })
    .onConflictDoUpdate({ target: bookingDesk.bookingId, set: row })
  if (Bun.deepEquals(before.roomNumbers, after.roomNumbers)) return
  const former = roomWords(before.roomNumbers)
  if (former.length > 0)
    await tx.db
      .delete(bookingWord)
      .where(
        and(
          eq(bookingWord.hotelId, hotelId),
          inArray(bookingWord.word, former),
          eq(bookingWord.bookingId, id),
        ),
      )
  const words = roomWords(after.roomNumbers)
  const place = { hotelId, bookingId: id, agencyId, createdAtMs }
  if (words.length > 0)
    await tx.db
      .insert(bookingWord)
      .values(words.map((word) => ({ ...place, word })))
      .onConflictDoNothing()
}

/** A payment with the actor who recorded it. */
type RecordedPayment = Payment & { actor: NamedActor }

/** The payments and refunds of a booking, oldest first, each with the actor who recorded it. */
export async function listPayments(handle: Handle, id: number): Promise<RecordedPayment[]> {
  const payments = await listPaymentsOfEach(handle, [id])
  return payments.get(id) ?? []
}

/** The same of each of some bookings, by its id; bookings without payments are absent. */
export async function listPaymentsOfEach(
  handle: Handle,
  ids: readonly number[],
): Promise<Map<number, RecordedPayment[]>> {
  if (ids.length === 0) return new Map()
  const rows = await selectPayments(handle, { ids }, { limit: PAYMENTS_MAX * ids.length })
  const byBooking = Map.groupBy(rows, ({ payment }) => payment.bookingId)
  return new Map([...byBooking].map(([id, some]) => [id, some.map(fromPaymentRow)]))
}

const selectPayments = preparedLists(['ids'], ({ t, db }, { ids }) => {
  const { bookingPayment, user, apiKey } = t
  return db
    .select({ payment: bookingPayment, userName: user.name, vendorId: apiKey.vendorId })
    .from(bookingPayment)
    .leftJoin(apiKey, isActorKey(t, bookingPayment))
    .leftJoin(user, and(eq(bookingPayment.actorType, 'user'), eq(user.id, bookingPayment.actorId)))
    .where(inArray(bookingPayment.bookingId, ids))
    .orderBy(asc(bookingPayment.atMs), asc(bookingPayment.id))
    .limit(sql.placeholder('limit'))
    .prepare()
})

type PaymentRow = {
  payment: Tables['bookingPayment']['$inferSelect']
  userName: string | null
  vendorId: string | null
}

function fromPaymentRow({ payment, userName, vendorId }: PaymentRow): RecordedPayment {
  const { hotelId: _, bookingId: __, actorType: type, actorId: id, ...rest } = payment
  return { ...rest, actor: publicActor({ type, id, vendorId }, userName) }
}

/** Records a payment or a refund. */
export async function insertPayment(
  { t, db }: Tx,
  { id: bookingId, hotelId }: Pick<Booking, 'id' | 'hotelId'>,
  payment: Payment,
  { type: actorType, id: actorId }: Actor,
): Promise<void> {
  await db.insert(t.bookingPayment).values({ ...payment, hotelId, bookingId, actorType, actorId })
}

/** A hotel's payment by id, with its booking; undefined if there is none. */
export async function findPayment(
  { t, db }: Handle,
  hotelId: number,
  paymentId: string,
): Promise<(Payment & { bookingId: number }) | undefined> {
  const { bookingPayment } = t
  const { id, bookingId, amountCents, method, note, takesBack, atMs } = bookingPayment
  const [row] = await db
    .select({ id, bookingId, amountCents, method, note, takesBack, atMs })
    .from(bookingPayment)
    .where(and(eq(bookingPayment.hotelId, hotelId), eq(id, paymentId)))
  return row
}
