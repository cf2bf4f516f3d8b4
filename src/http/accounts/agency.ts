import { Elysia, t } from 'elysia'
import type { Agency } from '../../domain/agency.ts'
import { countsOf, type Range, totalsOf } from '../../domain/dashboard.ts'
import { addDays } from '../../domain/date.ts'
import { AppError } from '../../domain/errors.ts'
import { SUMS_DAYS_MAX } from '../../domain/limits.ts'
import type { User } from '../../domain/user.ts'
import { sumAgencyBookings } from '../../store/bookings/sums.ts'
import { findAgency } from '../../store/catalog/agencies.ts'
import { listAgencies } from '../../store/catalog/catalog-lists.ts'
import {
  bookingListQuery,
  pageOfBookings,
  readBookingFilter,
} from '../bookings/booking-list-query.ts'
import type { Context } from '../context.ts'
import { publicLimit } from '../doors/public-limit.ts'
import { signedIn } from '../doors/session.ts'
import { page, pageQuery } from '../request/paging.ts'
import { NoQuery, onceEach, queryDate } from '../request/query.ts'
import { readRange } from '../request/range.ts'
import { showAgency } from '../shapes/account.ts'
import { bookingViews } from '../shapes/booking.ts'
import * as docs from './agency-docs.ts'

const strict = { additionalProperties: false }
const DateText = t.Optional(t.String({ format: 'date' }))
const RangeQuery = t.Object({ from: DateText, to: DateText }, strict)
const BookingsQuery = t.Object(bookingListQuery, strict)
const PageQuery = t.Object(pageQuery, strict)
/** What an agency user sees of their agency (specification §4.2, contract §5). */
export function agencyRoutes(context: Context) {
  const { store } = context
  return new Elysia({ prefix: '/v1' })
    .use(publicLimit(context))
    .use(signedIn(context, 'agency_user'))
    .get('/agencies/me', async ({ user }) => showAgency(await agencyOf(context, user)), {
      query: NoQuery,
      detail: docs.me,
    })
    .get(
      '/acenta/dashboard',
      async ({ user, query }) => {
        const { id, code } = await agencyOf(context, user)
        const range = readPeriod(context, query)
        const sums = await sumAgencyBookings(store, id, range)
        return {
          agencyCode: code,
          from: range?.from ?? null,
          to: range?.to ?? null,
          bookings: countsOf(sums),
          totals: totalsOf(sums),
        }
      },
      { transform: onceEach(), query: RangeQuery, detail: docs.dashboard },
    )
    .get(
      '/acenta/bookings',
      async ({ user, query, request }) => {
        const { id } = await agencyOf(context, user)
        const filter = { ...readBookingFilter(query, request), agencyId: id }
        const show = bookingViews(context)
        return await pageOfBookings(context, query, {
          name: 'agency bookings',
          filter,
          show: async (booking) => ({
            ...(await show(booking)),
            commissionCents: booking.commissionCents,
          }),
        })
      },
      { transform: onceEach('status'), query: BookingsQuery, detail: docs.bookings },
    )
}

/** Every agency, for admins (specification §4.2). */
export function agencyListRoutes(context: Context) {
  return new Elysia({ prefix: '/v1/agencies' })
    .use(publicLimit(context))
    .use(signedIn(context, 'admin'))
    .get(
      '',
      async ({ query }) =>
        await page(query, {
          of: ['agencies'],
          like: [0] as [number],
          rows: (after, limit) => listAgencies(context.store, { afterId: after?.[0], limit }),
          keys: ({ id }) => [id],
          show: showAgency,
        }),
      { transform: onceEach(), query: PageQuery, detail: docs.list },
    )
}

/**
 * The days that are asked about. With `from` alone it is up to today, with `to` alone as many days as there may be;
 * undefined: all.
 *
 * @throws AppError `validation_failed`
 */
function readPeriod(
  context: Context,
  query: { from?: string | undefined; to?: string | undefined },
): Range | undefined {
  const from = query.from === undefined ? undefined : queryDate('from', query.from)
  const to = query.to === undefined ? undefined : queryDate('to', query.to)
  if (from && to) return readRange({ from, to }, SUMS_DAYS_MAX)
  if (to) return { from: addDays(to, 1 - SUMS_DAYS_MAX), to }
  if (!from) return undefined
  const today = context.today('UTC')
  return from > today ? { from, to: from } : readRange({ from, to: today }, SUMS_DAYS_MAX)
}

async function agencyOf({ store }: Context, { agencyId }: User): Promise<Agency> {
  const agency = agencyId === null ? undefined : await findAgency(store, agencyId)
  if (!agency) throw new AppError('not_found', 'You belong to no agency.')
  return agency
}
