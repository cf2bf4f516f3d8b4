import { useState } from 'preact/hooks'
import type { NightFigures } from '../../../client/call.ts'
import { date, money, number, percent } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import type { SoldNight } from '../../lib/sold.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Chart, type ShownNight, shareOf } from './chart.tsx'

const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }

/** Occupancy and revenue of the coming nights as a chart, and the same as a table. */
export function Outlook({
  nights: here,
  sold,
  currency,
}: {
  nights: readonly NightFigures[]
  /** What is sold of each night in all; undefined while that is not known. */
  sold: readonly SoldNight[] | undefined
  currency: string
}) {
  const [at, setAt] = useState<number>()
  const nights: ShownNight[] = here.map((night) => ({
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

function columnsOf(currency: string): Column<ShownNight>[] {
  return [
    { head: t('list.night'), isName: true, cell: (night) => date(night.date) },
    {
      head: t('desk.soldHere'),
      isNumber: true,
      cell: ({ roomsSold, roomsTotal }) => `${number(roomsSold)} / ${number(roomsTotal)}`,
    },
    {
      head: t('desk.soldAll'),
      isNumber: true,
      cell: ({ all }) => (all ? `${number(all.sold)} / ${number(all.total)}` : '–'),
    },
    {
      head: t('today.occupancy'),
      isNumber: true,
      cell: (night) => percent(shareOf(night)),
    },
    {
      head: t('today.revenue'),
      isNumber: true,
      cell: ({ revenueCents }, rows) =>
        money(
          revenueCents,
          currency,
          rows.map((each) => each.revenueCents),
        ),
    },
  ]
}
