import { useMemo, useState } from 'preact/hooks'
import type { Body, WholeHotel } from '../../../../client/call.ts'
import { type CalendarDate, parseDate, WEEKDAYS } from '../../../../domain/kernel/date.ts'
import { call, Problem } from '../../../lib/api.ts'
import { wholeOf } from '../../../lib/decimal.ts'
import { asSentence, t } from '../../../lib/i18n.ts'
import { useAction } from '../../../lib/load.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { SelectField, TextField } from '../../../parts/field.tsx'
import { ProblemNote } from '../../../parts/note.tsx'
import { say } from '../../../parts/toast.tsx'
import { meantDates, type Range } from '../bulk/meant.ts'
import { Ranges, RoomTypes } from '../bulk/scope.tsx'
import { Weekdays } from '../editor/fields.tsx'
import { ALL_WEEKDAYS } from '../sheet/selected.ts'
import type { Agency } from './model.ts'

/** The values with which the form begins. */
export type Chosen = { agencyCode: string; codes: readonly string[]; range: Range }

type DialogProps = {
  hotel: WholeHotel
  today: CalendarDate
  agencies: readonly Agency[]
  rooms: readonly { roomCode: string; name: string; totalRooms: number | null }[]
  chosen: Chosen
  onDone: () => void
  onClose: () => void
}

type Update = Body<'setPanelAllotments'>['updates'][number]

/** Sets rooms aside for an agency, by ranges of dates, weekdays and room types. */
export function AllotmentDialog({ hotel, today, agencies, rooms, chosen, ...on }: DialogProps) {
  const [agencyCode, setAgency] = useState(chosen.agencyCode)
  const [codes, setCodes] = useState(chosen.codes)
  const [ranges, setRanges] = useState<readonly Range[]>([chosen.range])
  const [weekdays, setWeekdays] = useState(ALL_WEEKDAYS)
  const [count, setCount] = useState('')
  const [release, setRelease] = useState('')
  const dates = useMemo(() => meantDates({ today, ranges, weekdays }), [today, ranges, weekdays])
  const nights = dates.length * codes.length
  const figures = { rooms: wholeOf(count), releaseDays: wholeOf(release) }
  const isEmpty = figures.rooms === null && figures.releaseDays === null
  const { run, isBusy, problem } = useAction(async () => {
    if (isEmpty || nights === 0) return
    const set = Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== null))
    const updates = codes.flatMap((roomCode) =>
      updatesOf(ranges, weekdays).map((days) => ({ agencyCode, roomCode, ...days, ...set })),
    ) as Update[]
    await call('setPanelAllotments', { hotel: hotel.slug }, { body: { updates } })
    say(t('allotments.saved', { count: nights }))
    on.onDone()
    on.onClose()
  })
  const actions = (
    <>
      <Button onClick={on.onClose}>{t('action.cancel')}</Button>
      <Button type="submit" kind="primary" isBusy={isBusy} disabled={isEmpty || nights === 0}>
        {t('allotments.do', { count: nights })}
      </Button>
    </>
  )
  return (
    <Dialog
      title={t('allotments.set')}
      isWide
      onClose={on.onClose}
      onSubmit={run}
      actions={actions}
    >
      <div class="bulk">
        <section>
          <Ranges ranges={ranges} today={today} onChange={setRanges} />
          <Weekdays weekdays={weekdays} onPick={setWeekdays} />
          <RoomTypes rooms={rooms} codes={codes} onPick={setCodes} />
        </section>
        <section>
          <SelectField
            label={t('admin.agency')}
            value={agencyCode}
            options={agencies.map(({ code, name }) => ({ value: code, text: name }))}
            onPick={setAgency}
          />
          <TextField
            label={t('allotments.rooms')}
            hint={t('allotments.roomsHint')}
            inputMode="numeric"
            value={count}
            onText={setCount}
          />
          <TextField
            label={t('allotments.releaseDays')}
            hint={t('allotments.releaseHint')}
            inputMode="numeric"
            value={release}
            onText={setRelease}
          />
          <p class="hint">{t('allotments.derived')}</p>
        </section>
        <ProblemNote problem={asFirst(problem)} />
      </div>
    </Dialog>
  )
}

/** The elements of a body for some ranges of dates and weekdays. */
function updatesOf(ranges: readonly Range[], weekdays: ReadonlySet<number>) {
  const isAll = weekdays.size === ALL_WEEKDAYS.size
  // The form counts from Monday.
  const names = [...weekdays].map((day) => WEEKDAYS[(day + 1) % WEEKDAYS.length]!)
  return ranges
    .filter(({ from, to }) => parseDate(from) && parseDate(to) && from <= to)
    .map(({ from, to }) => ({
      ...{ dateFrom: from, dateTo: to },
      ...(!isAll && { weekdays: names }),
    }))
}

/** A refusal with the text of its first flaw: the same figures stand in every element. */
function asFirst(problem: Problem | undefined): Problem | undefined {
  const [first] = problem?.errors ?? []
  return first
    ? asSentence(new Problem(problem!.status, { ...problem!.body, errors: [first] }))
    : problem
}
