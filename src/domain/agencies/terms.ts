// Terms of an agency at a hotel: its private rates, commission, options and credit (contract-agencies).

import { type Flaw, flaw } from '../kernel/errors.ts'
import { type Rate, rateOf } from '../rates/rate.ts'

/** Days after the closing of a statement in which it is paid. */
export const PAYMENT_DAYS_MAX = 120
export const PAYMENT_DAYS_DEFAULT = 30

/** The largest credit limit, in minor units. */
export const CREDIT_LIMIT_CENTS_MAX = 1_000_000_000_000

/** What a hotel agreed with an agency. Terms that are not active are as none. */
export type AgreedTerms = {
  /** Goes before the agency's own; null: the agency's own. 1,000 is 10 %. */
  commissionBp: number | null
  /** Rates that are not public but the agency's to sell. */
  rateCodes: string[]
  /** Days that options may last; null: the agency's own. */
  optionDays: number | null
  paymentDays: number
  /** True if the guests of its bookings may act on them by their link. */
  guestActs: boolean
  /** True if the agency takes no night and no room anew. */
  stopSale: boolean
  /** The most that the agency may owe, in minor units; 0: nothing on credit; null: no limit. */
  creditLimitCents: number | null
  active: boolean
}

/** The terms of an agency at a hotel, and what it owes there. */
export type AgencyTerms = AgreedTerms & {
  /** What the agency owes for bookings that it collects, in minor units; moved with them and their payments. */
  owedCents: number
}

/** The terms of an agency with which nothing was agreed. */
export const NO_TERMS: AgencyTerms = {
  commissionBp: null,
  rateCodes: [],
  optionDays: null,
  paymentDays: PAYMENT_DAYS_DEFAULT,
  guestActs: false,
  stopSale: false,
  creditLimitCents: 0,
  active: false,
  owedCents: 0,
}

/** What an agency has at a hotel to sell by, as its terms and its own record say. */
export type Deal = Pick<AgencyTerms, 'rateCodes' | 'stopSale'> & {
  commissionBp: number
  optionDays: number
  /** What it may still owe, in minor units; null: no limit. */
  creditLeftCents: number | null
}

/** Returns what an agency has at a hotel to sell by. Terms that are not active are as none. */
export function dealOf(
  agency: { commissionBasisPoints: number; optionDays: number },
  agreed: AgencyTerms | undefined,
): Deal {
  const { rateCodes, stopSale, creditLimitCents, owedCents, ...terms } = agreed?.active
    ? agreed
    : NO_TERMS
  return {
    ...{ rateCodes, stopSale },
    commissionBp: terms.commissionBp ?? agency.commissionBasisPoints,
    optionDays: terms.optionDays ?? agency.optionDays,
    creditLeftCents: creditLimitCents === null ? null : Math.max(0, creditLimitCents - owedCents),
  }
}

/** Returns the flaws of the rates that terms name: each must be the hotel's, and is named once. */
export const termsFlaws = ({ rateCodes }: AgreedTerms, rates: readonly Rate[]): Flaw[] =>
  rateCodes.flatMap((rateCode, at) => {
    const path = `/rateCodes/${at}`
    if (rateCodes.indexOf(rateCode) < at)
      return [flaw(path, 'repeated', 'This rate is named already.')]
    if (rateOf(rates, rateCode)) return []
    return [flaw(path, 'unknown_rate', `The hotel has no rate ${rateCode}.`)]
  })
