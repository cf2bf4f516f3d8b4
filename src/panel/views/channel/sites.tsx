import { SITES_OF_HOTEL_MAX } from '../../../domain/sites/site.ts'
import { t } from '../../lib/i18n.ts'
import { siteFields } from '../sites/dialogs.tsx'
import { Sites } from '../sites/sites.tsx'
import type { TabProps } from './model.ts'

/** The hotel's own page or app, when its server books for guests. */
export const HotelSites = ({ hotel }: TabProps) => (
  <section class="stack" aria-labelledby="sites">
    <Sites
      path="/v1/panel/sites"
      hotel={hotel.slug}
      zone={hotel.timezone}
      fields={siteFields()}
      head={(make) => (
        <div class="view-head">
          <h2 id="sites" class="sr-only">
            {t('site.title')}
          </h2>
          <p class="dim">{t('site.about', { count: SITES_OF_HOTEL_MAX })}</p>
          {make}
        </div>
      )}
    />
  </section>
)
