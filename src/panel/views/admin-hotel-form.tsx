import { useState } from 'preact/hooks'
import { api } from '../lib/api.ts'
import { degreesOf, wholeOf } from '../lib/decimal.ts'
import { t } from '../lib/i18n.ts'
import { useAction, useLoad } from '../lib/load.ts'
import type { Hotel } from '../lib/types.ts'
import { Button } from '../parts/button.tsx'
import { CheckField, SelectField, TextField } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { ProblemNote } from '../parts/note.tsx'
import { changesOf, filledIn, HERE, ListField, readAll, useDraft } from './admin-parts.tsx'

/** A hotel as its admins have it. */
export type FullHotel = Hotel & { lat: number; lng: number }

type City = Hotel['city']

type HotelFormProps = {
  /** The one to change; without it a new one is made. */
  hotel?: FullHotel
  onClose: () => void
  onSaved: (hotel: FullHotel) => void
}

/** Makes or changes a hotel. */
export function HotelForm({ hotel, onClose, onSaved }: HotelFormProps) {
  const { run, isBusy, problem } = useAction(async () => {
    const body = bodyOf(draft)
    const saved = hotel
      ? await api.patch<FullHotel>(`/v1/admin/hotels/${encodeURIComponent(hotel.slug)}`, {
          body: changesOf({ ...hotel, city: hotel.city.slug }, body),
        })
      : await api.post<FullHotel>('/v1/admin/hotels', { body: filledIn(body) })
    onClose()
    onSaved(saved)
  })
  const { draft, set, text } = useDraft(() => draftOf(hotel), problem)
  const cities = useLoad((signal) => readAll<City>('/v1/cities', signal), [])
  const [isMaking, setMaking] = useState(false)
  const known = cities.data ?? []
  const made = (city: City) => {
    cities.set([...known, city])
    set({ city: city.slug })
    setMaking(false)
  }
  // Instead of the form, which keeps what was written: a form within a form would send both.
  if (isMaking) return <CityForm onClose={() => setMaking(false)} onMade={made} />
  return (
    <FormDialog
      isWide
      title={hotel ? t('rooms.editNamed', { name: hotel.name }) : t('admin.newHotel')}
      problem={problem}
      isBusy={isBusy}
      onSubmit={run}
      onClose={onClose}
    >
      <div class="form-row">
        <TextField label={t('admin.name')} {...text('name')} />
        <TextField label={t('admin.stars')} inputMode="numeric" {...text('stars')} />
      </div>
      <SelectField
        label={t('admin.city')}
        value={draft.city}
        options={[
          { value: '', text: t('admin.choose') },
          ...known
            .toSorted((a, b) => a.name.localeCompare(b.name))
            .map(({ slug, name, country }) => ({ value: slug, text: `${name}, ${country}` })),
        ]}
        onPick={(city) => set({ city })}
        problem={problem}
        path="/city"
      />
      <ProblemNote problem={cities.problem} onRetry={cities.reload} />
      <div>
        <Button onClick={() => setMaking(true)}>{t('admin.newCity')}</Button>
      </div>
      <TextField label={t('admin.address')} {...text('address')} />
      <div class="form-row">
        <TextField label={t('admin.lat')} inputMode="decimal" {...text('lat')} />
        <TextField label={t('admin.lng')} inputMode="decimal" {...text('lng')} />
      </div>
      <div class="form-row">
        <ListField
          label={t('admin.currency')}
          hint={t('admin.currencyHint')}
          words={Intl.supportedValuesOf('currency')}
          {...text('currency')}
        />
        <ListField
          label={t('admin.timezone')}
          words={Intl.supportedValuesOf('timeZone')}
          {...text('timezone')}
        />
      </div>
      <div class="form-row">
        <TextField label={t('admin.checkinTime')} placeholder="14:00" {...text('checkinTime')} />
        <TextField label={t('admin.checkoutTime')} placeholder="12:00" {...text('checkoutTime')} />
      </div>
      <CheckField
        label={t('admin.restore')}
        checked={draft.restoreOnCancel}
        onCheck={(restoreOnCancel) => set({ restoreOnCancel })}
      />
    </FormDialog>
  )
}

function CityForm({ onClose, onMade }: { onClose: () => void; onMade: (city: City) => void }) {
  const { run, isBusy, problem } = useAction(async () => {
    onMade(await api.post<City>('/v1/admin/cities', { body: filledIn(draft) }))
  })
  const { draft, text } = useDraft(() => ({ name: '', country: '' }), problem)
  return (
    <FormDialog
      title={t('admin.newCity')}
      problem={problem}
      isBusy={isBusy}
      onSubmit={run}
      onClose={onClose}
    >
      <TextField label={t('admin.name')} {...text('name')} />
      <TextField
        label={t('admin.country')}
        hint={t('admin.countryHint')}
        maxLength={2}
        {...text('country')}
      />
    </FormDialog>
  )
}

function draftOf(hotel: FullHotel | undefined) {
  return {
    name: hotel?.name ?? '',
    city: hotel?.city.slug ?? '',
    currency: hotel?.currency ?? '',
    timezone: hotel?.timezone ?? HERE,
    stars: String(hotel?.stars ?? ''),
    address: hotel?.address ?? '',
    lat: String(hotel?.lat ?? ''),
    lng: String(hotel?.lng ?? ''),
    checkinTime: hotel?.checkinTime ?? '14:00',
    checkoutTime: hotel?.checkoutTime ?? '12:00',
    restoreOnCancel: hotel?.restoreOnCancel ?? true,
  }
}

function bodyOf({ stars, lat, lng, ...draft }: ReturnType<typeof draftOf>) {
  return { ...draft, stars: wholeOf(stars), lat: degreesOf(lat), lng: degreesOf(lng) }
}
