import { sql } from 'drizzle-orm'
import type { ActorType } from '../../domain/accounts/user.ts'
import type { PaymentMethod } from '../../domain/bookings/desk.ts'
import type { Kit } from './kit.ts'

/** Notes, identities and payments that a hotel's front desk keeps of bookings, and its list of rooms. */
export const deskTables = (kit: Kit) => ({
  bookingDesk: bookingDeskTable(kit),
  bookingIdentity: bookingIdentityTable(kit),
  bookingPayment: bookingPaymentTable(kit),
  roomList: roomListTable(kit),
})

/** The desk's notes on bookings (contract §3), hidden from guests, agencies and partners. A booking without any has no row. */
const bookingDeskTable = ({ table, text, int, big }: Kit) =>
  table('booking_desk', {
    bookingId: big('booking_id').primaryKey(),
    hotelId: int('hotel_id').notNull(),
    note: text('note'),
    /** JSON list of tags; null if there are none. */
    tags: text('tags'),
    roomNumber: text('room_number'),
    /** JSON list of the numbers of all rooms; null if `room_number` has them all as a text. */
    roomNumbers: text('room_numbers'),
    arrivedAtMs: big('arrived_at_ms'),
    leftAtMs: big('left_at_ms'),
    /** The sum of the booking's payments, updated with each. */
    paidCents: big('paid_cents').notNull().default(0),
  })

/** Identities of the guests in house as the desk reports them, sealed, and deleted some time after check-out. */
const bookingIdentityTable = ({ table, text, int, big, date, index }: Kit) =>
  table(
    'booking_identity',
    {
      bookingId: big('booking_id').primaryKey(),
      hotelId: int('hotel_id').notNull(),
      /** Counts the writes, so that a user cannot overwrite a version they have not seen. */
      revision: int('revision').notNull(),
      sealed: text('sealed').notNull(),
      /** The booking's check-out at the last write, or when retention last looked at it. */
      checkout: date('checkout').notNull(),
    },
    (t) => [index('booking_identity_checkout').on(t.checkout, t.bookingId)],
  )

/** Payments recorded by the desk. A wrong payment is reversed by another one (refund) and never deleted. */
const bookingPaymentTable = ({ table, text, int, big, pk, index, uniqueIndex }: Kit) =>
  table(
    'booking_payment',
    {
      hotelId: int('hotel_id').notNull(),
      id: text('id').notNull(),
      bookingId: big('booking_id').notNull(),
      amountCents: big('amount_cents').notNull(),
      method: text('method').$type<PaymentMethod>().notNull(),
      note: text('note'),
      /** The payment that this one reverses; null for all others. */
      takesBack: text('takes_back'),
      actorType: text('actor_type').$type<ActorType>().notNull(),
      actorId: text('actor_id').notNull(),
      atMs: big('at_ms').notNull(),
    },
    (t) => [
      pk({ columns: [t.hotelId, t.id] }),
      index('booking_payment_booking').on(t.bookingId, t.atMs, t.id),
      uniqueIndex('booking_payment_back')
        .on(t.hotelId, t.takesBack)
        .where(sql`${t.takesBack} is not null`),
    ],
  )

/** The rooms of a hotel by number, as the desk assigns them. A hotel without a list has no row. */
const roomListTable = ({ table, text, int }: Kit) =>
  table('room_list', {
    hotelId: int('hotel_id').primaryKey(),
    /** Counts the writes, so that a user cannot overwrite a version they have not seen. */
    revision: int('revision').notNull(),
    /** JSON list of rooms in the order of the house. */
    rooms: text('rooms').notNull(),
  })
