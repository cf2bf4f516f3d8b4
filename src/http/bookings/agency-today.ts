import { Type } from 'typebox'
import type { Booking } from '../../domain/bookings/booking.ts'
import { agencyFreeUntil } from '../../domain/bookings/free-until.ts'
import { cancellationPenalty } from '../../domain/bookings/penalty.ts'
import { addDays, FIRST_TIME_ZONE, LAST_TIME_ZONE } from '../../domain/kernel/date.ts'
import { listAgencyDay } from '../../store/bookings/agency-day.ts'
import { HotelRoomsSchema, showHotelRooms } from '../agencies/allotment-shape.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { DateText, namedObject } from '../api/schema.ts'
import { agencyDoor } from '../doors/agency.ts'
import { BookingSchema, bookingViews } from './booking-shape.ts'

/** The days ahead whose deadlines are shown, and the bookings of each list. */
const DAYS_AHEAD = 10
const LIST_MAX = 100

const AgencyTodaySchema = namedObject('AgencyToday', {
  options: Type.Array(BookingSchema, { description: 'Options that stand, by `holdUntil`.' }),
  deadlines: Type.Array(
    Type.Object({
      freeUntil: DateText,
      feeCents: Type.Integer({ description: 'Penalty from the day after.' }),
      today: DateText,
      booking: BookingSchema,
    }),
    {
      description: `Confirmed bookings whose free cancellation ends within ${DAYS_AHEAD} days.`,
    },
  ),
  arrivals: Type.Array(BookingSchema, { description: 'Guests expected today.' }),
  hotels: Type.Array(Type.Object({ slug: Type.String(), timezone: Type.String() }), {
    description: 'The hotels of the options.',
  }),
  rooms: HotelRoomsSchema,
})

/** Adds the page of an agency's day. */
export function agencyTodayRoutes(context: Context) {
  const { app, route } = routes('/v1/acenta/today', agencyDoor(context), 'Agencies')

  route('GET', '', {
    id: 'getAgencyToday',
    summary: "The agency's day",
    description: `By each hotel’s date; at most ${LIST_MAX} of each.`,
    says: 'The day.',
    answer: AgencyTodaySchema,
    handle: async ({ agency }) => {
      const { store, nowMs } = context
      const [first, last] = [context.today(LAST_TIME_ZONE), context.today(FIRST_TIME_ZONE)]
      const days = { nowMs: nowMs(), first, today: last, until: addDays(last, DAYS_AHEAD) }
      const lists = await listAgencyDay(store, agency.id, days, LIST_MAX)
      const show = bookingViews(context)
      const optionIds = [...new Set(lists.options.map(({ hotelId }) => hotelId))]
      const hotels = optionIds.map(async (id) => (await context.hotelOf(id)).hotel)
      const todayOf = async ({ hotelId }: Booking) =>
        context.today((await context.hotelOf(hotelId)).hotel.timezone)
      const deadlines = await Promise.all(
        lists.deadlines.map(async (booking) => {
          const freeUntil = agencyFreeUntil(booking)!
          const feeCents = cancellationPenalty(booking, addDays(freeUntil, 1))
          return {
            freeUntil,
            feeCents,
            today: await todayOf(booking),
            booking: await show(booking),
          }
        }),
      )
      const arrivals = await Promise.all(
        lists.arrivals.map(async (booking) =>
          booking.checkin === (await todayOf(booking)) ? [await show(booking)] : [],
        ),
      )
      return {
        options: await Promise.all(lists.options.map(show)),
        deadlines: deadlines.filter(({ freeUntil, today }) => freeUntil >= today),
        arrivals: arrivals.flat(),
        hotels: (await Promise.all(hotels)).map(({ slug, timezone }) => ({ slug, timezone })),
        rooms: await readRooms(context, Object.values(lists).flat()),
      }
    },
  })

  return app
}

/** Reads the names of the room types of bookings. */
async function readRooms({ hotelOf }: Context, bookings: readonly Booking[]) {
  const ofHotels = [...Map.groupBy(bookings, ({ hotelId }) => hotelId)]
  const rooms = await Promise.all(
    ofHotels.map(async ([id, booked]) =>
      showHotelRooms(await hotelOf(id), new Set(booked.map(({ roomCode }) => roomCode))),
    ),
  )
  return rooms.flat()
}
