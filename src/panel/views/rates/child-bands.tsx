import type { Problem } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { flawsUnder, SelectField, TextField } from '../../parts/field.tsx'
import { RowList } from '../../parts/row-list.tsx'

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
  wrong?: readonly (string | undefined)[] | undefined
  problem: Problem | undefined
  onChange: (bands: Band[]) => void
}) {
  return (
    <RowList
      legend={t('rates.children')}
      hint={t(bands.length === 0 ? 'rates.childrenFree' : 'rates.childrenOlder')}
      rows={bands}
      blank={NEW_BAND}
      words={{ add: t('rates.addAge'), remove: t('rates.removeAge') }}
      onChange={onChange}
    >
      {({ row, at, isLabelHidden, set }) => {
        const path = `/guests/children/${at}`
        const ageFlaw = flawsUnder(problem, `${path}/toAge`)
        return (
          <>
            <TextField
              isLabelHidden={isLabelHidden}
              label={t('rates.toAge')}
              inputMode="numeric"
              value={row.toAge}
              onText={(toAge) => set({ toAge })}
              error={ageFlaw}
            />
            <SelectField
              isLabelHidden={isLabelHidden}
              label={t('rates.childPays')}
              value={row.how}
              options={[
                { value: 'percent', text: t('rates.asPercent') },
                { value: 'amount', text: currency },
              ]}
              onPick={(how) => set({ how })}
            />
            <TextField
              isLabelHidden={isLabelHidden}
              label={t('rates.childValue')}
              inputMode="decimal"
              value={row.value}
              onText={(value) => set({ value })}
              error={wrong[at]}
              problem={ageFlaw ? undefined : problem}
              path={path}
            />
          </>
        )
      }}
    </RowList>
  )
}
