import type { Answer, Item, WholeHotel } from '../../../client/call.ts'
import { money, percentOf } from '../../lib/format.ts'
import { t } from '../../lib/i18n.ts'
import { nameNow } from '../../lib/names.ts'

/** An agency with its terms at the hotel; null where nothing was agreed. */
export type PanelAgency = Item<'listPanelAgencies'>

/** The terms of an agency at the hotel, and what it owes there. */
export type Terms = Answer<'getAgencyTerms'>

/** Props of the parts of an agency's page. */
export type AgencyProps = {
  hotel: WholeHotel
  terms: Terms
  /** Gets the changed terms. */
  onTerms: (terms: Terms) => void
}

/** The fields of terms that the hotel sets. */
export const agreedOf = (terms: Terms) => {
  const { agencyCode: _, agencyName: __, owedCents: ___, ...agreed } = terms
  return agreed
}

/** The commission by the terms; the agency's own where they leave it. */
export const commissionText = (terms: Terms | null): string =>
  terms?.commissionBp == null ? t('agencies.own') : percentOf(terms.commissionBp)

/** The names of the private rates of an agency. */
export const ratesText = (terms: Terms | null): string =>
  terms?.rateCodes.map((code) => nameNow('rate', code) ?? code).join(', ') ||
  t('agencies.ratesNone')

/** `of ₺50,000`, `No limit`, `Nothing on credit`. */
export function limitText({ creditLimitCents: limit }: Terms, { currency }: WholeHotel): string {
  if (limit === null) return t('agencies.creditEndless')
  return limit === 0
    ? t('agencies.creditNone')
    : t('agencies.creditOf', { limit: money(limit, currency) })
}

/** The rest of a limit, or the amount by which it is passed; undefined where there is nothing to say. */
export function leftText(
  { creditLimitCents: limit, owedCents }: Terms,
  { currency }: WholeHotel,
): string | undefined {
  if (limit === null || (limit === 0 && owedCents === 0)) return undefined
  const left = limit - owedCents
  const amount = money(Math.abs(left), currency)
  return t(left < 0 ? 'agencies.creditOver' : 'agencies.creditLeft', { amount })
}
