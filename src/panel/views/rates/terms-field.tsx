import { PENALTIES, type Terms } from '../../../domain/rates/rate.ts'
import { parsePercent, percentInput } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import type { Drawn, FormField } from '../../parts/entity-form.tsx'
import { choicesOf, SelectField, TextField } from '../../parts/field.tsx'
import { flawIn, SHARE, WHOLE } from '../../parts/kinds.ts'
import { termsText } from './text.ts'

/** The draft of cancellation terms. */
type Written = {
  penalty: Terms['penalty']
  percent: string
  free: 'until' | 'never'
  days: string
}

type Wrong = Partial<Record<'percent' | 'days', string | undefined>>

/** The cancellation terms: the penalty, and the end of free cancellation. */
export function termsField(): FormField {
  return {
    name: 'cancellation',
    label: t('rates.cancellation'),
    initial: null,
    kind: {
      write: (terms) => write(terms as Terms | null),
      wrong: (written) => Object.values(wrongOf(written as unknown as Written)).find(Boolean),
    },
    readWith: (draft) => read(draft.cancellation as Written),
    draw: TermsFields,
  }
}

function TermsFields({ value, onPick, error, problem }: Drawn<Written>) {
  const flaws = wrongOf(value)
  const wrong = error ? flaws : {}
  const set = (changes: Partial<Written>) => onPick({ ...value, ...changes })
  const { penalty, free } = value
  const path = (name: keyof Terms) => `/cancellation/${name}`
  return (
    <>
      <div class="form-row">
        <SelectField
          label={t('rates.penalty')}
          value={penalty}
          options={choicesOf(PENALTIES, (each) => t(`rates.penalty.${each}`))}
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
            options={choicesOf(['until', 'never'], (each) => t(`rates.free.${each}`))}
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
      {penalty !== 'none' && !Object.values(flaws).some(Boolean) && (
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
  ...(penalty === 'percent' && { percentBp: parsePercent(percent) ?? 0 }),
})

function wrongOf({ penalty, percent, free, days }: Written): Wrong {
  if (penalty === 'none') return {}
  return {
    percent: penalty === 'percent' ? flawIn(SHARE, percent) : undefined,
    days: free === 'until' ? flawIn(WHOLE, days) : undefined,
  }
}
