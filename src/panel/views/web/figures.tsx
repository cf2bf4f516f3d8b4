import type { Answer, WholeHotel } from '../../../client/call.ts'
import { addDays } from '../../../domain/kernel/date.ts'
import { date, number, percent, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { textColumn } from '../../parts/columns.tsx'
import { Read } from '../../parts/note.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Tile } from '../../parts/tile.tsx'

type WebDay = Answer<'listWebDays'>['items'][number]

const DAYS = 28
const KINDS = ['views', 'searches', 'bookings', 'holds', 'denials'] as const

/** The statistics of the page for the last days: sums with small charts, and each day in a table. */
export function Figures({ hotel }: { hotel: WholeHotel }) {
  const to = todayIn(hotel.timezone)
  const read = useCall('listWebDays', { hotel: hotel.slug, from: addDays(to, 1 - DAYS), to })
  return (
    <section class="card" aria-labelledby="web-figures">
      <h2 id="web-figures">{t('web.past', { count: DAYS })}</h2>
      <Read of={read}>
        {({ items }) => (
          <>
            <ul class="front-desk">
              {KINDS.map((kind) => (
                <Tile
                  key={kind}
                  name={t(`web.${kind}`)}
                  figure={number(sumOf(items, kind))}
                  values={items.map((day) => day[kind])}
                  isPast
                >
                  {aboutOf(items, kind)}
                </Tile>
              ))}
            </ul>
            <p class="hint">{t('web.pastText')}</p>
            <details>
              <summary>{t('today.asTable')}</summary>
              <Table
                caption={t('web.past', { count: DAYS })}
                columns={columnsOf()}
                rows={items.toReversed()}
                keyOf={(day) => day.date}
              />
            </details>
          </>
        )}
      </Read>
    </section>
  )
}

const sumOf = (days: readonly WebDay[], kind: (typeof KINDS)[number]) =>
  days.reduce((sum, day) => sum + day[kind], 0)

function aboutOf(days: readonly WebDay[], kind: (typeof KINDS)[number]): string {
  const views = sumOf(days, 'views')
  return kind === 'bookings' && views > 0
    ? t('web.ofViews', { share: percent(sumOf(days, kind) / views) })
    : t(`web.${kind}Text`)
}

const columnsOf = (): Column<WebDay>[] => [
  textColumn(t('web.day'), (day) => date(day.date), { isName: true }),
  ...KINDS.map((kind) =>
    textColumn<WebDay>(t(`web.${kind}`), (day) => number(day[kind]), { isNumber: true }),
  ),
]
