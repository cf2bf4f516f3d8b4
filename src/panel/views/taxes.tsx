import type { Tax } from '../../domain/tax.ts'
import { parsePercent, percentInput, percentOf } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import type { Hotel } from '../lib/types.ts'
import type { Drawn, FormField } from '../parts/entity-form.tsx'
import { TextField } from '../parts/field.tsx'
import { flawIn, SHARE } from '../parts/kinds.ts'
import { RowList } from '../parts/row-list.tsx'

/** A tax as its fields have it. */
type Written = { code: string; name: string; percent: string }

const BLANK: Written = { code: '', name: '', percent: '' }

/** The taxes of a hotel by name and share; none is a dash. */
export const taxesText = ({ taxes }: Pick<Hotel, 'taxes'>): string =>
  taxes.map(({ name, percentBp }) => `${name} ${percentOf(percentBp)}`).join(' · ') || '–'

/** The taxes of a hotel, as a field of its form: the whole list at once. */
export const taxesField = (): FormField => ({
  name: 'taxes',
  label: t('taxes.title'),
  initial: [],
  kind: {
    write: (taxes) =>
      (taxes as Tax[]).map(({ code, name, percentBp }): Written => {
        return { code, name, percent: percentInput(percentBp) }
      }),
    wrong: (written) => (written as unknown as Written[]).map(wrongOf).find(Boolean),
  },
  readWith: ({ taxes }) =>
    (taxes as Written[]).map(({ code, name, percent }) => {
      return { code, name, percentBp: parsePercent(percent) ?? 0 }
    }),
  draw: TaxRows,
})

function TaxRows({ value, onPick, error, problem }: Drawn<Written[]>) {
  // Of the list, not of a row of it.
  const whole = problem?.errors.some(({ path }) => path === '/taxes')
  return (
    <RowList
      legend={t('taxes.title')}
      hint={t('taxes.hint')}
      rows={value}
      blank={BLANK}
      words={{ add: t('taxes.add'), remove: t('taxes.remove') }}
      error={whole ? t('taxes.tooMuch') : undefined}
      onChange={onPick}
    >
      {({ row, at, isLabelHidden, set }) => {
        const shared = { isLabelHidden, problem }
        return (
          <>
            <TextField
              {...shared}
              label={t('list.code')}
              value={row.code}
              onText={(code) => set({ code })}
              path={`/taxes/${at}/code`}
            />
            <TextField
              {...shared}
              label={t('taxes.name')}
              value={row.name}
              onText={(name) => set({ name })}
              path={`/taxes/${at}/name`}
            />
            <TextField
              {...shared}
              label={t('taxes.percent')}
              inputMode="decimal"
              value={row.percent}
              onText={(percent) => set({ percent })}
              error={error && wrongOf(row)}
              path={`/taxes/${at}/percentBp`}
            />
          </>
        )
      }}
    </RowList>
  )
}

const wrongOf = ({ percent }: Written) => flawIn(SHARE, percent)
