import { useState } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import { usePages } from '../lib/load.ts'
import type { Hotel } from '../lib/types.ts'
import { useSettled } from '../lib/typing.ts'
import { TextField } from './field.tsx'
import { Badge, Empty } from './note.tsx'
import { Pager } from './table.tsx'

/** Finds a hotel among all by a part of its name; each is a link. */
export function HotelSearch({ hrefOf }: { hrefOf: (slug: string) => string }) {
  const [text, setText] = useState('')
  const asked = useSettled(text)
  const pages = usePages<Hotel>('/v1/admin/hotels', { q: asked || undefined, limit: 50 })
  return (
    <>
      <TextField label={t('hotels.search')} type="search" value={text} onText={setText} />
      {pages.data?.length === 0 ? (
        <Empty title={t('hotels.none')}>{t('hotels.noneText')}</Empty>
      ) : (
        <ul class="choice-list">
          {pages.data?.map((hotel) => (
            <li key={hotel.slug}>
              <a href={hrefOf(hotel.slug)}>
                <strong>{hotel.name}</strong> <span class="dim">{hotel.city.name}</span>
              </a>
              {!hotel.active && <Badge tone="neutral">{t('hotels.inactive')}</Badge>}
            </li>
          ))}
        </ul>
      )}
      <Pager pages={pages} />
    </>
  )
}
