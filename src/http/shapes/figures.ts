import { Type } from 'typebox'
import { named } from './schema.ts'

/** Bookings by state. */
export const CountsSchema = named(
  'BookingCounts',
  Type.Object({
    pending: Type.Integer(),
    confirmed: Type.Integer(),
    cancelled: Type.Integer(),
    expired: Type.Integer(),
    no_show: Type.Integer(),
    completed: Type.Integer(),
  }),
)

/** Sums by currency. */
export const TotalsSchema = Type.Array(
  named(
    'Totals',
    Type.Object({
      currency: Type.String(),
      bookings: Type.Integer({ description: 'Confirmed and completed.' }),
      revenueCents: Type.Integer({ description: 'Their totals.' }),
      commissionCents: Type.Integer({ description: "The agencies' share of them." }),
    }),
  ),
)
