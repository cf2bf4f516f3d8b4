import type { Language } from '../kernel/language.ts'
import { retryDelayMs } from '../kernel/retry.ts'
import type { BookingEvent } from '../webhooks/webhook.ts'

/** How long it may then take to say whether it took it (RFC 5321 §4.5.3.2.6 asks for patience). */
export const MAIL_VERDICT_MS_MAX = 5 * 60 * 1_000

/** Everything before a mail server has a mail's text: the look-up of its name, greeting, TLS, log-in, addresses, text. */
export const MAIL_EXCHANGE_MS_MAX = 30_000

/** Mails within an hour to a mailbox, by an address that nobody of a hotel's, an agency's or the service's people has proven to be theirs. */
export const MAILS_PER_HOUR = 5

/** Attempts at one mail: the last comes some 18 hours after the first. */
const MAIL_ATTEMPTS_MAX = 8

/** Attempts at a mail that is answered within the half hour, and how far they are apart at most: for an hour. */
const PROOF_ATTEMPTS_MAX = 60
const PROOF_RETRY_MS_MAX = 60 * 1_000

/**
 * What a mail tells: the hotel the last, a guest the others. `readdressed`: a booking's mails go elsewhere from now on.
 * `proof`: asks whether a booking is theirs, with the link that proves it. `manage_link`: the link that was asked for.
 */
export const MAIL_KINDS = [
  'confirmation',
  'change',
  'cancellation',
  'reinstatement',
  'readdressed',
  'proof',
  'manage_link',
  'unacked',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** The facts that a mail about a hotel tells its owners. */
export type HotelMailKind = 'unusual_demand'

/**
 * What a mail about an account tells: the first four bring a link, `login_code` a code; the others say that a password or an address was
 * changed, or that an address was asked for which is an account's already.
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
 * What became of a mail. `sent`: the mail server took it. `bounced`: it refused the mail for good (5xx). `failed`: it was
 * given up. `unknown`: the server had all of it and did not say whether it took it. `dropped`: too many to its
 * mailbox, or the link that it would bring has ended.
 */
export const MAIL_STATES = ['pending', 'sent', 'bounced', 'failed', 'unknown', 'dropped'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** What a hotel says of its mails. */
export type MailSettings = {
  /** Whether its guests are told of their bookings by mail: not where its own system tells them. */
  mailGuests: boolean
  /** The language of a mail that nothing else is said of. */
  mailLanguage: Language
  /** Where its own people are written to; null: nowhere. */
  mailAddress: string | null
}

/**
 * What a guest is told when a booking has come to be as it is; undefined: nothing. Of a hold nobody hears anything before
 * it is confirmed, nor of one that never was.
 */
export function guestMailOf(
  event: BookingEvent,
  { confirmedAtMs }: { confirmedAtMs: number | null },
  isReinstated: boolean,
): MailKind | undefined {
  if (event === 'booking.confirmed') return isReinstated ? 'reinstatement' : 'confirmation'
  if (event === 'booking.modified') return 'change'
  return event === 'booking.cancelled' && confirmedAtMs !== null ? 'cancellation' : undefined
}

/**
 * How long to wait after an attempt at a mail that may be made again, as after one at a delivery. What somebody has half
 * an hour or less to answer is tried every minute.
 *
 * @param attempt which one failed, from 1
 * @param random from 0 to 1
 * @returns undefined when that was the last attempt
 */
export function mailRetryMs(
  kind: MailKind | AccountMailKind | HotelMailKind,
  attempt: number,
  random: number,
): number | undefined {
  if (kind !== 'proof' && kind !== 'login_code')
    return attempt >= MAIL_ATTEMPTS_MAX ? undefined : retryDelayMs(attempt, random, undefined)
  if (attempt >= PROOF_ATTEMPTS_MAX) return undefined
  const waitMs = retryDelayMs(Math.min(attempt, MAIL_ATTEMPTS_MAX), random, undefined)!
  return Math.min(waitMs, PROOF_RETRY_MS_MAX)
}
