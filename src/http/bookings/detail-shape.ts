import { Type } from 'typebox'
import { COLLECTORS, GUARANTEE_TYPES } from '../../domain/bookings/booking-details.ts'
import { EXTRA_UNITS } from '../../domain/extras/extra.ts'
import { namedObject, nullable, words } from '../api/schema.ts'
import { KeptTaxSchema } from '../catalog/hotel-shape.ts'

// What a PMS needs of a booking (contract-groups).

/** A tax and its share of a total. */
export const TaxPartSchema = namedObject('TaxPart', {
  ...KeptTaxSchema.properties,
  amountCents: Type.Integer(),
})

/** The facts of guests and invoice. */
export const detailFields = {
  guestNames: Type.Array(
    namedObject('GuestName', {
      ...{ firstName: Type.String(), lastName: Type.String(), isChild: Type.Boolean() },
    }),
    { description: 'The guests besides the one who booked.' },
  ),
  arrivalTime: nullable(Type.String(), '"HH:MM" in the hotel’s time zone.'),
  company: nullable(
    namedObject('Company', {
      name: Type.String(),
      taxNumber: nullable(Type.String()),
      taxOffice: nullable(Type.String()),
      address: nullable(Type.String()),
      email: nullable(Type.String()),
    }),
    'For the invoice.',
  ),
}

/** Extras, what is to be paid, who collects it, and the agency's commission in it. */
export const payableFields = {
  extras: Type.Array(
    namedObject('BookedExtra', {
      code: Type.String(),
      name: Type.String(),
      per: words(...EXTRA_UNITS),
      unitPriceCents: Type.Integer({ description: 'As of the day on which it was added.' }),
      quantity: Type.Integer(),
      totalCents: Type.Integer({
        description: 'Unit price × quantity × 1, nights, guests, or guests × nights.',
      }),
    }),
    { description: 'Two lines may have one `code`, each with its own price.' },
  ),
  extrasTotalCents: Type.Integer(),
  extrasTaxes: Type.Array(TaxPartSchema),
  payableCents: Type.Integer({
    description:
      '`totalPriceCents` + `extrasTotalCents`; once cancelled or no_show the penalty and the extras still owed; 0 once expired.',
  }),
  payment: nullable(
    namedObject('BookingPayment', {
      collect: words(...COLLECTORS),
      guarantee: nullable(
        namedObject('Guarantee', {
          type: words(...GUARANTEE_TYPES),
          reference: nullable(Type.String()),
          amountCents: nullable(Type.Integer()),
        }),
      ),
      paidCents: Type.Integer({ description: 'Σ payments noted by the hotel.' }),
    }),
    'null: read with code and e-mail alone.',
  ),
  commissionBp: nullable(Type.Integer(), 'Basis points; null for guests and without an agency.'),
  commissionCents: nullable(Type.Integer()),
}

/** The place of a booking in its reservation of several stays. */
export const GroupPlaceSchema = namedObject('GroupPlace', {
  code: Type.String(),
  position: Type.Integer({ description: '1 for the first stay.' }),
})
