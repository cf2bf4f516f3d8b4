import { sql } from 'drizzle-orm'
import type { Language } from '../../domain/kernel/language.ts'
import type {
  AccountMailKind,
  HotelMailKind,
  MailKind,
  MailState,
  StatementMailKind,
} from '../../domain/mails/mail.ts'
import type { Column, Kit } from './kit.ts'

/**
 * Mails about revisions of bookings, links of accounts or alarms of hotels, kept 30 days. A mail is queued in the
 * transaction that causes it, and its text is made when it is sent. A mail about a link has the hotel 0 and an empty code.
 */
export const mailTables = (kit: Kit) => ({
  mail: kit.table('mail', mailColumns(kit), (t) => mailIndexes(kit, t)),
})

const mailColumns = ({ serial, text, int, big }: Kit) => ({
  seq: serial('seq'),
  id: text('id').notNull().unique(),
  hotelId: int('hotel_id').notNull(),
  /** A booking's code; of a mail about a statement its number. */
  bookingCode: text('booking_code').notNull(),
  revision: int('revision').notNull(),
  /**
   * The stays of a group whose event the mail reports, as JSON (`MailedStay[]`); then `bookingCode` is the group's and
   * `revision` 0. null: the mail is about a booking of its own.
   */
  stays: text('stays'),
  /** The epoch of the links in the mail. They are invalid once the booking's `manageEpoch` is higher. */
  manageEpoch: int('manage_epoch').notNull().default(0),
  kind: text('kind')
    .$type<MailKind | AccountMailKind | HotelMailKind | StatementMailKind>()
    .notNull(),
  language: text('language').$type<Language>().notNull(),
  /** The link that the mail is about; null for mail about a booking or a hotel (`HotelMailKind`). */
  linkId: text('link_id'),
  /** The address as it was given, and folded for comparison. */
  recipient: text('recipient').notNull(),
  address: text('address').notNull(),
  /** The mailbox of the address, by which mails are counted; null in rows of a version without this column. */
  mailbox: text('mailbox'),
  state: text('state').$type<MailState>().notNull(),
  /** The number of attempts that have ended. */
  attempts: int('attempts').notNull(),
  /** The time of the next attempt; null if finished. */
  dueAtMs: big('due_at_ms'),
  /** The end of the lease of the attempt under way; null if none is. */
  leasedUntilMs: big('leased_until_ms'),
  createdAtMs: big('created_at_ms').notNull(),
  lastAtMs: big('last_at_ms'),
  /** The first of the temporary refusals since the mail server last accepted any mail; null if there was none. */
  refusedSinceMs: big('refused_since_ms'),
  /** When the mail server accepted the mail, or when the service gave up. */
  finishedAtMs: big('finished_at_ms'),
  /** The last answer of the mail server, or the reason why there was none. */
  answer: text('answer'),
})

const mailIndexes = ({ index }: Kit, t: Record<keyof ReturnType<typeof mailColumns>, Column>) => [
  index('mail_due').on(t.dueAtMs).where(sql`${t.dueAtMs} is not null`),
  // Mails that are sent before all others, however many others wait.
  index('mail_at_once')
    .on(t.dueAtMs)
    .where(sql`${t.kind} in ('proof', 'login_code') and ${t.dueAtMs} is not null`),
  index('mail_refused_since')
    .on(t.refusedSinceMs, t.lastAtMs)
    .where(sql`${t.refusedSinceMs} is not null`),
  index('mail_hotel').on(t.hotelId, t.seq),
  index('mail_refused')
    .on(t.finishedAtMs, t.hotelId)
    .where(sql`${t.state} in ('bounced', 'failed')`),
  index('mail_booking').on(t.bookingCode, t.seq),
  index('mail_address').on(t.address, t.lastAtMs),
  index('mail_mailbox').on(t.mailbox, t.lastAtMs),
  index('mail_waiting').on(t.mailbox, t.seq).where(sql`${t.dueAtMs} is not null`),
  index('mail_link').on(t.linkId).where(sql`${t.linkId} is not null`),
]
