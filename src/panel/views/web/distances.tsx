import type { WholeHotel } from '../../../client/call.ts'
import { wholeOf } from '../../lib/decimal.ts'
import { t } from '../../lib/i18n.ts'
import type { Drawn, FormField } from '../../parts/entity-form.tsx'
import { TextField } from '../../parts/field.tsx'
import { flawIn, WHOLE } from '../../parts/kinds.ts'
import { NameFields, NO_NAMES } from '../../parts/name-fields.tsx'
import { RowList } from '../../parts/row-list.tsx'

type Distance = WholeHotel['distances'][number]
/** A distance as text in its fields. */
type DistanceDraft = Omit<Distance, 'metres'> & { metres: string }

const BLANK: DistanceDraft = { name: '', metres: '', translations: NO_NAMES }

/** The distances of a hotel, as a field of its form: the whole list at once. */
export const distancesField = (): FormField => ({
  name: 'distances',
  label: t('hotel.distances'),
  initial: [],
  kind: {
    write: (distances) =>
      (distances as Distance[]).map((each): DistanceDraft => {
        return { ...each, metres: String(each.metres) }
      }),
    wrong: (drafts) => (drafts as unknown as DistanceDraft[]).map(wrongOf).find(Boolean),
  },
  readWith: ({ distances }) =>
    (distances as DistanceDraft[]).map(({ name, metres, translations }) => {
      return { name, metres: wholeOf(metres), translations }
    }),
  draw: DistanceRows,
})

function DistanceRows({ value, onPick, error, problem }: Drawn<DistanceDraft[]>) {
  return (
    <RowList
      legend={t('hotel.distances')}
      rows={value}
      blank={BLANK}
      words={{ add: t('hotel.addDistance'), remove: t('hotel.removeDistance') }}
      onChange={onPick}
    >
      {({ row, at, isLabelHidden, set }) => {
        const shared = { isLabelHidden, problem }
        return (
          <>
            <TextField
              {...shared}
              label={t('hotel.place')}
              value={row.name}
              onText={(name) => set({ name })}
              path={`/distances/${at}/name`}
            />
            <TextField
              {...shared}
              label={t('hotel.metres')}
              inputMode="numeric"
              value={row.metres}
              onText={(metres) => set({ metres })}
              error={error && wrongOf(row)}
              path={`/distances/${at}/metres`}
            />
            <NameFields
              {...{ names: row.translations, problem, path: `/distances/${at}` }}
              onNames={(translations) => set({ translations })}
            />
          </>
        )
      }}
    </RowList>
  )
}

const wrongOf = ({ metres }: DistanceDraft) => flawIn(WHOLE, metres)
