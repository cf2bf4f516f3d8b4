import { bookingLink, bookingPage, tokenInGroups } from '../../domain/bookings/manage-link.ts'
import { instantText } from '../../domain/kernel/date.ts'
import type { BookingTokens } from '../../store/bookings/booking-tokens.ts'
import type { BookingMailData } from '../../store/mails/mail-data.ts'
import type { BookingMail } from '../../store/mails/mails.ts'
import type { Page, PageLine } from './page.ts'
import type { Speaker } from './words.ts'

/** What mails that bring the link to a booking say of the service itself. */
export type ProofLetterWorld = {
  /** Where the service is, and with it the page of bookings. */
  publicUrl: string
  tokens: Pick<BookingTokens, 'manage' | 'proof'>
}

/**
 * Whether nobody has to say any more whether a booking is theirs, or not by this mail: it is proven, its hold or it has
 * ended, or its links have.
 */
export function isAnswered(
  { manageEpoch }: Pick<BookingMail, 'manageEpoch'>,
  { booking }: Pick<BookingMailData, 'booking'>,
  nowMs: number,
): boolean {
  const { status, proof, holdExpiresAtMs } = booking
  if (booking.manageEpoch !== manageEpoch || proof === 'mail' || proof === 'hotel') return true
  return status === 'pending' ? holdExpiresAtMs! <= nowMs : status !== 'confirmed'
}

/** Why a guest is asked for proof: of a hold something else depends on it than of what stands. */
export const proofIntro = ({ word }: Speaker, { booking }: BookingMailData): string =>
  word(booking.status === 'pending' ? 'intro.proofOfHold' : 'intro.proof')

/** Until when the rooms of a hold are kept; empty of what stands. */
export function keptUntil(say: Speaker, { booking, hotel }: BookingMailData): PageLine[] {
  if (booking.holdExpiresAtMs === null) return []
  const date = say.instant(instantText(booking.holdExpiresAtMs), hotel.timezone)
  return [{ label: say.word('keptUntil'), value: say.word('thereTime', { date }) }]
}

/**
 * The link that proves a booking, to the page of the site that made it where that has one, and below it what is typed on
 * this service's own where no link works. Its tokens are made now and kept nowhere: they are the same in every attempt,
 * and the proof token stands in no other text.
 */
export function proofLinks(
  { publicUrl, tokens }: ProofLetterWorld,
  { word }: Speaker,
  { booking, managePage }: BookingMailData,
): Pick<Page, 'link' | 'typed'> {
  const page = bookingPage(publicUrl)
  const [manageToken, proofToken] = [tokens.manage(booking), tokens.proof(booking)]
  const url = bookingLink(managePage ?? page, { code: booking.code, manageToken, proofToken })
  return {
    link: { label: word('openBooking'), url },
    typed: {
      hint: word('typed', { url: page }),
      codes: [
        { label: word('code'), value: booking.code },
        { label: word('manageCode'), value: tokenInGroups(manageToken) },
        { label: word('proofCode'), value: tokenInGroups(proofToken) },
      ],
    },
  }
}
