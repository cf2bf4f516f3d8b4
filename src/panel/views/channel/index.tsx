import type { NeededRole } from '../../../domain/accounts/membership.ts'
import { SITES_OF_HOTEL_MAX } from '../../../domain/sites/site.ts'
import { t } from '../../lib/i18n.ts'
import { may } from '../../lib/may.ts'
import { href, type ViewProps } from '../../lib/router.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { siteFields } from '../sites/dialogs.tsx'
import { Sites, sitesOfHotel } from '../sites/sites.tsx'
import { Keys } from './keys.tsx'
import type { TabProps } from './model.ts'
import { Pushes } from './pushes.tsx'
import { Vendors } from './vendors.tsx'
import { Webhooks } from './webhooks.tsx'

const TABS = {
  keys: Keys,
  vendors: Vendors,
  sites: HotelSites,
  webhooks: Webhooks,
  pushes: Pushes,
} as const

type Tab = keyof typeof TABS

/** The role that a tab needs; left out: owner. */
const NEEDS: Partial<Record<Tab, NeededRole>> = { pushes: 'revenue' }

/** The partners of a hotel: API keys, vendors, sites, webhooks with their deliveries, and pushes (specification §5). */
export function ChannelView({ hotel, route }: ViewProps) {
  const tabs = (Object.keys(TABS) as Tab[]).filter((name) => may(hotel, NEEDS[name] ?? 'owner'))
  const tab = tabs.find((name) => name === route.rest[0]) ?? tabs[0]!
  const Body = TABS[tab]
  return (
    <>
      <PageHead title={t('channel.title')} />
      <nav class="tabs" aria-label={t('channel.title')}>
        {tabs.map((name) => (
          <a
            key={name}
            href={href({ rest: [name] })}
            aria-current={name === tab ? 'page' : undefined}
          >
            {titleOf(name)}
          </a>
        ))}
      </nav>
      <Body hotel={hotel} rest={route.rest.slice(1)} />
    </>
  )
}

function titleOf(tab: Tab): string {
  if (tab === 'vendors') return t('vendor.title')
  return tab === 'sites' ? t('site.title') : t(`channel.${tab}`)
}

/** The sites of a hotel: its own page or app, whose server books for guests. */
function HotelSites({ hotel }: TabProps) {
  return (
    <section class="stack" aria-labelledby="sites">
      <Sites
        api={sitesOfHotel(hotel.slug)}
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
}
