import {
  actsUntilMs,
  bookingLink,
  bookingPage,
  tokenInGroups,
} from '../../domain/bookings/manage-link.ts'
import { normalizeEmail } from '../../domain/kernel/address.ts'
import type { MailKind } from '../../domain/mails/mail.ts'
import type { BookingTokens } from '../../store/bookings/booking-tokens.ts'
import type { BookingMailData } from '../../store/mails/mail-data.ts'
import type { BookingMail } from '../../store/mails/mails.ts'
import type { Page } from './page.ts'
import type { Speaker } from './words.ts'

/** What mails that bring the link to a booking say of the service itself. */
export type ManageLetterWorld = {
  /** Where the service is, and with it the page of bookings. */
  publicUrl: string
  tokens: Pick<BookingTokens, 'manage'>
}

/** What a guest is told with the link to the booking. */
const WITH_LINK: readonly MailKind[] = [
  'confirmation',
  'change',
  'cancellation',
  'reinstatement',
  'manage_link',
]

/**
 * The link by which a guest manages a booking, and below it what is typed on this service's own page where no link works.
 * Its token is made now and kept nowhere. A mail that waits while the booking is given another address brings none: its
 * reader has no booking any more.
 */
export function manageLinks(
  { publicUrl, tokens }: ManageLetterWorld,
  { word }: Speaker,
  mail: BookingMail,
  { booking, hotel, managePage }: BookingMailData,
): Pick<Page, 'link' | 'typed'> {
  const isTheirs = normalizeEmail(booking.guest.email ?? '') === mail.address
  if (!isTheirs || !WITH_LINK.includes(mail.kind)) return {}
  const page = bookingPage(publicUrl)
  const manageToken = tokens.manage(booking)
  const stands = booking.status === 'pending' || booking.status === 'confirmed'
  const acts = stands && booking.agencyId === null && mail.createdAtMs < actsUntilMs(booking, hotel)
  return {
    link: {
      label: word(acts ? 'manageBooking' : 'openBooking'),
      url: bookingLink(managePage ?? page, { code: booking.code, manageToken }),
    },
    typed: {
      hint: [...(acts ? [word('keepLink')] : []), word('typed', { url: page })].join(' '),
      codes: [
        { label: word('code'), value: booking.code },
        { label: word('manageCode'), value: tokenInGroups(manageToken) },
      ],
    },
  }
}
