import { useMemo, useState } from 'preact/hooks'
import type { WholeHotel } from '../../../client/call.ts'
import { addDays, type CalendarDate, datesBetween, parseDate } from '../../../domain/kernel/date.ts'
import { todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useLive } from '../../lib/live.ts'
import { setQuery, type ViewProps } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Empty, Loading, ProblemNote } from '../../parts/note.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ExportButton } from '../sheets/export.tsx'
import { AllotmentLayer } from './allotments/index.tsx'
import { useChanges } from './change/change.ts'
import { CalendarDesk } from './desk.tsx'
import { Layers, layerIn } from './grid/layers.tsx'
import { useRoomDays } from './reading/room-days.ts'

/** Numbers of days that may be shown. */
const SPANS = [14, 30, 60] as const

/** Rooms left, prices and closed days of all room types, or what is set aside of them, to see and to change. */
export function CalendarView({ hotel, route }: ViewProps) {
  const today = todayIn(hotel.timezone)
  const from = parseDate(route.query.get('from') ?? '') ?? today
  const asked = Number(route.query.get('days'))
  const span = SPANS.find((days) => days === asked) ?? 30
  const to = addDays(from, span - 1)
  const dates = useMemo(() => datesBetween(from, to), [from, to])
  const layer = layerIn(route.query)
  const shown = { hotel, today, from, to, dates }
  return (
    <div class="calendar">
      <PageHead title={t('calendar.title')} follows>
        <RangeBar today={today} from={from} span={span} />
        <Layers />
        {layer === 'prices' && <ExportButton hotel={hotel} what="calendar" from={from} to={to} />}
      </PageHead>
      {layer === 'prices' ? <Days {...shown} /> : <AllotmentLayer {...shown} />}
    </div>
  )
}

/** The hotel and the days that a layer shows. */
type ShownDays = {
  hotel: WholeHotel
  today: CalendarDate
  from: CalendarDate
  to: CalendarDate
  dates: CalendarDate[]
}

function Days({ hotel, today, from, to, dates }: ShownDays) {
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
  // Cells of another range are not shown while this one is read.
  const isShown = rows && days.data?.from === from && days.data.to === to
  return (
    <>
      <ProblemNote problem={problem} onRetry={retry} />
      {rows?.length === 0 ? (
        <Empty title={t('calendar.noRooms')}>{t('calendar.noRoomsText')}</Empty>
      ) : isShown ? (
        <CalendarDesk
          // By its room types, so that a selection never passes to another one.
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
    </>
  )
}

type RangeProps = { today: CalendarDate; from: CalendarDate; span: number }

/** The days shown: back, forth, today, a date, and their number. */
function RangeBar({ today, from, span }: RangeProps) {
  const begin = (date: CalendarDate) => setQuery({ from: date === today ? undefined : date })
  return (
    <div class="range-bar">
      <Button aria-label={t('calendar.earlier')} onClick={() => begin(addDays(from, -span))}>
        <Icon name="back" />
      </Button>
      <Button onClick={() => begin(today)} disabled={from === today}>
        {t('calendar.toToday')}
      </Button>
      <Button aria-label={t('calendar.later')} onClick={() => begin(addDays(from, span))}>
        <Icon name="forth" />
      </Button>
      <TextField
        label={t('calendar.from')}
        isLabelHidden
        type="date"
        required
        value={from}
        onText={(text) => {
          const date = parseDate(text)
          if (date) begin(date)
        }}
      />
      <div role="group" class="segments" aria-label={t('calendar.span')}>
        {SPANS.map((days) => (
          <button
            key={days}
            type="button"
            aria-pressed={days === span}
            onClick={() => setQuery({ days })}
          >
            {t('calendar.days', { count: days })}
          </button>
        ))}
      </div>
    </div>
  )
}
