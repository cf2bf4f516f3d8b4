import { type Static, Type } from 'typebox'
import { CANCELS_MAX, UNACKED_COUNTED_MAX } from '../../domain/bookings/booking.ts'
import { DateText, Instant, namedObject, nullable, words } from '../api/schema.ts'

const count = Type.Integer()
const figure = (description: string) => Type.Integer({ description })

/** Numbers of bookings by status. */
const CountsSchema = namedObject('BookingCounts', {
  pending: count,
  confirmed: count,
  cancelled: count,
  expired: count,
  no_show: count,
  completed: count,
})

const TotalsSchema = namedObject('Totals', {
  currency: Type.String(),
  bookings: figure('Confirmed and completed.'),
  revenueCents: figure('Sum of their totals.'),
  commissionCents: figure("The agencies' share of the revenue."),
})

/** Bookings of a range by status, and their sums by currency. */
const bookingSums = { bookings: CountsSchema, totals: Type.Array(TotalsSchema) }

/** Bookings of an agency; without a range since its creation. */
export const AgencyFiguresSchema = namedObject('AgencyFigures', {
  agencyCode: Type.String(),
  from: nullable(DateText),
  to: nullable(DateText),
  ...bookingSums,
})

const Switched = Type.Object({ active: count, suspended: count })

/** Figures of the whole service: its catalog, and the bookings made in a range. */
export const HouseFiguresSchema = namedObject('HouseFigures', {
  from: DateText,
  to: DateText,
  asOf: Instant,
  hotels: Switched,
  users: Type.Object({ guest: count, hotel_manager: count, agency_user: count, admin: count }),
  agencies: Switched,
  ...bookingSums,
})

const MovementSchema = namedObject('GuestMovement', {
  bookings: count,
  rooms: count,
  guests: count,
})

const dateOrNull = nullable(DateText)

const WavePartSchema = Type.Object({ codes: Type.Array(Type.String()), roomNights: count })

/** The alarm `unusual_demand` of a hotel. */
const UnusualDemandSchema = namedObject('UnusualDemand', {
  level: words('half', 'whole'),
  dayRoomNights: figure('Confirmed within 24 hours by strangers and guests proven by mail.'),
  dayMax: figure('The cap: further ones are refused.'),
  weekRoomNights: count,
  weekMax: count,
  usualDayRoomNights: nullable(count),
  since: Instant,
  brakeLiftedUntil: nullable(Instant),
  mailStuck: Type.Boolean({ description: 'Mails are stuck: no guest can be asked for proof.' }),
  wave: Type.Object(
    {
      days: Type.Integer(),
      unproven: WavePartSchema,
      provenByMail: WavePartSchema,
      more: Type.Boolean(),
    },
    {
      description: `Their newest bookings within \`days\`, at most ${CANCELS_MAX}.`,
    },
  ),
})

/** Figures of a hotel: today, a range of nights, and alarms. */
export const HotelFiguresSchema = namedObject('HotelFigures', {
  hotelSlug: Type.String(),
  currency: Type.String(),
  today: DateText,
  arrivals: MovementSchema,
  departures: MovementSchema,
  inHouse: MovementSchema,
  from: DateText,
  to: DateText,
  roomNightsSold: figure(
    'Rooms of confirmed and completed bookings, per night; the first night of a no-show.',
  ),
  roomNightsAvailable: figure('Rooms for sale, per night.'),
  occupancyBasisPoints: nullable(figure('Sold / available; 10,000 is full.')),
  revenueCents: figure('Price of the rooms sold, boards included.'),
  adrCents: nullable(figure('Average daily rate: revenue / rooms sold.')),
  revParCents: nullable(figure('Revenue per available room: revenue / rooms available.')),
  pickupRoomNights: figure(
    'Room nights from tonight on, booked in the last 7 days, net of cancellations and changes.',
  ),
  unacked: Type.Object({
    bookings: figure(
      `Bookings whose newest revision the partner has not acknowledged; ${UNACKED_COUNTED_MAX} means that many or more.`,
    ),
    overdue: figure('Unacknowledged for 30 minutes or more.'),
  }),
  webhooks: Type.Object({
    endpoints: count,
    pending: figure('Deliveries under way or waiting.'),
    oldestPendingAt: nullable(Instant),
    failing: figure('Alarm: failing since their last success.'),
    switchedOff: figure('Alarm: switched off by the service after a 410 or five days of failures.'),
  }),
  rejectedElements: figure(
    'Elements of the partner’s pushes refused in the last 24 hours, without dry runs: see the log of pushes.',
  ),
  daysWithoutPrice: figure(
    'Days of active room types, of the next 90, that are open with rooms left but have no price above 0: not bookable.',
  ),
  firstDayWithoutPrice: dateOrNull,
  daysNeverOpened: figure(
    'Days of active room types, of the next 90, that were never set: the calendar shows them closed at the base price; not bookable.',
  ),
  firstDayNeverOpened: dateOrNull,
  oversoldNights: figure(
    'Alarm: nights of room types from today on with more rooms sold here than `totalRooms + overbookingRooms`.',
  ),
  firstOversoldNight: dateOrNull,
  unusualDemand: nullable(UnusualDemandSchema, 'Alarm.'),
})

/** Figures of one night of a hotel. */
export const NightFiguresSchema = namedObject('NightFigures', {
  date: DateText,
  roomsSold: figure('Rooms of confirmed and completed bookings, and of no-shows that arrive.'),
  roomsTotal: figure('Rooms for sale.'),
  occupancyBasisPoints: nullable(figure('Sold / total; 10,000 is full.')),
  revenueCents: figure('Price of the rooms sold that night, boards included.'),
})

export type UnusualDemand = Static<typeof UnusualDemandSchema>
export type HotelFigures = Static<typeof HotelFiguresSchema>
export type HouseFigures = Static<typeof HouseFiguresSchema>
