import type { DayHistoryEntry, Params, WholeHotel } from '../../../../client/call.ts'
import { date, moneyOf } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { type Pages, useList } from '../../../lib/load.ts'
import { textColumn, timeColumn } from '../../../parts/columns.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Empty } from '../../../parts/note.tsx'
import { type Column, PagedTable } from '../../../parts/table.tsx'
import { whoOf as whoDid } from '../../history/entry-text.ts'
import type { Place, Row } from '../model/days.ts'

type HistoryProps = { hotel: WholeHotel; room: Row['room']; day: string; onClose: () => void }

/** The history of a room type's day. */
const useDayHistory = (query: Params<'listPanelDayHistory'>) =>
  useList('listPanelDayHistory', query) as Pages<DayHistoryEntry>

/** The history of a day, newest first. */
export function HistoryDialog({ hotel, room, day, onClose }: HistoryProps) {
  const query = { hotel: hotel.slug, roomCode: room.roomCode, date: day }
  const pages = useDayHistory(query)
  const title = `${room.name}, ${date(day, { dateStyle: 'full' })}`
  return (
    <Dialog title={title} onClose={onClose} isWide>
      <PagedTable
        pages={pages}
        caption={title}
        columns={columnsOf(hotel)}
        keyOf={(entry) => `${entry.at} ${JSON.stringify(entry.after)}`}
        empty={<Empty title={t('calendar.noHistory')}>{t('calendar.noHistoryText')}</Empty>}
      />
    </Dialog>
  )
}

function columnsOf({ currency, timezone }: WholeHotel): Column<DayHistoryEntry>[] {
  const step = (head: string, of: (day: Day) => string | number, isNumber = true) =>
    textColumn<DayHistoryEntry>(
      head,
      ({ before, after }) => {
        const [was, is] = [before && of(before), of(after)]
        return was === null || was === is ? is : `${was} → ${is}`
      },
      { isNumber },
    )
  return [
    timeColumn(t('list.when'), ({ at }) => at, timezone, { isName: true }),
    textColumn(t('list.who'), whoOf),
    step(t('calendar.rooms'), ({ available }) => available),
    step(t('list.price'), ({ priceCents }) => moneyOf(priceCents, currency)),
    step(
      t('calendar.sale'),
      ({ closed }) => t(closed ? 'calendar.state.closed' : 'calendar.state.open'),
      false,
    ),
  ]
}

type Day = DayHistoryEntry['after']

/** The author of a change, in the words of the hotel's history; a booking by its code. */
const whoOf = ({ actor }: DayHistoryEntry): string =>
  actor.type === 'booking' ? t('calendar.by.booking', { who: actor.id }) : whoDid({ actor })

type MovedProps = { hotel: WholeHotel; rows: readonly Row[]; moved: readonly Place[] }

/** Tells that others have changed the price that is typed over; of a single night also who did. */
export function Moved({ hotel, rows, moved }: MovedProps) {
  const count = moved.length
  const { row = 0, col = 0 } = moved[0] ?? {}
  const { room, days } = rows[row]!
  return (
    <div role="status" class="moved">
      {count === 1 ? (
        <MovedOne hotel={hotel.slug} roomCode={room.roomCode} date={days[col]!.date} />
      ) : (
        count > 0 && <p class="note warn">{t('calendar.moved', { count })}</p>
      )}
    </div>
  )
}

function MovedOne(day: { hotel: string; roomCode: string; date: string }) {
  const { data } = useDayHistory(day)
  const entry = data?.find(({ before, after }) => before?.priceCents !== after.priceCents)
  const text = t('calendar.moved', { count: 1 })
  return <p class="note warn">{entry ? `${text} (${whoOf(entry)})` : text}</p>
}
