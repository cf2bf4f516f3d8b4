import type { Problem } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { Button } from '../../parts/button.tsx'
import { flawsUnder, SelectField, TextField } from '../../parts/field.tsx'

/** What children up to an age pay, as its fields have it. */
export type Band = { toAge: string; how: 'amount' | 'percent'; value: string }

const NEW_BAND: Band = { toAge: '', how: 'percent', value: '' }

/** What children pay by age: a row for each group, youngest first. */
export function ChildBands({
  bands,
  currency,
  wrong = [],
  problem,
  onChange,
}: {
  bands: readonly Band[]
  currency: string
  /** Of each group what the page found wrong. */
  wrong?: readonly string[] | undefined
  problem: Problem | undefined
  onChange: (bands: Band[]) => void
}) {
  const set = (at: number, changes: Partial<Band>) =>
    onChange(bands.map((band, index) => (index === at ? { ...band, ...changes } : band)))
  return (
    <fieldset class="bands">
      <legend>{t('rates.children')}</legend>
      <p class="hint">{t(bands.length === 0 ? 'rates.childrenFree' : 'rates.childrenOlder')}</p>
      {bands.map((band, at) => {
        const path = `/guests/children/${at}`
        const ageFlaw = flawsUnder(problem, `${path}/toAge`)
        const shared = { isLabelHidden: at > 0 }
        return (
          <div class="band" key={at}>
            <TextField
              {...shared}
              label={t('rates.toAge')}
              inputMode="numeric"
              value={band.toAge}
              onText={(toAge) => set(at, { toAge })}
              error={ageFlaw}
            />
            <SelectField
              {...shared}
              label={t('rates.childPays')}
              value={band.how}
              options={[
                { value: 'percent', text: t('rates.asPercent') },
                { value: 'amount', text: currency },
              ]}
              onPick={(how) => set(at, { how })}
            />
            <TextField
              {...shared}
              label={t('rates.childValue')}
              inputMode="decimal"
              value={band.value}
              onText={(value) => set(at, { value })}
              error={wrong[at] || undefined}
              problem={ageFlaw ? undefined : problem}
              path={path}
            />
            <Button
              kind="quiet"
              aria-label={t('rates.removeAge')}
              onClick={() => onChange(bands.filter((_, index) => index !== at))}
            >
              ✕
            </Button>
          </div>
        )
      })}
      <div class="buttons">
        <Button onClick={() => onChange([...bands, NEW_BAND])}>{t('rates.addAge')}</Button>
      </div>
    </fieldset>
  )
}
