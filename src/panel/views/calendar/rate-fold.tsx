import { useEffect, useRef, useState } from 'preact/hooks'
import { STD } from '../../../domain/rate.ts'
import { api, type Page } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { useGet, useLoad } from '../../lib/load.ts'
import type { Hotel, Rate, RateDay, RateDays } from '../../lib/types.ts'
import { Read } from '../../parts/note.tsx'
import { say } from '../../parts/toast.tsx'
import type { Changes } from './change.ts'
import { boundsOf, type Row } from './days.ts'
import type { RateEdit } from './edit.ts'
import { RateForm } from './rate-form.tsx'
import { meantDays, placesOf } from './rate-step.ts'
import { NO_RATE_DRAFT, type RateDraft } from './read-rate.ts'
import type { Selected } from './selected.ts'

export type RateFoldProps = {
  hotel: Hotel
  rows: readonly Row[]
  dates: readonly string[]
  change: Changes
  selected: Selected
  /** Answers whether all of it was done. */
  onApply: (rate: Rate, edit: RateEdit) => Promise<boolean>
}

/** What few hotels need of the days selected, behind one line: restrictions, and prices and sale of other rates. */
export function RateFold(props: RateFoldProps) {
  const [isOpen, setOpen] = useState(false)
  const draft = useDraft(props.selected.round, props.change.isBusy)
  return (
    <>
      <details class="fold" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {t('calendar.fold')}
          {draft.isWritten && !isOpen && ` · ${t('calendar.unsent')}`}
        </summary>
        {isOpen && <Opened {...props} {...draft} />}
      </details>
      <div role="status" class="alert-slot">
        {draft.isLost && <p class="note warn">{t('calendar.draftLost')}</p>}
      </div>
    </>
  )
}

/** What is written for a selection: another one begins anew, and it is said when that leaves something unsent. */
function useDraft(round: number, isBusy: boolean) {
  const [state, setState] = useState({ round, rateCode: STD, draft: NO_RATE_DRAFT, isLost: false })
  const isUnsent = !isBusy && JSON.stringify(state.draft) !== JSON.stringify(NO_RATE_DRAFT)
  const atEnd = useRef(false)
  atEnd.current = isUnsent
  useEffect(
    () => () => {
      if (atEnd.current) say(t('calendar.draftLost'), { tone: 'bad' })
    },
    [],
  )
  const isNew = state.round !== round
  const now = isNew ? { round, rateCode: STD, draft: NO_RATE_DRAFT, isLost: isUnsent } : state
  useEffect(() => setState(now), [round])
  return {
    ...now,
    isWritten: isUnsent && !isNew,
    setRate: (rateCode: string) =>
      // What other rates have as well stays.
      setState({ ...now, rateCode, draft: { ...now.draft, ...NOT_SHARED } }),
    setDraft: (changes: Partial<RateDraft>) =>
      setState((then) => ({ ...then, isLost: false, draft: { ...then.draft, ...changes } })),
    /** Empties what was sent; what was written meanwhile stays. */
    setSent: (sent: RateDraft) =>
      setState((then) =>
        then.round === round ? { ...then, draft: less(then.draft, sent) } : then,
      ),
  }
}

type Drafted = ReturnType<typeof useDraft>

const less = (draft: RateDraft, sent: RateDraft): RateDraft => {
  const written = Object.entries(draft).filter(([name, value]) => value !== sent[name as 'price'])
  return { ...NO_RATE_DRAFT, ...Object.fromEntries(written) }
}

const NOT_SHARED = { price: '', sale: '', isStandard: false } as const

function Opened(props: RateFoldProps & Drafted) {
  const rates = useGet<Page<Rate>>('/v1/panel/rates', { hotel: props.hotel.slug })
  return (
    <Read of={rates}>
      {({ items }) => <Chosen key={props.selected.round} {...props} rates={items} />}
    </Read>
  )
}

type ChosenProps = RateFoldProps & Drafted & { rates: readonly Rate[] }

function Chosen({ hotel, rows, dates, change, selected, onApply, rates, ...draft }: ChosenProps) {
  const { selection, bounds, weekdays, nights } = selected
  const shown = bounds ? rows.slice(bounds.top, bounds.bottom + 1) : []
  const codes = shown.map(({ room }) => room.roomCode)
  const offered = rates.filter(({ roomCodes }) => codes.some((code) => roomCodes.includes(code)))
  const rate = offered.find(({ rateCode }) => rateCode === draft.rateCode) ?? rates[0]!
  const from = bounds && dates[bounds.left]
  const to = bounds && dates[bounds.right]
  const { data } = useLoad(
    (signal) => readRateDays(hotel, { from, to, codes, rateCode: rate.rateCode }, signal),
    [from, to, codes.join(), rate.rateCode, change.rounds],
  )
  const meant = selection ? meantDays(rows, selection, weekdays, rate) : []
  const now = meant.flatMap(({ roomCode, day }) => data?.get(`${roomCode} ${day.date}`) ?? [])
  const left = shown.filter(({ room }) => !rate.roomCodes.includes(room.roomCode))
  return (
    <RateForm
      {...draft}
      currency={hotel.currency}
      isOff={!selection}
      rate={rate}
      rates={offered.length > 0 ? offered : [rate]}
      now={now}
      nights={nights}
      left={left.map(({ room }) => room.name)}
      onApply={(edit) => onApply(rate, edit)}
    />
  )
}

type Wanted = {
  from: string | undefined
  to: string | undefined
  codes: readonly string[]
  rateCode: string
}

/** Days of a rate as they are sold now, by room type and date; none where no days are meant. */
export async function readRateDays(
  hotel: Hotel,
  { from, to, codes, rateCode }: Wanted,
  signal?: AbortSignal,
): Promise<Map<string, RateDay>> {
  if (!from || !to) return new Map()
  const query = { hotel: hotel.slug, from, to, roomCode: codes, rateCode }
  const options = { query, ...(signal && { signal }) }
  return placesOf(await api.get<RateDays>('/v1/panel/rates/days', options))
}

/** What of the days selected is to be read before a rate of them is changed. */
export function wantedOf(
  rows: readonly Row[],
  dates: readonly string[],
  selection: NonNullable<Selected['selection']>,
  { rateCode }: Pick<Rate, 'rateCode'>,
): Wanted {
  const { top, bottom, left, right } = boundsOf(selection)
  const codes = rows.slice(top, bottom + 1).map(({ room }) => room.roomCode)
  return { from: dates[left], to: dates[right], codes, rateCode }
}
