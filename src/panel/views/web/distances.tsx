import type { WholeHotel } from '../../../client/call.ts'
import { wholeOf } from '../../lib/decimal.ts'
import { t } from '../../lib/i18n.ts'
import type { FormField } from '../../parts/entity-form.tsx'
import { flawIn, WHOLE } from '../../parts/kinds.ts'
import { NO_NAMES } from '../../parts/name-fields.tsx'
import { namedRows } from '../../parts/named-rows.tsx'

type Distance = WholeHotel['distances'][number]
/** A distance as text in its fields. */
type DistanceDraft = Omit<Distance, 'metres'> & { metres: string }

const DistanceRows = namedRows(
  'distances',
  { name: '', metres: '', translations: NO_NAMES },
  () => ({
    legend: t('hotel.distances'),
    words: { add: t('hotel.addDistance'), remove: t('hotel.removeDistance') },
    columns: [
      { of: 'name', label: t('hotel.place') },
      { of: 'metres', label: t('hotel.metres'), inputMode: 'numeric', kind: WHOLE },
    ],
  }),
)

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
    wrong: (drafts) =>
      (drafts as unknown as DistanceDraft[])
        .map(({ metres }) => flawIn(WHOLE, metres))
        .find(Boolean),
  },
  readWith: ({ distances }) =>
    (distances as DistanceDraft[]).map(({ name, metres, translations }) => {
      return { name, metres: wholeOf(metres), translations }
    }),
  draw: DistanceRows,
})
