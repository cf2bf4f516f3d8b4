import { countsOf, totalsOf } from '../../domain/bookings/booking-sums.ts'
import type { Range } from '../../domain/dashboards/dashboard.ts'
import { SUMS_DAYS_MAX } from '../../domain/dashboards/dashboard.ts'
import { addDays, type CalendarDate, FIRST_TIME_ZONE } from '../../domain/kernel/date.ts'
import { listHotelTerms } from '../../store/agencies/terms.ts'
import { sumAgencyBookings } from '../../store/bookings/sums/agency-sums.ts'
import { AgencySchema, showAgency } from '../accounts/account-shape.ts'
import type { Context } from '../api/context.ts'
import { page, pageParameters } from '../api/paging.ts'
import { rangeParameters, readRange } from '../api/range.ts'
import { routes } from '../api/route.ts'
import { pageOf } from '../api/schema.ts'
import { AgencyFiguresSchema } from '../dashboards/figures-shape.ts'
import { agencyDoor } from '../doors/agency.ts'
import { HotelTermsSchema, showTerms } from './terms-shape.ts'

/** The agency of an agency user, and its figures (specification §4.2, contract §5). */
export function agencyRoutes(context: Context) {
  const { app, route } = routes('/v1', agencyDoor(context), 'Agencies')

  route('GET', '/agencies/me', {
    id: 'getOwnAgency',
    summary: "The caller's agency",
    says: 'The agency.',
    answer: AgencySchema,
    handle: ({ agency }) => showAgency(agency),
  })

  route('GET', '/acenta/dashboard', {
    id: 'getAgencyDashboard',
    summary: 'Bookings, revenue and commission of the agency',
    description:
      'Covers bookings made from `from` to `to` (both included; at most 366 days, by the hotel’s date), or all without either. `from` alone ends with the latest day begun anywhere, `to` alone starts 366 days back; the answer has both. Sums by currency cover confirmed and completed bookings.',
    query: rangeParameters,
    says: 'The figures.',
    answer: AgencyFiguresSchema,
    handle: async ({ agency: { id, code }, query }) => {
      const range = readPeriod(context, query)
      const sums = await sumAgencyBookings(context.store.long, id, range)
      const { from = null, to = null } = range ?? {}
      return { agencyCode: code, from, to, bookings: countsOf(sums), totals: totalsOf(sums) }
    },
  })

  route('GET', '/acenta/terms', {
    id: 'listOwnTerms',
    summary: 'Terms of the agency, by hotel',
    description: 'Of the hotels that agreed on any, in the order of their creation.',
    query: pageParameters(),
    says: 'A page.',
    answer: pageOf(HotelTermsSchema),
    handle: async ({ agency, query }) =>
      await page(query, {
        of: ['terms of an agency', agency.id],
        by: { hotelId: 0 },
        rows: (after, limit) =>
          listHotelTerms(context.store, agency.id, { afterId: after?.hotelId, limit }),
        show: ({ hotelSlug, hotelName, currency, ...terms }) => ({
          ...{ hotelSlug, hotelName, currency },
          ...showTerms({ agency, terms }),
        }),
      }),
  })

  return app
}

/**
 * Reads the range of days. `from` alone ends with the latest today of any time zone, `to` alone starts as many days back
 * as a range may have; undefined: all days.
 *
 * @throws AppError `validation_failed`
 */
function readPeriod(
  context: Context,
  { from, to }: { from?: CalendarDate | undefined; to?: CalendarDate | undefined },
): Range | undefined {
  if (from && to) return readRange({ from, to }, SUMS_DAYS_MAX)
  if (to) return { from: addDays(to, 1 - SUMS_DAYS_MAX), to }
  if (!from) return undefined
  const today = context.today(FIRST_TIME_ZONE)
  return from > today ? { from, to: from } : readRange({ from, to: today }, SUMS_DAYS_MAX)
}
