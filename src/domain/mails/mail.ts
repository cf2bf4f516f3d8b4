import type { Booking } from '../bookings/booking.ts'
import { isOption } from '../bookings/option.ts'
import type { Language } from '../kernel/language.ts'
import { retryDelayMs } from '../kernel/retry.ts'
import type { BookingEvent } from '../webhooks/webhook.ts'

/** Time for the server's verdict after the text (RFC 5321 §4.5.3.2.6 asks for patience). */
export const MAIL_VERDICT_MS_MAX = 5 * 60 * 1_000

/** Time limit of the exchange before the text is sent: DNS look-up, greeting, TLS, log-in, addresses, text. */
export const MAIL_EXCHANGE_MS_MAX = 30_000

/** Mails per hour to one mailbox, through an address that no hotel's, agency's or service's member has proven. */
export const MAILS_PER_HOUR = 5

/** Attempts at one mail: the last comes some 18 hours after the first. */
const MAIL_ATTEMPTS_MAX = 8

/** Attempts at a mail that needs an answer within the half hour, and their longest distance: an hour in all. */
const PROOF_ATTEMPTS_MAX = 60
const PROOF_RETRY_MS_MAX = 60 * 1_000

/**
 * Kinds of mails; the last goes to the hotel, the others to a guest. `readdressed`: the booking's mails go to another
 * address from now on. `held` and `expired`: of an option that the hotel made. `proof`: asks the guest to confirm the
 * booking by its link. `manage_link`: the requested link. `option_reminder`: an option ends within a day; that of an
 * agency goes to the agency. `deadline_reminder`: the free cancellation of an agency's booking ends.
 */
export const MAIL_KINDS = [
  'confirmation',
  'held',
  'change',
  'cancellation',
  'expired',
  'reinstatement',
  'readdressed',
  'proof',
  'manage_link',
  'option_reminder',
  'deadline_reminder',
  'unacked',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** Kinds of mails to a hotel's owners. */
export type HotelMailKind = 'unusual_demand'

/** Kinds of mails to an agency's people about a closed statement. */
export type StatementMailKind = 'statement'

/**
 * Kinds of mails about an account: the first four bring a link, `login_code` a code; the others report a changed
 * password or address, or a requested address that already has an account.
 */
export type AccountMailKind =
  | 'invitation'
  | 'password_reset'
  | 'email_old'
  | 'email_new'
  | 'login_code'
  | 'password_changed'
  | 'passkey_added'
  | 'email_changed'
  | 'email_taken'

/**
 * States of a mail. `sent`: the server accepted it. `bounced`: the server refused it for good (5xx). `failed`: all
 * attempts failed. `unknown`: the server had all of it and gave no verdict. `dropped`: too many mails to the mailbox,
 * or its link has ended.
 */
export const MAIL_STATES = ['pending', 'sent', 'bounced', 'failed', 'unknown', 'dropped'] as const
export type MailState = (typeof MAIL_STATES)[number]

/**
 * The results of attempts. `refused`: to be retried; `unknown`: no answer after the whole text; `dropped`: nothing was
 * left to send; `unwritten`: a defect of this service.
 */
export const MAIL_RESULTS = [
  ...(['sent', 'bounced', 'refused', 'unknown', 'dropped', 'unwritten'] as const),
]
export type MailResult = (typeof MAIL_RESULTS)[number]

/** The mail settings of a hotel. */
export type MailSettings = {
  /** True if guests get mails about their bookings; false if the hotel's own system sends them. */
  mailGuests: boolean
  /** The default language of mails. */
  mailLanguage: Language
  /** The address for the hotel's own mails; null: none. */
  mailAddress: string | null
}

/**
 * Returns the kind of mail to a guest after a booking changed; undefined: none. A hold of minutes sends no mail before
 * its confirmation, nor does one that was never confirmed; an option that the hotel made does.
 */
export function guestMailOf(
  event: BookingEvent,
  booking: Pick<Booking, 'confirmedAtMs' | 'optionReminderAtMs' | 'agencyId'>,
  isReinstated: boolean,
): MailKind | undefined {
  if (event === 'booking.confirmed') return isReinstated ? 'reinstatement' : 'confirmation'
  if (event === 'booking.modified') return 'change'
  const isToldHold = isOption(booking) && booking.agencyId === null
  if (event === 'booking.held') return isToldHold ? 'held' : undefined
  const isTold = booking.confirmedAtMs !== null || isToldHold
  if (event === 'booking.cancelled') return isTold ? 'cancellation' : undefined
  return event === 'booking.released' && isToldHold ? 'expired' : undefined
}

/**
 * Returns the wait after a failed attempt at a mail, by the back-off of deliveries. A mail that needs an answer within
 * half an hour is retried every minute.
 *
 * @param attempt number of the failed attempt, from 1
 * @param random from 0 to 1
 * @returns undefined after the last attempt
 */
export function mailRetryMs(
  kind: MailKind | AccountMailKind | HotelMailKind | StatementMailKind,
  attempt: number,
  random: number,
): number | undefined {
  if (kind !== 'proof' && kind !== 'login_code')
    return attempt >= MAIL_ATTEMPTS_MAX ? undefined : retryDelayMs(attempt, random, undefined)
  if (attempt >= PROOF_ATTEMPTS_MAX) return undefined
  const waitMs = retryDelayMs(Math.min(attempt, MAIL_ATTEMPTS_MAX), random, undefined)!
  return Math.min(waitMs, PROOF_RETRY_MS_MAX)
}
