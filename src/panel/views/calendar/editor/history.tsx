import type { Static } from 'typebox'
import type { WholeHotel } from '../../../../client/call.ts'
import type { DayHistoryEntrySchema } from '../../../../http/days/day-shape.ts'
import { date, dateTime, moneyOf } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { usePages } from '../../../lib/load.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Empty } from '../../../parts/note.tsx'
import { type Column, PagedTable } from '../../../parts/table.tsx'
import { whoOf as whoDid } from '../../history/entry-text.ts'
import type { Row } from '../model/days.ts'

/** A change of a day, as its history tells it. */
export type Entry = Static<typeof DayHistoryEntrySchema>

/** Who set a day to what, and when: newest first. */
export function HistoryDialog({
  hotel,
  room,
  day,
  onClose,
}: {
  hotel: WholeHotel
  room: Row['room']
  day: string
  onClose: () => void
}) {
  const query = { hotel: hotel.slug, roomCode: room.roomCode, date: day }
  const pages = usePages<Entry>('/v1/panel/availability/history', query)
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

function columnsOf({ currency, timezone }: WholeHotel): Column<Entry>[] {
  const price = ({ priceCents }: Entry['after']) => moneyOf(priceCents, currency)
  return [
    { head: t('list.when'), isName: true, cell: ({ at }) => dateTime(at, timezone) },
    { head: t('list.who'), cell: whoOf },
    {
      head: t('calendar.rooms'),
      isNumber: true,
      cell: ({ before, after }) => step(before?.available, after.available),
    },
    {
      head: t('list.price'),
      isNumber: true,
      cell: ({ before, after }) => step(before && price(before), price(after)),
    },
    {
      head: t('calendar.sale'),
      cell: ({ before, after }) => step(before && saleOf(before), saleOf(after)),
    },
  ]
}

const saleOf = ({ closed }: Entry['after']) =>
  t(closed ? 'calendar.state.closed' : 'calendar.state.open')

/** `before → after`, or what it stayed. */
function step(before: string | number | null | undefined, after: string | number) {
  if (before === null || before === undefined || before === after) return `${after}`
  return `${before} → ${after}`
}

/** Who made a change, in words of the hotel's history; a booking by its code. */
export const whoOf = ({ actor }: Entry): string =>
  actor.type === 'booking' ? t('calendar.by.booking', { who: actor.id }) : whoDid({ actor })
