import { isHoldOver } from '../../domain/bookings/booking.ts'
import type { BookingMailData } from '../../store/mails/mail-data.ts'
import type { Page } from './page.ts'
import type { Speaker } from './words.ts'

/** True if the reminder of an option is obsolete: the option has ended, or its end was moved and is reminded of anew. */
export const isOptionOver = ({ booking }: Pick<BookingMailData, 'booking'>, nowMs: number) =>
  booking.status !== 'pending' || isHoldOver(booking, nowMs) || booking.optionReminderAtMs !== 0

/** True for the reminder of an agency's option, which goes to the agency. */
export const isOfAgency = ({ booking }: Pick<BookingMailData, 'booking'>) =>
  booking.agencyId !== null

/** Returns why the reminder of an option is sent. */
export const optionIntro = ({ word }: Speaker, matter: BookingMailData): string =>
  word(isOfAgency(matter) ? 'intro.optionOfAgency' : 'intro.option_reminder')

/** Returns the link to an option among its agency's bookings. */
export const agencyLink = (
  { publicUrl }: { publicUrl: string },
  { word }: Speaker,
  { booking }: BookingMailData,
): Pick<Page, 'link'> => ({
  link: { label: word('confirmBooking'), url: `${publicUrl}/acenta#/bookings/${booking.code}` },
})
