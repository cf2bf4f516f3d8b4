import { sql } from 'drizzle-orm'
import type { WebCount } from '../../domain/strangers/web-counts.ts'
import type { Kit } from './kit.ts'

/**
 * Room-nights that strangers booked, closed mailboxes and alarms (`contract-access`, *What strangers may take*), and
 * statistics of the hotels' pages.
 */
export const strangerTables = (kit: Kit) => ({
  strangerTake: strangerTakeTable(kit),
  shutMailbox: shutMailboxTable(kit),
  strangerHour: strangerHourTable(kit),
  webCount: webCountTable(kit),
})

/** Room-nights booked by strangers and by guests proven by mail: one row per booking, kept 25 hours. */
const strangerTakeTable = ({ table, serial, text, int, big, bool, index }: Kit) =>
  table(
    'stranger_take',
    {
      id: serial('id'),
      hotelId: int('hotel_id').notNull(),
      /** For a hold, which may still be released, its code; '' for a booking confirmed at once. */
      bookingCode: text('booking_code').notNull(),
      /** Keyed hashes of the address (IPv6: /56) and of the network around it (/24, /48); null if a site named no visitor. */
      network: text('network'),
      wideNetwork: text('wide_network'),
      siteId: text('site_id'),
      roomNights: int('room_nights').notNull(),
      /** The hold was released or expired, and counts for a fifth. */
      released: bool('released').notNull().default(false),
      atMs: big('at_ms').notNull(),
    },
    (t) => [
      // An address is counted along the index of its network: every further index is one more write per booking.
      index('stranger_take_around')
        .on(t.wideNetwork, t.atMs)
        .where(sql`${t.wideNetwork} is not null`),
      index('stranger_take_site').on(t.siteId, t.atMs).where(sql`${t.siteId} is not null`),
      index('stranger_take_hold').on(t.bookingCode).where(sql`${t.bookingCode} <> ''`),
    ],
  )

/** Mailboxes closed to unproven bookings at a hotel for a day, because their holder disowned a booking (*This was not me*). */
const shutMailboxTable = ({ table, text, int, big, pk, index }: Kit) =>
  table(
    'shut_mailbox',
    {
      hotelId: int('hotel_id').notNull(),
      mailbox: text('mailbox').notNull(),
      untilMs: big('until_ms').notNull(),
    },
    (t) => [pk({ columns: [t.hotelId, t.mailbox] }), index('shut_mailbox_until').on(t.untilMs)],
  )

/** Hours in which strangers booked much at a hotel, each with its alarm `unusual_demand` (`service/strangers`). */
const strangerHourTable = ({ table, text, int, big, bool, pk, index }: Kit) =>
  table(
    'stranger_hour',
    {
      hotelId: int('hotel_id').notNull(),
      /** The start of the hour. */
      hourMs: big('hour_ms').notNull(),
      /** Room-nights confirmed in the 24 hours and in the 7 days before the last write. */
      dayNights: int('day_nights').notNull(),
      weekNights: int('week_nights').notNull(),
      /** The room-nights of a mean day × 28; 0 if the hotel is too young to have one. */
      monthNights: int('month_nights').notNull(),
      /** How much of the brake's bound was reached. */
      level: text('level').$type<'none' | 'half' | 'whole'>().notNull(),
      /** Mail had waited for 5 minutes, so that guests could not be asked for proof. */
      isMailStuck: bool('is_mail_stuck').notNull().default(false),
      /** When the owners got a mail about it; null if not in this hour. */
      mailedAtMs: big('mailed_at_ms'),
      updatedAtMs: big('updated_at_ms').notNull(),
    },
    (t) => [pk({ columns: [t.hotelId, t.hourMs] }), index('stranger_hour_at').on(t.hourMs)],
  )

/** What happened on the hotels' pages, a row a hotel, day of the hotel and kind (`domain/strangers/web-counts.ts`). */
const webCountTable = ({ table, text, date, int, pk, index }: Kit) =>
  table(
    'web_count',
    {
      hotelId: int('hotel_id').notNull(),
      date: date('date').notNull(),
      kind: text('kind').$type<WebCount>().notNull(),
      times: int('times').notNull(),
    },
    (t) => [pk({ columns: [t.hotelId, t.date, t.kind] }), index('web_count_date').on(t.date)],
  )
