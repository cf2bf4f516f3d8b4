import { useMemo, useRef } from 'preact/hooks'
import { addDays, datesBetween, parseDate } from '../../../domain/date.ts'
import { api, type Page } from '../../lib/api.ts'
import { todayIn } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { isLive, type Live, useLive } from '../../lib/live.ts'
import { useGet, useLoad } from '../../lib/load.ts'
import type { ViewProps } from '../../lib/router.ts'
import { useStore } from '../../lib/store.ts'
import type { Availability, Change, Room } from '../../lib/types.ts'
import { Badge, Empty, Loading, ProblemNote } from '../../parts/note.tsx'
import { useChanges } from './change.ts'
import { type Row, rowsOf } from './days.ts'
import { CalendarDesk } from './desk.tsx'
import { RangeBar, SPANS } from './range-bar.tsx'
import { isOwn, ofDays, withChanges } from './since.ts'

/** Rooms left, prices and closed days of all room types, to see and to change. */
export function CalendarView({ hotel, route }: ViewProps) {
  const today = todayIn(hotel.timezone)
  const from = parseDate(route.query.get('from') ?? '') ?? today
  const asked = Number(route.query.get('days'))
  const span = SPANS.find((days) => days === asked) ?? 30
  const to = addDays(from, span - 1)
  const dates = useMemo(() => datesBetween(from, to), [from, to])

  const isFollowing = useStore(isLive)
  const live = useLive(hotel.slug, (changes) => takeIn(changes))
  const { rooms, days, rows, place } = useRoomDays(hotel.slug, live, { from, to })
  const takeIn = (changes: Change[] | undefined) => {
    const told = changes && ofDays(changes)
    if (told?.length === 0) return
    // What others do is read with whatever else is new; of an answer on its way nobody knows which changes it has.
    if (told?.every(isOwn) && days.data && !days.isBusy) days.set(withChanges(days.data, told))
    else days.reload()
  }
  const change = useChanges(hotel.slug, live, { reload: days.reload, place })

  const problem = rooms.problem ?? days.problem
  const retry = () => {
    if (rooms.problem) rooms.reload()
    if (days.problem) days.reload()
  }
  // Cells of the range before are nobody's business while another one is read.
  const isShown = rows && days.data?.from === from && days.data.to === to
  return (
    <div class="calendar">
      <div class="view-head">
        <h1>{t('calendar.title')}</h1>
        <span role="status">
          {!isFollowing && <Badge tone="warn">{t('calendar.notLive')}</Badge>}
        </span>
        <RangeBar today={today} from={from} span={span} />
      </div>
      <ProblemNote problem={problem} onRetry={retry} />
      {rows?.length === 0 ? (
        <Empty title={t('calendar.noRooms')}>{t('calendar.noRoomsText')}</Empty>
      ) : isShown ? (
        <CalendarDesk
          // By what its rows are: what is selected is never another room type's.
          key={[from, to, ...rows.map(({ room }) => room.roomCode)].join(' ')}
          hotel={hotel}
          rows={rows}
          dates={dates}
          today={today}
          change={change}
        />
      ) : (
        !problem && <Loading />
      )}
    </div>
  )
}

/** Days as they were read, and the place of the feed up to which they have everything; own changes come after it. */
type Reading = Availability & { cursor: string | undefined }

/**
 * The hotel's room types, their days, rows that keep what did not change from one answer to the next, and the place of
 * the feed up to which everything is in them.
 */
function useRoomDays(hotel: string, live: Live, { from, to }: { from: string; to: string }) {
  const rooms = useGet<Page<Room>>('/v1/panel/rooms', { hotel })
  const place = useRef<string | undefined>(undefined)
  const days = useLoad<Reading>(
    async (signal) => {
      // Of before it is asked for: what comes meanwhile may be in the answer or not.
      const cursor = live.cursor() ?? place.current
      const query = { hotel, from, to }
      return {
        ...(await api.get<Availability>('/v1/panel/availability', { query, signal })),
        cursor,
      }
    },
    [hotel, from, to],
  )
  const shown = useRef<Row[]>([])
  const rows = useMemo(() => {
    if (!days.data || !rooms.data) return undefined
    place.current = days.data.cursor
    shown.current = rowsOf(days.data, rooms.data.items, shown.current)
    return shown.current
  }, [days.data, rooms.data])
  return { rooms, days, rows, place }
}
