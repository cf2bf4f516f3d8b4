import { useState } from 'preact/hooks'
import type { AdminCity, Body, City, Hotel } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { HERE } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useLoad } from '../../lib/load.ts'
import { nameIn } from '../../lib/names.ts'
import { readAll } from '../../lib/read-all.ts'
import { Button } from '../../parts/button.tsx'
import { DEGREES } from '../../parts/degrees.ts'
import type { Entity } from '../../parts/entity.ts'
import {
  type Draft,
  EntityForm,
  type FormField,
  type FormFields,
} from '../../parts/entity-form.tsx'
import { SelectField } from '../../parts/field.tsx'
import { CAPITALS, WHOLE } from '../../parts/kinds.ts'
import { ProblemNote } from '../../parts/note.tsx'
import { timeFields } from '../hotel/cards.tsx'
import { taxesField } from '../taxes.tsx'
import { approval } from './approval.ts'
import { cityFields, makeCity } from './cities.tsx'

/** A new city, without hotels. */
const NOTHING_KNOWN = { lat: null, lng: null, hotels: 0, currency: null, timezone: null }

/** Hotels: admins make, change, approve and suspend them. */
export function useHotelEntity<T extends Hotel>(): Entity<T, Hotel> {
  const cities = useLoad((signal) => readAll('listAllCities', {}, signal), [])
  const [isMaking, setMaking] = useState(false)
  const known = cities.data ?? []
  const options = [
    { value: '', text: t('admin.choose') },
    ...known
      .map((city) => ({ value: city.slug, text: `${nameIn(city)}, ${city.country}` }))
      .toSorted((a, b) => a.text.localeCompare(b.text)),
  ]
  return {
    title: t('admin.hotels'),
    keyOf: ({ slug }) => slug,
    nameOf: ({ name }) => name,
    change: ({ slug }, body: Body<'changeHotel'>) => call('changeHotel', { slug }, { body }),
    make: {
      send: (body: Body<'createHotel'>) => call('createHotel', {}, { body }),
      title: t('admin.newHotel'),
      said: ({ name }) => t('admin.madeHotel', { name }),
    },
    isGuarded: true,
    beforeOf: (hotel) => ({ ...hotel, city: hotel.city.slug }),
    switch: approval('admin.suspendHotel', 'admin.approved'),
    isWide: true,
    // It replaces the form, which keeps its draft: a form within a form would send both.
    instead: (set, draft) =>
      isMaking && (
        <CityForm
          onClose={() => setMaking(false)}
          onMade={(city) => {
            const made = { ...city, ...NOTHING_KNOWN }
            cities.set([...known, made])
            set({ city: city.slug, ...usualOf([made, ...known], city.slug, draft) })
            setMaking(false)
          }}
        />
      ),
    fields: () =>
      fieldsWith({
        name: 'city',
        label: t('admin.city'),
        fills: (slug, draft) => usualOf(known, slug, draft),
        draw: ({ draft: _, ...props }) => (
          <>
            <SelectField {...props} options={options} />
            <ProblemNote problem={cities.problem} onRetry={cities.reload} />
            <div>
              <Button onClick={() => setMaking(true)}>{t('admin.newCity')}</Button>
            </div>
          </>
        ),
      }),
  }
}

/** The currency and time zone of other hotels in the city or its country, if these fields are untouched. */
function usualOf(cities: readonly AdminCity[], slug: unknown, draft: Draft): Draft {
  const city = cities.find((each) => each.slug === slug)
  const like = cities.find((each) => each.country === city?.country && each.currency)
  const { currency, timezone } = city?.currency ? city : (like ?? {})
  return {
    ...(currency && !draft.currency && { currency }),
    ...(timezone && (!draft.timezone || draft.timezone === HERE) && { timezone }),
  }
}

const fieldsWith = (city: FormField): FormFields => [
  [
    { name: 'name', label: t('list.name') },
    { name: 'stars', label: t('admin.stars'), kind: WHOLE },
  ],
  city,
  { name: 'address', label: t('admin.address') },
  [
    { name: 'lat', label: t('admin.lat'), hint: t('admin.spotOfCity'), kind: DEGREES },
    { name: 'lng', label: t('admin.lng'), kind: DEGREES },
  ],
  [
    {
      name: 'currency',
      label: t('admin.currency'),
      hint: t('admin.currencyHint'),
      kind: CAPITALS,
      words: Intl.supportedValuesOf('currency'),
    },
    {
      name: 'timezone',
      label: t('admin.timezone'),
      words: Intl.supportedValuesOf('timeZone'),
      initial: HERE,
    },
  ],
  timeFields(),
  taxesField(),
  { name: 'restoreOnCancel', label: t('admin.restore'), initial: true },
]

function CityForm({ onClose, onMade }: { onClose: () => void; onMade: (city: City) => void }) {
  return (
    <EntityForm
      title={t('admin.newCity')}
      fields={cityFields()}
      send={async (body: Body<'createCity'>) => onMade(await makeCity(body))}
      onClose={onClose}
    />
  )
}
