import { type Static, Type } from 'typebox'
import type { BookingDetails } from '../../domain/bookings/booking-details.ts'
import { EXTRA_QUANTITY_MAX, EXTRAS_MAX } from '../../domain/extras/extra.ts'
import { named, nullable } from '../api/schema.ts'
import { EmailSchema, identifier, line, patternText, strictObject } from '../api/texts.ts'
import { paymentField } from './payment-body.ts'

// What a PMS needs of a booking (contract-groups), in the bodies of bookings, changes and groups.

/** Guests that a body may name: those of the largest party. */
const GUEST_NAMES_MAX = 1_000

const ArrivalTime = patternText('^([01]\\d|2[0-3]):[0-5]\\d$', 'a time HH:MM')

const CompanyBody = named(
  'NewCompany',
  strictObject({
    name: line(200),
    taxNumber: Type.Optional(identifier(50)),
    taxOffice: Type.Optional(line(100)),
    address: Type.Optional(line(500)),
    email: Type.Optional(EmailSchema),
  }),
)

/** The further guests of a stay. */
export const guestNames = Type.Array(
  named(
    'NewGuestName',
    strictObject({
      firstName: line(100),
      lastName: line(100),
      isChild: Type.Optional(Type.Boolean()),
    }),
  ),
  {
    maxItems: GUEST_NAMES_MAX,
    description: 'Guests besides the one who books: at most the party less one.',
  },
)

/** The extras of a stay: all that it is to have. */
export const extraOrders = Type.Array(
  named(
    'ExtraOrder',
    strictObject({
      code: Type.String({ minLength: 1, maxLength: 64 }),
      quantity: Type.Integer({ minimum: 1, maximum: EXTRA_QUANTITY_MAX }),
    }),
  ),
  {
    maxItems: EXTRAS_MAX,
    description:
      'The whole list wanted: pieces added cost the price of today, the newest go first.',
  },
)

/** Facts that all stays of a reservation share. */
export const sharedDetails = {
  arrivalTime: Type.Optional(nullable(ArrivalTime)),
  company: Type.Optional(nullable(CompanyBody, 'For the invoice.')),
  payment: paymentField,
}

type DetailBody = {
  arrivalTime?: string | null | undefined
  company?: Static<typeof CompanyBody> | null | undefined
  guestNames?: Static<typeof guestNames> | undefined
}

/** Reads the details that a body names; those that it does not name are absent. */
export function readDetails({
  arrivalTime,
  company,
  guestNames,
}: DetailBody): Partial<Pick<BookingDetails, 'arrivalTime' | 'company' | 'guestNames'>> {
  return {
    ...(arrivalTime !== undefined && { arrivalTime }),
    ...(company !== undefined && { company: company && { ...NO_COMPANY, ...company } }),
    ...(guestNames && {
      guestNames: guestNames.map((each) => ({ ...each, isChild: each.isChild ?? false })),
    }),
  }
}

const NO_COMPANY = { taxNumber: null, taxOffice: null, address: null, email: null }
