import { useState } from 'preact/hooks'
import { api, type Page } from '../lib/api.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { usePages } from '../lib/load.ts'
import { go, href, setQuery, type ViewProps } from '../lib/router.ts'
import type { Hotel } from '../lib/types.ts'
import { Button } from '../parts/button.tsx'
import { SelectField } from '../parts/field.tsx'
import { Empty } from '../parts/note.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { say } from '../parts/toast.tsx'
import { AdminHotel } from './admin-hotel.tsx'
import { HotelForm } from './admin-hotel-form.tsx'
import { PagedTable, SaleBadge } from './admin-parts.tsx'

type Entry = Hotel & { ratingSum: number; ratingCount: number }

/** Every hotel, or one of them. */
export function AdminHotels({ route }: ViewProps) {
  const [slug] = route.rest
  return slug === undefined ? <List query={route.query} /> : <AdminHotel key={slug} slug={slug} />
}

function List({ query }: { query: URLSearchParams }) {
  const [isMaking, setMaking] = useState(false)
  const q = query.get('q') || undefined
  const active = query.get('active') || undefined
  const pages = usePages(
    (cursor, signal) =>
      api.get<Page<Entry>>('/v1/admin/hotels', { query: { q, active, cursor, limit: 25 }, signal }),
    [q, active],
  )
  const made = ({ slug, name }: Hotel) => {
    say(t('admin.madeHotel', { name }))
    go({ rest: [slug] })
  }
  return (
    <>
      <div class="view-head">
        <h1>{t('admin.hotels')}</h1>
        <Button kind="primary" onClick={() => setMaking(true)}>
          {t('admin.newHotel')}
        </Button>
      </div>
      <search class="staff-filters">
        <SearchField label={t('admin.searchHotels')} />
        <SelectField
          label={t('admin.state')}
          value={active ?? ''}
          options={[
            { value: '', text: t('admin.any') },
            { value: 'true', text: t('rooms.active') },
            { value: 'false', text: t('hotels.inactive') },
          ]}
          onPick={(value) => setQuery({ active: value || undefined })}
        />
      </search>
      <PagedTable
        pages={pages}
        caption={t('admin.hotels')}
        keyOf={({ slug }) => slug}
        empty={<Empty title={t('admin.noHotels')}>{t('admin.noFilterText')}</Empty>}
        columns={[
          {
            head: t('admin.hotel'),
            isName: true,
            cell: ({ slug, name }) => (
              <span class="two">
                <a href={href({ rest: [slug] })}>
                  <bdi>{name}</bdi>
                </a>
                <span class="dim">{slug}</span>
              </span>
            ),
          },
          { head: t('admin.city'), cell: ({ city }) => <bdi>{city.name}</bdi> },
          { head: t('admin.currency'), cell: ({ currency }) => currency },
          { head: t('admin.stars'), isNumber: true, cell: ({ stars }) => number(stars) },
          { head: t('admin.rating'), isNumber: true, cell: ratingText },
          { head: t('admin.state'), cell: (hotel) => <SaleBadge isOn={hotel.active} /> },
        ]}
      />
      {isMaking && <HotelForm onClose={() => setMaking(false)} onSaved={made} />}
    </>
  )
}

const ratingText = ({ ratingSum, ratingCount }: Entry) =>
  ratingCount === 0
    ? '–'
    : `${number(ratingSum / ratingCount, { maximumFractionDigits: 1 })} (${number(ratingCount)})`
