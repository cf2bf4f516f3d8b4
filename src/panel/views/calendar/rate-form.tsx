import { useState } from 'preact/hooks'
import { amount } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import type { Rate, RateDay } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { CheckField, SelectField, TextField } from '../../parts/field.tsx'
import type { RateEdit } from './edit.ts'
import { FLAGS, NIGHTS, type RateDraft, readRateDraft } from './read-rate.ts'
import { type Nights, nightsText } from './selected.ts'

type RateFormProps = {
  rateCode: string
  draft: RateDraft
  setRate: (rateCode: string) => void
  setDraft: (changes: Partial<RateDraft>) => void
  setSent: (sent: RateDraft) => void
  currency: string
  isOff: boolean
  rate: Rate
  /** Those sold with what is selected. */
  rates: readonly Rate[]
  /** The days meant as they are sold now. */
  now: readonly RateDay[]
  nights: Nights
  /** Room types selected that are not sold at the rate. */
  left: readonly string[]
  onApply: (edit: RateEdit) => Promise<boolean>
}

/** What is set of a rate on the days selected: each field may stay as it is. */
export function RateForm(props: RateFormProps) {
  const { draft, setDraft, currency, rate, rates, nights, left } = props
  const [wrong, setWrong] = useState<ReturnType<typeof readRateDraft>['wrong']>({})
  const [isEmpty, setEmpty] = useState(false)
  const { run, isBusy } = useAction(async (edit: RateEdit) => {
    if (await props.onApply(edit)) props.setSent(draft)
  })
  const submit = async (event: Event) => {
    event.preventDefault()
    const read = readRateDraft(draft, currency)
    setWrong(read.wrong)
    setEmpty(!read.edit && Object.keys(read.wrong).length === 0)
    if (read.edit) await run(read.edit)
  }
  const isDerived = rate.pricing?.type === 'derived'
  const part = nights.meant < nights.all ? ` (${nightsText(nights)})` : ''
  return (
    <form class="edit-form" noValidate onSubmit={submit}>
      <fieldset disabled={props.isOff}>
        <legend class="sr-only">{t('calendar.fold')}</legend>
        {rates.length > 1 && (
          <SelectField
            label={t('rates.one')}
            value={rate.rateCode}
            options={rates.map(({ rateCode, name }) => ({ value: rateCode, text: name }))}
            onPick={props.setRate}
          />
        )}
        <PriceFields {...props} error={wrong.price} />
        {!draft.isStandard && <Restrictions {...props} wrong={wrong} />}
        {isDerived && (
          <CheckField
            label={t('calendar.asStandard')}
            checked={draft.isStandard}
            onCheck={(isStandard) => setDraft({ isStandard })}
          />
        )}
        {left.length > 0 && (
          <p class="hint">{t('calendar.notSoldWith', { rooms: left.join(', ') })}</p>
        )}
        {isEmpty && <p class="error">{t('calendar.wrong.emptyRate')}</p>}
        <div class="beside">
          <Button type="submit" isBusy={isBusy}>
            {t('calendar.applyRate', { rate: rate.name })}
            {part}
          </Button>
          <p class="hint">{t('calendar.restrictHint')}</p>
        </div>
      </fieldset>
    </form>
  )
}

/** Price of a rate that has its own, and whether another than the standard one is on sale. */
function PriceFields(props: RateFormProps & { error: string | undefined }) {
  const { draft, setDraft, rate, currency, now, error } = props
  if (rate.pricing === null) return null
  const prices = now.map(({ priceCents }) => priceCents).filter(Boolean)
  return (
    <>
      {rate.pricing.type === 'own' && (
        <TextField
          label={t('calendar.ratePrice', { currency })}
          hint={rangeText(prices, (cents) => amount(cents, currency))}
          inputMode="decimal"
          value={draft.price}
          onText={(price) => setDraft({ price })}
          error={error}
        />
      )}
      <SelectField
        label={t('calendar.rateSale')}
        value={draft.sale}
        options={[
          { value: '', text: t('calendar.leave') },
          { value: 'open', text: t('calendar.open') },
          { value: 'close', text: t('calendar.close') },
        ]}
        onPick={(sale) => setDraft({ sale })}
      />
    </>
  )
}

function Restrictions(props: RateFormProps & { wrong: Partial<Record<keyof RateDraft, string>> }) {
  const { draft, setDraft, now, wrong } = props
  return (
    <>
      {(Object.keys(NIGHTS) as (keyof typeof NIGHTS)[]).map((name) => (
        <TextField
          key={name}
          label={t(`calendar.${name}`)}
          hint={rangeText(
            // What is no restriction is not said where there is none at all.
            now.some((day) => day[name] > NIGHTS[name]) ? now.map((day) => day[name]) : [],
            String,
          )}
          inputMode="numeric"
          value={draft[name]}
          onText={(text) => setDraft({ [name]: text })}
          onKeyDown={({ key }) => key === 'Escape' && setDraft({ [name]: '' })}
          error={wrong[name]}
        />
      ))}
      {FLAGS.map((name) => {
        const count = now.filter((day) => day[name]).length
        return (
          <SelectField
            key={name}
            label={t(`calendar.${name}`)}
            hint={count > 0 ? t('calendar.nowOn', { count }) : undefined}
            value={draft[name]}
            options={[
              { value: '', text: t('calendar.leave') },
              { value: 'no', text: t('calendar.allowed') },
              { value: 'yes', text: t('calendar.notAllowed') },
            ]}
            onPick={(value) => setDraft({ [name]: value })}
          />
        )
      })}
    </>
  )
}

/** What there is now, the least and the most of it; nothing of nothing. */
function rangeText(values: readonly number[], show: (value: number) => string): string | undefined {
  if (values.length === 0) return undefined
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const value = least === most ? show(least) : `${show(least)}–${show(most)}`
  return t('calendar.now', { value })
}
