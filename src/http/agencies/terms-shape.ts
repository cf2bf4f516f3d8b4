import { type Static, Type } from 'typebox'
import {
  type AgencyTerms,
  CREDIT_LIMIT_CENTS_MAX,
  NO_TERMS,
  PAYMENT_DAYS_DEFAULT,
  PAYMENT_DAYS_MAX,
} from '../../domain/agencies/terms.ts'
import { AGENCY_OPTION_DAYS_MAX } from '../../domain/bookings/option.ts'
import { RATES_MAX } from '../../domain/rates/rate-rules.ts'
import type { Agency } from '../../store/agencies/agencies.ts'
import { named, namedObject, nullable, show } from '../api/schema.ts'
import { RoomCode } from '../api/texts.ts'

const text = Type.String()

/** Fields of terms that the hotel sets and may leave out. */
export const optionalTerms = {
  commissionBp: nullable(
    Type.Integer({ minimum: 0, maximum: 10_000 }),
    '1,000 is 10 %; null: the agency’s own.',
  ),
  rateCodes: Type.Array(RoomCode, {
    maxItems: RATES_MAX + 1,
    description: 'Rates that are not public but the agency’s to sell.',
  }),
  optionDays: nullable(
    Type.Integer({ minimum: 0, maximum: AGENCY_OPTION_DAYS_MAX }),
    'Days that its options may last; null: the agency’s own.',
  ),
  paymentDays: Type.Integer({
    minimum: 0,
    maximum: PAYMENT_DAYS_MAX,
    default: PAYMENT_DAYS_DEFAULT,
    description: 'Days after a statement’s closing in which it is due.',
  }),
  guestActs: Type.Boolean({ description: 'Guests may act on its bookings by their link.' }),
  creditLimitCents: nullable(
    Type.Integer({ minimum: 0, maximum: CREDIT_LIMIT_CENTS_MAX }),
    'Most that it may owe; 0: nothing on credit; null: no limit.',
  ),
}

/** Fields of terms that the hotel must set. */
export const requiredTerms = {
  stopSale: Type.Boolean({ description: 'It takes no night and no room anew.' }),
  active: Type.Boolean({ description: '`false`: as without terms.' }),
}

/** The terms of an agency at a hotel. */
export const TermsSchema = namedObject('AgencyTerms', {
  ...{ agencyCode: text, agencyName: text },
  ...{ ...optionalTerms, ...requiredTerms },
  owedCents: Type.Integer({ description: 'What it owes for bookings that it collects.' }),
})

/** An agency in a hotel's list. */
export const AgencyAtHotelSchema = namedObject('AgencyAtHotel', {
  ...{ agencyCode: text, agencyName: text },
  terms: nullable(TermsSchema, 'Null: nothing was agreed.'),
})

/** The terms of an agency with their hotel. */
export const HotelTermsSchema = named(
  'HotelTerms',
  Type.Object({ hotelSlug: text, hotelName: text, currency: text, ...TermsSchema.properties }),
)

/** Shows the terms of an agency at a hotel; those of an agency without any are not active. */
export const showTerms = ({
  agency,
  terms,
}: {
  agency: Pick<Agency, 'code' | 'name'>
  terms: AgencyTerms | null
}) =>
  show(TermsSchema, { agencyCode: agency.code, agencyName: agency.name, ...(terms ?? NO_TERMS) })

export const termsExample = {
  ...{ agencyCode: 'DELTA', agencyName: 'Delta Tours', commissionBp: 1_200 },
  ...{ rateCodes: ['CONTRACT'], optionDays: 7, paymentDays: 30, guestActs: false },
  ...{ creditLimitCents: 2_000_000, stopSale: false, active: true, owedCents: 184_500 },
} satisfies Static<typeof TermsSchema>
