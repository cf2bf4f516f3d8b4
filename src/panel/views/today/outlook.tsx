import { useState } from 'preact/hooks'
import type { NightFigures } from '../../../client/call.ts'
import { date, money, number, percent } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import type { SoldNight } from '../../lib/sold.ts'
import { textColumn } from '../../parts/columns.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Chart, type ChartNight, shareOf } from './chart.tsx'

const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }

/** Occupancy and revenue of the coming nights as a chart, and the same as a table. */
export function Outlook({
  nights: here,
  sold,
  currency,
}: {
  nights: readonly NightFigures[]
  /** The rooms sold of each night, on all channels; undefined while they are not known. */
  sold: readonly SoldNight[] | undefined
  currency: string
}) {
  const [at, setAt] = useState<number>()
  const nights: ChartNight[] = here.map((night) => ({
    ...night,
    all: sold?.find(({ date }) => date === night.date),
  }))
  const night = nights[at ?? -1]
  return (
    <>
      <figure aria-label={t('today.chart')} class="chart">
        <figcaption class="beside">
          <span class="key-bar">{t('desk.soldAll')}</span>
          <span class="key-bar here">{t('desk.soldHere')}</span>
          <span class="key-line">{t('today.revenue')}</span>
          <span class="readout">
            {night &&
              `${date(night.date, DAY)}: ${percent(shareOf(night))}, ${money(night.revenueCents, currency)}`}
          </span>
        </figcaption>
        <Chart nights={nights} currency={currency} onPoint={setAt} />
      </figure>
      <details>
        <summary>{t('today.asTable')}</summary>
        <Table
          caption={t('today.chart')}
          columns={columnsOf(currency)}
          rows={nights}
          keyOf={(each) => each.date}
        />
      </details>
    </>
  )
}

const NUMBER = { isNumber: true } as const

const columnsOf = (currency: string): Column<ChartNight>[] => [
  textColumn(t('list.night'), (night) => date(night.date), { isName: true }),
  textColumn(
    t('desk.soldHere'),
    ({ roomsSold, roomsTotal }) => `${number(roomsSold)} / ${number(roomsTotal)}`,
    NUMBER,
  ),
  textColumn(
    t('desk.soldAll'),
    ({ all }) => (all ? `${number(all.sold)} / ${number(all.total)}` : '–'),
    NUMBER,
  ),
  textColumn(t('today.occupancy'), (night) => percent(shareOf(night)), NUMBER),
  {
    head: t('today.revenue'),
    isNumber: true,
    cell: ({ revenueCents }, rows) => {
      const all = rows.map((each) => each.revenueCents)
      return money(revenueCents, currency, all)
    },
  },
]
