import type { WholeHotel } from '../../../client/call.ts'
import { money, number } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { may } from '../../lib/may.ts'
import { readRates } from '../../lib/rates.ts'
import { href } from '../../lib/router.ts'
import { Button } from '../../parts/button.tsx'
import { Facts, type Pair } from '../../parts/facts.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { sayWrong } from '../../parts/toast.tsx'
import { AllotmentsCard } from './allotments.tsx'
import { SaleState } from './list.tsx'
import {
  type AgencyProps,
  commissionText,
  leftText,
  limitText,
  ratesText,
  type Terms,
} from './model.ts'
import { SaleCard } from './sale.tsx'
import { TermsForm } from './terms-form.tsx'

/** An agency at the hotel: its terms, what it owes, and whether it sells. */
export function AgencyPage({ hotel, terms, onTerms }: AgencyProps) {
  return (
    <>
      <PageHead
        title={
          <>
            <bdi>{terms.agencyName}</bdi> <SaleState terms={terms} />
          </>
        }
        action={
          may(hotel, 'revenue') && (
            <Button kind="primary" onClick={() => void edit({ hotel, terms, onTerms })}>
              {t(terms.active ? 'agencies.edit' : 'agencies.set')}
            </Button>
          )
        }
      />
      {!terms.active && <p class="note">{t('agencies.about')}</p>}
      <div class="facts">
        <TermsCard terms={terms} />
        <div class="stack">
          <CreditCard hotel={hotel} terms={terms} />
          {terms.active && <SaleCard {...{ hotel, terms, onTerms }} />}
        </div>
      </div>
      {terms.active && <AllotmentsCard hotel={hotel} agencyCode={terms.agencyCode} />}
    </>
  )
}

/** Opens the form of the terms, with the rates as they are now. */
async function edit({ hotel, terms, onTerms }: AgencyProps): Promise<void> {
  try {
    const rates = await readRates(hotel.slug, new AbortController().signal)
    await openDialog((onClose) => <TermsForm {...{ hotel, terms, rates, onTerms, onClose }} />)
  } catch (error) {
    sayWrong(error)
  }
}

function TermsCard({ terms }: { terms: Terms }) {
  const { optionDays, paymentDays, guestActs } = terms
  const days = (count: number) => t('agencies.days', { count })
  const pairs: Pair[] = [
    [t('agencies.commission'), commissionText(terms)],
    [t('agencies.rates'), ratesText(terms)],
    [t('agencies.optionDays'), optionDays === null ? t('agencies.own') : number(optionDays)],
    [t('agencies.paymentDays'), days(paymentDays)],
    [t('agencies.guests'), t(guestActs ? 'agencies.guestsAct' : 'agencies.guestsRead')],
  ]
  return (
    <section class="card" aria-labelledby="agency-terms">
      <h2 id="agency-terms">{t('agencies.terms')}</h2>
      <Facts pairs={pairs} />
    </section>
  )
}

function CreditCard({ hotel, terms }: { hotel: WholeHotel; terms: Terms }) {
  const { owedCents, creditLimitCents: limit } = terms
  const share = limit ? Math.min(100, Math.round((owedCents / limit) * 100)) : 0
  const isOver = limit !== null && owedCents > limit
  return (
    <section class="card tile" aria-labelledby="agency-credit">
      <h2 id="agency-credit">{t('agencies.owes')}</h2>
      <p class="figure">{money(owedCents, hotel.currency)}</p>
      <p class="dim">
        {limitText(terms, hotel)}
        {leftText(terms, hotel) && ` · ${leftText(terms, hotel)}`}
      </p>
      {limit !== null && limit > 0 && (
        <div class={isOver ? 'used is-over' : 'used'} style={{ '--used': `${share}%` }} />
      )}
      <p>
        <a href={href({ view: 'statements', query: { agency: terms.agencyCode } })}>
          {t('agencies.statements')}
        </a>{' '}
        ·{' '}
        <a href={href({ view: 'bookings', query: { agency: terms.agencyCode } })}>
          {t('agencies.bookings')}
        </a>
      </p>
    </section>
  )
}
