import { money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { Badge } from '../../parts/note.tsx'

/** The agency's debt at each hotel, beside its credit there. */
export function Credit() {
  const terms = useCall('listOwnTerms', { limit: 100 })
  const shown = (terms.data?.items ?? []).filter(
    ({ active, creditLimitCents, owedCents }) =>
      active && (creditLimitCents === null || creditLimitCents > 0 || owedCents > 0),
  )
  return (
    <section class="card side-list">
      <div class="card-head">
        <h2>{t('acenta.credit')}</h2>
        <span class="dim">{t('acenta.creditAt')}</span>
      </div>
      {shown.length === 0 && <p class="dim">{t('acenta.creditNone')}</p>}
      <ul>
        {shown.map(({ hotelSlug, hotelName, currency, creditLimitCents, owedCents, stopSale }) => {
          const used = money(owedCents, currency)
          const left = creditLimitCents === null ? null : Math.max(0, creditLimitCents - owedCents)
          const isLow = left !== null && left * 10 < creditLimitCents!
          return (
            <li key={hotelSlug}>
              <span class="beside">
                <strong>
                  <bdi>{hotelName}</bdi>
                </strong>
                {stopSale && <Badge tone="warn">{t('acenta.stopSale')}</Badge>}
                <strong class={isLow ? 'soon at-end' : 'at-end'}>
                  {left === null
                    ? t('acenta.creditOpen')
                    : t('acenta.creditLeft', { amount: money(left, currency) })}
                </strong>
              </span>
              {creditLimitCents !== null && (
                <progress
                  class={isLow ? 'is-low' : undefined}
                  aria-label={hotelName}
                  max={Math.max(1, creditLimitCents)}
                  value={owedCents}
                />
              )}
              <span class="dim">
                {creditLimitCents === null
                  ? t('acenta.creditOwed', { used })
                  : t('acenta.creditUsed', { used, limit: money(creditLimitCents, currency) })}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
