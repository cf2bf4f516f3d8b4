import { money } from '../../../lib/format.ts'
import { t } from '../../../lib/i18n.ts'
import { Button } from '../../../parts/button.tsx'
import type { Step } from '../model/step.ts'
import { nightsText } from '../sheet/selected.ts'
import { isBlank } from './draft.ts'
import { EditFields, Weekdays } from './fields.tsx'
import { type FormProps, useForm } from './form.ts'
import { Moved } from './history.tsx'

/** The form for the selected cells; its texts are for those alone. */
export function Editor(props: FormProps) {
  const { hotel, rows, change, selected, onDone, isMoreOpen, onMore } = props
  const { weekdays, nights, setWeekdays } = selected
  const { currency } = hotel
  const { draft, setDraft, wrong, places, moved, now, step, send, ...form } = useForm(props)
  const part = nights.meant < nights.all ? ` (${nightsText(nights)})` : ''
  const fields = { draft, setDraft, wrong, currency, now, isMoreOpen, onMore }
  const chosen = [...new Set(places.map(({ row }) => row))]
  const closeOrOpen = async (closed: boolean) => {
    if ((await send({ closed })) && isBlank(draft)) onDone({ closed })
  }
  return (
    <form
      noValidate
      onSubmit={form.submit}
      onKeyDown={({ key }) => key === 'Enter' && form.sayBusy()}
    >
      <EditFields {...fields} rates={chosen.map((row) => rows[row]!.rate)}>
        <div class="sale">
          <span>{t('calendar.sale')}</span>
          <div class="buttons">
            {([true, false] as const).map((closed) => (
              <Button
                key={String(closed)}
                isBusy={change.isBusy}
                onClick={() => closeOrOpen(closed)}
              >
                {t(closed ? 'calendar.close' : 'calendar.open')}
                {part}
              </Button>
            ))}
          </div>
        </div>
        {nights.all > 1 && <Weekdays weekdays={weekdays} onPick={setWeekdays} />}
      </EditFields>
      {wrong.empty && <p class="error">{wrong.empty}</p>}
      <Moved {...{ hotel, rows, moved }} />
      <footer>
        <Example step={step} currency={currency} />
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

/** The first price before and after. */
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
