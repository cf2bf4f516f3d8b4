import { useMemo, useState } from 'preact/hooks'
import { addDays, datesBetween, parseDate } from '../../../domain/kernel/date.ts'
import { todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useLive } from '../../lib/live.ts'
import type { ViewProps } from '../../lib/router.ts'
import { Empty, Loading, ProblemNote } from '../../parts/note.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ExportButton } from '../sheets/export.tsx'
import { useChanges } from './change/change.ts'
import { CalendarDesk } from './desk.tsx'
import { RangeBar, SPANS } from './head.tsx'
import { useRoomDays } from './reading/room-days.ts'

/** Rooms left, prices and closed days of all room types, to see and to change. */
export function CalendarView({ hotel, route }: ViewProps) {
  const today = todayIn(hotel.timezone)
  const from = parseDate(route.query.get('from') ?? '') ?? today
  const asked = Number(route.query.get('days'))
  const span = SPANS.find((days) => days === asked) ?? 30
  const to = addDays(from, span - 1)
  const dates = useMemo(() => datesBetween(from, to), [from, to])
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())

  const live = useLive(hotel.slug, (changes) => takeIn(changes))
  const read = useRoomDays(hotel.slug, live, { from, to }, open)
  const { rooms, days, rates, rows, place, pending, takeIn } = read
  const change = useChanges(hotel.slug, live, {
    reload: () => takeIn(undefined),
    place,
    clear: pending.clear,
  })

  const parts = [rooms, days, rates]
  const problem = parts.find((part) => part.problem)?.problem
  const retry = () => {
    for (const part of parts) if (part.problem) part.reload()
  }
  // Cells of the range before are nobody's business while another one is read.
  const isShown = rows && days.data?.from === from && days.data.to === to
  return (
    <div class="calendar">
      <PageHead title={t('calendar.title')} follows>
        <RangeBar today={today} from={from} span={span} />
        <ExportButton hotel={hotel} what="calendar" from={from} to={to} />
      </PageHead>
      <ProblemNote problem={problem} onRetry={retry} />
      {rows?.length === 0 ? (
        <Empty title={t('calendar.noRooms')}>{t('calendar.noRoomsText')}</Empty>
      ) : isShown ? (
        <CalendarDesk
          // By its room types: what is selected is never another one's.
          key={[
            from,
            to,
            ...rows.filter(({ rate }) => !rate).map(({ room }) => room.roomCode),
          ].join(' ')}
          {...{ hotel, rows, dates, today, change, pending, open }}
          onFold={(roomCode) => setOpen((now) => now.symmetricDifference(new Set([roomCode])))}
        />
      ) : (
        !problem && <Loading />
      )}
    </div>
  )
}
