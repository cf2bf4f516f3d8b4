import type { Answer } from '../../../client/call.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { nameIn } from '../../lib/names.ts'
import { reasonText } from '../bookings/parts/against.ts'
import { refusalQueryOf, type SellAsk } from './ask.ts'
import { Stars } from './hotel-row.tsx'

/** The line below the results: hotels that cannot take everybody. It opens to their reasons. */
export function Refusals({ asked, isOpen }: { asked: SellAsk; isOpen: boolean }) {
  const { data } = useCall('listAgencyRefusals', refusalQueryOf(asked))
  const [first] = data?.hotels ?? []
  if (!data || !first) return null
  const more = data.count - data.hotels.length
  return (
    <details class="refusing" open={isOpen}>
      <summary>
        {data.count === 1
          ? t('sell.cannotOne', { name: first.name })
          : t('sell.cannot', { name: first.name, count: data.count - 1 })}
      </summary>
      <ul>
        {data.hotels.map(({ slug, name, stars, city, reason }) => (
          <li key={slug}>
            <span>
              <strong>
                <bdi>{name}</bdi>
              </strong>{' '}
              <Stars of={stars} /> <span class="dim">{nameIn(city)}</span>
            </span>
            <span class="dim">{textOf(reason)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p class="dim">{t('sell.cannotMore', { count: more })}</p>}
    </details>
  )
}

type Reason = Answer<'listAgencyRefusals'>['hotels'][number]['reason']

/** The reason against a whole hotel. */
function textOf(reason: Reason): string {
  if (!reason) return t('sell.notOnSale')
  if (reason.code === 'party_too_large') return t('sell.tooLarge')
  if (reason.dates.length === 0 && reason.code === 'sold_out') return t('sell.tooFew')
  return reasonText(reason)
}
