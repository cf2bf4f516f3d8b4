import { useEffect, useRef, useState } from 'preact/hooks'
import type { RateDay, WholeHotel } from '../../../../client/call.ts'
import { money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { useLoad } from '../../../lib/load.ts'
import { Button } from '../../../parts/button.tsx'
import { sayWrong } from '../../../parts/toast.tsx'
import type { Changes } from '../change/change.ts'
import type { Place, Row } from '../model/days.ts'
import { meantPlaces, stepOf } from '../model/edit.ts'
import type { Edit, Step, Terms } from '../model/step.ts'
import { readTerms, wantedOf } from '../reading/rates.ts'
import { nightsText, type Selected } from '../sheet/selected.ts'
import { unitOf } from '../sheet/values.ts'
import { type Draft, hasRestrictions, noDraft, readDraft, type Wrong } from './draft.ts'
import { NightsField, PriceField, RestrictionFields, RoomsField } from './fields.tsx'
import { Moved } from './history.tsx'
import { movedSince, useSeen } from './seen.ts'
import { Weekdays } from './weekdays.tsx'

export type EditorProps = {
  hotel: WholeHotel
  rows: readonly Row[]
  today: string
  change: Changes
  selected: Selected
  isMoreOpen: boolean
  onMore: (isOpen: boolean) => void
  /** Asks whether prices are meant to move so far. */
  isMeant: (step: Step) => Promise<boolean>
  /** All of it was done, and nothing is left in the form. */
  onDone: () => void
}

/** The one form for whatever is selected; what is written in it is for that alone. */
export function Editor(props: EditorProps) {
  const { hotel, rows, today, change, selected, isMeant, onDone, isMoreOpen } = props
  const { selection, weekdays, nights } = selected
  const { currency } = hotel
  const unitCents = unitOf(currency)
  const [draft, setAll] = useState(() => noDraft(unitCents))
  const [wrong, setWrong] = useState<Wrong>({})
  const { seen, look } = useSeen(rows, change.refusals)
  // The place of the feed when the days were selected: what is sold after it is none of what is counted here.
  const counted = useRef(change.place.current)
  const refused = useRef<Step | undefined>(undefined)
  const { isSent, heard } = useLost(draft, change, refused)

  const places = selection ? meantPlaces(rows, selection, weekdays) : []
  const moved = draft.price !== '' && selection ? movedSince(seen, rows, selection, weekdays) : []
  const now = useTerms(hotel, rows, places, isMoreOpen ? change.told.current : undefined)
  const setDraft = (changes: Partial<Draft>) => {
    if (changes.price !== undefined && draft.price === '') look()
    if (changes.price !== undefined) refused.current = undefined
    if (changes.rooms !== undefined) counted.current ??= change.place.current
    heard()
    setAll((then) => ({ ...then, ...changes }))
  }
  const toStep = (edit: Edit, terms: Terms | undefined) =>
    stepOf(
      rows,
      places.map((place) => ({ ...place, edit })),
      { seen, today, ...(terms && { terms }) },
    )
  /** Answers whether all of it was done. */
  const apply = async (edit: Edit): Promise<boolean> => {
    if (places.length === 0) throw t('calendar.wrong.weekdays')
    const step = toStep(
      edit,
      edit.restrictions && (await readTerms(hotel.slug, wantedOf(rows, places))),
    )
    if (step.updates.length === 0) throw t('calendar.wrong.nothing')
    const seenThrough =
      edit.rooms?.how === 'set' ? (counted.current ?? change.place.current) : undefined
    refused.current = step
    if (!(await isMeant(step))) return false
    refused.current = undefined
    return await change.run({ ...step, seenThrough })
  }
  const send = async (edit: Edit) => {
    const { told } = change
    const before = told.current
    const isDone = await apply(edit).catch(sayWrong)
    // What came of it has been seen, too.
    if (told.current !== before) counted.current = undefined
    return isDone === true
  }
  const read = readDraft(draft, currency, toStep)
  const submit = async () => {
    setWrong(read.wrong)
    if (!read.edit || !(await send(read.edit))) return
    isSent.current = true
    onDone()
  }
  const closeOrOpen = async (closed: boolean) => {
    if ((await send({ closed })) && isEmpty(draft)) onDone()
  }
  const part = nights.meant < nights.all ? ` (${nightsText(nights)})` : ''
  const fields = { draft, setDraft, wrong, currency, now }
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
        <Example step={read.step} currency={currency} />
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

/** What becomes of the first price. */
function Example({ step, currency }: { step: Step | undefined; currency: string }) {
  const prices = step?.updates.filter(({ priceCents }) => priceCents) ?? []
  const { priceCents: after, expectedPriceCents: before } = prices[0] ?? {}
  return (
    <output class="dim">
      {after && before ? `${money(before, currency)} → ${money(after, currency)}` : ''}
      {after && before && prices.length > 1 ? ' …' : ''}
    </output>
  )
}

const isEmpty = (draft: Draft) =>
  draft.price === '' && draft.rooms === '' && !hasRestrictions(draft)

let dismissLost = () => {}

/**
 * Says it when something was written that was not sent, and the selection is another one: restrictions, or prices that
 * were warned of. The price of one cell waits there instead.
 */
function useLost(draft: Draft, { isBusy, ask }: Changes, refused: { current: Step | undefined }) {
  const isSent = useRef(false)
  const isUnsent = useRef(false)
  isUnsent.current = hasRestrictions(draft) && !isBusy
  useEffect(
    () => () => {
      const { updates } = refused.current ?? {}
      const [update, ...others] = updates ?? []
      if (update?.priceCents && others.length === 0) return ask({ updates: [update] })
      if ((!isUnsent.current && !updates) || isSent.current) return
      dismissLost()
      dismissLost = sayWrong(t('calendar.draftLost'))
    },
    [],
  )
  return { isSent, heard: () => dismissLost() }
}

/** The days meant as they are sold at their rate now: of room types at the standard one, once that is asked for. */
function useTerms(
  { slug }: WholeHotel,
  rows: readonly Row[],
  places: readonly Place[],
  round: number | undefined,
): RateDay[] {
  const wanted = round === undefined ? undefined : wantedOf(rows, places)
  const { data } = useLoad(
    (signal) => readTerms(slug, wanted, signal),
    [JSON.stringify(wanted), round],
  )
  return places.flatMap(({ row: index, col }) => {
    const row = rows[index]!
    return row.terms?.[col] ?? data?.get(`${row.room.roomCode} ${row.days[col]!.date}`) ?? []
  })
}
