import { Elysia, t } from 'elysia'
import type { Booking, BookingRecord } from '../../domain/booking.ts'
import { compareRecords } from '../../domain/booking-change.ts'
import { instantOrNull, instantText } from '../../domain/date.ts'
import { AppError } from '../../domain/errors.ts'
import { BOOKING_TRAIL_MAX } from '../../domain/limits.ts'
import type { User } from '../../domain/user.ts'
import { markNoShow, simulateNoShow } from '../../service/bookings/end-booking.ts'
import { reinstateBooking, simulateReinstate } from '../../service/bookings/reinstate-booking.ts'
import {
  type BookingDelivery,
  listBookingDeliveries,
  listRevisions,
  type Revision,
} from '../../store/bookings/booking-trail.ts'
import { findBooking } from '../../store/bookings/bookings.ts'
import type { Context } from '../context.ts'
import { HotelQuery, panelHotel } from '../doors/panel-hotel.ts'
import { publicLimit } from '../doors/public-limit.ts'
import { signedIn } from '../doors/session.ts'
import { readOptionalBody } from '../request/body.ts'
import { onceEach } from '../request/query.ts'
import { actorOf } from '../shapes/audit.ts'
import { bookingViews } from '../shapes/booking.ts'
import { NoShowBody, ReinstateBody } from './booking-schemas.ts'
import * as docs from './panel-booking-docs.ts'

const CodeParams = t.Object({ code: t.String() })
/** What comes and goes without a revision, and so would show in the next one. */
const NOT_REVISED = ['ackedRevision', 'externalId']

/**
 * One booking in the panel: the record, its revisions and where its events have arrived; no-show and reinstatement
 * (contract §3, §5).
 */
export function panelBookingRoutes(context: Context) {
  return new Elysia({ prefix: '/v1/panel/bookings/:code' })
    .use(publicLimit(context))
    .use(signedIn(context, 'hotel_manager', 'admin'))
    .get(
      '',
      async ({ user, query, params }) =>
        await showTrail(context, await findOwn(context, user, query, params)),
      { transform: onceEach(), params: CodeParams, query: HotelQuery, detail: docs.read },
    )
    .post(
      '/no-show',
      async ({ user, query, params, request }) => {
        const { code } = await findOwn(context, user, query, params)
        const { force, simulate } = await readOptionalBody(NoShowBody, request)
        const terms = { isForced: force ?? false }
        if (!simulate) return await markNoShow(context, code, actorOf(user), terms)
        const { record, nightsGivenBack } = await simulateNoShow(context, code, terms)
        return { ...record, simulated: true, nightsGivenBack }
      },
      { transform: onceEach(), params: CodeParams, query: HotelQuery, detail: docs.noShow },
    )
    .post(
      '/reinstate',
      async ({ user, query, params, request }) => {
        const { code } = await findOwn(context, user, query, params)
        const { simulate } = await readOptionalBody(ReinstateBody, request)
        if (!simulate) return await reinstateBooking(context, code, actorOf(user))
        const { record, nightsTaken } = await simulateReinstate(context, code)
        return { ...record, simulated: true, nightsTaken }
      },
      { transform: onceEach(), params: CodeParams, query: HotelQuery, detail: docs.reinstate },
    )
}

/** The hotel's booking of a code. @throws AppError `not_found`, `validation_failed` */
async function findOwn(
  context: Context,
  user: User,
  query: { hotel?: string | undefined },
  { code }: { code: string },
): Promise<Booking> {
  const { hotel } = await panelHotel(context, user, query)
  const booking = await findBooking(context.store, code.toUpperCase())
  if (booking?.hotelId === hotel.id) return booking
  throw new AppError('not_found', 'This hotel has no such booking.')
}

async function showTrail(context: Context, booking: Booking) {
  const { store } = context
  // One more than is shown, to compare the last one with.
  const revisions = await listRevisions(store, booking, BOOKING_TRAIL_MAX + 1)
  const deliveries = await listBookingDeliveries(store, booking, BOOKING_TRAIL_MAX)
  return {
    ...(await bookingViews(context)(booking)),
    revisions: revisions
      .slice(0, BOOKING_TRAIL_MAX)
      .map((each, index) => showRevision(each, revisions[index + 1]?.record)),
    deliveries: deliveries.map(showDelivery),
  }
}

function showRevision(
  { revision, atMs, actor, event, record }: Revision,
  before: BookingRecord | undefined,
) {
  return {
    revision,
    at: instantText(atMs),
    actor: { ...actor, name: actor.type === 'booking' ? actor.id : actor.name },
    status: record.status,
    event,
    ...(before && { changes: changesOf(before, record) }),
  }
}

function changesOf(before: BookingRecord, after: BookingRecord) {
  const { changes } = compareRecords(before, after)
  return changes
    .filter((field) => !NOT_REVISED.includes(field))
    .map((field) => ({ field, before: before[field], after: after[field] }))
}

function showDelivery({ dueAtMs, createdAtMs, lastAtMs, ...delivery }: BookingDelivery) {
  return {
    ...delivery,
    createdAt: instantText(createdAtMs),
    lastAttemptAt: instantOrNull(lastAtMs),
    nextAttemptAt: instantOrNull(dueAtMs),
  }
}
