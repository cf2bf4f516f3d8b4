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
import { NightsField, PriceField, RestrictionFields, RoomsField } from '../editor/fields.tsx'
import { Weekdays } from '../editor/weekdays.tsx'
import type { Row } from '../model/days.ts'
import type { Step } from '../model/step.ts'
import { ALL_WEEKDAYS } from '../sheet/selected.ts'
import { unitOf } from '../sheet/values.ts'
import { BULK_DAYS_MAX, bulkStep, meantDates, type Range, readMeant } from './meant.ts'
import { Preview } from './preview.tsx'
import { Ranges, RoomTypes } from './scope.tsx'

type BulkProps = {
  hotel: WholeHotel
  today: string
  /** Room types there are. */
  rooms: readonly Row['room'][]
  change: Changes
  /** What is meant at first: what is selected, or what is shown. */
  first: Range & { codes: readonly string[] }
  /** Asks whether prices are meant to move so far. */
  isMeant: (step: Step) => Promise<boolean>
  onClose: () => void
}

/** Many days at once: room types by ranges of dates and weekdays, with what it would change, and one way back. */
export function BulkDialog({ hotel, rooms, change, first, isMeant, onClose, ...props }: BulkProps) {
  const today = props.today as CalendarDate
  const { currency } = hotel
  const unitCents = unitOf(currency)
  const rates = useRateList(hotel.slug)
  const [rateCode, setRateCode] = useState<string>(STD)
  const [codes, setCodes] = useState(first.codes)
  const [ranges, setRanges] = useState<readonly Range[]>([{ from: first.from, to: first.to }])
  const [weekdays, setWeekdays] = useState(ALL_WEEKDAYS)
  const [draft, setAll] = useState(() => noDraft(unitCents))
  const counted = useRef(change.place.current)

  const rate = rates.data?.find((each) => each.rateCode === rateCode)
  const offered = rooms.filter(({ roomCode }) => !rate || isSoldWith(rate, roomCode))
  const chosen = offered.filter(({ roomCode }) => codes.includes(roomCode))
  const dates = useMemo(() => meantDates({ today, ranges, weekdays }), [today, ranges, weekdays])
  const meant = dates.length * chosen.length
  const isRestricting = hasRestrictions(draft)
  const scope = { hotel, today, ranges, weekdays, rooms: chosen, hasRestrictions: isRestricting }
  const days = useLoad(
    async (signal) =>
      rate && meant <= BULK_DAYS_MAX ? await readMeant({ ...scope, rate }, signal) : [],
    [dates.join(), chosen.map(({ roomCode }) => roomCode).join(), rate, isRestricting],
  )
  const { edit, step, wrong } = useMemo(
    () =>
      readDraft(draft, currency, (each) =>
        days.data && !days.isBusy ? bulkStep(days.data, each, today) : undefined,
      ),
    [days.data, days.isBusy, draft, currency, today],
  )
  const setDraft = (changes: Partial<Draft>) => setAll((then) => ({ ...then, ...changes }))
  const submit = async () => {
    if (!step || step.updates.length === 0 || change.isBusy || !(await isMeant(step))) return
    const seenThrough = edit?.rooms?.how === 'set' ? counted.current : undefined
    if (await change.run({ ...step, seenThrough })) onClose()
  }
  const isDerived = rate?.pricing?.type === 'derived'
  const fields = { draft, setDraft, wrong, currency, now: [] }
  const actions = (
    <>
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      <Button
        type="submit"
        kind="primary"
        isBusy={change.isBusy}
        disabled={!step || step.updates.length === 0}
      >
        {t('calendar.bulk.do', { count: step?.updates.length ?? 0 })}
      </Button>
    </>
  )
  return (
    <Dialog
      title={t('calendar.bulk')}
      onClose={onClose}
      onSubmit={() => {
        submit().catch(() => undefined)
      }}
      actions={actions}
      isWide
    >
      <div class="bulk">
        <section>
          <Ranges ranges={ranges} today={today} onChange={setRanges} />
          <Weekdays weekdays={weekdays} onPick={setWeekdays} />
          <RoomTypes rooms={offered} codes={codes} onPick={setCodes} />
        </section>
        <section>
          {rates.data && rates.data.length > 1 && (
            <div class="pair">
              <SelectField
                label={t('rates.one')}
                value={rateCode}
                options={rates.data.map((each) => ({
                  value: each.rateCode,
                  text: each.name,
                }))}
                onPick={setRateCode}
              />
            </div>
          )}
          {!isDerived && <PriceField {...fields} />}
          {rateCode === STD && <RoomsField {...fields} />}
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
          <Preview rows={days.data ?? []} {...{ meant, step, currency }} />
        )}
      </div>
    </Dialog>
  )
}
