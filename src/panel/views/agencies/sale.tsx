import { call } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { useAction } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { Button } from '../../parts/button.tsx'
import { say, sayWrong } from '../../parts/toast.tsx'
import { type AgencyProps, agreedOf } from './model.ts'

/** Stops an agency's sale at one press, and lets it sell again; what the press does stands above the button. */
export function SaleCard({ hotel, terms, onTerms }: AgencyProps) {
  const { agencyName: name, agencyCode } = terms
  const { isBusy, run } = useAction(async (stopSale: boolean) => {
    const agreed = agreedOf(terms)
    const body = { ...agreed, stopSale, expected: agreed }
    try {
      onTerms(await call('putAgencyTerms', { hotel: hotel.slug, agencyCode }, { body }))
      say(t(stopSale ? 'agencies.isStopped' : 'agencies.isStarted', { name }))
    } catch (error) {
      sayWrong(error)
    }
  })
  const { stopSale } = terms
  return (
    <section class="card" aria-labelledby="agency-sale">
      <h2 id="agency-sale">{t('agencies.sale')}</h2>
      <p>{t(stopSale ? 'agencies.startText' : 'agencies.stopText')}</p>
      {may(hotel, 'revenue') && (
        <div class="buttons">
          <Button isBusy={isBusy} onClick={() => run(!stopSale)}>
            {t(stopSale ? 'agencies.start' : 'agencies.stopSale')}
          </Button>
        </div>
      )}
    </section>
  )
}
