import { Type } from 'typebox'
import type { User } from '../../domain/accounts/user.ts'
import {
  GROUP_ROOM_NIGHTS_MAX,
  GROUP_ROOMS_MAX,
  GROUP_STAYS_MAX,
} from '../../domain/bookings/group.ts'
import { listGroup } from '../../store/bookings/groups.ts'
import { findGuessedGroup } from '../../store/bookings/guessed.ts'
import type { Context } from '../api/context.ts'
import { exampleDay } from '../api/example-day.ts'
import { type AddRoute, routes } from '../api/route.ts'
import { strictObject } from '../api/texts.ts'
import { guestDoor } from '../doors/session-door.ts'
import {
  answerGroupCancel,
  answerGroupChange,
  answerGroupConfirm,
  answerGroupPlace,
} from './answer-group.ts'
import { ACT_REFUSALS } from './booking-access.ts'
import { actFields, EXAMPLE_TOKEN, GroupBody, GroupChangeBody } from './booking-bodies.ts'
import { CHANGE_REFUSALS, PLACE_REFUSALS } from './booking-refusals.ts'
import { cancelFields, Reason } from './end-bodies.ts'
import { grantGroupAct, grantGroupRead } from './group-access.ts'
import { CANCEL_GROUP, CONFIRM_GROUP, FAMILY_STAYS, PLACE_GROUP } from './group-operations.ts'
import { ChangedGroupSchema, GroupSchema, ManagedGroupSchema, showGroup } from './group-shape.ts'
import { addManageLink } from './manage-link.ts'

type AddGuestRoute = AddRoute<{ user: User | undefined }>

const REFUSALS = [...ACT_REFUSALS, 'transition_invalid'] as const

const guest = { firstName: 'Ada', lastName: 'Yılmaz', email: 'ada@example.com' }

/** Adds the routes of reservations of several stays (contract-groups, *Several rooms, one reservation*). */
export function groupRoutes(context: Context) {
  const { app, route } = routes('/v1/booking-groups', guestDoor(context), 'Bookings')
  addPlace(route, context)
  addRead(route, context)
  addChange(route, context)
  addEnds(route, context)
  addManageLink(route, context, OF_GROUP)
  return app
}

function addPlace(route: AddGuestRoute, context: Context): void {
  route('POST', '', {
    id: 'placeGroup',
    ...PLACE_GROUP,
    description: `All or nothing: the stays are taken in the order sent, and a refusal names every place that fails, up to 20 (\`/stays/1/checkin\`). Each stay becomes a booking with \`group {code, position}\` and events of its own. At most ${GROUP_STAYS_MAX} stays, ${GROUP_ROOMS_MAX} rooms and ${GROUP_ROOM_NIGHTS_MAX} room-nights (\`group_too_large\`). \`expectedTotalCents\` is of the whole. Everything else as in \`POST /v1/bookings\`; bounds on strangers judge it as one booking.`,
    body: GroupBody,
    examples: {
      'A family in two rooms': {
        ...{ hotelSlug: 'alfa-grand-bosphorus', guest },
        stays: FAMILY_STAYS,
      },
    },
    answer: ManagedGroupSchema,
    errors: PLACE_REFUSALS,
    handle: ({ body, ...call }) =>
      answerGroupPlace(context, body, call, (code) => `/v1/booking-groups/${code}`),
  })
}

function addRead(route: AddGuestRoute, context: Context): void {
  const header = `x-${context.brand}-manage-token`
  route('GET', '/:code', {
    id: 'getGroup',
    summary: 'One reservation of several stays',
    description: 'Its access is that of `GET /v1/bookings/{code}`, with the token of the group.',
    asks: { [header]: 'The manage token of the group.' },
    query: { email: Type.Optional(Type.String({ maxLength: 254 })) },
    says: 'The reservation.',
    answer: GroupSchema,
    errors: ['second_factor_required'],
    handle: async ({ params, query: { email }, user, request }) => {
      const manageToken = request.headers.get(header) ?? undefined
      const { booking, opener } = await grantGroupRead(context, params.code, {
        ...{ user, email, manageToken },
      })
      const bookings = await listGroup(context.store, booking.groupCode!)
      return await showGroup(context, bookings, { opener, email })
    },
  })
}

function addChange(route: AddGuestRoute, context: Context): void {
  route('PATCH', '/:code', {
    id: 'changeGroup',
    summary: 'Change a reservation of several stays',
    description: `${ABOUT_CHANGE} Everything else as in \`PATCH /v1/bookings/{code}\`.`,
    body: GroupChangeBody,
    examples: {
      'One more night for one': {
        manageToken: EXAMPLE_TOKEN,
        stays: [{ code: '7KQ2M9XWPA', checkout: exampleDay(183) }],
      },
      'Another guest for all': { manageToken: EXAMPLE_TOKEN, guest: { firstName: 'Adile' } },
    },
    says: 'The reservation.',
    answer: ChangedGroupSchema,
    errors: CHANGE_REFUSALS,
    handle: async ({ params, body: { email, manageToken, ...body }, user, ...call }) => {
      const act = await grantGroupAct(context, params.code, { user, email, manageToken })
      return await answerGroupChange(context, body, act, { user, ...call })
    },
  })
}

/** Describes a change of a group. */
const ABOUT_CHANGE =
  'All or nothing: `stays` are changed in the order sent, and the next may take what the one before let go; `guest`, `arrivalTime`, `company`, `specialRequests`, `payment` and `holdUntil` become those of every booking that stands. A refusal names every place that fails (`/stays/1/checkin`); each changed booking has its revision and event. The expected sums are of the whole. `simulate: true` returns the reservation as it would be.'

const OF_GROUP = {
  id: 'mailGroupLink',
  summary: 'Mail the link of a reservation of several stays',
  description: 'As `POST /v1/bookings/{code}/manage-link`; it opens each of its bookings, too.',
  find: findGuessedGroup,
}

function addEnds(route: AddGuestRoute, context: Context): void {
  route('POST', '/:code/cancel', {
    id: 'cancelGroup',
    ...CANCEL_GROUP,
    description:
      'Cancels the bookings that stand, each by its own terms, all or none. `simulate: true` returns the reservation as it would be, with what this call ends owes as `penaltyCents` and `payableCents`, which the expected amounts guard. Everything else as in `POST /v1/bookings/{code}/cancel`.',
    body: strictObject({ ...actFields, reason: Type.Optional(Reason), ...cancelFields }),
    examples: {
      'What would happen': { manageToken: EXAMPLE_TOKEN, simulate: true },
      Cancel: { manageToken: EXAMPLE_TOKEN, reason: 'Change of plans' },
    },
    errors: [...REFUSALS, 'penalty_changed'],
    handle: async ({ params, body: { email, manageToken, ...rest }, user }) => {
      const act = await grantGroupAct(context, params.code, { user, email, manageToken })
      return await answerGroupCancel(context, act, rest)
    },
  })

  route('POST', '/:code/confirm', {
    id: 'confirmGroup',
    ...CONFIRM_GROUP,
    description:
      'Confirms all of its holds, or none. Everything else as in `POST /v1/bookings/{code}/confirm`, which refuses a single booking of it (409 `confirm_the_group`).',
    body: strictObject(actFields),
    bodyIs: 'optional',
    examples: { 'With the token': { manageToken: EXAMPLE_TOKEN } },
    errors: [...REFUSALS, 'proof_required', 'ask_the_hotel'],
    handle: async ({ params, body: { email, manageToken }, user, ...call }) => {
      const act = await grantGroupAct(context, params.code, { user, email, manageToken })
      return await answerGroupConfirm(context, act, call)
    },
  })
}
