import type { WholeHotel } from '../../client/call.ts'
import { parsePercent, percentInput, percentOf } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { nameIn } from '../lib/names.ts'
import type { FormField } from '../parts/entity-form.tsx'
import { flawIn, SHARE } from '../parts/kinds.ts'
import { NO_NAMES } from '../parts/name-fields.tsx'
import { namedRows } from '../parts/named-rows.tsx'

type Tax = WholeHotel['taxes'][number]
/** A tax as text in its fields. */
type TaxDraft = Omit<Tax, 'percentBp'> & { percent: string }

const TaxRows = namedRows(
  'taxes',
  { code: '', name: '', percent: '', translations: NO_NAMES },
  () => ({
    ...{ legend: t('taxes.title'), hint: t('taxes.hint'), whole: t('taxes.tooMuch') },
    words: { add: t('taxes.add'), remove: t('taxes.remove') },
    columns: [
      { of: 'code', label: t('list.code') },
      { of: 'name', label: t('taxes.name') },
      {
        ...{ of: 'percent', as: 'percentBp', label: t('taxes.percent') },
        ...{ inputMode: 'decimal', kind: SHARE },
      },
    ],
  }),
)

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
    wrong: (drafts) =>
      (drafts as unknown as TaxDraft[]).map(({ percent }) => flawIn(SHARE, percent)).find(Boolean),
  },
  readWith: ({ taxes }) =>
    (taxes as TaxDraft[]).map(({ code, name, percent, translations }): Tax => {
      return { code, name, percentBp: parsePercent(percent) ?? 0, translations }
    }),
  draw: TaxRows,
})
