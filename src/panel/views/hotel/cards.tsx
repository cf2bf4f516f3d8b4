import type { Body, PanelHotel, WholeHotel } from '../../../client/call.ts'
import { HOTEL_TEXTS } from '../../../domain/kernel/content.ts'
import { call } from '../../lib/api.ts'
import { number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { may } from '../../lib/may.ts'
import { nameIn, noteNames } from '../../lib/names.ts'
import { Button } from '../../parts/button.tsx'
import { EntityForm, type FormFields } from '../../parts/entity-form.tsx'
import { Facts } from '../../parts/facts.tsx'
import { EMAIL, OPTIONAL } from '../../parts/kinds.ts'
import { SaleBadge } from '../../parts/note.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { textFields, textsOf } from '../../parts/texts.ts'
import { taxesField, taxesText } from '../taxes.tsx'

type HotelCardProps = { hotel: WholeHotel; onChanged: (hotel: PanelHotel) => void }

/** The facts of the hotel for its guests; its owner, and admins, change them. */
export function HotelCard({ hotel, onChanged }: HotelCardProps) {
  const { phone, email, website, address, checkinTime, checkoutTime } = hotel
  const send = async (body: Body<'changePanelHotel'>) => {
    const saved = await call('changePanelHotel', { hotel: hotel.slug }, { body })
    noteNames(saved)
    onChanged(saved)
    return t('admin.saved', { name: hotel.name })
  }
  const edit = () =>
    openDialog((close) => (
      <EntityForm
        title={t('hotel.told')}
        fields={fieldsOf()}
        before={hotel}
        seen={hotel}
        isWide
        send={send}
        onClose={close}
      />
    ))
  return (
    <section class="card" aria-labelledby="told">
      <div class="view-head">
        <h2 id="told">{t('hotel.told')}</h2>
        {may(hotel, 'owner') && (
          <Button aria-label={t('hotel.edit')} onClick={edit}>
            {t('action.edit')}
          </Button>
        )}
      </div>
      <Facts
        pairs={[
          [t('hotel.phone'), <bdi>{phone ?? '–'}</bdi>],
          [t('list.email'), <bdi>{email ?? '–'}</bdi>],
          [
            t('hotel.website'),
            website ? (
              <a href={website} target="_blank" rel="noreferrer">
                {website}
              </a>
            ) : (
              '–'
            ),
          ],
          [t('admin.address'), <bdi>{address}</bdi>],
          [t('admin.checkinTime'), checkinTime],
          [t('admin.checkoutTime'), checkoutTime],
          [t('taxes.title'), <bdi>{taxesText(hotel)}</bdi>],
          ...textsOf(hotel.translations).map(
            ([name, text]) => [name, <bdi class="prose">{text ?? '–'}</bdi>] as const,
          ),
        ]}
      />
    </section>
  )
}

/** The fields of check-in and check-out time, side by side. */
export const timeFields = () =>
  (['14:00', '12:00'] as const).map((initial, at) => ({
    name: at === 0 ? 'checkinTime' : 'checkoutTime',
    label: t(at === 0 ? 'admin.checkinTime' : 'admin.checkoutTime'),
    kind: { control: { placeholder: initial } },
    initial,
  }))

const fieldsOf = (): FormFields => [
  [
    { name: 'phone', label: t('hotel.phone'), kind: { control: { type: 'tel' }, ...OPTIONAL } },
    { name: 'email', label: t('list.email'), kind: { ...EMAIL, ...OPTIONAL } },
  ],
  {
    name: 'website',
    label: t('hotel.website'),
    hint: t('hotel.websiteHint'),
    kind: { control: { type: 'url' }, ...OPTIONAL },
  },
  { name: 'address', label: t('admin.address') },
  timeFields(),
  taxesField(),
  ...textFields(...HOTEL_TEXTS),
]

/** The facts of a hotel that only admins change. */
export function AdminFacts({ hotel, title }: { hotel: WholeHotel; title?: string }) {
  const { slug, name, city, lat, lng, stars, currency, timezone, restoreOnCancel } = hotel
  const pairs = [
    ['list.name', name],
    ['admin.slug', slug],
    ['admin.city', `${nameIn(city)}, ${city.country} (${lat}, ${lng})`],
    ['admin.stars', number(stars)],
    ['admin.currency', currency],
    ['admin.timezone', timezone],
    ['admin.cancelling', t(restoreOnCancel ? 'admin.restore' : 'admin.restoreNot')],
    ['list.state', <SaleBadge isOn={hotel.active} />],
  ] as const
  return (
    <section class="card">
      {title && (
        <>
          <h2>{title}</h2>
          <p class="dim">{t('hotel.keptText')}</p>
        </>
      )}
      <Facts pairs={pairs.map(([name, value]) => [t(name), <bdi>{value}</bdi>])} />
    </section>
  )
}
