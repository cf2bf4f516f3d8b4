import type { PanelHotel } from '../../../client/call.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import type { ViewProps } from '../../lib/router.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Photos } from '../photos/photos.tsx'
import { AdminFacts, HotelCard } from './cards.tsx'
import { GuestsData } from './guests-data.tsx'

/** The hotel: the card that its owner changes, its photos, and the facts that only admins change. */
export function HotelView({ hotel: known, onHotel }: ViewProps) {
  const { data: hotel = known, set } = useCall('getPanelHotel', { hotel: known.slug })
  const changed = (next: PanelHotel) => {
    set(next)
    onHotel?.(next)
  }
  return (
    <>
      <PageHead title={t('hotel.title')} />
      <HotelCard hotel={hotel} onChanged={changed} />
      <section class="card" aria-labelledby="photos">
        <h2 id="photos">{t('photos.title')}</h2>
        <Photos hotel={hotel} />
      </section>
      <GuestsData hotel={hotel} onChanged={changed} />
      <AdminFacts hotel={hotel} title={t('hotel.kept')} />
    </>
  )
}
