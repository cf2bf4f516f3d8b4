import { MEMBERS_MAX } from '../../domain/accounts/membership.ts'
import type { Booking } from '../../domain/bookings/booking.ts'
import type { RecordChanges } from '../../domain/bookings/booking-change.ts'
import type { BookingRecord } from '../../domain/bookings/booking-record.ts'
import { isSameAddress } from '../../domain/bookings/manage-link.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { isSandbox } from '../../domain/catalog/sandbox-hotel.ts'
import { normalizeEmail } from '../../domain/kernel/address.ts'
import type { Language } from '../../domain/kernel/language.ts'
import { guestMailOf, type MailKind } from '../../domain/mails/mail.ts'
import type { BookingEvent } from '../../domain/webhooks/webhook.ts'
import { listOwners } from '../../store/accounts/members.ts'
import { findUser } from '../../store/accounts/users.ts'
import { findAgency } from '../../store/agencies/agencies.ts'
import { leaveLast, type Tx } from '../../store/engine/engine.ts'
import { insertMail, type MailedStay } from '../../store/mails/mails.ts'
import type { Deps } from '../deps.ts'

/** A booking as the transaction leaves it, with its hotel. */
type MailSubject = { booking: Omit<Booking, 'id'>; hotel: Hotel }

/** Fields whose change alone causes no mail: a mail greets the guest by name and quotes no free text. */
const FIELDS_NOT_MAILED: readonly (keyof BookingRecord)[] = ['guest', 'specialRequests', 'payment']

/**
 * Queues the guest's mail about a booking, in the transaction that changes the booking. Queues none if the hotel does
 * not mail its guests, for a sandbox, for a change that the mail would not mention, or without a mail server. A change
 * of address sends a confirmation to the new address and, in any case, a notice to the former one. A guest without
 * e-mail gets no mail.
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
  // The former address always learns that its links have ended, whatever mail the hotel's own system sends.
  if (isReaddressed) await queueMail(tx, deps, { ...told, kind: 'readdressed', recipient: former })
  if (!hotel.mailGuests) return
  if (isReaddressed) await queueMail(tx, deps, { ...told, kind: 'confirmation', recipient })
  else if (kind !== 'change' || changes.some((field) => !FIELDS_NOT_MAILED.includes(field)))
    await queueMail(tx, deps, { ...told, kind, recipient })
}

/**
 * Tells the former address of a changed option that its links have ended. Queues none if the address stays.
 */
export async function queueReaddressedMail(
  tx: Tx,
  deps: Deps,
  { booking, hotel }: MailSubject,
  { email: recipient }: Booking['guest'],
): Promise<void> {
  if (isSameAddress(recipient, booking.guest.email ?? '')) return
  const language = booking.language ?? hotel.mailLanguage
  await queueMail(tx, deps, { booking, hotel, kind: 'readdressed', language, recipient })
}

/**
 * Queues the mail that asks guests to prove a booking by its link (contract-access, *What strangers may take*), even
 * if the hotel mails its guests itself. Queues none without an address or a mail server, or for a sandbox.
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

/** Queues the booking link that its guest requested, even if the hotel mails its guests itself. */
export async function queueManageMail(
  tx: Tx,
  deps: Deps,
  { booking, hotel }: MailSubject,
): Promise<void> {
  const language = booking.language ?? hotel.mailLanguage
  const { email: recipient } = booking.guest
  await queueMail(tx, deps, { booking, hotel, kind: 'manage_link', language, recipient })
}

/**
 * Queues the reminder that an option ends within a day: to its guest, unless the hotel mails its guests itself, or to
 * the agency's user who made it; to the agency itself if that user has left.
 */
export async function queueOptionMail(
  tx: Tx,
  deps: Deps,
  { booking, hotel }: MailSubject,
): Promise<void> {
  const kind = 'option_reminder'
  if (booking.agencyId !== null) return await queueAgencyMail(tx, deps, { booking, hotel, kind })
  const language = booking.language ?? hotel.mailLanguage
  const recipient = booking.guest.email
  if (hotel.mailGuests) await queueMail(tx, deps, { booking, hotel, kind, language, recipient })
}

/**
 * Queues a reminder about an agency's booking, to the user who made it; to the agency itself if that user has left.
 */
export async function queueAgencyMail(
  tx: Tx,
  deps: Deps,
  { booking, hotel, kind }: MailSubject & { kind: MailKind },
): Promise<void> {
  const { agencyId, userId } = booking
  const maker = userId === null ? undefined : await findUser(tx, userId)
  const isThere = maker?.agencyId === agencyId && maker.status === 'active'
  const agency = isThere ? undefined : await findAgency(tx, agencyId!)
  await queueMail(tx, deps, {
    ...{ booking, hotel, kind },
    language: (isThere && maker.language) || hotel.mailLanguage,
    recipient: isThere ? maker.email : agency!.email,
  })
}

/** Queues the alarm to the hotel about an unacknowledged booking; none if the hotel has no alarm address. */
export async function queueUnackedMail(
  tx: Tx,
  deps: Deps,
  { booking, hotel }: MailSubject,
): Promise<void> {
  const { mailAddress: recipient, mailLanguage: language } = hotel
  await queueMail(tx, deps, { booking, hotel, kind: 'unacked', language, recipient })
}

/** Queues the alarm to the owners of a hotel about unusual demand of strangers. */
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

/** Queues a mail about a booking. Of a group there is one mail a transaction, kind and address (contract-groups). */
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
  const { code, groupCode, revision, manageEpoch } = booking
  const address = normalizeEmail(recipient)
  const mail = { hotelId: hotel.id, manageEpoch, ...rest, recipient, address }
  const insert = (about: { bookingCode: string; revision: number } | GroupReference) =>
    insertMail(tx, { id: newId(), ...mail, ...about, createdAtMs: nowMs() })
  if (groupCode === null) return await insert({ bookingCode: code, revision })
  const name = `mail ${groupCode} ${rest.kind} ${address}`
  leaveLast(tx, name, { code, revision }, (stays) => insert({ groupCode, stays }))
}

type GroupReference = { groupCode: string; stays: readonly MailedStay[] }
