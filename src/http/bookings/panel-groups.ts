import { Type } from 'typebox'
import { listGroup } from '../../store/bookings/groups.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { strictObject } from '../api/texts.ts'
import { type AddPanelRoute, hotelDoor, type Member } from '../doors/panel-hotel.ts'
import {
  answerAddStay,
  answerGroupCancel,
  answerGroupChange,
  answerGroupConfirm,
  answerGroupPlace,
} from './answer-group.ts'
import { bySession } from './booking-access.ts'
import { PanelGroupBody } from './booking-bodies.ts'
import { OWN_PLACE_REFUSALS } from './booking-refusals.ts'
import { cancelFields, Reason } from './end-bodies.ts'
import { grantGroupAct, grantGroupRead, groupsOf } from './group-access.ts'
import {
  ADD_STAY,
  CANCEL_GROUP,
  CHANGE_GROUP,
  CONFIRM_OWN_GROUP,
  FAMILY_STAYS,
  PLACE_GROUP,
} from './group-operations.ts'
import { GroupSchema, PanelGroupSchema, showPanelGroup } from './group-shape.ts'
import { GROUP_TRAIL, PanelGroupTrailSchema, readPanelGroupTrail } from './group-trail.ts'
import { answerHandOver, HANDED_OVER } from './panel-manage-link.ts'

const guest = { firstName: 'Ilgın', lastName: 'Öztürk', phone: '+90 532 555 01 47' }

/** Adds the panel's routes of reservations of several stays (contract-groups). */
export function panelGroupRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/booking-groups', hotelDoor(context), 'Panel')
  addPlace(route, context)
  addRead(route, context)
  addChange(route, context)
  addEnds(route, context)
  addLink(route, context)
  return app
}

function addPlace(route: AddPanelRoute, context: Context): void {
  route('POST', '', {
    id: 'placePanelGroup',
    memberRole: 'front_desk',
    ...PLACE_GROUP,
    description:
      'As `POST /v1/booking-groups` by a member of the hotel: `override` and, by stay, `manualPrice` are possible, and a telephone number is enough.',
    body: PanelGroupBody,
    examples: {
      'A family in two rooms': { guest, stays: FAMILY_STAYS },
    },
    answer: GroupSchema,
    errors: OWN_PLACE_REFUSALS,
    handle: async ({ body, hotel: { slug }, ...call }) =>
      await answerGroupPlace(
        context,
        { ...body, hotelSlug: slug },
        call,
        (code) => `/v1/panel/booking-groups/${code}?hotel=${slug}`,
      ),
  })
}

function addRead(route: AddPanelRoute, context: Context): void {
  route('GET', '/:code', {
    id: 'getPanelGroup',
    memberRole: 'any',
    summary: 'One reservation of several stays',
    says: 'The reservation; each booking has its desk record.',
    answer: PanelGroupSchema,
    handle: async ({ params: { code }, ...member }) => {
      const of = groupsOf({ hotelId: member.hotel.id })
      const { booking } = await grantGroupRead(context, code, bySession(member.user), of)
      return await showPanelGroup(context, await listGroup(context.store, booking.groupCode!))
    },
  })

  route('GET', '/:code/trail', {
    id: 'getPanelGroupTrail',
    memberRole: 'any',
    isVisit: true,
    ...GROUP_TRAIL,
    answer: PanelGroupTrailSchema,
    handle: async ({ params: { code }, ...member }) => {
      const of = groupsOf({ hotelId: member.hotel.id })
      const { booking } = await grantGroupRead(context, code, bySession(member.user), of)
      return await readPanelGroupTrail(context, booking.groupCode!)
    },
  })
}

function addChange(route: AddPanelRoute, context: Context): void {
  route('PATCH', '/:code', {
    id: 'changePanelGroup',
    memberRole: 'front_desk',
    ...CHANGE_GROUP,
    description:
      'As `PATCH /v1/booking-groups/{code}` by a member of the hotel: `override`, `holdUntil` and, by stay, `manualPrice` are possible.',
    handle: async ({ params: { code }, body, ...member }) =>
      await answerGroupChange(context, body, await grant(context, code, member), member),
  })

  route('POST', '/:code/stays', {
    id: 'addPanelStay',
    memberRole: 'front_desk',
    ...ADD_STAY,
    handle: async ({ params: { code }, body, ...member }) =>
      await answerAddStay(context, body, await grant(context, code, member), member),
  })
}

function addEnds(route: AddPanelRoute, context: Context): void {
  route('POST', '/:code/cancel', {
    id: 'cancelPanelGroup',
    memberRole: 'front_desk',
    ...CANCEL_GROUP,
    description:
      'As `POST /v1/booking-groups/{code}/cancel`. Penalties are waived unless `charge: true`.',
    body: strictObject({ reason: Type.Optional(Reason), ...cancelFields }),
    examples: { 'What would happen': { simulate: true }, Cancel: { reason: 'Overbooked' } },
    errors: ['transition_invalid', 'penalty_changed'],
    handle: async ({ params: { code }, body, ...member }) =>
      await answerGroupCancel(context, await grant(context, code, member), body),
  })

  route('POST', '/:code/confirm', {
    id: 'confirmPanelGroup',
    memberRole: 'front_desk',
    ...CONFIRM_OWN_GROUP,
    handle: async ({ params: { code }, ...member }) =>
      await answerGroupConfirm(context, await grant(context, code, member), member),
  })
}

function addLink(route: AddPanelRoute, context: Context): void {
  route('POST', '/:code/manage-link', {
    id: 'handOverGroupLink',
    memberRole: 'front_desk',
    summary: 'Hand over the link of a reservation of several stays',
    description:
      'As `POST /v1/panel/bookings/{code}/manage-link`; it opens each of its bookings, too.',
    body: strictObject({ renew: Type.Optional(Type.Boolean()) }),
    bodyIs: 'optional',
    examples: { 'For the guest': {}, 'End earlier links': { renew: true } },
    ...HANDED_OVER,
    handle: async ({ params: { code }, body: { renew = false }, ...member }) => {
      const { booking } = await grant(context, code, member)
      const request = { booking, actor: member.actor, renew }
      return await answerHandOver(context, request, booking.groupCode!)
    },
  })
}

/** Finds a reservation of the hotel that the member may change. @throws AppError `not_found` */
const grant = (context: Context, code: string, member: Pick<Member, 'user' | 'hotel'>) =>
  grantGroupAct(context, code, bySession(member.user), groupsOf({ hotelId: member.hotel.id }))
