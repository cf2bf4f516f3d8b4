import { useEffect, useRef, useState } from 'preact/hooks'
import { STD } from '../../../../domain/rate.ts'
import { money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { useLoad } from '../../../lib/load.ts'
import type { Hotel, RateDay } from '../../../lib/types.ts'
import { Button } from '../../../parts/button.tsx'
import { say } from '../../../parts/toast.tsx'
import type { Changes } from '../change/change.ts'
import type { Place, Row } from '../model/days.ts'
import { meantPlaces, stepOf } from '../model/edit.ts'
import type { Edit } from '../model/step.ts'
import { placesOf, readRateDays } from '../reading/rates.ts'
import { unitOf } from '../sheet/values.ts'
import { type Draft, hasRestrictions, noDraft, readDraft, type Wrong } from './draft.ts'
import { NightsField, PriceField, RestrictionFields, RoomsField } from './fields.tsx'
import { Moved } from './moved.tsx'
import { movedSince, useSeen } from './seen.ts'
import { nightsText, type Selected } from './selected.ts'
import { Weekdays } from './weekdays.tsx'

export type EditorProps = {
  hotel: Hotel
  rows: readonly Row[]
  dates: readonly string[]
  today: string
  change: Changes
  selected: Selected
  isMoreOpen: boolean
  onMore: (isOpen: boolean) => void
  /**
   * Answers whether all of it was done; `seen` are the days as they were when the price was typed, `place` the one of the
   * feed that the count was made at.
   */
  onApply: (edit: Edit, seen?: readonly Row[], place?: string) => Promise<boolean>
  /** All of it was done, and nothing is left in the form. */
  onDone: () => void
}

/** The one form for whatever is selected; what is written in it is for that alone. */
export function Editor(props: EditorProps) {
  const { hotel, rows, today, change, selected, onApply, onDone, isMoreOpen } = props
  const { selection, weekdays, nights } = selected
  const { currency } = hotel
  const unitCents = unitOf(currency)
  const [draft, setAll] = useState(() => noDraft(unitCents))
  const [wrong, setWrong] = useState<Wrong>({})
  const { seen, look } = useSeen(rows, change.refusals)
  // The place of the feed when the days were selected: what is sold after it is none of what is counted here.
  const counted = useRef(change.place.current)
  const { isSent, heard } = useLost(draft, change.isBusy)

  const places = selection ? meantPlaces(rows, selection, weekdays) : []
  const moved = draft.price !== '' && selection ? movedSince(seen, rows, selection, weekdays) : []
  const now = useTerms(hotel, rows, places, isMoreOpen ? change.told.current : undefined)
  const setDraft = (changes: Partial<Draft>) => {
    if (changes.price !== undefined && draft.price === '') look()
    if (changes.rooms !== undefined) counted.current ??= change.place.current
    heard()
    setAll((then) => ({ ...then, ...changes }))
  }
  const send = async (edit: Edit) => {
    const { place, told } = change
    const before = told.current
    const isDone = await onApply(edit, seen, counted.current ?? place.current)
    // What came of it has been seen, too.
    if (told.current !== before) counted.current = undefined
    return isDone
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    const read = readDraft(draft, currency)
    setWrong(read.wrong)
    if (!read.edit || !(await send(read.edit))) return
    isSent.current = true
    onDone()
  }
  const closeOrOpen = async (closed: boolean) => {
    if ((await send({ closed })) && isEmpty(draft)) onDone()
  }
  const part = nights.meant < nights.all ? ` (${nightsText(nights)})` : ''
  const fields = { draft, setDraft, wrong, currency, unitCents, now }
  const chosen = [...new Set(places.map(({ row }) => row))].map((row) => rows[row]!)
  const isDerived = ({ rate }: Row) => rate?.pricing?.type === 'derived'
  return (
    <form noValidate onSubmit={submit}>
      {!chosen.every(isDerived) && <PriceField {...fields} />}
      {chosen.some(({ rate }) => !rate) && <RoomsField {...fields} />}
      <NightsField {...fields} name="minStay" />
      <div class="sale">
        <span>{t('calendar.sale')}</span>
        <div class="buttons">
          {([true, false] as const).map((closed) => (
            <Button key={String(closed)} isBusy={change.isBusy} onClick={() => closeOrOpen(closed)}>
              {t(closed ? 'calendar.close' : 'calendar.open')}
              {part}
            </Button>
          ))}
        </div>
      </div>
      {nights.all > 1 && <Weekdays weekdays={weekdays} onPick={selected.setWeekdays} />}
      <details
        class="fold"
        open={isMoreOpen}
        onToggle={(event) => props.onMore(event.currentTarget.open)}
      >
        <summary>
          {t('calendar.fold')}
          {!isMoreOpen &&
            hasRestrictions({ ...draft, minStay: '' }) &&
            ` · ${t('calendar.unsent')}`}
        </summary>
        {isMoreOpen && <RestrictionFields {...fields} hasDerived={chosen.some(isDerived)} />}
      </details>
      {chosen.some(isDerived) && <p class="hint">{t('calendar.derivedHint')}</p>}
      {wrong.empty && <p class="error">{wrong.empty}</p>}
      <Moved hotel={hotel} moved={moved} />
      <footer>
        <Example {...{ rows, places, seen, today, hotel, draft }} />
        <Button type="submit" kind="primary" isBusy={change.isBusy}>
          {places.length > 1
            ? t('calendar.applyTo', { count: places.length })
            : t('calendar.apply')}
          {part}
        </Button>
      </footer>
    </form>
  )
}

type ExampleProps = Pick<EditorProps, 'rows' | 'today' | 'hotel'> & {
  places: readonly Place[]
  seen: readonly Row[]
  draft: Draft
}

/** What becomes of the first price. */
function Example({ rows, places, seen, today, hotel: { currency }, draft }: ExampleProps) {
  const { edit } = draft.price === '' ? {} : readDraft(draft, currency)
  const price = edit?.price
  const { updates, undo = [] } = price
    ? stepOf(
        rows,
        places.slice(0, 1).map((place) => ({ ...place, edit: { price } })),
        { seen, today },
      )
    : { updates: [] }
  const [after, before] = [updates[0]?.priceCents, undo[0]?.priceCents]
  return (
    <output class="dim">
      {after && before ? `${money(before, currency)} → ${money(after, currency)}` : ''}
      {after && before && places.length > 1 ? ' …' : ''}
    </output>
  )
}

const isEmpty = (draft: Draft) =>
  draft.price === '' && draft.rooms === '' && !hasRestrictions(draft)

let dismissLost = () => {}

/** Says it when restrictions were written that were not sent, and the selection is another one. */
function useLost(draft: Draft, isBusy: boolean) {
  const isSent = useRef(false)
  const isUnsent = useRef(false)
  isUnsent.current = hasRestrictions(draft) && !isBusy
  useEffect(
    () => () => {
      if (!isUnsent.current || isSent.current) return
      dismissLost()
      dismissLost = say(t('calendar.draftLost'), { tone: 'bad' })
    },
    [],
  )
  return { isSent, heard: () => dismissLost() }
}

/** The days meant as they are sold at their rate now: of room types at the standard one, once that is asked for. */
function useTerms(
  { slug }: Hotel,
  rows: readonly Row[],
  places: readonly Place[],
  round: number | undefined,
): RateDay[] {
  const ofRooms = places.filter(({ row }) => !rows[row]!.terms)
  const codes = [...new Set(ofRooms.map(({ row }) => rows[row]!.room.roomCode))]
  const dates = ofRooms.map(({ row, col }) => rows[row]!.days[col]!.date).sort()
  const [from, to] = [dates[0], dates.at(-1)]
  const { data } = useLoad(
    async (signal) => {
      if (round === undefined || !from || !to) return undefined
      return placesOf(await readRateDays(slug, { from, to, codes, rateCode: STD }, signal))
    },
    [from, to, codes.join(), round],
  )
  return places.flatMap(({ row: index, col }) => {
    const row = rows[index]!
    return row.terms?.[col] ?? data?.get(`${row.room.roomCode} ${row.days[col]!.date}`) ?? []
  })
}
