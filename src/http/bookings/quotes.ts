import { type Static, Type } from 'typebox'
import { creditLeft, termsInForce } from '../../domain/agencies/terms.ts'
import { UNSOLD } from '../../domain/sale/refusal.ts'
import type { GroupRequest } from '../../service/bookings/order.ts'
import { quoteGroup } from '../../service/bookings/place-group.ts'
import { findTerms } from '../../store/agencies/terms.ts'
import type { Context } from '../api/context.ts'
import { exampleDay } from '../api/example-day.ts'
import { routes } from '../api/route.ts'
import { namedObject, nullable, show } from '../api/schema.ts'
import { guestDoor } from '../doors/session-door.ts'
import { ROLE_REFUSALS } from './booking-access.ts'
import { QuoteBody } from './booking-bodies.ts'
import { readQuoteRequest } from './booking-request.ts'
import { BookingSchema } from './booking-shape.ts'
import { TaxPartSchema } from './detail-shape.ts'

/** Tokens of the general limit that a quote costs. */
const COST = 5

/** Fields of a booking that a quote of its stay has. */
const STAY_FIELDS = [
  ...(['roomCode', 'roomName', 'rateCode', 'rateName', 'boardCode', 'rooms'] as const),
  ...(['checkin', 'checkout', 'nights', 'adults', 'children', 'childAges'] as const),
  ...(['nightly', 'cancellation', 'totalPriceCents', 'taxes', 'netCents'] as const),
  ...(['extras', 'extrasTotalCents', 'extrasTaxes', 'payableCents'] as const),
  ...(['commissionBp', 'commissionCents'] as const),
]
const QuotedStay = namedObject('QuotedStay', Type.Pick(BookingSchema, STAY_FIELDS).properties)

/** The price of several stays, as a reservation of them would have it. */
const QuoteSchema = namedObject('GroupQuote', {
  hotelSlug: Type.String(),
  hotelName: Type.String(),
  currency: Type.String(),
  totalPriceCents: Type.Integer(),
  extrasTotalCents: Type.Integer(),
  taxes: Type.Array(TaxPartSchema),
  netCents: Type.Integer(),
  payableCents: Type.Integer(),
  stays: Type.Array(QuotedStay),
  creditLeftCents: Type.Optional(
    nullable(
      Type.Integer(),
      'For an agency’s user: what the agency may still owe the hotel before this; null: no limit.',
    ),
  ),
})

export type GroupQuote = Static<typeof QuoteSchema>

/** Adds the route of quotes (contract-groups, *Asking*). */
export function quoteRoutes(context: Context) {
  const { app, route } = routes('/v1/quotes', guestDoor(context, COST), 'Bookings')
  const [checkin, checkout] = [exampleDay(180), exampleDay(182)]
  route('POST', '', {
    id: 'quoteStays',
    isReading: true,
    summary: 'Ask for the price of several stays',
    description: `Answers as \`POST /v1/booking-groups\` would, refusals included, and keeps nothing. To an agency’s user it says the commission and what is left of the credit. Costs ${COST} requests of the general limit.`,
    body: QuoteBody,
    examples: {
      'Two rooms': {
        hotelSlug: 'alfa-grand-bosphorus',
        stays: [
          { roomCode: 'DBL', checkin, checkout, adults: 2 },
          { roomCode: 'SGL', checkin, checkout, adults: 1 },
        ],
      },
    },
    says: 'The price.',
    answer: QuoteSchema,
    errors: [...ROLE_REFUSALS, 'not_found', ...UNSOLD, 'credit_exceeded', 'ask_the_hotel'],
    handle: async ({ body, ...call }) => {
      const request = await readQuoteRequest(context, body, call)
      const { bookings, ...group } = await quoteGroup(context, request)
      const stays = bookings.map((each) => show(QuotedStay, each))
      return show(QuoteSchema, { ...group, stays, ...(await readCredit(context, request)) })
    },
  })
  return app
}

/** Reads what the agency that asks may still owe the hotel; for anybody else there is nothing to say. */
async function readCredit({ store }: Context, { hotel, source: { agencyId } }: GroupRequest) {
  if (agencyId === null) return {}
  const terms = await findTerms(store, hotel.id, agencyId)
  return { creditLeftCents: creditLeft(termsInForce(terms)) }
}
