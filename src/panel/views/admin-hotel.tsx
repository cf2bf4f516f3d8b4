import { useState } from 'preact/hooks'
import { api } from '../lib/api.ts'
import { number } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { useAction, useLoad } from '../lib/load.ts'
import { href } from '../lib/router.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { Loading, ProblemNote } from '../parts/note.tsx'
import { say } from '../parts/toast.tsx'
import { type FullHotel, HotelForm } from './admin-hotel-form.tsx'
import { AdminKeys } from './admin-keys.tsx'
import { asSentence, SaleBadge } from './admin-parts.tsx'
import { AdminRooms } from './admin-rooms.tsx'

/** One hotel: what it is, whether it is on sale, its room types and its API keys. */
export function AdminHotel({ slug }: { slug: string }) {
  const {
    data: hotel,
    problem,
    reload,
    set,
  } = useLoad(
    (signal) => api.get<FullHotel>('/v1/panel/hotel', { query: { hotel: slug }, signal }),
    [slug],
  )
  return (
    <>
      <p class="back">
        <a href={href({})}>← {t('admin.hotels')}</a>
      </p>
      <ProblemNote problem={problem} onRetry={reload} />
      {!hotel && <h1>{slug}</h1>}
      {!(hotel || problem) && <Loading />}
      {hotel && (
        <div class="stack">
          <Head hotel={hotel} onChanged={set} />
          <HotelPairs hotel={hotel} />
          <AdminRooms hotel={hotel} />
          <AdminKeys hotel={hotel} />
        </div>
      )}
    </>
  )
}

type HeadProps = { hotel: FullHotel; onChanged: (hotel: FullHotel) => void }

function Head({ hotel, onChanged }: HeadProps) {
  const { slug, name, active } = hotel
  const [open, setOpen] = useState<'edit' | 'suspend'>()
  const close = () => setOpen(undefined)
  const { run, isBusy, problem } = useAction(async (isOn: boolean) => {
    const body = { active: isOn }
    onChanged(await api.patch(`/v1/admin/hotels/${encodeURIComponent(slug)}`, { body }))
    close()
    say(t(isOn ? 'admin.approved' : 'admin.isSuspended', { name }))
  })
  return (
    <>
      <div class="view-head">
        <h1>
          <bdi>{name}</bdi> <SaleBadge isOn={active} />
        </h1>
        <div class="buttons">
          <a class="button" href={`/panel#/${encodeURIComponent(slug)}`}>
            {t('admin.openPanel')}
          </a>
          <a class="button" href={href({ view: 'history', query: { entity: 'hotel', id: slug } })}>
            {t('admin.itsHistory')}
          </a>
          <Button onClick={() => setOpen('edit')}>{t('rooms.edit')}</Button>
          {active ? (
            <Button kind="danger" onClick={() => setOpen('suspend')}>
              {t('admin.suspend')}
            </Button>
          ) : (
            <Button kind="primary" isBusy={isBusy} onClick={() => run(true)}>
              {t('admin.approve')}
            </Button>
          )}
        </div>
      </div>
      {open !== 'suspend' && <ProblemNote problem={asSentence(problem)} />}
      {open === 'suspend' && (
        <Confirm
          title={t('admin.suspendTitle', { name })}
          action={t('admin.suspend')}
          isBusy={isBusy}
          problem={asSentence(problem)}
          onConfirm={() => run(false)}
          onClose={close}
        >
          <p>{t('admin.suspendHotel')}</p>
        </Confirm>
      )}
      {open === 'edit' && (
        <HotelForm
          hotel={hotel}
          onClose={close}
          onSaved={(saved) => {
            onChanged(saved)
            say(t('admin.saved', { name: saved.name }))
          }}
        />
      )}
    </>
  )
}

function HotelPairs({ hotel }: { hotel: FullHotel }) {
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
    ['admin.cancelling', t(hotel.restoreOnCancel ? 'admin.restore' : 'admin.restoreNot')],
  ] as const
  return (
    <dl class="card pairs near">
      {pairs.map(([name, value]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
