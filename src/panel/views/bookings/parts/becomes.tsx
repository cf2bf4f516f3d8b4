import type { Booking } from '../../../../client/call.ts'
import { money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { termsText } from '../../rates/text.ts'

type BecomesProps = {
  booking: Booking
  /** Of the hotel. */
  timezone: string
  /** The new total in words; undefined if it stays. */
  total: string | undefined
  /** The booking as it would be; undefined until it is known. */
  record: Booking | undefined
}

/** The new total of a change, what is to be paid with other extras, and the terms of a new rate. */
export function Becomes({ booking, timezone, total, record }: BecomesProps) {
  const before = money(booking.totalPriceCents, booking.currency)
  const isRateOther = record !== undefined && record.rateCode !== booking.rateCode
  const isOtherExtra = record && record.extrasTotalCents !== booking.extrasTotalCents
  const payable = isOtherExtra && money(record.payableCents, booking.currency)
  if (!total && !isRateOther && !payable) return null
  return (
    <div class="note warn">
      {total && <p>{t('booking.newTotal', { total, before })}</p>}
      {payable && <p>{t('booking.newPayable', { payable })}</p>}
      {isRateOther && (
        <p>
          {t('booking.newTerms', {
            terms: termsText(record.cancellation, record.checkin, timezone),
          })}
        </p>
      )}
    </div>
  )
}
