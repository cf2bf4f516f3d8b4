import { date, percent } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { isWeekend, type Row } from '../model/days.ts'

type HeadsProps = { dates: readonly string[]; today: string }

/** The months over the days, and the days. */
export function Heads({ dates, today }: HeadsProps) {
  return (
    <>
      <div class="months" aria-hidden="true">
        <div class="corner-band" />
        {[...monthsOf(dates)].map((days) => (
          <div key={days[0]} style={{ '--count': days.length }}>
            <span>{date(days[0]!, { month: 'long', year: 'numeric' })}</span>
          </div>
        ))}
      </div>
      <div role="row" class="row heads" aria-rowindex={1}>
        <div role="columnheader" class="corner" title={t('calendar.all')}>
          {t('list.roomType')}
        </div>
        {dates.map((day, col) => drawHead(day, col, today))}
      </div>
    </>
  )
}

/** The line of the whole hotel: rooms left, and the share of rooms sold. */
export function HotelLine({ rows, dates }: { rows: readonly Row[]; dates: readonly string[] }) {
  const types = rows.filter(({ rate }) => !rate)
  return (
    <div role="row" class="row hotel" aria-rowindex={2}>
      <div role="rowheader" class="total" title={t('calendar.hotelHint')}>
        {t('calendar.hotel')}
      </div>
      {dates.map((day, col) => drawTotal(types, day, col))}
    </div>
  )
}

function drawHead(day: string, col: number, today: string) {
  const look = `head${isWeekend(day) ? ' weekend' : ''}${day === today ? ' is-today' : ''}`
  return (
    <div
      key={day}
      role="columnheader"
      data-col={col}
      class={look}
      aria-label={date(day, { dateStyle: 'full' })}
      aria-current={day === today ? 'date' : undefined}
      aria-colindex={col + 2}
    >
      {date(day, { weekday: 'short' })} <b>{date(day, { day: 'numeric' })}</b>
    </div>
  )
}

function drawTotal(types: readonly Row[], day: string, col: number) {
  const { left, sold } = totalOf(types, col)
  const share = sold === undefined ? undefined : percent(Math.round(sold * 100) / 100)
  return (
    <div
      key={day}
      role="gridcell"
      class="sold"
      style={{ '--sold': `${Math.round((sold ?? 0) * 100)}%` }}
      aria-colindex={col + 2}
      title={t('calendar.hotelHint')}
    >
      <b>{share ?? '–'}</b>
      <i>{t('calendar.leftShort', { count: String(left) })}</i>
    </div>
  )
}

/**
 * Rooms left of a night in the whole hotel, and the share sold, here or elsewhere, of room types with a known number of
 * rooms. A closed one with no rooms left may never have been set, and counts for neither.
 */
function totalOf(types: readonly Row[], col: number): { left: number; sold: number | undefined } {
  let [left, rooms, of] = [0, 0, 0]
  for (const { room, days } of types) {
    const { available, closed } = days[col]!
    if (!closed) left += available
    if (room.totalRooms === null || (closed && available === 0)) continue
    rooms += room.totalRooms
    of += Math.min(available, room.totalRooms)
  }
  return { left, sold: rooms === 0 ? undefined : 1 - of / rooms }
}

/** The days by month. */
const monthsOf = (dates: readonly string[]) => Map.groupBy(dates, (day) => day.slice(0, 7)).values()
