import { type Static, Type } from 'typebox'
import type { User } from '../../domain/accounts/user.ts'
import { changeBooking, simulateChange } from '../../service/bookings/change-booking.ts'
import { confirmBooking } from '../../service/bookings/confirm-booking.ts'
import type { Context } from '../api/context.ts'
import { exampleDay } from '../api/example-day.ts'
import type { AddRoute } from '../api/route.ts'
import { strictObject } from '../api/texts.ts'
import { visitorAt } from '../doors/visitor.ts'
import { ACT_REFUSALS, type ActAccess, grantAct, isOfAgency } from './booking-access.ts'
import { actFields, ChangeBody, EXAMPLE_TOKEN } from './booking-bodies.ts'
import { CHANGE_REFUSALS } from './booking-refusals.ts'
import { BookingSchema, EndedSchema } from './booking-shape.ts'
import { answerCancel, cancelFields, Reason } from './end-bodies.ts'
import { MANAGE_BY_EMAIL_HEADERS, setSunsetHeaders } from './manage-by-email.ts'
import { actedRecord, ManagedSchema, newTokenOf } from './managed-booking.ts'
import { readManualPrice } from './manual-price.ts'
import { checkPayer } from './payment-body.ts'
import { readChange } from './read-order.ts'

type AddGuestRoute = AddRoute<{ user: User | undefined }>

const manageToken = EXAMPLE_TOKEN
const headers = MANAGE_BY_EMAIL_HEADERS
const REFUSALS = [...ACT_REFUSALS, 'transition_invalid'] as const

/**
 * Adds the routes that change, cancel and confirm a booking, for its guest, agency or hotel, signed in or with the
 * manage token (contract §3). The hotel cancels without the penalty (waives it) unless `charge` is true.
 */
export function addActs(route: AddGuestRoute, context: Context): void {
  addChange(route, context)
  addCancelAndConfirm(route, context)
}

function addChange(route: AddGuestRoute, context: Context): void {
  route('PATCH', '/:code', {
    id: 'changeBooking',
    summary: 'Change dates, room, party or guest',
    description:
      'Swaps the nights in one transaction: if the new nights are not available, the old ones stay. A night that stays keeps its agreed price; other nights are sold at today’s price. Another rate (with its terms), board or room type, more rooms, or a party that affects the price reprices every night. New dates, room type, rate, party or more rooms must meet the restrictions of the whole new stay. A stay that has begun may end today; its nights before today stay as they are. A suspended hotel, room type or rate sells nothing more (`closed_for_sale`). While a cancellation would cost a penalty, guest and agency cannot reduce the booking (`terms_forbid_change`). On its own bookings the hotel’s staff may set `guest.email` to null if there is a telephone number. `manualPrice` is for the hotel’s staff alone; it may lower, never raise, the price of a booking that the hotel did not sell itself. An option is changed by its agency and the hotel’s staff while it stands, whatever its terms; its end (`holdUntil`) by the staff; an earlier check-in shortens it to 18:00 of that day. `simulate: true` returns the booking as it would be.',
    body: ChangeBody,
    examples: {
      'One more night': { manageToken, checkout: exampleDay(183) },
      'Simulate the price': { manageToken, checkout: exampleDay(183), simulate: true },
      'Another name': { manageToken, guest: { firstName: 'Adile' } },
    },
    says: 'The booking.',
    answer: ManagedSchema,
    headers,
    errors: CHANGE_REFUSALS,
    handle: async ({ request: call, server, params, body, user, set }) => {
      const { email, manageToken, ...asked } = body
      const act = await grantAct(context, params.code, { user, email, manageToken })
      setSunsetHeaders({ set }, act)
      const record = await answerChange(context, asked, act, { user, request: call, server })
      return {
        ...actedRecord(act, record),
        ...(!asked.simulate && newTokenOf(context, act, body.guest)),
      }
    },
  })
}

type ChangeFields = Omit<Static<typeof ChangeBody>, 'email' | 'manageToken'>

/** Changes a booking for a caller who may, or simulates it. @throws as `changeBooking` */
export async function answerChange(
  context: Context,
  { simulate, override = false, manualPrice, ...rest }: ChangeFields,
  act: ActAccess,
  call: Parameters<typeof visitorAt>[1] & { user: User | undefined },
) {
  const { expectedTotalCents = null, expectedPayableCents = null, ...asked } = rest
  const { revision = null, ...change } = asked
  const { booking, caller, actor } = act
  const guest = await visitorAt(context, call, booking.hotelId)
  checkPayer(rest.payment, act, guest)
  const request = {
    ...{ change: readChange(change), revision, override, caller },
    ...{ expectedTotalCents, expectedPayableCents },
    manualPrice: readManualPrice(manualPrice, caller === 'guest' ? undefined : call.user),
    ...{ guest, isOfAgency: isOfAgency(act) },
  }
  if (simulate)
    return { ...(await simulateChange(context, booking.code, request)), simulated: true }
  return await changeBooking(context, booking.code, actor, request)
}

function addCancelAndConfirm(route: AddGuestRoute, context: Context): void {
  route('POST', '/:code/cancel', {
    id: 'cancelBooking',
    summary: 'Cancel',
    description:
      "Returns the nights from today on to sale, unless the hotel keeps them. `penaltyCents` is the penalty by the booking's terms: a guest or agency owes it; the hotel's side waives it unless `charge: true`. Cancelling again returns the same. `simulate: true` only reports the result (`nightsGivenBack`, `penaltyCents`); `expectedPenaltyCents` guards against a penalty that changed at midnight, `expectedPayableCents` the extras that a begun stay owes, too.",
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
      const asked = { reason: null, ...rest, caller }
      return actedRecord(act, await answerCancel(context, booking, actor, asked))
    },
  })

  route('POST', '/:code/confirm', {
    id: 'confirmBooking',
    summary: 'Confirm a hold',
    description:
      'Possible until `holdUntil`, even if the hotel or room type has gone off sale: the hold has its rooms and its price.',
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
      return actedRecord(act, await confirmBooking(context, booking.code, actor, guest))
    },
  })
}
