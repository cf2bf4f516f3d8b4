import type { Body, Rate, WholeHotel } from '../../../client/call.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import type { Draft, Drawn, FormField, FormFields } from '../../parts/entity-form.tsx'
import { EntityForm } from '../../parts/entity-form.tsx'
import { ChecksField, choicesOf } from '../../parts/field.tsx'
import { moneyIn, SHARE, WHOLE } from '../../parts/kinds.ts'
import { type AgencyProps, agreedOf, type Terms } from './model.ts'

type FormProps = AgencyProps & {
  /** The rates of the hotel, in the page's language. */
  rates: readonly Rate[]
  onClose: () => void
}

const CREDITS = ['none', 'limit', 'endless'] as const

/** The form of an agency's terms, which are sent as a whole. */
export function TermsForm({ hotel, terms, rates, onTerms, onClose }: FormProps) {
  const { agencyName: name, agencyCode } = terms
  const send = async (written: Draft) => {
    const { credit, creditLimitCents, ...rest } = written
    const limit = { none: 0, limit: creditLimitCents, endless: null }[credit as Credit]
    const agreed = { ...rest, creditLimitCents: limit } as Body<'putAgencyTerms'>
    // Terms that somebody else changed meanwhile are not overwritten.
    const body = { ...agreed, expected: agreedOf(terms) }
    onTerms(await call('putAgencyTerms', { hotel: hotel.slug, agencyCode }, { body }))
    return t('agencies.saved', { name })
  }
  return (
    <EntityForm
      title={t('agencies.termsOf', { name })}
      fields={fieldsOf(hotel, terms, rates)}
      isWide
      send={send}
      onClose={onClose}
    />
  )
}

/** True if nothing was agreed yet. */
const isNew = ({ commissionBp, rateCodes, optionDays, creditLimitCents, ...terms }: Terms) =>
  !terms.active &&
  commissionBp === null &&
  rateCodes.length === 0 &&
  optionDays === null &&
  creditLimitCents === 0

type Credit = (typeof CREDITS)[number]

function fieldsOf({ currency }: WholeHotel, terms: Terms, rates: readonly Rate[]): FormFields {
  const days = (name: 'optionDays' | 'paymentDays') => ({
    ...{ name, kind: WHOLE, initial: terms[name] ?? '' },
  })
  return [
    [
      {
        name: 'commissionBp',
        label: t('agencies.commissionIn'),
        hint: t('agencies.commissionHint'),
        kind: SHARE,
        initial: terms.commissionBp ?? '',
      },
      {
        ...days('optionDays'),
        label: t('agencies.optionDays'),
        hint: t('agencies.optionHint'),
      },
      {
        ...days('paymentDays'),
        label: t('agencies.paymentDays'),
      },
    ],
    creditFields(currency, terms),
    ratesField(rates, terms.rateCodes),
    { name: 'guestActs', label: t('agencies.guestActs'), initial: terms.guestActs },
    { name: 'stopSale', label: t('agencies.stopSale'), initial: terms.stopSale },
    { name: 'active', label: t('agencies.active'), initial: terms.active || isNew(terms) },
  ]
}

/** The choice of nothing, a limit or no limit, and the limit. */
function creditFields(currency: string, { creditLimitCents: limit }: Terms): readonly FormField[] {
  const isLimit = ({ credit }: Draft) => credit === 'limit'
  const amount = moneyIn(currency)
  return [
    {
      name: 'credit',
      label: t('agencies.credit'),
      hint: t('agencies.creditHint'),
      initial: limit === null ? 'endless' : limit === 0 ? 'none' : 'limit',
      options: choicesOf(CREDITS, (each) => CREDIT_TEXTS[each]()),
    },
    {
      name: 'creditLimitCents',
      label: t('agencies.creditIn', { currency }),
      initial: limit || '',
      kind: {
        ...amount,
        wrong: (text, draft) => {
          if (!isLimit(draft)) return undefined
          return text.trim() === '' ? t('agencies.creditNeeded') : amount.wrong!(text, draft)
        },
      },
      isAsked: isLimit,
    },
  ]
}

const CREDIT_TEXTS: Record<Credit, () => string> = {
  none: () => t('agencies.creditNone'),
  limit: () => t('agencies.creditLimit'),
  endless: () => t('agencies.creditEndless'),
}

/** The private rates of the hotel, to tick those that the agency sells. */
const ratesField = (rates: readonly Rate[], chosen: readonly string[]): FormField => ({
  name: 'rateCodes',
  label: t('agencies.rates'),
  initial: chosen,
  draw: (props: Drawn<string[]>) => {
    const shown = rates.filter((rate) => !rate.public || chosen.includes(rate.rateCode))
    return (
      <ChecksField
        {...props}
        isDense
        hint={t(shown.length > 0 ? 'agencies.ratesHint' : 'agencies.ratesMissing')}
        choices={shown.map(({ rateCode, name }) => ({ value: rateCode, text: name }))}
      />
    )
  },
})
