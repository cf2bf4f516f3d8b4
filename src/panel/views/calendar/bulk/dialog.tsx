import { useMemo, useRef, useState } from 'preact/hooks'
import type { CalendarDate } from '../../../../domain/kernel/date.ts'
import { isSoldWith, STD } from '../../../../domain/rates/rate.ts'
import { t } from '../../../lib/i18n.ts'
import { useLoad } from '../../../lib/load.ts'
import { useRateList } from '../../../lib/rates.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { choicesOf, SelectField } from '../../../parts/field.tsx'
import { Loading, ProblemNote } from '../../../parts/note.tsx'
import { confirmMoves } from '../change/big-moves.tsx'
import { type Draft, hasRestrictions, noDraft, readDraft } from '../editor/draft.ts'
import { EditFields, Weekdays } from '../editor/fields.tsx'
import { unitOf } from '../model/texts.ts'
import { ALL_WEEKDAYS, type Desk } from '../sheet/selected.ts'
import { BULK_DAYS_MAX, bulkStep, meantDates, type Range, readMeant } from './meant.ts'
import { Preview } from './preview.tsx'
import { Ranges, RoomTypes } from './scope.tsx'

type BulkProps = { desk: Desk; onClose: () => void }

/** The bulk edit: room types by ranges of dates and weekdays, with a preview of its effect and one undo. */
export function BulkDialog({ desk, onClose }: BulkProps) {
  const { hotel, change } = desk
  const { currency } = hotel
  const scope = useScope(desk)
  const { draft, setDraft, days, step, wrong } = useBulkEdit(desk, scope)
  const fields = { draft, setDraft, wrong, currency, now: [] }
  const count = step?.updates.length ?? 0
  const submit = async () => {
    if (!step || count === 0 || change.isBusy || !(await confirmMoves(step, desk))) return
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
          <EditFields {...fields} rates={[scope.rateCode === STD ? undefined : scope.rate]}>
            <SelectField
              label={t('calendar.sale')}
              value={draft.sale}
              options={choicesOf(['', 'open', 'close'], (sale) => t(`calendar.${sale || 'leave'}`))}
              onPick={(sale) => setDraft({ sale })}
            />
          </EditFields>
        </section>
        <ProblemNote problem={scope.rates.problem ?? days.problem} onRetry={days.reload} />
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
function useScope(desk: Desk) {
  const { hotel, rows } = desk
  const today = desk.today as CalendarDate
  const [first] = useState(() => firstOf(desk))
  const rates = useRateList(hotel.slug)
  const [rateCode, setRateCode] = useState<string>(STD)
  const [codes, setCodes] = useState<readonly string[]>(first.codes)
  const [ranges, setRanges] = useState<readonly Range[]>([{ from: first.from, to: first.to }])
  const [weekdays, setWeekdays] = useState(ALL_WEEKDAYS)
  const rate = rates.data?.find((each) => each.rateCode === rateCode)
  const rooms = rows.filter((row) => !row.rate).map(({ room }) => room)
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
function useBulkEdit({ hotel, today, change }: Desk, scope: ReturnType<typeof useScope>) {
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

/** The days that a bulk edit begins with: the selected ones, or all that are shown. */
function firstOf({ rows, dates, selected: { bounds } }: Desk) {
  const isRange = bounds && (bounds.left < bounds.right || bounds.top < bounds.bottom)
  const chosen = isRange ? rows.slice(bounds.top, bounds.bottom + 1) : rows
  const [left, right] = isRange ? [bounds.left, bounds.right] : [0, dates.length - 1]
  const codes = [...new Set(chosen.map(({ room }) => room.roomCode))]
  return { from: dates[left]!, to: dates[right]!, codes }
}
