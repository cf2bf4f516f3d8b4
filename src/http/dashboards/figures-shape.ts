import { type Static, Type } from 'typebox'
import { CANCELS_MAX, UNACKED_COUNTED_MAX } from '../../domain/bookings/booking.ts'
import { DateText, Instant, namedObject, nullable, words } from '../api/schema.ts'

const count = Type.Integer()
const figure = (description: string) => Type.Integer({ description })

/** Bookings by state. */
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
  revenueCents: figure('Their totals.'),
  commissionCents: figure("The agencies' share of them."),
})

/** What was booked in a range, by state and by currency. */
const bookingSums = { bookings: CountsSchema, totals: Type.Array(TotalsSchema) }

/** What an agency booked; without a range: since it is there. */
export const AgencyFiguresSchema = namedObject('AgencyFigures', {
  agencyCode: Type.String(),
  from: nullable(DateText),
  to: nullable(DateText),
  ...bookingSums,
})

const Switched = Type.Object({ active: count, suspended: count })

/** The whole house: what there is and what was booked in a range. */
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
  dayRoomNights: figure('Confirmed within 24 hours by strangers and people proven by mail.'),
  dayMax: figure('Past it they are refused.'),
  weekRoomNights: count,
  weekMax: count,
  usualDayRoomNights: nullable(count),
  since: Instant,
  brakeLiftedUntil: nullable(Instant),
  mailStuck: Type.Boolean({ description: 'Mails wait: nobody can be asked for proof.' }),
  wave: Type.Object(
    {
      days: Type.Integer(),
      unproven: WavePartSchema,
      provenByMail: WavePartSchema,
      more: Type.Boolean(),
    },
    {
      description: `Their newest bookings, of \`days\`, ${CANCELS_MAX} at most.`,
    },
  ),
})

/** A hotel's figures: of today, of a range of nights, and its alarms. */
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
    'Rooms of confirmed and completed bookings, night by night; of a no-show the first night.',
  ),
  roomNightsAvailable: figure('Rooms there are to sell, night by night.'),
  occupancyBasisPoints: nullable(figure('Sold / available; 10,000 is full.')),
  revenueCents: figure('What the rooms sold cost, boards included.'),
  adrCents: nullable(figure('Average daily rate: revenue / rooms sold.')),
  revParCents: nullable(figure('Revenue per available room: revenue / rooms available.')),
  pickupRoomNights: figure(
    'Room nights from tonight on that the last 7 days brought, net of cancellations and changes.',
  ),
  unacked: Type.Object({
    bookings: figure(
      `Bookings whose newest revision the partner has not acknowledged; ${UNACKED_COUNTED_MAX} stands for that many or more.`,
    ),
    overdue: figure('Those of them that have waited 30 minutes or more.'),
  }),
  webhooks: Type.Object({
    endpoints: count,
    pending: figure('Deliveries on their way or waiting.'),
    oldestPendingAt: nullable(Instant),
    failing: figure('Those that have failed since their last success: an alarm.'),
    switchedOff: figure(
      'Those the service switched off, for they answered 410 or nothing arrived for five days: an alarm.',
    ),
  }),
  rejectedElements: figure(
    'Elements of the partner’s pushes that were refused in the last 24 hours, dry runs aside: see the log of pushes.',
  ),
  daysWithoutPrice: figure(
    'Days of active room types, of the next 90, that are open with rooms left but have no price above 0: nobody can book them.',
  ),
  firstDayWithoutPrice: dateOrNull,
  daysNeverOpened: figure(
    'Days of active room types, of the next 90, that were never set: the calendar shows them closed, at the base price, and nobody can book them.',
  ),
  firstDayNeverOpened: dateOrNull,
  oversoldNights: figure(
    'Nights of room types from today on that have more rooms sold here than `totalRooms + overbookingRooms`: an alarm.',
  ),
  firstOversoldNight: dateOrNull,
  unusualDemand: nullable(UnusualDemandSchema, 'An alarm.'),
})

/** One night of a hotel. */
export const NightFiguresSchema = namedObject('NightFigures', {
  date: DateText,
  roomsSold: figure('Rooms of confirmed and completed bookings, and of no-shows that begin on it.'),
  roomsTotal: figure('Rooms there are to sell.'),
  occupancyBasisPoints: nullable(figure('Sold / total; 10,000 is full.')),
  revenueCents: figure('What the rooms sold cost that night, boards included.'),
})

export type UnusualDemand = Static<typeof UnusualDemandSchema>
export type HotelFigures = Static<typeof HotelFiguresSchema>
export type HouseFigures = Static<typeof HouseFiguresSchema>
