import type { HotelEntry } from '../../../client/call.ts'
import { number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { filterIn, useList } from '../../lib/load.ts'
import { nameIn } from '../../lib/names.ts'
import { go, href, type ViewProps } from '../../lib/router.ts'
import { countColumn } from '../../parts/columns.tsx'
import { Two } from '../../parts/facts.tsx'
import { Empty, SaleBadge } from '../../parts/note.tsx'
import { ChoiceFilter, SearchField } from '../../parts/search-field.tsx'
import { Crud } from './crud.tsx'
import { AdminHotel } from './hotel.tsx'
import { useHotelEntity } from './hotel-entity.tsx'

/** Every hotel, or one of them. */
export function AdminHotels({ route, user }: ViewProps) {
  const [slug] = route.rest
  return slug === undefined ? (
    <List query={route.query} />
  ) : (
    <AdminHotel key={slug} slug={slug} user={user} />
  )
}

function List({ query }: { query: URLSearchParams }) {
  const filter = filterIn<'listAllHotels'>(query, 'q', 'active', 'city')
  const { city } = filter
  const pages = useList('listAllHotels', { ...filter, limit: 25 })
  return (
    <Crud
      of={useHotelEntity<HotelEntry>()}
      pages={pages}
      onSaved={({ slug }) => go({ rest: [slug] })}
      empty={<Empty title={t('admin.noHotels')}>{t('admin.noFilterText')}</Empty>}
      columns={[
        {
          head: t('list.hotel'),
          isName: true,
          cell: ({ slug, name }) => (
            <Two
              over={
                <a class="opens" href={href({ rest: [slug] })}>
                  <bdi>{name}</bdi>
                </a>
              }
            >
              {slug}
            </Two>
          ),
        },
        { head: t('admin.city'), cell: ({ city }) => <bdi>{nameIn(city)}</bdi> },
        { head: t('admin.currency'), cell: ({ currency }) => currency },
        countColumn<HotelEntry>(t('admin.stars'), ({ stars }) => stars, { isTold: true }),
        { head: t('admin.rating'), isNumber: true, isTold: true, cell: ratingText },
        { head: t('list.state'), cell: (hotel) => <SaleBadge isOn={hotel.active} /> },
      ]}
    >
      <SearchField label={t('admin.searchHotels')} />
      {city && (
        <ChoiceFilter
          name="city"
          label={t('admin.city')}
          options={[{ value: city, text: pages.data?.[0] ? nameIn(pages.data[0].city) : city }]}
        />
      )}
      <ChoiceFilter
        name="active"
        label={t('list.state')}
        options={[
          { value: 'true', text: t('rooms.active') },
          { value: 'false', text: t('hotels.inactive') },
        ]}
      />
    </Crud>
  )
}

const ratingText = ({ ratingSum, ratingCount }: HotelEntry) =>
  ratingCount === 0
    ? '–'
    : `${number(ratingSum / ratingCount, { maximumFractionDigits: 1 })} (${number(ratingCount)})`
