import type { Static } from 'typebox'
import type { AdminCitySchema } from '../../../http/catalog/place-shape.ts'
import { number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { usePages } from '../../lib/load.ts'
import { nameIn } from '../../lib/names.ts'
import { href, type ViewProps } from '../../lib/router.ts'
import { DEGREES } from '../../parts/degrees.ts'
import type { Entity } from '../../parts/entity.ts'
import type { FormFields } from '../../parts/entity-form.tsx'
import { CAPITALS } from '../../parts/kinds.ts'
import { Empty } from '../../parts/note.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { textFields } from '../../parts/texts.ts'
import { Crud } from './crud.tsx'

export type AdminCity = Static<typeof AdminCitySchema>

/** Every city: listed with its hotels, made, changed; one without hotels is deleted. */
export function AdminCities({ route: { query } }: ViewProps) {
  const pages = usePages<AdminCity>('/v1/admin/cities', {
    q: query.get('q') || undefined,
    limit: 25,
  })
  return (
    <Crud
      of={cities()}
      pages={pages}
      empty={<Empty title={t('admin.noCities')}>{t('admin.noFilterText')}</Empty>}
      name={{ head: t('admin.city') }}
      columns={[
        { head: t('list.country'), cell: ({ country }) => country },
        { head: t('admin.slug'), cell: ({ slug }) => slug },
        {
          head: t('admin.spot'),
          cell: ({ lat, lng }) => (lat === null || lng === null ? '–' : `${lat}, ${lng}`),
        },
        {
          head: t('admin.hotels'),
          isNumber: true,
          isTold: true,
          cell: ({ slug, hotels }) =>
            hotels === 0 ? (
              '0'
            ) : (
              <a href={href({ view: 'hotels', query: { city: slug } })}>{number(hotels)}</a>
            ),
        },
      ]}
    >
      <SearchField label={t('admin.searchCities')} />
    </Crud>
  )
}

/** What is asked of a city. */
export const cityFields = (): FormFields => [
  { name: 'name', label: t('list.name') },
  textFields('name'),
  {
    name: 'country',
    label: t('list.country'),
    hint: t('admin.countryHint'),
    kind: { ...CAPITALS, control: { maxLength: 2 } },
  },
  [
    { name: 'lat', label: t('admin.lat'), hint: t('admin.spotHint'), kind: DEGREES },
    { name: 'lng', label: t('admin.lng'), kind: DEGREES },
  ],
]

const cities = (): Entity<AdminCity> => ({
  title: t('admin.cities'),
  keyOf: ({ slug }) => slug,
  nameOf: nameIn,
  pathOf: ({ slug }) => `/v1/admin/cities/${encodeURIComponent(slug)}`,
  make: { path: '/v1/admin/cities', title: t('admin.newCity') },
  removal: { canBe: ({ hotels }) => hotels === 0, text: t('admin.deleteCityText') },
  fields: cityFields,
})
