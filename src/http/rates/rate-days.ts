import { Type } from 'typebox'
import { PULL_DAYS_MAX, RATE_DAYS_PULLED_MAX } from '../../domain/kernel/limits.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { groupDigits } from '../api/schema.ts'
import { RateDaysSchema } from '../days/day-shape.ts'
import { answerPull, pullOperation, soon } from '../days/pull-request.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { partnerDoor } from '../doors/partner-key.ts'
import type { RatePulls } from './rates-pull.ts'

/** A pull of rates in words and schemas, by a partner or in the panel. */
const ratePullOperation = {
  ...pullOperation,
  summary: 'Pull rates',
  description: `Effective prices and restrictions: of every active room type each rate that it is sold at, \`STD\` first, with every day from \`from\` to \`to\`, both included; at most ${PULL_DAYS_MAX} days, and ${groupDigits(RATE_DAYS_PULLED_MAX)} days of rates in all (\`range_too_large\` says how to split them). A derived rate shows the price that it comes to and the restrictions that it inherits; a rate without a price shows 0 and is closed, as is what was never pushed. A rate that is switched off is shown as it would be sold. How many rooms are left is in the pull of availability. Send the \`ETag\` back as \`If-None-Match\` and an unchanged answer is 304 without a body.`,
  query: {
    ...pullOperation.query,
    rateCode: Type.Optional(
      Type.Array(Type.String(), { description: 'Only these rates; may be repeated.' }),
    ),
  },
  says: 'The days of rates.',
  answer: RateDaysSchema,
  example: {
    from: soon,
    to: soon,
    rooms: [
      {
        roomCode: 'DBL',
        rates: [
          {
            rateCode: 'STD',
            days: [
              {
                ...{ date: soon, priceCents: 950000, closed: false },
                ...{ minStay: 2, minStayThrough: 1, maxStay: 0 },
                ...{ closedToArrival: false, closedToDeparture: false },
              },
            ],
          },
        ],
      },
    ],
  },
}

/** Days of rates as a partner pulls them (contract-rates, *Quotes*). */
export function partnerRateDayRoutes(context: Context, pull: RatePulls) {
  const { app, route } = routes('/v1/partner/rates', partnerDoor(context), 'Availability')

  route('GET', '', {
    id: 'pullRates',
    scope: 'availability:read',
    ...ratePullOperation,
    handle: ({ key, query, request, set }) =>
      answerPull(context, pull, key.hotelId, { query, request, set }),
  })

  return app
}

/** The same in the panel. */
export function panelRateDayRoutes(context: Context, pull: RatePulls) {
  const { app, route } = routes('/v1/panel/rates/days', hotelDoor(context), 'Panel')

  route('GET', '', {
    id: 'pullPanelRates',
    memberRole: 'any',
    ...ratePullOperation,
    handle: ({ hotel, query, request, set }) =>
      answerPull(context, pull, hotel.id, { query, request, set }),
  })

  return app
}
