import type { Static } from 'typebox'
import type { Booking } from '../../domain/bookings/booking.ts'
import { NO_DESK } from '../../domain/bookings/desk.ts'
import { listDesks } from '../../store/bookings/desk.ts'
import type { Context } from '../api/context.ts'
import { bookingViews } from './booking-shape.ts'
import { type PanelBookingSchema, showDesk } from './desk-shape.ts'

/** Shows bookings with their desk records; records requested in one turn are read by one query. */
export function deskViews(context: Context) {
  const view = bookingViews(context)
  const deskOf = createDeskLoader(context)
  return async (booking: Booking): Promise<Static<typeof PanelBookingSchema>> => {
    const [record, desk] = await Promise.all([view(booking), deskOf(booking.id)])
    // The record is new: a copy of its fifty members takes a twentieth of a list.
    return Object.assign(record, { desk: showDesk(booking, desk) })
  }
}

/** Returns a loader of desk records; ids requested in one turn of the event loop are read by one query. */
function createDeskLoader({ store }: Context) {
  let asked: number[] = []
  let found: ReturnType<typeof listDesks> | undefined
  return async (id: number) => {
    asked.push(id)
    found ??= Promise.resolve().then(() => {
      const ids = asked
      asked = []
      found = undefined
      return listDesks(store, ids)
    })
    return (await found).get(id) ?? NO_DESK
  }
}
