// Mails in the transactional outbox.

import { mailboxOf } from '../../domain/accounts/mailbox.ts'
import type { Language } from '../../domain/kernel/language.ts'
import type {
  AccountMailKind,
  HotelMailKind,
  MailKind,
  StatementMailKind,
} from '../../domain/mails/mail.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { placeholders, prepared } from '../engine/prepared.ts'
import type { Tables } from '../engine/schema.ts'

/** A mail in the mail queue (outbox). */
export type Mail = Tables['mail']['$inferSelect']

/** A mail about a booking. */
export type BookingMail = Mail & { kind: MailKind; linkId: null }

/** A mail about an account link. */
export type LinkMail = Mail & { kind: AccountMailKind; linkId: string }

/** A mail about a hotel. */
export type HotelMail = Mail & { kind: HotelMailKind; linkId: null }

/** A mail about a closed statement, whose number is the code. */
export type StatementMail = Mail & { kind: StatementMailKind; linkId: null }

/** True for a mail about an account link. */
export const isAboutLink = (mail: Mail): mail is LinkMail => mail.linkId !== null
/** True for a mail about a hotel. */
export const isAboutHotel = (mail: Mail): mail is HotelMail => mail.kind === 'unusual_demand'
/** True for a mail about a statement. */
export const isAboutStatement = (mail: Mail): mail is StatementMail => mail.kind === 'statement'
/** True for a mail about a booking. */
export const isAboutBooking = (mail: Mail): mail is BookingMail =>
  !isAboutLink(mail) && !isAboutHotel(mail) && !isAboutStatement(mail)

/** A stay of a group whose event a mail reports, at the revision of that event. */
export type MailedStay = { code: string; revision: number }

/** The stays whose event a mail about a group reports; undefined for a mail about a booking of its own. */
export const mailedStays = ({ stays }: Pick<Mail, 'stays'>): MailedStay[] | undefined =>
  stays === null ? undefined : JSON.parse(stays)

/** The booking, group, account link or hotel that a mail is about. */
type MailReference =
  | ({ hotelId: number; manageEpoch: number; kind: MailKind; linkId?: undefined } & (
      | { bookingCode: string; revision: number }
      | { groupCode: string; stays: readonly MailedStay[] }
    ))
  | { linkId: string; kind: AccountMailKind }
  | { hotelId: number; kind: HotelMailKind; linkId?: undefined }
  | { hotelId: number; kind: StatementMailKind; bookingCode: string; linkId?: undefined }

/** A mail to be sent. */
type NewMail = MailReference & {
  id: string
  language: Language
  recipient: string
  /** The recipient, folded (`normalizeEmail`). */
  address: string
  createdAtMs: number
}

/** Invalidated when there may be a mail to send. */
export const MAIL_TOPIC = 'mails'

const OF_NO_HOTEL = { hotelId: 0, bookingCode: '', revision: 0, manageEpoch: 0 }

const insertRow = prepared(({ t: { mail }, db }: Handle) =>
  db.insert(mail).values(placeholders(mail, 'seq')).prepare(),
)

/** Queues a mail in the transaction that causes it (transactional outbox). */
export async function insertMail(tx: Tx, mail: NewMail): Promise<void> {
  invalidate(tx, MAIL_TOPIC)
  await insertRow(tx).execute({
    ...OF_NO_HOTEL,
    linkId: null,
    ...mail,
    ...('groupCode' in mail
      ? { bookingCode: mail.groupCode, stays: JSON.stringify(mail.stays) }
      : { stays: null }),
    mailbox: mailboxOf(mail.address),
    state: 'pending',
    attempts: 0,
    dueAtMs: mail.createdAtMs,
    leasedUntilMs: null,
    lastAtMs: null,
    refusedSinceMs: null,
    finishedAtMs: null,
    answer: null,
  })
}
