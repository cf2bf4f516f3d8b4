import type { Language, MailKind } from '../../domain/mail.ts'
import { type Handle, invalidate, type Tx } from '../engine.ts'
import { placeholders, prepared } from '../prepared.ts'
import type { Tables } from '../schema.ts'

/** A mail as it is kept. */
export type Mail = Tables['mail']['$inferSelect']

/** A mail to be sent. */
type NewMail = {
  id: string
  hotelId: number
  bookingCode: string
  revision: number
  kind: MailKind
  language: Language
  recipient: string
  /** The recipient, folded (`normalizeEmail`). */
  address: string
  createdAtMs: number
}

/** Touched when there may be a mail to send. */
export const MAIL_TOPIC = 'mails'

const insertRow = prepared(({ t: { mail }, db }: Handle) =>
  db.insert(mail).values(placeholders(mail, 'seq')).prepare(),
)

/** Queues a mail in the transaction that causes it. */
export async function insertMail(tx: Tx, mail: NewMail): Promise<void> {
  await insertRow(tx).execute({
    ...mail,
    state: 'pending',
    attempts: 0,
    dueAtMs: mail.createdAtMs,
    leasedUntilMs: null,
    lastAtMs: null,
    finishedAtMs: null,
    answer: null,
  })
  invalidate(tx, MAIL_TOPIC)
}
