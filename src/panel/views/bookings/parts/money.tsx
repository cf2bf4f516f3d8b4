import type { ComponentChildren } from 'preact'
import type { Booking } from '../../../../client/call.ts'
import { date, money, number, percentOf } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { keptName } from '../../../lib/names.ts'
import { roomNameOf } from '../../../lib/rooms.ts'
import { CardHead } from './card-head.tsx'
import { perText } from './model.ts'

const NIGHT: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }

type MoneyProps = {
  booking: Booking
  /** The button of the head. */
  action?: ComponentChildren
  /** The rows after the total: what is paid, and what is due. */
  paid?: ComponentChildren
  children?: ComponentChildren
}

/** What a booking costs: its nights, its extras, the total with the taxes in it; each night and tax in a fold. */
export function MoneyCard({ booking, action, paid, children }: MoneyProps) {
  const { currency, payableCents } = booking
  const written = (cents: number) => money(cents, currency, columnOf(booking))
  return (
    <section class="card money">
      <CardHead title={t('booking.money')} action={action} />
      <table class="table price">
        <caption class="sr-only">{t('booking.money')}</caption>
        <tbody>
          <MoneyLines {...{ booking, written }} />
        </tbody>
        <tbody>
          <Line
            look="is-sum"
            name={<strong>{t('bookings.total')}</strong>}
            more={taxText([booking])}
          >
            <strong>{written(payableCents)}</strong>
          </Line>
          <Further {...{ booking, written }} isDueShown={paid !== undefined} />
          {paid}
        </tbody>
      </table>
      <Nights booking={booking} />
      {children}
    </section>
  )
}

/** A line of money: its name, an explanation, and the amount at the end. */
export const Line = (props: {
  name: ComponentChildren
  more?: ComponentChildren
  look?: string
  children: ComponentChildren
}) => (
  <tr class={props.look}>
    <th scope="row">
      {props.name} {props.more && <span class="dim">{props.more}</span>}
    </th>
    <td class="number">{props.children}</td>
  </tr>
)

/** What is due or to be refunded; what the agency collects is nothing that the desk has to take. */
export const DueLine = (props: { dueCents: number; currency: string; isAgencys?: boolean }) => {
  const { dueCents, currency, isAgencys = false } = props
  const name = dueCents < 0 ? 'desk.over' : isAgencys ? 'booking.collectsAgency' : 'desk.due'
  return (
    <Line look={dueCents > 0 && !isAgencys ? 'is-due' : 'is-paid'} name={t(name)}>
      {money(Math.abs(dueCents), currency)}
    </Line>
  )
}

type PartProps = { booking: Booking; written: (cents: number) => string }

/** The nights and the extras of a booking; of an ended one its penalty, and what is owed of the extras. */
export function MoneyLines({ booking, written }: PartProps) {
  const { penaltyCents, payableCents, nights, status, totalPriceCents } = booking
  const isEnded = status === 'cancelled' || status === 'no_show'
  if (isEnded) {
    const extrasCents = payableCents - (penaltyCents ?? 0)
    const isOwed = penaltyCents !== 0 || booking.cancellation.penalty !== 'none'
    return (
      <>
        <Line look="dim" name={t('bookings.nights', { count: nights })}>
          <del>{written(totalPriceCents)}</del>
        </Line>
        {isOwed && <Line name={t('booking.penalty')}>{written(penaltyCents ?? 0)}</Line>}
        {extrasCents > 0 && <Line name={t('extras.title')}>{written(extrasCents)}</Line>}
      </>
    )
  }
  return (
    <>
      <Line name={<bdi>{roomNameOf(booking)}</bdi>} more={nightsOf(booking, written)}>
        {written(totalPriceCents)}
      </Line>
      {booking.extras.map(({ code, name, per, quantity, unitPriceCents, totalCents }) => (
        <Line
          key={`${code} ${unitPriceCents}`}
          name={<bdi>{keptName('extra', code, name)}</bdi>}
          more={`${number(quantity)} × ${written(unitPriceCents)} ${perText(per)}`}
        >
          {written(totalCents)}
        </Line>
      ))}
    </>
  )
}

