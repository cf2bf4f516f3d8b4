import { useMemo, useState } from 'preact/hooks'
import type { WholeHotel } from '../../../../client/call.ts'
import type { CalendarDate } from '../../../../domain/kernel/date.ts'
import { date as dateText } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { useLive } from '../../../lib/live.ts'
import { useLoad } from '../../../lib/load.ts'
import { may } from '../../../lib/may.ts'
import { useRooms } from '../../../lib/rooms.ts'
import { href } from '../../../lib/router.ts'
import { Button } from '../../../parts/button.tsx'
import { Empty, Read } from '../../../parts/note.tsx'
import { openDialog } from '../../../parts/open-dialog.tsx'
import { Layers } from '../grid/layers.tsx'
import { boundsOf, focusOf, type Selection } from '../model/days.ts'
import { AllotmentDialog, type Chosen } from './dialog.tsx'
import { AllotmentGrid } from './grid.tsx'
import { type Agency, isOver, type Night, type Row, rowsOf } from './model.ts'
import { readAgencies, readAllotments } from './read.ts'
import { cellSentence } from './text.ts'

type LayerProps = {
  hotel: WholeHotel
  today: CalendarDate
  from: CalendarDate
  to: CalendarDate
  dates: readonly CalendarDate[]
}

/** The calendar of what is set aside for agencies: free rooms, and beneath each room type its agencies. */
export function AllotmentLayer(props: LayerProps) {
  const { hotel, today, dates } = props
  const { rows, nights, agencies, rooms, problem, reload, isMine } = useLayer(props)
  const [selection, select] = useState<Selection>()
  const at = selection && focusOf(selection)
  const row = at && rows?.[at.row]
  const open = () =>
    openDialog((onClose) => (
      <AllotmentDialog
        {...{ hotel, today, agencies, rooms, onClose }}
        chosen={chosenOf(rows ?? [], dates, selection, agencies)}
        onDone={reload}
      />
    ))
  const isUnused = isMine && rows && agencies.length === 0
  return (
    <div class="desk">
      <div class="selected">
        <Layers />
        <p role="status">
          {row ? cellSentence(row, at.col, dates[at.col]!) : t('allotments.hint')}
        </p>
        {isMine && !isUnused && (
          <div class="buttons">
            <Button kind="primary" disabled={!rows} onClick={open}>
              {t('allotments.set')}…
            </Button>
          </div>
        )}
      </div>
      <Over nights={nights} />
      <Read of={{ data: rows, problem, reload }}>
        {(rows) =>
          isUnused ? (
            <NoTerms />
          ) : (
            <AllotmentGrid
              {...{ rows, dates, today, selection }}
              onSelect={select}
              onOpen={() => isMine && open()}
            />
          )
        }
      </Read>
    </div>
  )
}

/** Reads what the layer shows; reads the agencies only for those who may set something aside. */
function useLayer({ hotel, from, to, dates }: LayerProps) {
  const { slug } = hotel
  const isMine = may(hotel, 'revenue')
  const rooms = useRooms(slug)
  const agencies = useLoad(
    async (signal) => (isMine ? await readAgencies(slug, signal) : []),
    [slug, isMine],
  )
  const allotments = useLoad(
    (signal) => readAllotments({ hotel: slug, from, to }, signal),
    [slug, from, to],
  )
  useLive(slug, allotments.reload)
  const rows = useMemo(
    () =>
      allotments.data && rooms.data && agencies.data
        ? rowsOf(allotments.data, { rooms: rooms.data, agencies: agencies.data, dates })
        : undefined,
    [allotments.data, rooms.data, agencies.data],
  )
  const parts = [rooms, agencies, allotments]
  return {
    ...{ rows, isMine, nights: allotments.data?.nights ?? [] },
    ...{ rooms: rooms.data ?? [], agencies: agencies.data ?? [] },
    problem: parts.find(({ problem }) => problem)?.problem,
    reload: () => {
      for (const { reload } of parts) reload()
    },
  }
}

/** Shown while no agency has terms, without which nothing can be set aside. */
const NoTerms = () => (
  <Empty
    title={t('allotments.noTerms')}
    action={
      <a class="button primary" href={href({ view: 'agencies' })}>
        {t('agencies.title')}
      </a>
    }
  >
    {t('allotments.noTermsText')}
  </Empty>
)

/** Names the nights on which more is set aside than counted. */
function Over({ nights }: { nights: readonly Night[] }) {
  const dates = [...new Set(nights.filter(isOver).map(({ date }) => date))].sort()
  return (
    <div role="status" class="alert-slot">
      {dates.length > 0 && (
        <p class="note warn">
          {t('allotments.over', { count: dates.length, dates: namesOf(dates) })}
        </p>
      )}
    </div>
  )
}

const NAMED_MAX = 5

const namesOf = (dates: readonly string[]): string => {
  const named = dates
    .slice(0, NAMED_MAX)
    .map((day) => dateText(day, { day: 'numeric', month: 'short' }))
  return dates.length > NAMED_MAX ? `${named.join(', ')} …` : named.join(', ')
}

/** Returns the values with which the form begins: the selected agency, room types and days, or all that is shown. */
function chosenOf(
  rows: readonly Row[],
  dates: readonly CalendarDate[],
  selection: Selection | undefined,
  agencies: readonly Agency[],
): Chosen {
  const { top, bottom, left, right } = selection
    ? boundsOf(selection)
    : { top: 0, bottom: rows.length - 1, left: 0, right: dates.length - 1 }
  const chosen = rows.slice(top, bottom + 1)
  const agency = selection && chosen.find((row) => row.agency)?.agency
  return {
    agencyCode: agency?.code ?? agencies[0]?.code ?? '',
    codes: [...new Set(chosen.map(({ room }) => room.roomCode))],
    range: { from: dates[left]!, to: dates[right]! },
  }
}
