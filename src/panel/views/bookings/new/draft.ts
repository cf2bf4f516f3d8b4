import type { Body, WholeHotel } from '../../../../client/call.ts'
import {
  type CompanyDraft,
  NO_COMPANY,
  NO_PAYMENT,
  type PaymentDraft,
  readCompany,
  readGuarantee,
} from '../parts/details-draft.ts'
import { clockText } from '../parts/typed-text.ts'
import { type Line, type Sums, stayBody } from './basket.ts'

/** The one who books, as typed. */
export type GuestDraft = { firstName: string; lastName: string; phone: string; email: string }

/** Facts of a reservation besides its stays, as typed. */
export type Details = CompanyDraft & PaymentDraft & { arrivalTime: string; requests: string }

export const NOBODY: GuestDraft = { firstName: '', lastName: '', phone: '', email: '' }

export const NO_DETAILS: Details = {
  ...{ arrivalTime: '', requests: '' },
  ...NO_COMPANY,
  ...NO_PAYMENT,
}

/** A reservation as it stands on the page. */
export type Draft = {
  hotel: Pick<WholeHotel, 'slug' | 'currency'>
  lines: readonly Line[]
  guest: GuestDraft
  details: Details
  sums: Sums
  /** The sums that the service named instead, which a second press agrees to. */
  agreed: Agreed | undefined
  /** True if a refusal was overridden, such as rooms that are set aside for agencies. */
  override: boolean
}

/** The end of a hold that is no option: it lasts as long as holds do. */
export const SHORT_HOLD = 'short'

/** Sums named by a refusal `price_changed`. */
export type Agreed = { totalCents: number; payableCents?: number | undefined }

/** The body of a reservation with several stays; `until` makes it an option. */
export function groupBody(draft: Draft, until: string | undefined): Body<'placePanelGroup'> {
  const { hotel, lines } = draft
  return { stays: lines.map((line) => stayBody(line, hotel.currency)), ...sharedBody(draft, until) }
}

/** The body of a reservation with one stay. */
export function loneBody(draft: Draft, until: string | undefined): Body<'placeBooking'> {
  const { hotel, lines } = draft
  const stay = stayBody(lines[0]!, hotel.currency)
  return { hotelSlug: hotel.slug, ...stay, ...sharedBody(draft, until) }
}

function sharedBody(draft: Draft, until: string | undefined) {
  const { hotel, lines, guest, details, sums, agreed } = draft
  const { phone, email, ...who } = guest
  const { arrivalTime, requests } = details
  const company = readCompany(details)
  const total = agreed?.totalCents ?? sums.totalCents
  const payable = agreed
    ? agreed.payableCents
    : sums.totalCents === undefined
      ? undefined
      : sums.totalCents + sums.extrasCents
  return {
    guest: { ...who, ...filled({ phone, email }) },
    ...(arrivalTime.trim() !== '' && { arrivalTime: clockText(arrivalTime) }),
    ...(requests.trim() !== '' && { specialRequests: requests }),
    ...(company && { company }),
    ...paymentOf(details, hotel.currency),
    ...(total !== undefined && { expectedTotalCents: total }),
    ...(payable !== undefined && { expectedPayableCents: payable }),
    ...((draft.override || lines.some(({ override }) => override)) && { override: true }),
    ...holdOf(until),
  }
}

/** The guarantee, and who takes the money where that is an agency. */
function paymentOf(details: Details, currency: string) {
  const payment = {
    ...(details.collect === 'agency' && { collect: 'agency' as const }),
    ...(details.guarantee !== 'none' && { guarantee: readGuarantee(details, currency) }),
  }
  return Object.keys(payment).length > 0 && { payment }
}

const holdOf = (until: string | undefined) =>
  until === SHORT_HOLD ? { hold: true } : until === undefined ? {} : { holdUntil: until }

/** The fields that hold a text, trimmed. */
function filled<Of extends Record<string, string>>(fields: Of): Partial<Of> {
  const entries = Object.entries(fields).map(([name, text]) => [name, text.trim()] as const)
  return Object.fromEntries(entries.filter(([, text]) => text !== '')) as Partial<Of>
}
