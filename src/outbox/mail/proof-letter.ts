import { type Booking, isHoldOver } from '../../domain/bookings/booking.ts'
import { bookingLink, bookingPage, tokenInGroups } from '../../domain/bookings/manage-link.ts'
import { instantText } from '../../domain/kernel/date.ts'
import type { BookingTokens } from '../../store/bookings/booking-tokens.ts'
import type { BookingMailData } from '../../store/mails/mail-data.ts'
import type { BookingMail } from '../../store/mails/mails.ts'
import type { Page, PageLine } from './page.ts'
import type { Speaker } from './words.ts'

/** Service settings for mails with a proof link. */
export type ProofLetterWorld = {
  /** The public URL of the service and of its booking page. */
  publicUrl: string
  tokens: Pick<BookingTokens, 'manage' | 'proof'>
}

/**
 * True if a proof mail is obsolete: the booking, or all of its group, is proven, it or its hold has ended, or its links
 * were revoked.
 */
export const isAnswered = (
  mail: Pick<BookingMail, 'manageEpoch'>,
  { booking, group }: Pick<BookingMailData, 'booking' | 'group'>,
  nowMs: number,
): boolean =>
  (group?.stays.map((stay) => stay.booking) ?? [booking]).every((each) =>
    isOneAnswered(mail, each, nowMs),
  )

function isOneAnswered(
  { manageEpoch }: Pick<BookingMail, 'manageEpoch'>,
  booking: Booking,
  nowMs: number,
): boolean {
  const { status, proof } = booking
  if (booking.manageEpoch !== manageEpoch || proof === 'mail' || proof === 'hotel') return true
  return status === 'pending' ? isHoldOver(booking, nowMs) : status !== 'confirmed'
}

/** Returns the reason for the request of proof; a hold has more at stake than a confirmed booking. */
export const proofIntro = ({ word }: Speaker, { booking }: BookingMailData): string =>
  word(booking.status === 'pending' ? 'intro.proofOfHold' : 'intro.proof')

/** Returns the line with the end of a hold; empty for a confirmed booking. */
export function keptUntil(say: Speaker, { booking, group, hotel }: BookingMailData): PageLine[] {
  const bookings = group?.stays.map((stay) => stay.booking) ?? [booking]
  const [endsAtMs] = bookings.flatMap(({ holdExpiresAtMs }) => holdExpiresAtMs ?? []).toSorted()
  if (endsAtMs === undefined) return []
  const date = say.instant(instantText(endsAtMs), hotel.timezone)
  return [{ label: say.word('keptUntil'), value: say.word('thereTime', { date }) }]
}

/**
 * Returns the proof link of a booking, to the page of the site that made it if that has one, and the codes to type on
 * the service's own page if the link does not work. The tokens are computed now and stored nowhere; they are the same
 * in every attempt, and no other text contains the proof token.
 */
export function proofLinks(
  { publicUrl, tokens }: ProofLetterWorld,
  { word }: Speaker,
  { booking, group, managePage }: BookingMailData,
): Pick<Page, 'link' | 'typed'> {
  const page = bookingPage(publicUrl)
  const [manageToken, proofToken] = [tokens.manage(booking), tokens.proof(booking)]
  const code = group?.code ?? booking.code
  const url = bookingLink(managePage ?? page, { code, manageToken, proofToken })
  return {
    link: { label: word('openBooking'), url },
    typed: {
      hint: word('typed', { url: page }),
      codes: [
        { label: word('code'), value: code },
        { label: word('manageCode'), value: tokenInGroups(manageToken) },
        { label: word('proofCode'), value: tokenInGroups(proofToken) },
      ],
    },
  }
}
