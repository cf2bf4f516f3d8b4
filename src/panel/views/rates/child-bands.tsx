import type { Problem } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { flawsUnder, SelectField, TextField } from '../../parts/field.tsx'
import { RowList } from '../../parts/row-list.tsx'

/** The draft of an age band: the price of children up to an age. */
export type Band = { toAge: string; how: 'amount' | 'percent'; value: string }

const NEW_BAND: Band = { toAge: '', how: 'percent', value: '' }

/** The prices of children by age: a row for each band, youngest first. */
export function ChildBands({
  bands,
  currency,
  wrong = [],
  problem,
  onChange,
}: {
  bands: readonly Band[]
  currency: string
  /** The error that the page found in each band. */
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
