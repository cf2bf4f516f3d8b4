import { useEffect, useRef, useState } from 'preact/hooks'
import type { RateDay } from '../../../../client/call.ts'
import { t } from '../../../lib/i18n.ts'
import { useLoad } from '../../../lib/load.ts'
import { sayWrong } from '../../../parts/toast.tsx'
import { confirmMoves } from '../change/big-moves.tsx'
import type { Changes } from '../change/change.ts'
import type { Refusal } from '../change/send.ts'
import { type DayEdit, meantPlaces, stepOf } from '../model/day-edit.ts'
import type { Place, Row } from '../model/days.ts'
import type { Step } from '../model/step.ts'
import { unitOf } from '../model/texts.ts'
import { readTerms, wantedOf } from '../reading/rates.ts'
import type { Desk } from '../sheet/selected.ts'
import { type Draft, hasRestrictions, noDraft, readDraft, type Wrong } from './draft.ts'

export type FormProps = Desk & {
  isMoreOpen: boolean
  onMore: (isOpen: boolean) => void
  /** All of an edit was done, and nothing else is in the form. */
  onDone: (edit: DayEdit) => void
}

/** The form beside a selection: its texts, the days that it is meant for, and how it is sent. */
export function useForm(props: FormProps) {
  const { hotel, rows, today, change, selected, onDone, isMoreOpen } = props
  const { selection, weekdays } = selected
  const [draft, setAll] = useState(() => noDraft(unitOf(hotel.currency)))
  const [wrong, setWrong] = useState<Wrong>({})
  const { seen, look } = useSeen(rows, change.refusals)
  // The place of the feed at which the days were selected: counts are set in sight of all that was sold until then.
  const counted = useRef(change.place.current)
  const refused = useRef<Step | undefined>(undefined)
  const { isSent, dismissLost } = useLost(draft, change, refused)

  const places = selection ? meantPlaces(rows, selection, weekdays) : []
  const priceAt = (of: readonly Row[], { row, col }: Place) => of[row]!.days[col]!.priceCents
  /** Days whose price others have changed under the one that is typed. */
  const moved =
    draft.price === '' ? [] : places.filter((at) => priceAt(rows, at) !== priceAt(seen, at))
  const now = useTerms(hotel.slug, rows, places, isMoreOpen ? change.told.current : undefined)
  const targetsOf = (edit: DayEdit) => places.map((place) => ({ ...place, edit }))
  const read = readDraft(draft, hotel.currency, (edit) =>
    stepOf(rows, targetsOf(edit), { seen, today }),
  )
  const setDraft = (changes: Partial<Draft>) => {
    if (changes.price !== undefined && draft.price === '') look()
    if (changes.price !== undefined) refused.current = undefined
    if (changes.rooms !== undefined) counted.current ??= change.place.current
    dismissLost()
    setAll((then) => ({ ...then, ...changes }))
  }
  /** True if all of it was done. */
  const apply = async (edit: DayEdit): Promise<boolean> => {
    if (places.length === 0) throw t('calendar.wrong.weekdays')
    const terms = edit.restrictions && (await readTerms(hotel.slug, wantedOf(rows, places)))
    const seenThrough = counted.current ?? change.place.current
    const more = { seen, today, seenThrough, ...(terms && { terms }) }
    const step = stepOf(rows, targetsOf(edit), more)
    if (step.updates.length === 0) throw t('calendar.wrong.nothing')
    refused.current = step
    if (!(await confirmMoves(step, props))) return false
    refused.current = undefined
    return await change.run(step)
  }
  const send = async (edit: DayEdit): Promise<boolean> => {
    const { told } = change
    const before = told.current
    const isDone = await apply(edit).catch(sayWrong)
    // The person has seen the outcome, and what was sold until then.
    if (told.current !== before) counted.current = undefined
    return isDone === true
  }
  const { sendOnce, sayBusy } = useSendOnce(draft, change, send, (edit) => {
    isSent.current = true
    onDone(edit)
  })
  const submit = async () => {
    setWrong(read.wrong)
    if (read.edit) await sendOnce(read.edit)
  }
  return { draft, setDraft, wrong, places, moved, now, step: read.step, send, submit, sayBusy }
}

/**
 * Sends a form. Texts typed since stay, and so does the form.
 *
 * @param send answers true if all of it was done
 * @returns `sayBusy`, for an Enter that sends nothing, because a change is under way: other texts than its own wait
 */
function useSendOnce(
  draft: Draft,
  { isBusy }: Changes,
  send: (edit: DayEdit) => Promise<boolean>,
  onDone: (edit: DayEdit) => void,
) {
  const newest = useRef(draft)
  newest.current = draft
  const sent = useRef<Draft>(undefined)
  return {
    async sendOnce(edit: DayEdit) {
      selectTyped()
      sent.current = draft
      if ((await send(edit)) && newest.current === draft) onDone(edit)
    },
    sayBusy: () => void (isBusy && draft !== sent.current && sayWrong(t('calendar.underWay'))),
  }
}

/** Selects the text with the focus: what is typed next takes its place, instead of following a number that was sent. */
function selectTyped(): void {
  const field = document.activeElement
  if (field instanceof HTMLInputElement) field.select()
}

/**
 * The days as the person saw them who began to type a price: a change replaces those prices, not others that are set
 * meanwhile. A refusal tells of these, and the days are seen anew.
 *
 * @param refusals of the newest change
 */
function useSeen(rows: readonly Row[], refusals: readonly Refusal[]) {
  const [seen, setSeen] = useState(rows)
  const isReading = useRef(false)
  useEffect(() => {
    if (refusals.length > 0) setSeen(rows)
    isReading.current = refusals.some(({ code }) => code === 'price_changed')
  }, [refusals])
  useEffect(() => {
    // The reading after a refusal shows the reason; days and those of rates are read one after the other.
    if (!isReading.current || !isOther(seen, rows)) return
    setSeen(rows)
    isReading.current = false
  }, [rows])
  const look = () => {
    isReading.current = false
    setSeen(rows)
  }
  return { seen, look }
}

/** True if a price differs from the one that was seen. */
const isOther = (seen: readonly Row[], rows: readonly Row[]): boolean =>
  rows.some(({ days }, row) =>
    days.some(({ priceCents }, col) => priceCents !== seen[row]?.days[col]?.priceCents),
  )

let dismissLost = () => {}

/**
 * Tells that the form closed, by another selection, with something unsent in it: restrictions, or prices that were warned
 * of. The price of a single cell waits there instead.
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
  return { isSent, dismissLost: () => dismissLost() }
}

/** The restrictions of days as their rate is sold now. @param round undefined: those of room types are not read yet */
function useTerms(
  hotel: string,
  rows: readonly Row[],
  places: readonly Place[],
  round: number | undefined,
): RateDay[] {
  const wanted = round === undefined ? undefined : wantedOf(rows, places)
  const { data } = useLoad(
    (signal) => readTerms(hotel, wanted, signal),
    [JSON.stringify(wanted), round],
  )
  return places.flatMap(({ row: index, col }) => {
    const row = rows[index]!
    return row.terms?.[col] ?? data?.get(`${row.room.roomCode} ${row.days[col]!.date}`) ?? []
  })
}
