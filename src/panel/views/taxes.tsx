import type { WholeHotel } from '../../client/call.ts'
import { parsePercent, percentInput, percentOf } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { nameIn } from '../lib/names.ts'
import type { Drawn, FormField } from '../parts/entity-form.tsx'
import { TextField } from '../parts/field.tsx'
import { flawIn, SHARE } from '../parts/kinds.ts'
import { NameFields, NO_NAMES } from '../parts/name-fields.tsx'
import { RowList } from '../parts/row-list.tsx'

type Tax = WholeHotel['taxes'][number]
/** A tax as text in its fields. */
type TaxDraft = Omit<Tax, 'percentBp'> & { percent: string }

const BLANK: TaxDraft = { code: '', name: '', percent: '', translations: NO_NAMES }

/** The taxes of a hotel by name and percentage; a dash for none. */
export const taxesText = ({ taxes }: Pick<WholeHotel, 'taxes'>): string =>
  taxes.map((tax) => `${nameIn(tax)} ${percentOf(tax.percentBp)}`).join(' · ') || '–'

/** The taxes of a hotel, as a field of its form: the whole list at once. */
export const taxesField = (): FormField => ({
  name: 'taxes',
  label: t('taxes.title'),
  initial: [],
  kind: {
    write: (taxes) =>
      (taxes as Tax[]).map(({ percentBp, ...tax }): TaxDraft => {
        return { ...tax, percent: percentInput(percentBp) }
      }),
    wrong: (drafts) => (drafts as unknown as TaxDraft[]).map(wrongOf).find(Boolean),
  },
  readWith: ({ taxes }) =>
    (taxes as TaxDraft[]).map(({ code, name, percent, translations }): Tax => {
      return { code, name, percentBp: parsePercent(percent) ?? 0, translations }
    }),
  draw: TaxRows,
})

function TaxRows({ value, onPick, error, problem }: Drawn<TaxDraft[]>) {
  // This problem belongs to the whole list and to no row of it.
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
            <NameFields
              {...{ names: row.translations, problem, path: `/taxes/${at}` }}
              onNames={(translations) => set({ translations })}
            />
          </>
        )
      }}
    </RowList>
  )
}

const wrongOf = ({ percent }: TaxDraft) => flawIn(SHARE, percent)
