import type { Booking } from '../../domain/bookings/booking.ts'
import {
  actsUntilMs,
  bookingLink,
  bookingPage,
  mayGuestAct,
  tokenInGroups,
} from '../../domain/bookings/manage-link.ts'
import { normalizeEmail } from '../../domain/kernel/address.ts'
import type { MailKind } from '../../domain/mails/mail.ts'
import type { BookingTokens } from '../../store/bookings/booking-tokens.ts'
import type { BookingMailData } from '../../store/mails/mail-data.ts'
import type { BookingMail } from '../../store/mails/mails.ts'
import type { Page } from './page.ts'
import type { Speaker } from './words.ts'

/** Service settings for mails with a manage link. */
export type ManageLetterWorld = {
  /** The public URL of the service and of its booking page. */
  publicUrl: string
  tokens: Pick<BookingTokens, 'manage'>
}

/** Kinds of guest mail that include the manage link. */
const WITH_LINK: readonly MailKind[] = [
  'confirmation',
  'held',
  'change',
  'cancellation',
  'expired',
  'reinstatement',
  'manage_link',
  'option_reminder',
]

/**
 * Returns the link by which a guest manages a booking, and the codes to type on the service's own page if the link
 * does not work. Its token is computed now and stored nowhere. A waiting mail to the former address of a booking gets
 * no link, for its reader no longer has the booking.
 */
export function manageLinks(
  { publicUrl, tokens }: ManageLetterWorld,
  { word }: Speaker,
  mail: BookingMail,
  { booking, group, hotel, managePage, guestActs }: BookingMailData,
): Pick<Page, 'link' | 'typed'> {
  const isTheirs = normalizeEmail(booking.guest.email ?? '') === mail.address
  if (!isTheirs || !WITH_LINK.includes(mail.kind)) return {}
  const page = bookingPage(publicUrl)
  const manageToken = tokens.manage(booking)
  const code = group?.code ?? booking.code
  const label = mail.kind === 'option_reminder' ? 'confirmBooking' : 'manageBooking'
  const acts = (group?.stays.map((stay) => stay.booking) ?? [booking]).some(
    (each) =>
      stands(each) && mayGuestAct(each, guestActs) && mail.createdAtMs < actsUntilMs(each, hotel),
  )
  return {
    link: {
      label: word(acts ? label : 'openBooking'),
      url: bookingLink(managePage ?? page, { code, manageToken }),
    },
    typed: {
      hint: [...(acts ? [word('keepLink')] : []), word('typed', { url: page })].join(' '),
      codes: [
        { label: word('code'), value: code },
        { label: word('manageCode'), value: tokenInGroups(manageToken) },
      ],
    },
  }
}

const stands = ({ status }: Booking) => status === 'pending' || status === 'confirmed'
