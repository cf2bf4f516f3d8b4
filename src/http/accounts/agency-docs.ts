import { Type } from 'typebox'
import { staffOperation } from '../catalog/admin-docs-schemas.ts'
import { nullable } from '../docs.ts'
import { AgencySchema } from '../shapes/account.ts'
import { CommissionedSchema } from '../shapes/booking.ts'
import { CountsSchema, TotalsSchema } from '../shapes/figures.ts'
import { pageOf, searchPageOf } from '../shapes/schema.ts'

const tag = 'Agencies'
const MaybeDate = nullable(Type.String({ format: 'date' }))

export const me = staffOperation({
  id: 'getOwnAgency',
  tag,
  summary: "The caller's agency",
  answers: { 200: { description: 'The agency.', schema: AgencySchema } },
  errors: ['not_found', 'validation_failed'],
})

export const dashboard = staffOperation({
  id: 'getAgencyDashboard',
  tag,
  summary: 'Bookings, revenue and commission of the agency',
  description:
    'Of bookings made from `from` to `to` (days of UTC, both included; at most 366), of all when neither is said. `from` alone goes up to today, `to` alone 366 days back; the answer has both. Sums are by currency, of confirmed and completed bookings.',
  answers: {
    200: {
      description: 'The figures.',
      schema: Type.Object({
        agencyCode: Type.String(),
        from: MaybeDate,
        to: MaybeDate,
        bookings: CountsSchema,
        totals: TotalsSchema,
      }),
    },
  },
  errors: ['not_found', 'validation_failed'],
})

export const bookings = staffOperation({
  id: 'listAgencyBookings',
  tag,
  summary: "The agency's bookings, newest first",
  description:
    'The booking record, and what the agency earns of it. By status (may be repeated), a range of check-in or check-out dates. `q` finds beginnings of words, in any order, of the guest’s name, e-mail address, telephone number and of the code, without regard to case and marks: `sahin` finds Şahin.',
  answers: { 200: { description: 'A page.', schema: searchPageOf(CommissionedSchema) } },
  errors: ['not_found', 'validation_failed'],
})

export const list = staffOperation({
  id: 'listAgencies',
  tag: 'Administration',
  summary: 'Every agency',
  answers: { 200: { description: 'A page.', schema: pageOf(AgencySchema) } },
  errors: ['validation_failed'],
})
