// Terms of an agency at a hotel: its private rates, commission and options (contract-agencies).

import { type Flaw, flaw } from '../kernel/errors.ts'
import { type Rate, rateOf } from '../rates/rate.ts'

/** Days after the closing of a statement in which it is paid. */
export const PAYMENT_DAYS_MAX = 120
export const PAYMENT_DAYS_DEFAULT = 30

/** The largest credit limit, in minor units. */
export const CREDIT_LIMIT_CENTS_MAX = 1_000_000_000_000

/** Terms that a hotel agreed with an agency. Terms that are not active are as none. */
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
  /** Debt for bookings that the agency collects, in minor units; moved with them and their payments. */
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

/** Returns the flaws of the rates that terms name: each must be the hotel's, and is named once. */
export const termsFlaws = ({ rateCodes }: AgreedTerms, rates: readonly Rate[]): Flaw[] =>
  rateCodes.flatMap((rateCode, at) => {
    const path = `/rateCodes/${at}`
    if (rateCodes.indexOf(rateCode) < at)
      return [flaw(path, 'repeated', 'This rate is named already.')]
    if (rateOf(rates, rateCode)) return []
    return [flaw(path, 'unknown_rate', `The hotel has no rate ${rateCode}.`)]
  })

/** Returns terms as they count: those that are not active are as none, but what is owed stays. */
export const termsInForce = (terms: AgencyTerms | undefined): AgencyTerms =>
  terms?.active ? terms : { ...NO_TERMS, owedCents: terms?.owedCents ?? 0 }

/** An agency's own conditions, and its terms in force at a hotel. */
export type Conditions = {
  commissionBasisPoints: number
  optionDays: number
  terms: AgencyTerms
}

/** Returns the commission of what an agency books at a hotel, in basis points. */
export const commissionBpOf = ({ commissionBasisPoints, terms }: Conditions): number =>
  terms.commissionBp ?? commissionBasisPoints

/** Returns the days that an agency's options may last at a hotel. */
export const optionDaysOf = ({ optionDays, terms }: Conditions): number =>
  terms.optionDays ?? optionDays

/** True if terms make a rate the agency's to sell, public or not. */
export const isRateOf = (
  { rateCodes }: Pick<AgreedTerms, 'rateCodes'>,
  { rateCode }: Pick<Rate, 'rateCode'>,
): boolean => rateCodes.includes(rateCode)

/** Returns what an agency may still owe, in minor units; null: no limit. */
export const creditLeft = ({ creditLimitCents, owedCents }: AgencyTerms): number | null =>
  creditLimitCents === null ? null : Math.max(0, creditLimitCents - owedCents)

/** Conditions by which an agency sells a hotel, as its terms and its own record say. */
export type Deal = Pick<AgencyTerms, 'rateCodes' | 'stopSale'> & {
  commissionBp: number
  optionDays: number
  /** The rest of its credit, in minor units; null: no limit. */
  creditLeftCents: number | null
}

/** Returns what an agency has at a hotel to sell by. Terms that are not active are as none. */
export function dealOf(agency: Omit<Conditions, 'terms'>, agreed: AgencyTerms | undefined): Deal {
  const terms = termsInForce(agreed)
  const { rateCodes, stopSale } = terms
  return {
    ...{ rateCodes, stopSale },
    commissionBp: commissionBpOf({ ...agency, terms }),
    optionDays: optionDaysOf({ ...agency, terms }),
    creditLeftCents: creditLeft(terms),
  }
}
