import { useState } from 'preact/hooks'
import type { Tax } from '../../domain/tax.ts'
import { api } from '../lib/api.ts'
import { number, parseNumber, percentInput, percentOf } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useGet } from '../lib/load.ts'
import { may } from '../lib/may.ts'
import type { Hotel } from '../lib/types.ts'
import { Button } from '../parts/button.tsx'
import { type Drawn, EntityForm, type FormField } from '../parts/entity-form.tsx'
import { TextField } from '../parts/field.tsx'
import { RowList } from '../parts/row-list.tsx'
import { say } from '../parts/toast.tsx'

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
    wrong: (written) => ((written as unknown as Written[]).some(isWrong) ? wrongText() : undefined),
  },
  readWith: ({ taxes }) =>
    (taxes as Written[]).map(({ code, name, percent }) => {
      return { code, name, percentBp: Math.round((parseNumber(percent, 2) ?? 0) * 100) }
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
              error={error && isWrong(row) ? wrongText() : undefined}
              path={`/taxes/${at}/percentBp`}
            />
          </>
        )
      }}
    </RowList>
  )
}

const isWrong = ({ percent }: Written) => parseNumber(percent, 2) === undefined
const wrongText = () => t('rates.percentWrong', { example: number(12.5) })

/** Says the taxes of the hotel, and changes them. */
export function Taxes({ hotel }: { hotel: Pick<Hotel, 'slug'> }) {
  const query = { hotel: hotel.slug }
  const { data, set } = useGet<Hotel>('/v1/panel/hotel', query)
  const [isOpen, setOpen] = useState(false)
  if (!data) return null
  const send = async (body: object) => {
    set(await api.patch<Hotel>('/v1/panel/hotel', { query, body }))
    setOpen(false)
    say(t('taxes.saved'))
  }
  return (
    <div class="beside dim">
      {t('taxes.all', { taxes: taxesText(data) })}
      {may(hotel, 'owner') && (
        <Button aria-label={t('taxes.edit')} onClick={() => setOpen(true)}>
          {t('action.edit')}
        </Button>
      )}
      {isOpen && (
        <EntityForm
          title={t('taxes.title')}
          fields={[taxesField()]}
          before={data}
          send={send}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
