import { type Static, Type } from 'typebox'
import type { User } from '../../domain/accounts/user.ts'
import { isReaddressed } from '../../domain/bookings/manage-link.ts'
import { UNSOLD } from '../../domain/sale/refusal.ts'
import { changeBooking, simulateChange } from '../../service/bookings/change-booking.ts'
import { confirmBooking } from '../../service/bookings/confirm-booking.ts'
import type { Context } from '../api/context.ts'
import { exampleDay } from '../api/example-day.ts'
import type { AddRoute } from '../api/route.ts'
import { strictObject } from '../api/texts.ts'
import { visitorAt } from '../doors/visitor.ts'
import { type ActAccess, grantAct } from './booking-access.ts'
import { actFields, ChangeBody, EXAMPLE_TOKEN } from './booking-bodies.ts'
import { answerCancel, cancelFields, Reason } from './booking-ends.ts'
import { readChange } from './booking-request.ts'
import { BookingSchema, EndedSchema } from './booking-shape.ts'
import { MANAGE_BY_EMAIL_HEADERS, setSunsetHeaders } from './manage-by-email.ts'
import { ManagedSchema } from './managed-booking.ts'
import { readManualPrice } from './manual-price.ts'

type AddGuestRoute = AddRoute<{ user: User | undefined }>

const manageToken = EXAMPLE_TOKEN
const headers = MANAGE_BY_EMAIL_HEADERS
const REFUSALS = [
  'manage_token_required',
  'forbidden',
  'role_missing',
  'second_factor_required',
  'transition_invalid',
] as const

/** Adds what a booking's guest, agency or hotel does to it, signed in or with its manage token (contract §3). */
export function addActs(route: AddGuestRoute, context: Context): void {
  addChange(route, context)
  addCancelAndConfirm(route, context)
}

function addChange(route: AddGuestRoute, context: Context): void {
  route('PATCH', '/:code', {
    id: 'changeBooking',
    summary: 'Change dates, room, party or guest',
    description:
      'Swaps the nights in one transaction: when the new ones cannot be had, the old ones stay. A night that stays keeps its agreed price; other nights are sold at the price of today. Another rate (which brings its terms), board or room type, more rooms, and a party that the price depends on, price every night anew. Dates, room type, rate, party and more rooms are held to the restrictions of the whole new stay. A stay that has begun may end today; its nights before today stay as they are. A suspended hotel, room type or rate sells nothing more (`closed_for_sale`). While a cancellation would cost something, guest and agency make nothing less of the booking (`terms_forbid_change`). Of what it booked itself the hotel’s people may empty `guest.email` (null) while a telephone number stands. `manualPrice` is for the hotel’s people alone: what the hotel did not sell itself is made cheaper by it, never dearer. `simulate: true` answers the booking as it would be.',
    body: ChangeBody,
    examples: {
      'One night more': { manageToken, checkout: exampleDay(183) },
      'What it would cost': { manageToken, checkout: exampleDay(183), simulate: true },
      'Another name': { manageToken, guest: { firstName: 'Adile' } },
    },
    says: 'The booking.',
    answer: ManagedSchema,
    headers,
    errors: [
      ...UNSOLD,
      ...REFUSALS,
      'price_changed',
      'revision_conflict',
      'terms_forbid_change',
      'proof_required',
      'ask_the_hotel',
    ],
    handle: async ({ request: call, server, params, body, user, set }) => {
      const { email, manageToken, simulate, override = false, manualPrice, ...rest } = body
      const { expectedTotalCents = null, revision = null, ...change } = rest
      const act = await grantAct(context, params.code, { user, email, manageToken })
      setSunsetHeaders({ set }, act)
      const { booking, caller, actor } = act
      const request = {
        ...{ change: readChange(change), expectedTotalCents, revision, override, caller },
        manualPrice: readManualPrice(manualPrice, caller === 'guest' ? undefined : user),
        guest: await visitorAt(context, { request: call, server }, booking.hotelId),
      }
      if (simulate)
        return { ...(await simulateChange(context, booking.code, request)), simulated: true }
      const record = await changeBooking(context, booking.code, actor, request)
      return { ...record, ...newTokenOf(context, act, body) }
    },
  })
}

function addCancelAndConfirm(route: AddGuestRoute, context: Context): void {
  route('POST', '/:code/cancel', {
    id: 'cancelBooking',
    summary: 'Cancel',
    description:
      "Gives nights from today on back to sale, unless the hotel keeps them. `penaltyCents` is what it costs by the booking's terms: of a guest or agency, of the hotel's side nothing unless `charge: true`. Cancelling again answers the same. `simulate: true` only says what would happen (`nightsGivenBack`, `penaltyCents`); `expectedPenaltyCents` guards against a penalty that midnight has changed.",
    body: strictObject({
      ...actFields,
      reason: Type.Optional(Reason),
      ...cancelFields,
    }),
    bodyIs: 'optional',
    examples: {
      'What would happen': { manageToken, simulate: true },
      Cancel: { manageToken, reason: 'Change of plans' },
    },
    says: 'The booking.',
    answer: EndedSchema,
    headers,
    errors: [...REFUSALS, 'penalty_changed'],
    handle: async ({ params, body: { email, manageToken, ...rest }, user, set }) => {
      const act = await grantAct(context, params.code, { user, email, manageToken })
      setSunsetHeaders({ set }, act)
      const { booking, actor, caller } = act
      return await answerCancel(context, booking, actor, { reason: null, ...rest, caller })
    },
  })

  route('POST', '/:code/confirm', {
    id: 'confirmBooking',
    summary: 'Confirm a hold',
    description:
      'While its 15 minutes run, also when the hotel or the room type was taken off sale meanwhile: its rooms were taken, and its price promised, before.',
    body: strictObject(actFields),
    bodyIs: 'optional',
    examples: { 'With the token': { manageToken } },
    says: 'The booking.',
    answer: BookingSchema,
    headers,
    errors: [...REFUSALS, 'proof_required', 'ask_the_hotel'],
    handle: async ({ request, server, params, body: { email, manageToken }, user, set }) => {
      const act = await grantAct(context, params.code, { user, email, manageToken })
      setSunsetHeaders({ set }, act)
      const { booking, caller, actor } = act
      const isGuest = caller === 'guest' && booking.agencyId === null
      const call = { request, server }
      const guest = isGuest ? await visitorAt(context, call, booking.hotelId) : null
      return await confirmBooking(context, booking.code, actor, guest)
    },
  })
}

/** The new token of a booking that its link has given another e-mail, which has ended that link; nothing otherwise. */
function newTokenOf(
  { tokens }: Context,
  { opener, booking }: ActAccess,
  { guest }: Static<typeof ChangeBody>,
): { manageToken?: string } {
  const isNew = opener === 'token' && isReaddressed(booking.guest, { ...booking.guest, ...guest })
  if (!isNew) return {}
  return { manageToken: tokens.manage({ ...booking, manageEpoch: booking.manageEpoch + 1 }) }
}
