import type { AdminCity, Body, City } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useList } from '../../lib/load.ts'
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

/** Lists cities with their hotels; makes, changes and deletes them. */
export function AdminCities({ route: { query } }: ViewProps) {
  const pages = useList('listAllCities', { q: query.get('q') || undefined, limit: 25 })
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

/** Makes a city. */
export const makeCity = (body: Body<'createCity'>): Promise<City> =>
  call('createCity', {}, { body })

/** The fields of a city's form. */
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

const cities = (): Entity<AdminCity, City> => ({
  title: t('admin.cities'),
  keyOf: ({ slug }) => slug,
  nameOf: nameIn,
  change: ({ slug }, body: Body<'changeCity'>) => call('changeCity', { slug }, { body }),
  make: { send: makeCity, title: t('admin.newCity') },
  removal: {
    canBe: ({ hotels }) => hotels === 0,
    text: t('admin.deleteCityText'),
    send: ({ slug }) => call('deleteCity', { slug }),
  },
  fields: cityFields,
})
