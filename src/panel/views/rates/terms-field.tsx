import { PENALTIES, type Terms } from '../../../domain/rate.ts'
import { wholeOf } from '../../lib/decimal.ts'
import { number, parseNumber, percentInput } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import type { Drawn, FormField } from '../../parts/entity-form.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { termsText } from './text.ts'

/** Terms as their fields have them. */
type Written = {
  penalty: Terms['penalty']
  percent: string
  free: 'until' | 'never'
  days: string
}

/** What a cancellation costs, and until when nothing. */
export function termsField(): FormField {
  return {
    name: 'cancellation',
    label: t('rates.cancellation'),
    initial: null,
    kind: {
      write: (terms) => write(terms as Terms | null),
      wrong: (written) => Object.values(wrongOf(written as unknown as Written))[0],
    },
    readWith: (draft) => read(draft.cancellation as Written),
    draw: TermsFields,
  }
}

function TermsFields({ value, onPick, error, problem }: Drawn<Written>) {
  const wrong = error ? wrongOf(value) : {}
  const set = (changes: Partial<Written>) => onPick({ ...value, ...changes })
  const { penalty, free } = value
  const path = (name: keyof Terms) => `/cancellation/${name}`
  return (
    <>
      <div class="form-row">
        <SelectField
          label={t('rates.penalty')}
          value={penalty}
          options={PENALTIES.map((each) => ({ value: each, text: t(`rates.penalty.${each}`) }))}
          onPick={(each) => set({ penalty: each })}
          problem={problem}
          path={path('penalty')}
        />
        {penalty === 'percent' && (
          <TextField
            label={t('rates.penaltyPercent')}
            inputMode="decimal"
            value={value.percent}
            onText={(percent) => set({ percent })}
            error={wrong.percent}
            problem={problem}
            path={path('percentBp')}
          />
        )}
        {penalty !== 'none' && (
          <SelectField
            label={t('rates.free')}
            value={free}
            options={(['until', 'never'] as const).map((each) => ({
              value: each,
              text: t(`rates.free.${each}`),
            }))}
            onPick={(each) => set({ free: each })}
          />
        )}
        {penalty !== 'none' && free === 'until' && (
          <TextField
            label={t('rates.freeDays')}
            hint={t('rates.freeDaysHint')}
            inputMode="numeric"
            value={value.days}
            onText={(days) => set({ days })}
            error={wrong.days}
            problem={problem}
            path={path('freeUntilDays')}
          />
        )}
      </div>
      {penalty !== 'none' && Object.keys(wrongOf(value)).length === 0 && (
        <p class="hint" role="status">
          {termsText(read(value))}
        </p>
      )}
    </>
  )
}

function write(terms: Terms | null): Written {
  const { penalty = 'none', freeUntilDays = 0, percentBp } = terms ?? {}
  return {
    penalty,
    percent: percentBp === undefined ? '' : percentInput(percentBp),
    free: freeUntilDays === null ? 'never' : 'until',
    days: String(freeUntilDays ?? 0),
  }
}

const read = ({ penalty, percent, free, days }: Written): Terms => ({
  freeUntilDays: free === 'never' ? null : Number(days),
  penalty,
  ...(penalty === 'percent' && { percentBp: Math.round((parseNumber(percent, 2) ?? 0) * 100) }),
})

function wrongOf({ penalty, percent, free, days }: Written): { percent?: string; days?: string } {
  if (penalty === 'none') return {}
  const isShareWrong = penalty === 'percent' && parseNumber(percent, 2) === undefined
  const isDayWrong = free === 'until' && typeof wholeOf(days) !== 'number'
  return {
    ...(isShareWrong && { percent: t('rates.percentWrong', { example: number(12.5) }) }),
    ...(isDayWrong && { days: t('rooms.countWrong') }),
  }
}
