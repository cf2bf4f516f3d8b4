import { Type } from 'typebox'
import { staffOperation } from '../catalog/admin-docs-schemas.ts'
import { UserSchema } from '../shapes/account.ts'
import { AuditEntrySchema } from '../shapes/audit.ts'
import { BookingSchema } from '../shapes/booking.ts'
import { CountsSchema, TotalsSchema } from '../shapes/figures.ts'
import { HotelEntrySchema } from '../shapes/hotel.ts'
import { pageOf, searchPageOf } from '../shapes/schema.ts'

const tag = 'Administration'
const Date_ = Type.String({ format: 'date' })
const count = Type.Integer()
const Switched = Type.Object({ active: count, suspended: count })

export const dashboard = staffOperation({
  id: 'getAdminDashboard',
  tag,
  summary: 'Figures of the whole house',
  description:
    'What there is, and the bookings made from `from` to `to` (days of UTC, both included; at most 366, the last 30 unless said otherwise). The sums are kept in the background: they have every booking and change up to `asOf`, which is at most a minute ago.',
  answers: {
    200: {
      description: 'The figures.',
      schema: Type.Object({
        from: Date_,
        to: Date_,
        asOf: Type.String({ format: 'date-time' }),
        hotels: Switched,
        users: Type.Object({
          guest: count,
          hotel_manager: count,
          agency_user: count,
          admin: count,
        }),
        agencies: Switched,
        bookings: CountsSchema,
        totals: TotalsSchema,
      }),
    },
  },
  errors: ['validation_failed'],
})

export const hotels = staffOperation({
  id: 'listAllHotels',
  tag,
  summary: 'Every hotel, approved or not',
  description:
    'By city (slug), whether it is active, and parts of words of its name, in any order, without regard to case and marks.',
  answers: { 200: { description: 'A page.', schema: searchPageOf(HotelEntrySchema) } },
  errors: ['validation_failed'],
})

export const users = staffOperation({
  id: 'listUsers',
  tag,
  summary: 'Accounts',
  description:
    'By role, status, and parts of words of name and e-mail address, in any order, without regard to case and marks.',
  answers: { 200: { description: 'A page.', schema: searchPageOf(UserSchema) } },
  errors: ['validation_failed'],
})

export const bookings = staffOperation({
  id: 'listAllBookings',
  tag,
  summary: 'Every booking, newest first',
  description:
    'By hotel (slug), agency (code), status (may be repeated), a range of check-in or check-out dates. `q` finds beginnings of words, in any order, of the guest’s name, e-mail address, telephone number and of the code, without regard to case and marks: `sahin` finds Şahin.',
  answers: { 200: { description: 'A page.', schema: searchPageOf(BookingSchema) } },
  errors: ['validation_failed'],
})

export const history = staffOperation({
  id: 'listCatalogHistory',
  tag,
  summary: 'Who changed what',
  description:
    'Changes of the catalogue, of accounts, agencies, API keys and replies, newest first: of one thing (`entity` and `id`: a slug, code or id; of a room type `<slug>/<roomCode>`), of one kind, or all. `before` is null for what was made.',
  answers: { 200: { description: 'A page.', schema: pageOf(AuditEntrySchema) } },
  errors: ['validation_failed'],
})
