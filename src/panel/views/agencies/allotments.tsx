import type { Answer, WholeHotel } from '../../../client/call.ts'
import { addDays } from '../../../domain/kernel/date.ts'
import { rangeText, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { nameNow } from '../../lib/names.ts'
import { href } from '../../lib/router.ts'
import { countColumn } from '../../parts/columns.tsx'
import { Read } from '../../parts/note.tsx'
import { Table } from '../../parts/table.tsx'

/** So many days are looked ahead. */
const AHEAD_DAYS = 90

type Allotment = Answer<'listPanelAllotments'>['allotments'][number]

/** The allotments of one room type, in room nights. */
type Sums = {
  roomCode: string
  from: string
  to: string
  rooms: number
  drawn: number
  own: number
}

/** Rooms set aside for an agency in the coming weeks, by room type. */
export function AllotmentsCard({ hotel, agencyCode }: { hotel: WholeHotel; agencyCode: string }) {
  const from = todayIn(hotel.timezone)
  const to = addDays(from, AHEAD_DAYS - 1)
  const { set: _, ...read } = useCall('listPanelAllotments', { hotel: hotel.slug, from, to })
  return (
    <section class="card" aria-labelledby="agency-allotments">
      <div class="view-head">
        <h2 id="agency-allotments">{t('agencies.allotments', { count: AHEAD_DAYS })}</h2>
        <a class="button" href={href({ view: 'calendar', query: { layer: 'allotments' } })}>
          {t('agencies.inCalendar')}
        </a>
      </div>
      <Read of={read}>
        {({ allotments }) => {
          const rows = sumsOf(allotments.filter((each) => each.agencyCode === agencyCode))
          return rows.length === 0 ? (
            <p class="dim">{t('agencies.noAllotments')}</p>
          ) : (
            <SumsTable rows={rows} />
          )
        }}
      </Read>
    </section>
  )
}

const SumsTable = ({ rows }: { rows: readonly Sums[] }) => (
  <Table
    caption={t('agencies.roomNights')}
    rows={rows}
    keyOf={({ roomCode }) => roomCode}
    columns={[
      {
        head: t('list.roomType'),
        isName: true,
        cell: ({ roomCode }) => <bdi>{nameNow('room', roomCode) ?? roomCode}</bdi>,
      },
      { head: t('agencies.nightsSet'), cell: ({ from, to }) => rangeText(from, to) },
      countColumn(t('agencies.setAside'), ({ rooms }: Sums) => rooms, { isTold: true }),
      countColumn(t('agencies.drawn'), ({ drawn }: Sums) => drawn, { isTold: true }),
      countColumn(t('agencies.ownLeft'), ({ own }: Sums) => own, { isTold: true }),
    ]}
  />
)

/** Sums nights by room type; nights on which nothing is set aside are left out. */
function sumsOf(allotments: readonly Allotment[]): Sums[] {
  const set = allotments.filter(({ rooms }) => rooms > 0)
  return [...Map.groupBy(set, ({ roomCode }) => roomCode)].map(([roomCode, nights]) => {
    const dates = nights.map(({ date }) => date).sort()
    const sum = (of: (night: Allotment) => number) =>
      nights.reduce((total, night) => total + of(night), 0)
    return {
      ...{ roomCode, from: dates[0]!, to: dates.at(-1)! },
      rooms: sum(({ rooms }) => rooms),
      drawn: sum(({ drawn }) => drawn),
      own: sum(({ ownLeft }) => ownLeft),
    }
  })
}
