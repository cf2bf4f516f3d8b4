import type { Item } from '../../../client/call.ts'
import { addDays, type CalendarDate } from '../../../domain/kernel/date.ts'
import { date, HERE, number, todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { href, setQuery, type ViewProps } from '../../lib/router.ts'
import { countColumn, textColumn } from '../../parts/columns.tsx'
import { Badge, Empty, Read } from '../../parts/note.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { type DayRange, RangePicker } from '../../parts/range-picker.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { type OfRoom, roomNames } from './room-names.ts'

type Row = Item<'listAgencyAllotments'>

/** The nights that are shown at first. */
const DAYS = 31
const NIGHT: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }
/** The nights that Today looks through, and the next releases that it shows. */
const RELEASE_DAYS = 62
const RELEASES_MAX = 4

/** The rooms that hotels set aside for the agency, night by night. */
export function AllotmentsView({ route }: ViewProps) {
  const from = (route.query.get('from') || todayIn(HERE)) as CalendarDate
  const to = route.query.get('to') || addDays(from, DAYS - 1)
  const read = useCall('listAgencyAllotments', { from, to })
  const names = useHotelNames()
  const pick = (days: DayRange | undefined) => setQuery({ from: days?.from, to: days?.to })
  return (
    <>
      <PageHead title={t('acenta.allotments')} />
      <div class="chips">
        <RangePicker
          label={t('desk.dates')}
          value={{ from, to }}
          look="chip is-on"
          today={todayIn(HERE)}
          onPick={pick}
        />
      </div>
      <Read of={read}>
        {({ items, rooms }) =>
          items.length === 0 ? (
            <Empty title={t('acenta.allotmentsNone')}>{t('acenta.allotmentsText')}</Empty>
          ) : (
            <Table
              caption={t('acenta.allotments')}
              columns={columnsOf(names, roomNames(rooms))}
              rows={items}
              keyOf={({ hotelSlug, roomCode, date }) => `${hotelSlug} ${roomCode} ${date}`}
            />
          )
        }
      </Read>
    </>
  )
}

/** The names of the hotels that have terms with the agency, by their slugs. */
function useHotelNames(): (slug: string) => string {
  const { data } = useCall('listOwnTerms', { limit: 100 })
  const names = new Map(data?.items.map(({ hotelSlug, hotelName }) => [hotelSlug, hotelName]))
  return (slug) => names.get(slug) ?? slug
}

const columnsOf = (
  nameOf: (slug: string) => string,
  roomOf: (row: OfRoom) => string,
): Column<Row>[] => [
  textColumn(t('acenta.night'), (row) => date(row.date, NIGHT), { isName: true }),
  textColumn(t('list.hotel'), ({ hotelSlug }) => <bdi>{nameOf(hotelSlug)}</bdi>),
  textColumn(t('bookings.room'), (row) => <bdi>{roomOf(row)}</bdi>),
  countColumn(t('acenta.setAside'), ({ rooms }) => rooms),
  countColumn(t('acenta.drawnHead'), ({ drawn }) => drawn),
  countColumn(t('acenta.ownLeft'), ({ ownLeft }) => ownLeft),
  countColumn(t('acenta.sureOf'), ({ sureOf }) => sureOf),
  textColumn(t('acenta.releaseOn'), (row) =>
    row.released ? (
      <Badge>{t('acenta.released')}</Badge>
    ) : (
      date(releaseOf(row), { day: 'numeric', month: 'short' })
    ),
  ),
]

/** The hotel's day on which what is left of an allotment goes back to it. */
const releaseOf = ({ date, releaseDays }: Pick<Row, 'date' | 'releaseDays'>): CalendarDate =>
  addDays(date as CalendarDate, -releaseDays)

/** The allotments that go back to their hotels next. */
export function NextReleases() {
  const from = todayIn(HERE)
  const read = useCall('listAgencyAllotments', { from, to: addDays(from, RELEASE_DAYS - 1) })
  const nameOf = useHotelNames()
  const roomOf = roomNames(read.data?.rooms ?? [])
  const next = (read.data?.items ?? [])
    .filter(({ released, ownLeft }) => !released && ownLeft > 0)
    .toSorted((a, b) => releaseOf(a).localeCompare(releaseOf(b)))
    .slice(0, RELEASES_MAX)
  return (
    <section class="card side-list">
      <div class="card-head">
        <h2>
          <a href={href({ view: 'allotments' })}>{t('acenta.allotments')}</a>
        </h2>
        <span class="dim">{t('acenta.nextRelease')}</span>
      </div>
      {read.data && next.length === 0 && <p class="dim">{t('acenta.allotmentsNone')}</p>}
      <ul>
        {next.map((row) => (
          <li key={`${row.hotelSlug} ${row.roomCode} ${row.date}`}>
            <span class="beside">
              <span>
                <strong>
                  <bdi>{nameOf(row.hotelSlug)}</bdi>
                </strong>{' '}
                <span class="dim">· {roomOf(row)}</span>
              </span>
              <span class="at-end">
                {t('acenta.drawn', { drawn: number(row.drawn), rooms: number(row.rooms) })}
              </span>
            </span>
            <span class="dim">{t('acenta.nightOf', { date: date(row.date, NIGHT) })}</span>
            <span class={releaseOf(row) <= addDays(from, 1) ? 'soon' : 'dim'}>
              {t('acenta.releases', { date: date(releaseOf(row), NIGHT), count: row.ownLeft })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
