import type { Booking } from '../../client/call.ts'
import { money } from './format.ts'
import { t } from './i18n.ts'
import { keptName } from './names.ts'

// What a PMS needs of a booking (contract-groups), in words: empty where a booking has none.

/** The details of a booking by the name of the field; undefined for any other field. */
export function detailsText(
  field: string,
  value: unknown,
  currency: string | undefined,
): string | undefined {
  const is = { [field]: value } as unknown as Booking
  if (field === 'guestNames') return guestNamesText(is.guestNames)
  if (field === 'company') return companyText(is.company)
  if (field === 'extras') return extrasText(is.extras)
  return field === 'payment' ? paymentText(is.payment, currency) : undefined
}

/** `Can Çelik (child), Ada Çelik`. */
export const guestNamesText = (names: Booking['guestNames']): string =>
  names.map(guestNameText).join(', ')

/** A guest besides the one who booked: `Can Çelik (child)`. */
export const guestNameText = ({
  firstName,
  lastName,
  isChild,
}: Booking['guestNames'][number]): string =>
  `${firstName} ${lastName}${isChild ? ` (${t('details.child')})` : ''}`

/** The company with what an invoice needs, each part that is known. */
export const companyText = (company: Booking['company']): string =>
  company
    ? [company.name, company.taxOffice, company.taxNumber, company.address, company.email]
        .filter(Boolean)
        .join(' · ')
    : ''

/** `2 × Transfer, 1 × Parking`. */
export const extrasText = (extras: Booking['extras']): string =>
  extras
    .map(({ quantity, code, name }) => `${quantity} × ${keptName('extra', code, name)}`)
    .join(', ')

/** Who collects the price, and the guarantee: `the agency collects · deposit · €50.00 · V-1`. */
function paymentText(payment: Booking['payment'], currency: string | undefined): string {
  if (!payment) return ''
  const { collect, guarantee } = payment
  return [
    t(`details.collect.${collect}`),
    guarantee && t(`details.guarantee.${guarantee.type}`),
    guarantee?.amountCents != null && currency && money(guarantee.amountCents, currency),
    guarantee?.reference,
  ]
    .filter(Boolean)
    .join(' · ')
}
