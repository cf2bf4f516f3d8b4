import { type Static, Type } from 'typebox'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { MAIL_KINDS, MAIL_STATES } from '../../domain/mails/mail.ts'
import { type BookingMail, mailedStays } from '../../store/mails/mails.ts'
import { Instant, namedObject, nullable, show, words } from '../api/schema.ts'
import { LanguageSchema } from '../api/texts.ts'

/** Mail settings of a hotel; `isMailing`: the service has a mail server. */
export const MailSettingsSchema = namedObject('MailSettings', {
  isMailing: Type.Boolean(),
  mailGuests: Type.Boolean(),
  mailLanguage: LanguageSchema,
  mailAddress: nullable(Type.String()),
})

/** A mail about a booking and its delivery state. */
export const MailSchema = namedObject('Mail', {
  id: Type.String(),
  bookingCode: Type.String({ description: 'Of a group its first stay that the mail reports.' }),
  groupCode: nullable(Type.String(), 'The reservation of several stays; null: a booking alone.'),
  revision: Type.Integer(),
  kind: words(...MAIL_KINDS),
  recipient: Type.String(),
  language: LanguageSchema,
  state: words(...MAIL_STATES),
  attempts: Type.Integer(),
  answer: nullable(Type.String()),
  createdAt: Instant,
  lastAt: nullable(Instant),
  nextAt: nullable(Instant),
})

export function showMail(mail: BookingMail): Static<typeof MailSchema> {
  const [stay] = mailedStays(mail) ?? []
  const about = stay
    ? { groupCode: mail.bookingCode, bookingCode: stay.code, revision: stay.revision }
    : { groupCode: null }
  return show(MailSchema, { ...mail, ...about, nextAtMs: mail.dueAtMs })
}

export const showMailSettings = (
  { mailGuests, mailLanguage, mailAddress }: Hotel,
  isMailing: boolean,
): Static<typeof MailSettingsSchema> => ({ isMailing, mailGuests, mailLanguage, mailAddress })
