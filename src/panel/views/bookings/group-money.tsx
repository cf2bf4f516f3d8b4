import type { ComponentChildren } from 'preact'
import type { PanelBookingGroup, PanelGroupTrail, WholeHotel } from '../../../client/call.ts'
import { clockIn, money, rangeText } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { CardHead } from './parts/card-head.tsx'
import { deskDue, isAgencyDue } from './parts/due.ts'
import { DueLine, Line, MoneyLines, taxText } from './parts/money.tsx'

type GroupMoneyProps = {
  hotel: WholeHotel
  group: PanelBookingGroup
  /** Undefined until it is read. */
  trail: PanelGroupTrail | undefined
  action: ComponentChildren
}

/** The price of the stays, the sum paid of it and the sum due. */
export function GroupMoney({ hotel, group, trail, action }: GroupMoneyProps) {
  const { bookings, currency, payableCents } = group
  const column = [
    payableCents,
    ...bookings.flatMap(({ nightly, extras, totalPriceCents }) => [
      ...nightly.map(({ priceCents }) => priceCents),
      ...extras.map(({ totalCents }) => totalCents),
      totalPriceCents,
    ]),
  ]
  const written = (cents: number) => money(cents, currency, column)
  const paid = paidBy(trail?.stays ?? [], hotel)
  const dueCents = bookings.reduce((sum, booking) => sum + deskDue(booking), 0)
  const agencyCents = bookings.filter(isAgencyDue).reduce((sum, { desk }) => sum + desk.dueCents, 0)
  return (
    <section class="card money">
      <CardHead title={t('booking.money')} action={action} />
      <table class="table price">
        <caption class="sr-only">{t('booking.money')}</caption>
        <tbody>
          {bookings.map((booking) => (
            <MoneyLines key={booking.code} {...{ booking, written }} />
          ))}
          <Line
            look="is-sum"
            name={<strong>{t('bookings.total')}</strong>}
            more={taxText(bookings)}
          >
            <strong>{written(payableCents)}</strong>
          </Line>
          {paid.map(({ more, cents }) => (
            <Line key={more} name={t('desk.paid')} {...{ more }}>
              {written(-cents)}
            </Line>
          ))}
          {agencyCents > 0 && <DueLine dueCents={agencyCents} {...{ currency }} isAgencys />}
          {(agencyCents === 0 || dueCents !== 0) && <DueLine {...{ dueCents, currency }} />}
        </tbody>
      </table>
    </section>
  )
}

/** Payments of all stays, summed by method and day of the hotel: `Card · 26 Nov`. */
function paidBy(stays: PanelGroupTrail['stays'], { timezone }: WholeHotel) {
  const payments = stays.flatMap(({ payments }) => payments)
  const moreOf = ({ method, at }: (typeof payments)[number]) => {
    const day = clockIn(timezone, Date.parse(at)).slice(0, 10)
    return `${t(`desk.method.${method}`)} · ${rangeText(day, day)}`
  }
  return [...Map.groupBy(payments, moreOf)]
    .map(([more, some]) => ({
      more,
      cents: some.reduce((sum, { amountCents }) => sum + amountCents, 0),
    }))
    .filter(({ cents }) => cents !== 0)
}
