import { Type } from 'typebox'
import { listGroup } from '../../store/bookings/groups.ts'
import type { Context } from '../api/context.ts'
import { exampleDay } from '../api/example-day.ts'
import { type AddRoute, routes } from '../api/route.ts'
import { together } from '../api/route-group.ts'
import { strictObject } from '../api/texts.ts'
import { type Agent, agencyDoor } from '../doors/agency.ts'
import {
  answerAddStay,
  answerGroupCancel,
  answerGroupChange,
  answerGroupConfirm,
  answerGroupPlace,
} from './answer-group.ts'
import { bySession } from './booking-access.ts'
import { GroupBody } from './booking-bodies.ts'
import { OWN_PLACE_REFUSALS } from './booking-refusals.ts'
import { cancelFields, Reason } from './end-bodies.ts'
import { grantGroupAct, grantGroupRead, groupsOf } from './group-access.ts'
import {
  ADD_STAY,
  CANCEL_GROUP,
  CHANGE_GROUP,
  CONFIRM_OWN_GROUP,
  PLACE_GROUP,
} from './group-operations.ts'
import { GroupSchema, showGroup } from './group-shape.ts'
import { AgencyGroupTrailSchema, GROUP_TRAIL, readAgencyGroupTrail } from './group-trail.ts'
import { answerMailLink, renew } from './manage-link.ts'

type AddAgencyRoute = AddRoute<Agent>

const [checkin, checkout] = [exampleDay(180), exampleDay(182)]
const guest = { firstName: 'Ada', lastName: 'Yılmaz', email: 'ada@example.com' }

/** Adds the routes of an agency's reservations of several stays (contract-groups). */
export function agencyGroupRoutes(context: Context) {
  const prefix = '/v1/acenta/booking-groups'
  const reading = routes(prefix, agencyDoor(context), 'Agencies')
  addRead(reading.route, context)
  const { app, route } = routes(prefix, agencyDoor(context, 'agency_seller'), 'Agencies')
  addPlace(route, context)
  addChange(route, context)
  addEnds(route, context)
  addLink(route, context)
  return together(reading.app, app)
}

function addPlace(route: AddAgencyRoute, context: Context): void {
  route('POST', '', {
    id: 'placeAgencyGroup',
    ...PLACE_GROUP,
    description: 'As `POST /v1/booking-groups` by an agency user.',
    body: GroupBody,
    examples: {
      'Two rooms': {
        ...{ hotelSlug: 'alfa-grand-bosphorus', guest },
        stays: [{ roomCode: 'DBL', checkin, checkout, rooms: 2 }],
      },
    },
    answer: GroupSchema,
    errors: OWN_PLACE_REFUSALS,
    handle: async ({ body, ...call }) =>
      await answerGroupPlace(context, body, call, (code) => `/v1/acenta/booking-groups/${code}`),
  })
}

function addRead(route: AddAgencyRoute, context: Context): void {
  route('GET', '/:code', {
    id: 'getAgencyGroup',
    summary: 'One reservation of several stays',
    says: 'The reservation.',
    answer: GroupSchema,
    handle: async ({ params: { code }, ...agent }) => {
      const of = groupsOf({ agencyId: agent.agency.id })
      const { booking, opener } = await grantGroupRead(context, code, bySession(agent.user), of)
      const bookings = await listGroup(context.store, booking.groupCode!)
      return await showGroup(context, bookings, { opener })
    },
  })

  route('GET', '/:code/trail', {
    id: 'getAgencyGroupTrail',
    ...GROUP_TRAIL,
    answer: AgencyGroupTrailSchema,
    handle: async ({ params: { code }, ...agent }) => {
      const of = groupsOf({ agencyId: agent.agency.id })
      const { booking } = await grantGroupRead(context, code, bySession(agent.user), of)
      return await readAgencyGroupTrail(context, booking.groupCode!)
    },
  })
}

function addChange(route: AddAgencyRoute, context: Context): void {
  route('PATCH', '/:code', {
    id: 'changeAgencyGroup',
    ...CHANGE_GROUP,
    description: 'As `PATCH /v1/booking-groups/{code}` by an agency user.',
    handle: async ({ params: { code }, body, ...agent }) =>
      await answerGroupChange(context, body, await grant(context, code, agent), agent),
  })

  route('POST', '/:code/stays', {
    id: 'addAgencyStay',
    ...ADD_STAY,
    handle: async ({ params: { code }, body, ...agent }) =>
      await answerAddStay(context, body, await grant(context, code, agent), agent),
  })
}

function addEnds(route: AddAgencyRoute, context: Context): void {
  const { charge: _, ...fields } = cancelFields
  route('POST', '/:code/cancel', {
    id: 'cancelAgencyGroup',
    ...CANCEL_GROUP,
    description: 'As `POST /v1/booking-groups/{code}/cancel`; the agency owes the penalties.',
    body: strictObject({ reason: Type.Optional(Reason), ...fields }),
    examples: { 'What would happen': { simulate: true }, Cancel: { reason: 'Change of plans' } },
    errors: ['transition_invalid', 'penalty_changed'],
    handle: async ({ params: { code }, body, ...agent }) =>
      await answerGroupCancel(context, await grant(context, code, agent), body),
  })

  route('POST', '/:code/confirm', {
    id: 'confirmAgencyGroup',
    ...CONFIRM_OWN_GROUP,
    handle: async ({ params: { code }, ...agent }) =>
      await answerGroupConfirm(context, await grant(context, code, agent), agent),
  })
}

function addLink(route: AddAgencyRoute, context: Context): void {
  route('POST', '/:code/manage-link', {
    id: 'mailAgencyGroupLink',
    summary: 'Mail the link of a reservation of several stays',
    description:
      'As `POST /v1/booking-groups/{code}/manage-link` by an agency user: to the guest, who only reads by it.',
    body: strictObject({ renew }),
    bodyIs: 'optional',
    examples: { 'Lost link': {}, 'Leaked link': { renew: true } },
    status: 202,
    says: 'Mailed.',
    answer: Type.Object({}),
    errors: ['ask_the_hotel'],
    handle: async ({ params: { code }, body: { renew = false }, ...agent }) => {
      const { booking, actor } = await grant(context, code, agent)
      await answerMailLink(context, { booking, actor: actor(booking), renew })
      return {}
    },
  })
}

/** Finds a reservation of the agency. @throws AppError `not_found` */
const grant = (context: Context, code: string, agent: Agent) =>
  grantGroupAct(context, code, bySession(agent.user), groupsOf({ agencyId: agent.agency.id }))
