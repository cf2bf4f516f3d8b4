import { MEMBERS_MAX } from '../../domain/accounts/membership.ts'
import type { Booking, BookingRecord } from '../../domain/bookings/booking.ts'
import type { RecordChanges } from '../../domain/bookings/booking-change.ts'
import { isSameAddress } from '../../domain/bookings/manage-link.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { isSandbox } from '../../domain/catalog/sandbox-hotel.ts'
import { normalizeEmail } from '../../domain/kernel/address.ts'
import type { Language } from '../../domain/kernel/language.ts'
import { guestMailOf, type MailKind } from '../../domain/mails/mail.ts'
import type { BookingEvent } from '../../domain/webhooks/webhook.ts'
import { listOwners } from '../../store/accounts/members.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { insertMail } from '../../store/mails/mails.ts'
import type { Deps } from '../deps.ts'

/** A booking as a transaction leaves it, with its hotel. */
type MailSubject = { booking: Omit<Booking, 'id'>; hotel: Hotel }

/** What a change may be of that its mail says nothing of: a guest is greeted by name, and reads no free text. */
const FIELDS_NOT_MAILED: readonly (keyof BookingRecord)[] = ['guest', 'specialRequests']

/**
 * Queues what a guest is told of a booking, in the transaction that makes it so: nothing where the hotel's guests are not
 * written to, of a sandbox, of a change that the mail would not tell, or where there is no mail server. A booking that is
 * given another address is told of there as a new one, and the former is told that it is in any case. Whose e-mail is not
 * known is told nothing.
 */
export async function queueGuestMail(
  tx: Tx,
  deps: Deps,
  {
    booking,
    hotel,
    event,
    changes = [],
    previous,
    reinstated = false,
  }: MailSubject & Partial<RecordChanges> & { event: BookingEvent; reinstated?: boolean },
): Promise<void> {
  const kind = guestMailOf(event, booking, reinstated)
  if (!kind) return
  const language = booking.language ?? hotel.mailLanguage
  const { email: recipient } = booking.guest
  const former = previous?.guest ? previous.guest.email : recipient
  const told = { booking, hotel, language }
  const isReaddressed = !isSameAddress(former, recipient ?? '')
  // Its links have ended, which is told whatever else the hotel's own system tells.
  if (isReaddressed) await queueMail(tx, deps, { ...told, kind: 'readdressed', recipient: former })
  if (!hotel.mailGuests) return
  if (isReaddressed) await queueMail(tx, deps, { ...told, kind: 'confirmation', recipient })
  else if (kind !== 'change' || changes.some((field) => !FIELDS_NOT_MAILED.includes(field)))
    await queueMail(tx, deps, { ...told, kind, recipient })
}

/**
 * Queues the mail that asks a guest whether a booking is theirs, with the link that proves it (contract-access, *What
 * strangers may take*): whatever the hotel tells its guests. Nothing where there is no address or no mail server, and of
 * a sandbox.
 */
export async function queueProofMail(
  tx: Tx,
  deps: Deps,
  { booking, hotel }: MailSubject,
): Promise<void> {
  const language = booking.language ?? hotel.mailLanguage
  await queueMail(tx, deps, {
    booking,
    hotel,
    kind: 'proof',
    language,
    recipient: booking.guest.email,
  })
}

/** Queues the link to a booking for its guest, who has asked for it: whatever else the hotel tells its guests. */
export async function queueManageMail(
  tx: Tx,
  deps: Deps,
  { booking, hotel }: MailSubject,
): Promise<void> {
  const language = booking.language ?? hotel.mailLanguage
  const { email: recipient } = booking.guest
  await queueMail(tx, deps, { booking, hotel, kind: 'manage_link', language, recipient })
}

/** Queues the alarm to the hotel that nobody has acknowledged a booking; nothing where it has said no address. */
export async function queueUnackedMail(
  tx: Tx,
  deps: Deps,
  { booking, hotel }: MailSubject,
): Promise<void> {
  const { mailAddress: recipient, mailLanguage: language } = hotel
  await queueMail(tx, deps, { booking, hotel, kind: 'unacked', language, recipient })
}

/** Queues the alarm to the owners of a hotel that strangers take more of it than is usual. */
export async function queueDemandMails(
  tx: Tx,
  { isMailing, newId, nowMs }: Deps,
  { id: hotelId, mailLanguage }: Hotel,
): Promise<void> {
  if (!isMailing) return
  for (const { email, language } of await listOwners(tx, hotelId, { limit: MEMBERS_MAX }))
    await insertMail(tx, {
      ...{ id: newId(), hotelId, kind: 'unusual_demand' },
      ...{ recipient: email, address: email, language: language ?? mailLanguage },
      createdAtMs: nowMs(),
    })
}

async function queueMail(
  tx: Tx,
  { isMailing, newId, nowMs }: Deps,
  {
    booking,
    hotel,
    recipient,
    ...rest
  }: MailSubject & { kind: MailKind; language: Language; recipient: string | null },
): Promise<void> {
  if (recipient === null || !isMailing || isSandbox(hotel.id)) return
  const { code: bookingCode, revision, manageEpoch } = booking
  const address = normalizeEmail(recipient)
  const about = { hotelId: hotel.id, bookingCode, revision, manageEpoch }
  await insertMail(tx, { id: newId(), ...about, ...rest, recipient, address, createdAtMs: nowMs() })
}
