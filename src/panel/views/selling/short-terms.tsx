import type { Booking, WholeHotel } from '../../../client/call.ts'
import { addDays, type CalendarDate } from '../../../domain/kernel/date.ts'
import { date, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { TermsLine } from '../bookings/new/rate-list.tsx'

type TermsProps = {
  of: Booking['cancellation']
  hotel: Pick<WholeHotel, 'timezone'>
  checkin: string
}

/** Cancellation terms in a row of the results: only their deadline while cancelling is free. */
export function ShortTerms({ of, hotel, checkin }: TermsProps) {
  const { penalty, freeUntilDays: days } = of
  const until = days === null ? undefined : addDays(checkin as CalendarDate, -days)
  if (penalty === 'none' || !until || until < todayIn(hotel.timezone))
    return <TermsLine cancellation={of} {...{ hotel, checkin }} />
  const text = date(until, { day: 'numeric', month: 'short' })
  return <span class="terms is-free">{t('sell.freeUntil', { date: text })}</span>
}
