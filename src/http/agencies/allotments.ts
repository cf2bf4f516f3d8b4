import { Type } from 'typebox'
import { ALLOTMENT_ROWS_MAX } from '../../domain/agencies/allotment-updates.ts'
import { setAllotments } from '../../service/agencies/allotments.ts'
import { listAllotmentHotels } from '../../store/agencies/allotments.ts'
import type { Context } from '../api/context.ts'
import { exampleDay } from '../api/example-day.ts'
import { DateParameter } from '../api/query.ts'
import { routes } from '../api/route.ts'
import { groupDigits } from '../api/schema.ts'
import { strictObject } from '../api/texts.ts'
import { agencyDoor } from '../doors/agency.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { partnerDoor } from '../doors/partner-key.ts'
import {
  AllotmentsSchema,
  AllotmentUpdateSchema,
  allotmentsExample,
  OwnAllotmentsSchema,
  ownAllotmentsExample,
} from './allotment-shape.ts'
import {
  ALLOTMENT_DAYS_MAX,
  ALLOTMENTS_LISTED_MAX,
  readAllotmentRange,
  readAllotments,
  readOwnAllotments,
} from './read-allotments.ts'

const UPDATES_MAX = 500
const day = exampleDay(40)

const rangeQuery = {
  from: { ...DateParameter, example: day },
  to: { ...DateParameter, description: 'Included.', example: day },
}

/** Shared description and schemas of the list, for partners and the panel. */
const LIST = {
  summary: 'Allotments of agencies',
  description: `Rooms set aside for agencies (by code), by room type and night, and what that leaves for everybody; at most ${ALLOTMENT_DAYS_MAX} days and ${groupDigits(ALLOTMENTS_LISTED_MAX)} allotments. They are part of the count of a day: a push knows nothing of them. Released at the hotel’s midnight, \`releaseDays\` before the night.`,
  query: {
    ...rangeQuery,
    roomCode: Type.Optional(Type.String({ description: 'Only this room type.' })),
  },
  says: 'The allotments.',
  answer: AllotmentsSchema,
  example: allotmentsExample,
}

/** Adds the allotments of agencies in the panel (contract-agencies, *Allotment*). */
export function panelAllotmentRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/allotments', hotelDoor(context), 'Panel')

  route('GET', '', {
    id: 'listPanelAllotments',
    memberRole: 'any',
    ...LIST,
    handle: async ({ query: { roomCode, ...query }, ...member }) => {
      const range = readAllotmentRange(query)
      return { ...range, ...(await readAllotments(context, member, range, roomCode)) }
    },
  })

  route('PUT', '', {
    id: 'setPanelAllotments',
    memberRole: 'revenue',
    summary: 'Set allotments of agencies',
    description: `By day, or by range and weekdays; absent fields stay, \`rooms: 0\` sets nothing aside. All or nothing, in the order sent; at most ${groupDigits(ALLOTMENT_ROWS_MAX)} days of room types. No count changes, and what agencies have booked stays.`,
    body: strictObject({
      updates: Type.Array(AllotmentUpdateSchema, { minItems: 1, maxItems: UPDATES_MAX }),
    }),
    examples: {
      'Five rooms on Fridays and Saturdays, released two weeks before': {
        updates: [
          {
            ...{ agencyCode: 'BLUE', roomCode: 'DBL', dateFrom: day, dateTo: exampleDay(70) },
            ...{ weekdays: ['fri', 'sat'], rooms: 5, releaseDays: 14 },
          },
        ],
      },
    },
    says: 'How many nights changed.',
    answer: Type.Object({ changed: Type.Integer() }),
    example: { changed: 8 },
    handle: async ({ actor, hotel, body }) =>
      await setAllotments(context, actor, hotel.id, body.updates),
  })

  return app
}

/** Adds the list of allotments for partners. */
export function partnerAllotmentRoutes(context: Context) {
  const { app, route } = routes('/v1/partner/allotments', partnerDoor(context), 'Availability')

  route('GET', '', {
    id: 'listAllotments',
    scope: 'availability:read',
    ...LIST,
    handle: async ({ key, query: { roomCode, ...query } }) => {
      const range = readAllotmentRange(query)
      const hotel = await context.hotelOf(key.hotelId)
      return { ...range, ...(await readAllotments(context, hotel, range, roomCode)) }
    },
  })

  return app
}

/** Adds the list of an agency's own allotments at all hotels. */
export function agencyAllotmentRoutes(context: Context) {
  const { app, route } = routes('/v1/acenta/allotments', agencyDoor(context), 'Agencies')

  route('GET', '', {
    id: 'listAgencyAllotments',
    summary: 'Rooms that hotels set aside for the agency',
    description: `By hotel, room type and night; at most ${ALLOTMENT_DAYS_MAX} days. The agency books its own first, then what is free for everybody.`,
    query: {
      ...rangeQuery,
      hotel: Type.Optional(Type.String({ description: 'Slug: only this hotel.' })),
    },
    says: 'The allotments.',
    answer: OwnAllotmentsSchema,
    example: ownAllotmentsExample,
    handle: async ({ agency: { id, code }, query: { hotel: slug, ...query } }) => {
      const range = readAllotmentRange(query)
      const hotelIds = await listAllotmentHotels(context.store, id, slug)
      const agency = { hotelIds, agencyCode: code }
      return await readOwnAllotments(context, agency, range)
    },
  })

  return app
}
