import type { Hotel, PanelHotel, WholeHotel } from '../../../client/call.ts'
import { t } from '../../lib/i18n.ts'
import { type Loaded, useCall } from '../../lib/load.ts'
import { noteNames } from '../../lib/names.ts'
import { href } from '../../lib/router.ts'
import type { User } from '../../lib/session.ts'
import { Button } from '../../parts/button.tsx'
import { Empty, Read, SaleBadge } from '../../parts/note.tsx'
import { Back, PageHead } from '../../parts/page-head.tsx'
import { AdminFacts, HotelCard } from '../hotel/cards.tsx'
import { MailSettings } from '../mails/mail.tsx'
import { People } from '../people.tsx'
import { Rooms } from '../room-types.tsx'
import { useSwitched } from './crud.tsx'
import { useHotelEntity } from './hotel-entity.tsx'
import { AdminKeys } from './keys.tsx'

/** One hotel: its facts, its sale state, its room types, its people and its API keys. */
export function AdminHotel({ slug, user }: { slug: string; user: User }) {
  const read = useCall('getPanelHotel', { hotel: slug })
  return (
    <>
      <Back to={{}}>{t('admin.hotels')}</Back>
      {read.problem?.code === 'not_found' ? (
        <Empty
          isPage
          title={t('hotels.none')}
          action={
            <a class="button" href={href({})}>
              {t('admin.hotels')}
            </a>
          }
        >
          {t('admin.noSuchHotel', { slug })}
        </Empty>
      ) : (
        <KnownHotel slug={slug} read={read} user={user} />
      )}
    </>
  )
}

type KnownProps = { slug: string; read: Loaded<PanelHotel>; user: User }

function KnownHotel({ slug, read, user }: KnownProps) {
  return (
    <>
      {!read.data && <h1>{slug}</h1>}
      <Read of={read}>
        {(hotel) => {
          noteNames(hotel)
          return (
            <div class="stack">
              <Head hotel={hotel} onChanged={(changed) => read.set({ ...hotel, ...changed })} />
              <AdminFacts hotel={hotel} />
              <HotelCard
                hotel={hotel}
                onChanged={(changed) => read.set({ ...hotel, ...changed })}
              />
              <Rooms hotel={hotel} isAdmin />
              <People hotel={hotel} self={user} isAdmin />
              <MailSettings hotel={hotel} />
              <AdminKeys hotel={hotel} />
            </div>
          )
        }}
      </Read>
    </>
  )
}

type HeadProps = { hotel: WholeHotel; onChanged: (hotel: Hotel) => void }

function Head({ hotel, onChanged }: HeadProps) {
  const { slug, name, active } = hotel
  const { edit, switchOff, switchOn, isBusy, dialogs } = useSwitched(
    useHotelEntity<WholeHotel>(),
    onChanged,
  )
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
