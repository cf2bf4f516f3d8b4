import { useMemo, useRef, useState } from 'preact/hooks'
import type { WholeHotel } from '../../../../client/call.ts'
import type { CalendarDate } from '../../../../domain/kernel/date.ts'
import { isSoldWith, STD } from '../../../../domain/rates/rate.ts'
import { t } from '../../../lib/i18n.ts'
import { useLoad } from '../../../lib/load.ts'
import { useRateList } from '../../../lib/rates.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { choicesOf, SelectField } from '../../../parts/field.tsx'
import { Loading, ProblemNote } from '../../../parts/note.tsx'
import type { Changes } from '../change/change.ts'
import { type Draft, hasRestrictions, noDraft, readDraft } from '../editor/draft.ts'
import {
  NightsField,
  PriceField,
  RestrictionFields,
  RoomsField,
  Weekdays,
} from '../editor/fields.tsx'
import type { Row } from '../model/days.ts'
import type { Step } from '../model/step.ts'
import { unitOf } from '../model/texts.ts'
import { ALL_WEEKDAYS } from '../sheet/selected.ts'
import { BULK_DAYS_MAX, bulkStep, meantDates, type Range, readMeant } from './meant.ts'
import { Preview } from './preview.tsx'
import { Ranges, RoomTypes } from './scope.tsx'

type BulkProps = {
  hotel: WholeHotel
  today: string
  /** The hotel's room types. */
  rooms: readonly Row['room'][]
  change: Changes
  /** The days at first. */
  first: Range & { codes: readonly string[] }
  /** Asks for a confirmation of prices that move far. */
  isMeant: (step: Step) => Promise<boolean>
  onClose: () => void
}

/** The bulk edit: room types by ranges of dates and weekdays, with a preview of its effect and one undo. */
export function BulkDialog(props: BulkProps) {
  const { hotel, change, isMeant, onClose } = props
  const { currency } = hotel
  const scope = useScope(props)
  const { draft, setDraft, days, step, wrong } = useBulkEdit(props, scope)
  const { rate, rates } = scope
  const isDerived = rate?.pricing?.type === 'derived'
  const fields = { draft, setDraft, wrong, currency, now: [] }
  const count = step?.updates.length ?? 0
  const submit = async () => {
    if (!step || count === 0 || change.isBusy || !(await isMeant(step))) return
    if (await change.run(step)) onClose()
  }
  const actions = (
    <>
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      <Button type="submit" kind="primary" isBusy={change.isBusy} disabled={count === 0}>
        {t('calendar.bulk.do', { count })}
      </Button>
    </>
  )
  const onSubmit = () => void submit().catch(() => undefined)
  return (
    <Dialog title={t('calendar.bulk')} {...{ onClose, onSubmit, actions }} isWide>
      <div class="bulk">
        <section>{scope.fields}</section>
        <section>
          {scope.rateField}
          {!isDerived && <PriceField {...fields} />}
          {scope.rateCode === STD && <RoomsField {...fields} />}
          <NightsField {...fields} name="minStay" />
          <SelectField
            label={t('calendar.sale')}
            value={draft.sale}
            options={choicesOf(['', 'open', 'close'], (sale) => t(`calendar.${sale || 'leave'}`))}
            onPick={(sale) => setDraft({ sale })}
          />
          <details class="fold">
            <summary>{t('calendar.fold')}</summary>
            <RestrictionFields {...fields} hasDerived={isDerived} />
          </details>
          {isDerived && <p class="hint">{t('calendar.derivedHint')}</p>}
        </section>
        <ProblemNote problem={rates.problem ?? days.problem} onRetry={days.reload} />
        {days.isBusy ? (
          <Loading />
        ) : (
          <Preview rows={days.data ?? []} meant={scope.count} {...{ step, currency }} />
        )}
      </div>
    </Dialog>
  )
}

/** The days of the bulk edit, with the fields that pick them. */
function useScope({ hotel, rooms, first, ...props }: BulkProps) {
  const today = props.today as CalendarDate
  const rates = useRateList(hotel.slug)
  const [rateCode, setRateCode] = useState<string>(STD)
  const [codes, setCodes] = useState(first.codes)
  const [ranges, setRanges] = useState<readonly Range[]>([{ from: first.from, to: first.to }])
  const [weekdays, setWeekdays] = useState(ALL_WEEKDAYS)
  const rate = rates.data?.find((each) => each.rateCode === rateCode)
  const offered = rooms.filter(({ roomCode }) => !rate || isSoldWith(rate, roomCode))
  const chosen = offered.filter(({ roomCode }) => codes.includes(roomCode))
  const dates = useMemo(() => meantDates({ today, ranges, weekdays }), [today, ranges, weekdays])
  const fields = (
    <>
      <Ranges ranges={ranges} today={today} onChange={setRanges} />
      <Weekdays weekdays={weekdays} onPick={setWeekdays} />
      <RoomTypes rooms={offered} codes={codes} onPick={setCodes} />
    </>
  )
  const rateField = rates.data && rates.data.length > 1 && (
    <div class="pair">
      <SelectField
        label={t('rates.one')}
        value={rateCode}
        options={rates.data.map((each) => ({ value: each.rateCode, text: each.name }))}
        onPick={setRateCode}
      />
    </div>
  )
  return {
    ...{ hotel, today, ranges, weekdays, rooms: chosen, rate, rates, rateCode, dates },
    count: dates.length * chosen.length,
    ...{ fields, rateField },
  }
}

/** The texts of the bulk edit and its step, by the days as they stand. */
function useBulkEdit({ hotel, today, change }: BulkProps, scope: ReturnType<typeof useScope>) {
  const { currency } = hotel
  const { rate, rooms, dates, count } = scope
  const [draft, setAll] = useState(() => noDraft(unitOf(currency)))
  // Counts are set in sight of all that was sold when the dialog opened.
  const counted = useRef(change.place.current)
  const isRestricting = hasRestrictions(draft)
  const days = useLoad(
    async (signal) =>
      rate && count <= BULK_DAYS_MAX
        ? await readMeant({ ...scope, rate, hasRestrictions: isRestricting }, signal)
        : [],
    [dates.join(), rooms.map(({ roomCode }) => roomCode).join(), rate, isRestricting],
  )
  const { step, wrong } = useMemo(() => {
    const context = { today, seenThrough: counted.current }
    return readDraft(draft, currency, (edit) =>
      days.data && !days.isBusy ? bulkStep(days.data, edit, context) : undefined,
    )
  }, [days.data, days.isBusy, draft, currency, today])
  const setDraft = (changes: Partial<Draft>) => setAll((then) => ({ ...then, ...changes }))
  return { draft, setDraft, days, step, wrong }
}
