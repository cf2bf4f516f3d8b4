import type { Extra, OfferedExtra, WholeHotel } from '../../../../client/call.ts'
import type { Problem } from '../../../lib/api.ts'
import { money, percent, rangeText } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { keptName, nameIn } from '../../../lib/names.ts'
import { listText } from '../parts/model.ts'
import { extraCents, type Line, type Sums } from './basket.ts'
import { problemOfStay } from './flaws.ts'
import { LineRow } from './line-row.tsx'

export type BasketProps = {
  hotel: WholeHotel
  lines: readonly Line[]
  sums: Sums
  extras: readonly Extra[]
  problem: Problem | undefined
  /** True once the deed was pressed, so that the page's own errors are shown. */
  isTried: boolean
  onLine: (line: Line) => void
  onRemove: (id: string) => void
}

/** The stays of the basket with their extras, taxes and sum. */
export function Basket({ hotel, lines, sums, extras, problem, isTried, ...acts }: BasketProps) {
  const isOneStay = new Set(lines.map(({ checkin, checkout }) => checkin + checkout)).size === 1
  const [first] = lines
  return (
    <>
      <header>
        <h2>{t('new.basket')}</h2>
        <span class="dim" role="status">
          {sums.rooms > 0 && t('bookings.rooms', { count: sums.rooms })}
        </span>
        {isOneStay && <span class="dim days">{rangeText(first!.checkin, first!.checkout)}</span>}
      </header>
      {lines.length === 0 && <p class="dim nothing">{t('new.empty')}</p>}
      <ul>
        {lines.map((line, index) => (
          <LineRow
            key={line.id}
            {...{ hotel, line, isTried, ...acts }}
            hasDays={!isOneStay}
            problem={problemOfStay(problem, index)}
          />
        ))}
      </ul>
      <ExtraLines {...{ hotel, lines, extras }} />
      {lines.length > 0 && <SumLines {...{ hotel, sums }} />}
    </>
  )
}

type ExtraLinesProps = {
  hotel: Pick<WholeHotel, 'currency'>
  lines: readonly Line[]
  extras: readonly OfferedExtra[]
}

/** The extras of some stays, each with what all its pieces cost. */
export function ExtraLines({ hotel, lines, extras }: ExtraLinesProps) {
  const sold = extras
    .map((extra) => ({
      extra,
      cents: lines.reduce((sum, line) => sum + extraCents(line, extra), 0),
    }))
    .filter(({ extra: { code } }) => lines.some((line) => (line.extras[code] ?? 0) > 0))
  return (
    <ul>
      {sold.map(({ extra, cents }) => (
        <li key={extra.code} class="sum">
          <span>{nameIn(extra)}</span>
          <span>{money(cents, hotel.currency)}</span>
        </li>
      ))}
    </ul>
  )
}

function SumLines({ hotel, sums }: Pick<BasketProps, 'hotel' | 'sums'>) {
  const { totalCents, extrasCents, taxes } = sums
  const names = taxes.map(
    ({ code, name, percentBp }) => `${keptName('tax', code, name)} ${percent(percentBp / 10_000)}`,
  )
  const taxCents = taxes.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return (
    <div class="sums-of">
      {taxCents > 0 && (
        <p class="sum dim">
          <span>{t('new.inIt', { taxes: listText(names) })}</span>
          <span>{money(taxCents, hotel.currency)}</span>
        </p>
      )}
      <p class="sum to-pay">
        <strong>{t('new.toPay')}</strong>
        <strong>
          {totalCents === undefined ? '–' : money(totalCents + extrasCents, hotel.currency)}
        </strong>
      </p>
    </div>
  )
}
