import type { RoomType } from '../../client/call.ts'
import { AMENITIES, BED_KINDS } from '../../domain/kernel/content.ts'
import { wholeOf } from '../lib/decimal.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import type { Drawn, FormField } from '../parts/entity-form.tsx'
import { ChecksField, choicesOf, flawsUnder, TextField } from '../parts/field.tsx'

type Beds = RoomType['beds']
/** The number of beds of each kind, as text in its fields. */
type BedsDraft = Partial<Record<Beds[number]['kind'], string>>

/** Beds and size of a room in words; empty if neither is known. */
export const contentText = ({ beds, sizeM2 }: Pick<RoomType, 'beds' | 'sizeM2'>): string =>
  [bedsText(beds), sizeM2 && t('rooms.size', { size: sizeM2 })].filter(Boolean).join(' · ')

/** `1 double bed, 2 single beds`. */
export const bedsText = (beds: Beds): string =>
  beds.map(({ kind, count }) => `${number(count)} × ${t(`bed.${kind}`)}`).join(', ')

/** The beds of a room type as a field of its form: a number for each kind. */
export const bedsField = (): FormField => ({
  name: 'beds',
  label: t('rooms.beds'),
  initial: [],
  kind: {
    write: (beds) =>
      Object.fromEntries((beds as Beds).map(({ kind, count }) => [kind, `${count}`])),
  },
  readWith: ({ beds }) =>
    BED_KINDS.flatMap((kind) => {
      const count = wholeOf((beds as BedsDraft)[kind] ?? '')
      return count ? [{ kind, count }] : []
    }),
  draw: BedsField,
})

/** The amenities of a room type as a field of its form. */
export const amenitiesField = (): FormField => ({
  name: 'amenities',
  label: t('rooms.amenities'),
  initial: [],
  draw: (props: Drawn<RoomType['amenities']>) => (
    <ChecksField
      {...props}
      isDense
      choices={choicesOf(AMENITIES, (code) => t(`amenity.${code}`))}
    />
  ),
})

function BedsField({ label, value, onPick, problem, path }: Drawn<BedsDraft>) {
  const wrong = flawsUnder(problem, path)
  return (
    <fieldset>
      <legend>{label}</legend>
      <div class="form-row">
        {BED_KINDS.map((kind) => (
          <TextField
            key={kind}
            label={t(`bed.${kind}`)}
            inputMode="numeric"
            value={value[kind] ?? ''}
            onText={(text) => onPick({ ...value, [kind]: text })}
          />
        ))}
      </div>
      {wrong && <p class="error">{wrong}</p>}
    </fieldset>
  )
}
