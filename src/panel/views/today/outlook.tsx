import { useState } from 'preact/hooks'
import { date, money, number, percentOf } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import type { Night } from '../../lib/types.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Chart } from './chart.tsx'

const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }

/** Occupancy and revenue of the coming nights as a chart, and the same as a table. */
export function Outlook({ nights, currency }: { nights: readonly Night[]; currency: string }) {
  const [at, setAt] = useState<number>()
  const night = nights[at ?? -1]
  return (
    <>
      <figure aria-label={t('today.chart')} class="chart">
        <figcaption class="beside">
          <span class="key-bar">{t('today.occupancy')}</span>
          <span class="key-line">{t('today.revenue')}</span>
          <span class="readout">
            {night &&
              `${date(night.date, DAY)}: ${percentOf(night.occupancyBasisPoints)}, ${money(night.revenueCents, currency)}`}
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

function columnsOf(currency: string): Column<Night>[] {
  return [
    { head: t('list.night'), isName: true, cell: (night) => date(night.date) },
    {
      head: t('today.sold'),
      isNumber: true,
      cell: ({ roomsSold, roomsTotal }) => `${number(roomsSold)} / ${number(roomsTotal)}`,
    },
    {
      head: t('today.occupancy'),
      isNumber: true,
      cell: ({ occupancyBasisPoints }) => percentOf(occupancyBasisPoints),
    },
    {
      head: t('today.revenue'),
      isNumber: true,
      cell: ({ revenueCents }) => money(revenueCents, currency),
    },
  ]
}
