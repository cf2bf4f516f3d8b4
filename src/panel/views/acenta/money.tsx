import type { Booking } from '../../../client/call.ts'
import { money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { keptName } from '../../lib/names.ts'
import { useShowsNet } from '../../lib/prices-shown.ts'
import { roomNameOf } from '../../lib/rooms.ts'
import { CardHead } from '../bookings/parts/card-head.tsx'
import { Nights, nightsOf, taxText } from '../bookings/parts/money.tsx'
import { netOf, owedOf, sumOf } from './sums.ts'

type Row = { key: string; name: string; more: string; gross: number; commission: number | null }

/**
 * The price of stays, with gross, commission and net side by side; then the sums paid and owed to the hotel. A client who
 * looks on sees the gross column alone.
 */
export function AgencyMoney({ stays }: { stays: readonly Booking[] }) {
  const { currency, payment } = stays[0]!
  const isOwn = useShowsNet()
  const rows = stays.flatMap(rowsOf)
  const gross = sumOf(stays, ({ payableCents }) => payableCents)
  const commission = sumOf(stays, ({ commissionCents }) => commissionCents ?? 0)
  const net = sumOf(stays, netOf)
  const paid = sumOf(stays, ({ payment }) => payment?.paidCents ?? 0)
  const owed = sumOf(stays, owedOf)
  const own = isOwn ? [...rows.map((row) => row.commission ?? 0), net, paid, owed] : []
  const column = [...rows.map((row) => row.gross), ...own]
  const written = (cents: number) => money(cents, currency, column)
  const collector = payment?.collect === 'agency' ? 'youCollect' : 'hotelCollects'
  return (
    <section class="card money">
      <CardHead
        title={t('booking.money')}
        action={<span class="dim">{t(`acenta.${collector}`)}</span>}
      />
      <table class="table price agency-money">
        <caption class="sr-only">{t('booking.money')}</caption>
        <thead>
          <tr>
            <td />
            {(isOwn ? (['gross', 'commission', 'net'] as const) : (['price'] as const)).map(
              (head) => (
                <th key={head} scope="col" class="number">
                  {t(`sell.${head}`)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <bdi>{row.name}</bdi> <span class="dim">{row.more}</span>
              </th>
              <td class="number">{written(row.gross)}</td>
              {isOwn && (
                <>
                  <td class="number dim">
                    {row.commission === null ? '–' : written(row.commission)}
                  </td>
                  <td class="number">{written(row.gross - (row.commission ?? 0))}</td>
                </>
              )}
            </tr>
          ))}
          <tr class="is-sum">
            <th scope="row">
              <strong>{t('bookings.total')}</strong> <span class="dim">{taxText(stays)}</span>
            </th>
            <td class="number">
              <strong>{written(gross)}</strong>
            </td>
            {isOwn && (
              <>
                <td class="number dim">{written(commission)}</td>
                <td class="number">
                  <strong>{written(net)}</strong>
                </td>
              </>
            )}
          </tr>
          {isOwn && paid !== 0 && <Last name={t('acenta.paidHotel')}>{written(-paid)}</Last>}
          {isOwn && (
            <Last isDue={owed > 0} name={t(owed < 0 ? 'acenta.owedYou' : 'acenta.owedHotel')}>
              {written(Math.abs(owed))}
            </Last>
          )}
        </tbody>
      </table>
      {stays.length === 1 && <Nights booking={stays[0]!} />}
    </section>
  )
}

const Last = (props: { name: string; isDue?: boolean; children: string }) => (
  <tr class={props.isDue ? 'is-due' : undefined}>
    <th scope="row" colSpan={3}>
      {props.name}
    </th>
    <td class="number">{props.children}</td>
  </tr>
)

/** The lines of a stay: its room, or what an end left of it; and its extras, which have no commission. */
function rowsOf(booking: Booking): Row[] {
  const { code, status, penaltyCents, payableCents, commissionCents } = booking
  const written = (cents: number) => money(cents, booking.currency)
  const name = roomNameOf(booking)
  if (status === 'expired') return []
  if (status === 'cancelled' || status === 'no_show') {
    const gross = penaltyCents ?? 0
    const extras = payableCents - gross
    const left = { key: `${code} extras`, name: t('extras.title'), more: '', gross: extras }
    return [
      { key: code, name, more: t('booking.penalty'), gross, commission: commissionCents },
      ...(extras > 0 ? [{ ...left, commission: null }] : []),
    ]
  }
  const more = nightsOf(booking, written)
  return [
    { key: code, name, more, gross: booking.totalPriceCents, commission: commissionCents },
    ...booking.extras.map((extra) => ({
      ...{
        key: `${code} ${extra.code} ${extra.unitPriceCents}`,
        name: keptName('extra', extra.code, extra.name),
      },
      ...{ more: `× ${extra.quantity}`, gross: extra.totalCents, commission: null },
    })),
  ]
}
