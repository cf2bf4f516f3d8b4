import type { Body, Booking } from '../../../../client/call.ts'
import type { Collector } from '../../../../domain/bookings/booking-details.ts'
import { guestNameText } from '../../../lib/details.ts'
import { amount, parseMoney } from '../../../lib/format.ts'
import type { WordKey } from '../../../lib/i18n.ts'
import { clockText, readNames } from './typed-text.ts'

/** The fields of the company, in the order of its invoice. */
const COMPANY = ['company', 'taxNumber', 'taxOffice', 'address', 'companyEmail'] as const
const GUARANTEE = ['guarantee', 'guaranteeAmount', 'guaranteeReference'] as const

/** The fields of a form for what a hotel needs of a booking besides the stay, with their labels. */
export const DETAIL_LABELS = {
  guestNames: 'details.guestNames',
  arrivalTime: 'details.arrivalTime',
  company: 'booking.company',
  taxNumber: 'booking.taxNumber',
  taxOffice: 'booking.taxOffice',
  address: 'booking.address',
  companyEmail: 'booking.companyEmail',
  extras: 'details.extras',
  collect: 'booking.collect',
  guarantee: 'booking.guarantee',
  guaranteeAmount: 'desk.amount',
  guaranteeReference: 'booking.reference',
} as const satisfies Record<string, WordKey>

/** The texts of a form for the invoice. */
export type CompanyDraft = Record<(typeof COMPANY)[number], string>
/** The texts of a form for who collects the price, and the guarantee. */
export type PaymentDraft = Record<'collect' | (typeof GUARANTEE)[number], string>
/** The texts of a form for what a hotel needs of a booking besides the stay. */
type DetailsDraft = Record<keyof typeof DETAIL_LABELS, string>

export const NO_COMPANY: CompanyDraft = {
  ...{ company: '', taxNumber: '', taxOffice: '', address: '', companyEmail: '' },
}
export const NO_PAYMENT: PaymentDraft = {
  ...{ collect: 'hotel', guarantee: 'none', guaranteeAmount: '', guaranteeReference: '' },
}

/** The details of a booking as texts: a guest on each line, and extras as `CODE×2`. */
export const detailsOf = (booking: Booking): DetailsDraft => ({
  guestNames: namesText(booking.guestNames),
  arrivalTime: booking.arrivalTime ?? '',
  ...companyTexts(booking.company),
  extras: booking.extras.reduce(
    (text, { code, quantity }) => withExtra(text, code, quantityIn(text, code) + quantity),
    '',
  ),
  ...paymentTexts(booking),
})

/** Guests besides the one who booked, one a line. */
export const namesText = (names: Booking['guestNames']): string =>
  names.map(guestNameText).join('\n')

/** True for a booking of an agency, which may collect its price. */
export const hasAgency = ({ source }: Pick<Booking, 'source'>): boolean =>
  source.agencyCode !== undefined

/** A company as the texts of a form. */
export const companyTexts = (company: Booking['company']): CompanyDraft => ({
  company: company?.name ?? '',
  taxNumber: company?.taxNumber ?? '',
  taxOffice: company?.taxOffice ?? '',
  address: company?.address ?? '',
  companyEmail: company?.email ?? '',
})

function paymentTexts({ payment, currency }: Booking): PaymentDraft {
  const { type = 'none', amountCents = null, reference } = payment?.guarantee ?? {}
  return {
    collect: payment?.collect ?? 'hotel',
    guarantee: type,
    guaranteeAmount: amountCents === null ? '' : amount(amountCents, currency),
    guaranteeReference: reference ?? '',
  }
}

/** The changed details as members of a change. An empty company is none; a name's last word is the last name. */
export function readDetails(draft: DetailsDraft, changed: readonly string[], before: Booking) {
  const has = (...names: readonly string[]) => names.some((name) => changed.includes(name))
  return {
    ...(has('arrivalTime') && { arrivalTime: clockText(draft.arrivalTime) || null }),
    ...(has('guestNames') && { guestNames: readNames(draft.guestNames, before.guestNames) }),
    ...(has(...COMPANY) && { company: readCompany(draft) }),
    ...(has('extras') && { extras: readExtras(draft.extras) }),
    ...(has('collect', ...GUARANTEE) && {
      payment: {
        ...(has('collect') && { collect: draft.collect as Collector }),
        ...(has(...GUARANTEE) && { guarantee: readGuarantee(draft, before.currency) }),
      },
    }),
  }
}

/** How many pieces of an extra the text has. */
export const quantityIn = (text: string, code: string): number =>
  readExtras(text).find((each) => each.code === code)?.quantity ?? 0

/** The text with as many pieces of an extra. */
export function withExtra(text: string, code: string, quantity: number): string {
  const all = readExtras(text)
  const next = all.map((each) => (each.code === code ? { code, quantity } : each))
  if (next.every((each) => each.code !== code)) next.push({ code, quantity })
  return next
    .filter((each) => each.quantity > 0)
    .map((each) => `${each.code}×${each.quantity}`)
    .join(' ')
}

const readExtras = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((part) => {
      const [code = '', quantity] = part.split('×')
      return { code, quantity: Number(quantity) }
    })

/** The company of a form; null if nothing of it was typed. */
export function readCompany(draft: CompanyDraft) {
  const [name, taxNumber, taxOffice, address, email] = COMPANY.map((field) => draft[field].trim())
  if ([name, taxNumber, taxOffice, address, email].every((text) => text === '')) return null
  return {
    name: name!,
    ...(taxNumber && { taxNumber }),
    ...(taxOffice && { taxOffice }),
    ...(address && { address }),
    ...(email && { email }),
  }
}

type Guarantee = NonNullable<NonNullable<Body<'placeBooking'>['payment']>['guarantee']>

/** The guarantee of a form. An amount that is none is sent as it is, so that the service names the field. */
export function readGuarantee(draft: PaymentDraft, currency: string): Guarantee {
  const type = draft.guarantee as Guarantee['type']
  if (type === 'none') return { type }
  const [money, reference] = [draft.guaranteeAmount.trim(), draft.guaranteeReference.trim()]
  return {
    type,
    ...(money && { amountCents: parseMoney(money, currency) ?? (money as unknown as number) }),
    ...(reference && { reference }),
  }
}
