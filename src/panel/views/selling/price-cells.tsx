import { amount, money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { useShowsNet } from '../../lib/prices-shown.ts'

/** The prices of a stay, in minor units. */
export type Prices = { grossCents: number; commissionCents: number; netCents: number }

/** Net, commission and gross, each in its column; for a client the gross price alone. */
export function PriceCells({ of, currency }: { of: Prices; currency: string }) {
  const isOwn = useShowsNet()
  return (
    <>
      {isOwn && (
        <>
          <span class="cents net">
            <span class="cents-name">{t('sell.net')} </span>
            {amount(of.netCents, currency)}
          </span>
          <span class="cents commission">
            <span class="cents-name">{t('sell.commission')} </span>
            {amount(of.commissionCents, currency)}
          </span>
        </>
      )}
      <strong class="cents gross">{money(of.grossCents, currency)}</strong>
    </>
  )
}
