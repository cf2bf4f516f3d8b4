import { number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useGet } from '../../lib/load.ts'
import { href } from '../../lib/router.ts'
import type { User } from '../../lib/session.ts'
import type { Hotel } from '../../lib/types.ts'
import { Button } from '../../parts/button.tsx'
import { useCrud } from '../../parts/crud.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Read, SaleBadge } from '../../parts/note.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { MailSettings } from '../mail.tsx'
import { People } from '../people.tsx'
import { Rooms } from '../rooms.tsx'
import { taxesText } from '../taxes.tsx'
import { useHotelEntity } from './hotel-entity.tsx'
import { AdminKeys } from './keys.tsx'

/** One hotel: what it is, whether it is on sale, its room types, its people and its API keys. */
export function AdminHotel({ slug, user }: { slug: string; user: User }) {
  const read = useGet<Hotel>('/v1/panel/hotel', { hotel: slug })
  return (
    <>
      <p class="back">
        <a href={href({})}>← {t('admin.hotels')}</a>
      </p>
      {!read.data && <h1>{slug}</h1>}
      <Read of={read}>
        {(hotel) => (
          <div class="stack">
            <Head hotel={hotel} onChanged={read.set} />
            <HotelPairs hotel={hotel} />
            <Rooms hotel={hotel} isAdmin />
            <People hotel={hotel} self={user} isAdmin />
            <MailSettings hotel={hotel} />
            <AdminKeys hotel={hotel} />
          </div>
        )}
      </Read>
    </>
  )
}

type HeadProps = { hotel: Hotel; onChanged: (hotel: Hotel) => void }

function Head({ hotel, onChanged }: HeadProps) {
  const { slug, name, active } = hotel
  const { edit, switchOff, switchOn, isBusy, dialogs } = useCrud(useHotelEntity(), onChanged)
  return (
    <>
      <PageHead
        title={
          <>
            <bdi>{name}</bdi> <SaleBadge isOn={active} />
          </>
        }
        action={
          <div class="buttons">
            {active && (
              <Button kind="danger" onClick={() => switchOff(hotel)}>
                {t('admin.suspend')}
              </Button>
            )}
            <a
              class="button quiet"
              href={href({ view: 'history', query: { entity: 'hotel', id: slug } })}
            >
              {t('admin.itsHistory')}
            </a>
            <a class="button" href={`/panel#/${encodeURIComponent(slug)}`}>
              {t('admin.openPanel')}
            </a>
            <Button kind={active ? 'primary' : 'plain'} onClick={() => edit(hotel)}>
              {t('action.edit')}
            </Button>
            {!active && (
              <Button kind="primary" isBusy={isBusy} onClick={() => switchOn(hotel)}>
                {t('admin.approve')}
              </Button>
            )}
          </div>
        }
      />
      {dialogs}
    </>
  )
}

function HotelPairs({ hotel }: { hotel: Hotel }) {
  const { slug, city, address, lat, lng, stars, currency, timezone } = hotel
  const pairs = [
    ['admin.slug', slug],
    ['admin.city', `${city.name}, ${city.country}`],
    ['admin.address', `${address} (${lat}, ${lng})`],
    ['admin.stars', number(stars)],
    ['admin.currency', currency],
    ['admin.timezone', timezone],
    ['admin.checkinTime', hotel.checkinTime],
    ['admin.checkoutTime', hotel.checkoutTime],
    ['taxes.title', taxesText(hotel)],
    ['admin.cancelling', t(hotel.restoreOnCancel ? 'admin.restore' : 'admin.restoreNot')],
  ] as const
  return <Facts isCard pairs={pairs.map(([name, value]) => [t(name), <bdi>{value}</bdi>])} />
}
