import type { Body, WholeHotel } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import type { ViewProps } from '../../lib/router.ts'
import { Read } from '../../parts/note.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { AddressCard } from './address.tsx'
import { PageAlarms } from './alarms.tsx'
import { AgreedCard, PageCard } from './content.tsx'
import { Figures } from './figures.tsx'
import { Preview } from './preview.tsx'
import { RuleCards } from './rules.tsx'
import { WidgetCard } from './widget.tsx'

/** The hotel's page for guests: what is wrong with it, where it is, how it does, what it says, and what it sells. */
export function WebView({ hotel: known, onHotel }: ViewProps) {
  const { data: hotel = known, set } = useCall('getPanelHotel', { hotel: known.slug })
  const read = useCall('getWebBookings', { hotel: known.slug })
  const change = async (body: Body<'changePanelHotel'>) => {
    const next = await call('changePanelHotel', { hotel: hotel.slug }, { body })
    set(next)
    onHotel?.(next)
    return t('admin.saved', { name: hotel.name })
  }
  return (
    <div class="stack web-view">
      <PageHead title={t('web.title')} action={read.data?.page && <OpenPage {...{ hotel }} />} />
      <Read of={read}>
        {(web) => {
          const { reload } = read
          const shared = { hotel, web, change }
          return (
            <>
              <PageAlarms {...{ ...shared, reload }} />
              {web.page && <Figures hotel={hotel} />}
              <div class={web.page ? 'web-columns' : 'stack'}>
                <div class="stack">
                  <AddressCard {...shared} />
                  {web.page && <WidgetCard {...shared} page={web.page} />}
                  <PageCard {...shared} />
                  <AgreedCard {...shared} />
                  <RuleCards {...{ hotel, web, reload }} />
                </div>
                {web.page && <Preview hotel={hotel} />}
              </div>
            </>
          )
        }}
      </Read>
    </div>
  )
}

const OpenPage = ({ hotel: { slug } }: { hotel: WholeHotel }) => (
  <a class="button primary" href={`/stay/${slug}`} target="_blank" rel="noreferrer">
    {t('web.open')}
  </a>
)
