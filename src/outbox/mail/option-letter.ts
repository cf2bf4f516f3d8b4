import { isHoldOver } from '../../domain/bookings/booking.ts'
import { agencyFreeUntil } from '../../domain/bookings/free-until.ts'
import { dateIn } from '../../domain/kernel/date.ts'
import type { BookingMailData } from '../../store/mails/mail-data.ts'
import type { Page, PageLine } from './page.ts'
import type { Speaker } from './words.ts'

/** True if a mail is a reminder of what has ended or was moved. */
export function isReminderOver(
  { kind }: { kind: string },
  matter: BookingMailData,
  nowMs: number,
): boolean {
  if (kind === 'option_reminder') return isOptionOver(matter, nowMs)
  return kind === 'deadline_reminder' && isDeadlineOver(matter, nowMs)
}

/** True if the reminder of an option is obsolete: the option has ended, or its end was moved and is reminded of anew. */
const isOptionOver = ({ booking }: Pick<BookingMailData, 'booking'>, nowMs: number) =>
  booking.status !== 'pending' || isHoldOver(booking, nowMs) || booking.optionReminderAtMs !== 0

/** True if the reminder of a deadline is obsolete: the booking has ended, or its free cancellation has. */
const isDeadlineOver = (
  { booking, group, hotel }: Pick<BookingMailData, 'booking' | 'group' | 'hotel'>,
  nowMs: number,
): boolean =>
  !(group?.stays.map((stay) => stay.booking) ?? [booking]).some((each) => {
    const day = agencyFreeUntil(each)
    return day !== null && day >= dateIn(hotel.timezone, nowMs)
  })

/** Returns the last day of free cancellation, of a booking or of the stays of a group that the mail reports. */
export function freeUntilLines(
  { word, date }: Speaker,
  { booking, group }: Pick<BookingMailData, 'booking' | 'group'>,
): PageLine[] {
  const told = group?.stays.filter(({ isReported }) => isReported).map((stay) => stay.booking)
  const days = (told ?? [booking]).flatMap((each) => agencyFreeUntil(each) ?? []).toSorted()
  return days[0] ? [{ label: word('freeUntil'), value: date(days[0]) }] : []
}

/** True for a reminder that goes to an agency. */
export const isOfAgency = ({ booking }: Pick<BookingMailData, 'booking'>) =>
  booking.agencyId !== null

/** True for the kinds of reminders that an agency gets. */
export const isReminder = (kind: string): boolean =>
  kind === 'option_reminder' || kind === 'deadline_reminder'

/** Returns why the reminder of an option is sent. */
export const optionIntro = ({ word }: Speaker, matter: BookingMailData): string =>
  word(isOfAgency(matter) ? 'intro.optionOfAgency' : 'intro.option_reminder')

/** Returns the link to an option among its agency's bookings. */
export const agencyLink = (
  { publicUrl }: { publicUrl: string },
  { word }: Speaker,
  { booking }: BookingMailData,
  kind: string,
): Pick<Page, 'link'> => ({
  link: {
    label: word(kind === 'option_reminder' ? 'confirmBooking' : 'manageBooking'),
    url: `${publicUrl}/acenta#/bookings/${booking.code}`,
  },
})
