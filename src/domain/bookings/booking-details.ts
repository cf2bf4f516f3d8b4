import type { ExtraLine } from '../extras/extra-lines.ts'
import { type Flaw, flaw } from '../kernel/errors.ts'
import type { Consent } from './consent.ts'

/** A guest of a booking besides the one who booked. */
export type GuestName = { firstName: string; lastName: string; isChild: boolean }

/** The company that the invoice is for; the guest's data (contract-groups, *What a PMS needs of a booking*). */
type Company = {
  name: string
  taxNumber: string | null
  taxOffice: string | null
  address: string | null
  email: string | null
}

/** The party that collects the price from the guest. */
export const COLLECTORS = ['hotel', 'agency'] as const
export type Collector = (typeof COLLECTORS)[number]

export const GUARANTEE_TYPES = ['none', 'deposit', 'reference'] as const

/** The guarantee of a booking, as the desk or a portal noted it; never a card. */
type Guarantee = {
  type: (typeof GUARANTEE_TYPES)[number]
  reference: string | null
  amountCents: number | null
}

/** The place of a booking in its reservation of several stays; both null for a booking of its own. */
export type GroupPlace = { groupCode: string | null; groupPosition: number | null }

/** The optional facts of a booking that a PMS needs (contract-groups). */
export type BookingDetails = {
  /** "HH:MM" on the check-in day, by the hotel's time zone. */
  arrivalTime: string | null
  /** At most the party less one. */
  guestNames: GuestName[]
  company: Company | null
  /** Texts that the guest agreed to. */
  consents: Consent[]
  extras: ExtraLine[]
  /** Σ extras. */
  extrasTotalCents: number
  /** What is still owed of the extras after a cancellation or no-show; 0 for all others. */
  extrasOwedCents: number
  collect: Collector
  guarantee: Guarantee | null
  /** The sum of the payments that the hotel's people noted. */
  paidCents: number
  /** The sum that adjustments of its statement's line add to its agency's due, with their sign (contract-agencies). */
  adjustedCents: number
  /** The instant at which its guest was erased (`erasure.ts`); null: not. */
  erasedAtMs: number | null
}

/** The collector of the price, and the guarantee of a booking. */
export type PaymentTerms = Pick<BookingDetails, 'collect' | 'guarantee'>

/** Returns the flaw of an agency that is to collect the price of another's booking; empty if there is none. */
export function collectFlaws(
  { collect }: { collect?: Collector },
  agencyId: number | null,
): Flaw[] {
  if (collect !== 'agency' || agencyId !== null) return []
  const message = 'Only the price of an agency’s booking is collected by an agency.'
  return [flaw('/payment/collect', 'no_agency', message)]
}

/** The details of a booking without any. */
export const NO_DETAILS: BookingDetails = {
  ...{ arrivalTime: null, guestNames: [], company: null, consents: [] },
  ...{ extras: [], extrasTotalCents: 0, extrasOwedCents: 0 },
  ...{ collect: 'hotel', guarantee: null, paidCents: 0, adjustedCents: 0 },
  erasedAtMs: null,
}
