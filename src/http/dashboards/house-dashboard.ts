import type { Static, TObject } from 'typebox'
import type { Role } from '../../domain/accounts/user.ts'
import { countsOf, totalsOf } from '../../domain/bookings/booking-sums.ts'
import { SUMS_DAYS_MAX } from '../../domain/dashboards/dashboard.ts'
import { addDays, instantText } from '../../domain/kernel/date.ts'
import { foldedAtMs } from '../../service/bookings/sums.ts'
import { sumServiceBookings } from '../../store/bookings/sums/sums.ts'
import { countCatalog } from '../../store/dashboards/dashboards.ts'
import type { Context } from '../api/context.ts'
import { rangeParameters, readRange } from '../api/range.ts'
import { routes } from '../api/route.ts'
import { sessionDoor } from '../doors/session-door.ts'
import { type HouseFigures, HouseFiguresSchema } from './figures-shape.ts'

/** Default length of the range, in days. */
const DAYS = 30

/** Adds the dashboard of admins (specification §4.2). */
export function houseDashboardRoutes(context: Context) {
  const { app, route } = routes(
    '/v1/admin/dashboard',
    sessionDoor(context, 'admin'),
    'Administration',
  )

  route('GET', '', {
    id: 'getAdminDashboard',
    summary: 'Figures of the whole service',
    description:
      'The catalog, and the bookings made from `from` to `to` (days in UTC, both included; at most 366, default the last 30). The sums are maintained in the background: they include every booking and change up to `asOf`, at most a minute ago.',
    query: rangeParameters,
    says: 'The figures.',
    answer: HouseFiguresSchema,
    handle: async ({ query }) => await readFigures(context, query),
  })

  return app
}

async function readFigures(
  { store: { long }, today }: Context,
  asked: Static<TObject<typeof rangeParameters>>,
): Promise<HouseFigures> {
  const { to = today('UTC'), from = addDays(to, 1 - DAYS) } = asked
  const range = readRange({ from, to }, SUMS_DAYS_MAX)
  const { hotels, users, agencies } = await countCatalog(long)
  // Read before the sums: they may include bookings after `asOf`, but miss none before it.
  const asOfMs = await foldedAtMs(long)
  const sums = await sumServiceBookings(long, range)
  const role = (name: Role) => users.find((row) => row.role === name)?.count ?? 0
  return {
    ...range,
    asOf: instantText(asOfMs),
    hotels: switched(hotels),
    users: {
      guest: role('guest'),
      hotel_manager: role('hotel_manager'),
      agency_user: role('agency_user'),
      admin: role('admin'),
    },
    agencies: switched(agencies),
    bookings: countsOf(sums),
    totals: totalsOf(sums),
  }
}

function switched(rows: { active: boolean; count: number }[]) {
  const count = (isActive: boolean) => rows.find(({ active }) => active === isActive)?.count ?? 0
  return { active: count(true), suspended: count(false) }
}
