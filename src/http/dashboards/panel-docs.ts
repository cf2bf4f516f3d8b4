import { Type } from 'typebox'
import { UNACKED_COUNTED_MAX } from '../../domain/limits.ts'
import { BODY_ERRORS, staffOperation } from '../catalog/admin-docs-schemas.ts'
import { ReplyBody } from '../catalog/admin-schemas.ts'
import { nullable } from '../docs.ts'
import { BookingSchema } from '../shapes/booking.ts'
import { ReviewSchema } from '../shapes/review.ts'
import { pageOf, searchPageOf } from '../shapes/schema.ts'

const tag = 'Panel'
const WHICH =
  '`hotel` names the hotel by its slug; a manager of one hotel may leave it out. Another’s hotel is 404.'
const Date_ = Type.String({ format: 'date' })
const count = Type.Integer()
const figure = (description: string) => Type.Integer({ description })
const Movement = Type.Object({ bookings: count, rooms: count, guests: count })

export const dashboard = staffOperation({
  id: 'getPanelDashboard',
  tag,
  summary: 'Figures of a hotel',
  description: `Arrivals, departures and in-house are of today in the hotel's time zone. Occupancy, ADR, RevPAR and revenue are of the nights \`from\` to \`to\`, both included: tonight unless said otherwise, at most 92. ${WHICH}`,
  answers: {
    200: {
      description: 'The figures.',
      schema: Type.Object({
        hotelSlug: Type.String(),
        currency: Type.String(),
        today: Date_,
        arrivals: Movement,
        departures: Movement,
        inHouse: Movement,
        from: Date_,
        to: Date_,
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
          oldestPendingAt: nullable(Type.String({ format: 'date-time' })),
          failing: figure('Those that have failed since their last success: an alarm.'),
          switchedOff: figure(
            'Those the service switched off, for they answered 410 or nothing arrived for five days: an alarm.',
          ),
        }),
        rejectedElements: figure(
          'Elements of the partner’s pushes that were refused in the last 24 hours, dry runs aside: see the log of pushes.',
        ),
        daysWithoutPrice: figure(
          'Days of active room types, of the next 90, that were never set, or are open with rooms left but without a price above 0: nobody can book them. Days that were closed or sold out are not counted.',
        ),
        firstDayWithoutPrice: nullable(Date_),
        oversoldNights: figure(
          'Nights of room types from today on that have more rooms sold here than `totalRooms + overbookingRooms`: an alarm.',
        ),
        firstOversoldNight: nullable(Date_),
      }),
    },
  },
  errors: ['not_found', 'validation_failed'],
})

export const nights = staffOperation({
  id: 'listPanelDashboardDays',
  tag,
  summary: 'Figures of a hotel, night by night',
  description: `Every night from \`from\` to \`to\`, both included, at most 92, in order; by the definitions of the dashboard, whose sums over the same range they add up to. ${WHICH}`,
  answers: {
    200: {
      description: 'The nights.',
      schema: Type.Object({
        items: Type.Array(
          Type.Object({
            date: Date_,
            roomsSold: figure(
              'Rooms of confirmed and completed bookings, and of no-shows that begin on it.',
            ),
            roomsTotal: figure('Rooms there are to sell.'),
            occupancyBasisPoints: nullable(figure('Sold / total; 10,000 is full.')),
            revenueCents: figure('What the rooms sold cost that night, boards included.'),
          }),
        ),
      }),
    },
  },
  errors: ['not_found', 'validation_failed'],
})

export const bookings = staffOperation({
  id: 'listPanelBookings',
  tag,
  summary: 'Bookings of a hotel, newest first',
  description: `By status (may be repeated), a range of check-in or check-out dates. \`q\` finds beginnings of words, in any order, of the guest’s name, e-mail address, telephone number and of the code, without regard to case and marks: \`sahin\` finds Şahin. \`unacked=true\`: only those of guests who have not left whose newest revision the partner has not acknowledged. ${WHICH}`,
  answers: { 200: { description: 'A page.', schema: searchPageOf(BookingSchema) } },
  errors: ['not_found', 'validation_failed'],
})

export const reviews = staffOperation({
  id: 'listPanelReviews',
  tag,
  summary: 'Reviews of a hotel, newest first',
  description: `With \`replied=false\` those without a reply. ${WHICH}`,
  answers: { 200: { description: 'A page.', schema: pageOf(ReviewSchema) } },
  errors: ['not_found', 'validation_failed'],
})

export const reply = staffOperation({
  id: 'replyToReview',
  tag,
  summary: 'Reply to a review',
  description: `Another reply takes the place of the first. ${WHICH}`,
  body: { schema: ReplyBody, examples: { Thanks: { text: 'Thank you, come again!' } } },
  answers: { 200: { description: 'The review.', schema: ReviewSchema } },
  errors: [...BODY_ERRORS, 'not_found'],
})