/** `3 × ₺5,900`, where all nights cost the same; else their number alone. */
export function nightsOf(
  { nightly, nights, rooms }: Booking,
  written: PartProps['written'],
): string {
  const parts = [...(rooms > 1 ? [t('bookings.rooms', { count: rooms })] : [])]
  const [first] = nightly
  const isEven = nightly.every(({ priceCents }) => priceCents === first?.priceCents)
  const night = first && isEven ? ` × ${written(first.priceCents)}` : ''
  return [...parts, t('bookings.nights', { count: nights }) + night].join(' × ')
}

const taxesOf = ({ taxes, extrasTaxes }: Booking) => [...taxes, ...extrasTaxes]

/** `taxes in it ₺3,514`, of the bookings that have not ended; empty where there are none. */
export function taxText(bookings: readonly Booking[]): string {
  const taxes = bookings.filter(({ penaltyCents }) => penaltyCents === null).flatMap(taxesOf)
  const cents = taxes.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return cents > 0 ? t('booking.taxesIn', { amount: money(cents, bookings[0]!.currency) }) : ''
}

/** The commission of the agency within the total, and who collects it. */
function Further({ booking, written, isDueShown }: PartProps & { isDueShown: boolean }) {
  const { commissionCents, commissionBp, payment } = booking
  const { collect, guarantee } = payment ?? {}
  return (
    <>
      {commissionCents !== null && (
        <Line look="dim" name={t('acenta.commission')} more={percentOf(commissionBp)}>
          {written(commissionCents)}
        </Line>
      )}
      {collect === 'agency' && !isDueShown && <Line name={t('booking.collectsAgency')}>{''}</Line>}
      {guarantee && guarantee.type !== 'none' && (
        <Line look="dim" name={t(`booking.guarantee.${guarantee.type}`)} more={guarantee.reference}>
          {guarantee.amountCents === null ? '' : written(guarantee.amountCents)}
        </Line>
      )}
    </>
  )
}

/** All amounts of the column, which are aligned with each other. */
const columnOf = ({ nightly, extras, payableCents, totalPriceCents, penaltyCents }: Booking) => [
  ...nightly.map(({ priceCents }) => priceCents),
  ...extras.flatMap(({ unitPriceCents, totalCents }) => [unitPriceCents, totalCents]),
  ...[payableCents, totalPriceCents, penaltyCents ?? 0],
]

/** Each night with its price, and each tax within the total. */
export function Nights({ booking }: { booking: Booking }) {
  const { nightly, rooms, netCents, currency } = booking
  const taxes = taxesOf(booking)
  const column = [...columnOf(booking), ...taxes.map(({ amountCents }) => amountCents), netCents]
  const written = (cents: number) => money(cents, currency, column)
  return (
    <details class="fold">
      <summary>{t('booking.nightly')}</summary>
      <table class="table price">
        <caption class="sr-only">{t('booking.nightly')}</caption>
        <tbody>
          {nightly.map((night) => (
            <Line
              key={night.date}
              name={date(night.date, NIGHT)}
              more={rooms > 1 && `${number(rooms)} × ${written(night.priceCents)}`}
            >
              {written(night.priceCents * rooms)}
            </Line>
          ))}
          {taxes.map(({ code, name, percentBp, amountCents }, at) => (
            <Line
              key={`${code} ${at}`}
              look="dim"
              name={`${keptName('tax', code, name)} (${percentOf(percentBp)})`}
              more={at >= booking.taxes.length && t('extras.title')}
            >
              {written(amountCents)}
            </Line>
          ))}
          {booking.taxes.length > 0 && (
            <Line look="dim" name={t('booking.net')}>
              {written(netCents)}
            </Line>
          )}
        </tbody>
      </table>
    </details>
  )
}
