import { amount, money } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { pricesShown } from '../../lib/prices-shown.ts'
import { useStore } from '../../lib/store.ts'

/** The prices of a stay, in minor units. */
export type Prices = { grossCents: number; commissionCents: number; netCents: number }

/** True if the page shows what the agency keeps; a client sees the gross price alone, in the markup too. */
export const useShowsNet = (): boolean => useStore(pricesShown) === 'agency'

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
