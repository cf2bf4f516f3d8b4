import { Type } from 'typebox'
import { PULL_DAYS_MAX, RATE_DAYS_PULLED_MAX } from '../../domain/kernel/limits.ts'
import { ADVANCE_DAYS_MAX } from '../../domain/rates/rate.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { groupDigits } from '../api/schema.ts'
import { RateDaysSchema } from '../days/day-shape.ts'
import { answerPull, pullOperation, soon } from '../days/pull-request.ts'
import { ANY_MEMBER, admitMemberAgain, hotelDoor } from '../doors/panel-hotel.ts'
import { admitToHotel, partnerDoor } from '../doors/partner-key.ts'
import type { RatePulls } from './rates-pull.ts'

/** Shared description and schemas of the rate pull, for partners and the panel. */
const ratePullOperation = {
  ...pullOperation,
  summary: 'Pull rates',
  description: `Effective prices and restrictions: every active room type with each of its rates, \`STD\` first, and every day from \`from\` to \`to\`, both included; at most ${PULL_DAYS_MAX} days, and ${groupDigits(RATE_DAYS_PULLED_MAX)} rate days in all (\`range_too_large\` suggests a split). A derived rate has its computed price and inherited restrictions; a rate without a price has 0 and is closed. A day never pushed is closed. An inactive rate is shown as it would be sold. Rooms left are in the availability pull. Send the \`ETag\` back as \`If-None-Match\`: an unchanged answer is 304 without a body.`,
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
                ...{ minAdvanceDays: 0, maxAdvanceDays: ADVANCE_DAYS_MAX },
                ...{ closedToArrival: false, closedToDeparture: false },
              },
            ],
          },
        ],
      },
    ],
  },
}

/** Adds the rate pull for partners (contract-rates, *Quotes*). */
export function partnerRateDayRoutes(context: Context, pull: RatePulls) {
  const { app, route } = routes('/v1/partner/rates', partnerDoor(context), 'Availability')

  route('GET', '', {
    id: 'pullRates',
    scope: 'availability:read',
    ...ratePullOperation,
    handle: ({ key, query, request, server, set }) => {
      const readmit = () => admitToHotel(context, { request, server }, key.hotelId)
      const pulled = pull(key.hotelId, query, { request, readmit })
      return answerPull(context, key.hotelId, pulled, { request, set })
    },
  })

  return app
}

/** Adds the rate pull of the panel. */
export function panelRateDayRoutes(context: Context, pull: RatePulls) {
  const { app, route } = routes('/v1/panel/rates/days', hotelDoor(context), 'Panel')

  route('GET', '', {
    id: 'pullPanelRates',
    ...ANY_MEMBER,
    ...ratePullOperation,
    handle: ({ user, sessionId, hotel, query, request, set }) => {
      const readmit = () => admitMemberAgain(context, { user, sessionId, hotel }, ANY_MEMBER)
      const pulled = pull(hotel.id, query, { request, readmit })
      return answerPull(context, hotel.id, pulled, { request, set })
    },
  })

  return app
}
