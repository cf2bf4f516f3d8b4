import type { NeededRole } from '../../../domain/accounts/membership.ts'
import { t } from '../../lib/i18n.ts'
import { may } from '../../lib/may.ts'
import { href, type ViewProps } from '../../lib/router.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Keys } from './keys.tsx'
import { Pushes } from './pushes.tsx'
import { HotelSites } from './sites.tsx'
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

/** Which of them are for others than owners. */
const NEEDS: Partial<Record<Tab, NeededRole>> = { pushes: 'revenue' }

/** The hotel's other side: API keys, webhooks with their deliveries, and what partners pushed (specification §5). */
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
