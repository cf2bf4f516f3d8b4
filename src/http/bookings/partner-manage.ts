import type { ApiKey } from '../../domain/accounts/api-key.ts'
import { needScope } from '../../domain/accounts/scope.ts'
import type { Booking } from '../../domain/bookings/booking.ts'
import { changeBooking, simulateChange } from '../../service/bookings/change-booking.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Context } from '../api/context.ts'
import { strictObject } from '../api/texts.ts'
import { type AddPartnerRoute, actorOf } from '../doors/partner-key.ts'
import { ChangeBody, Code } from './booking-bodies.ts'
import { ChangedSchema, EndedSchema } from './booking-shape.ts'
import {
  aboutNoShow,
  answerCancel,
  answerNoShow,
  cancelFields,
  NoShowBody,
  Reason,
} from './end-bodies.ts'
import { findOwnBooking } from './own-booking.ts'

const RECORDED =
  "It counts as the hotel's own act: the history names the key or vendor, the feed and webhooks report it, and the new revision needs an acknowledgement."
const noContent = { also: { 204: { description: 'Done; the key may not read bookings.' } } }

const { revision, simulate } = ChangeBody.properties

/**
 * Adds the hotel's own changes of bookings, reported by its system: room move, no-show, and cancellation, which waives
 * the penalty unless `charge` is true (contract §2, contract-rates).
 */
export function addManage(route: AddPartnerRoute, context: Context): void {
  addEnds(route, context)

  route('PATCH', '/:code', {
    id: 'moveReservation',
    scope: 'bookings:manage',
    summary: 'Move to another room type',
    description: `Swaps the rooms in one transaction: if the new rooms are not available, the old ones stay. Every night keeps its agreed price; restrictions and occupancy rules are ignored, but the room type must have the booking's board (\`unknown_board\`), be open and have rooms left on those nights. A stay that has begun cannot move (\`night_passed\`). A stale \`revision\` is 409 \`revision_conflict\`. A repeat changes nothing. ${RECORDED}`,
    body: strictObject({ roomCode: Code, revision, simulate }),
    examples: {
      'What would happen': { roomCode: 'TWN', simulate: true },
      'To another room type': { roomCode: 'TWN', revision: 1 },
    },
    says: 'The booking.',
    answer: ChangedSchema,
    ...noContent,
    errors: ['sold_out', 'closed_for_sale', 'transition_invalid', 'revision_conflict'],
    handle: async ({ key, params, body: { roomCode, revision = null, simulate = false } }) =>
      await act(context, key, { code: params.code, simulate }, async ({ code }, actor) => {
        const request = {
          ...{ change: { roomCode }, expectedTotalCents: null, revision },
          caller: 'partner' as const,
        }
        if (!simulate) return await changeBooking(context, code, actor, request)
        return { ...(await simulateChange(context, code, request)), simulated: true }
      }),
  })
}

function addEnds(route: AddPartnerRoute, context: Context): void {
  route('POST', '/:code/no-show', {
    id: 'reportNoShow',
    scope: 'bookings:manage',
    summary: 'Report a no-show',
    description: `${aboutNoShow} ${RECORDED}`,
    body: NoShowBody,
    bodyIs: 'optional',
    examples: { 'What would happen': { simulate: true }, 'Before the hour': { force: true } },
    says: 'The booking.',
    answer: EndedSchema,
    ...noContent,
    errors: ['transition_invalid'],
    handle: async ({ key, params: { code }, body }) =>
      await act(context, key, { ...body, code }, (booking, actor) =>
        answerNoShow(context, booking, actor, body),
      ),
  })

  route('POST', '/:code/cancel', {
    id: 'cancelReservation',
    scope: 'bookings:manage',
    summary: 'Cancel for the hotel',
    description: `Returns the nights from today on to sale, unless the hotel keeps them. The penalty is waived unless \`charge: true\`, which charges it by the booking's terms; \`expectedPenaltyCents\` guards against a penalty that changed at midnight. An unconfirmed hold ends too. Cancelling again returns the same. \`simulate: true\` only reports the result. ${RECORDED}`,
    body: strictObject({ reason: Reason, ...cancelFields }),
    examples: {
      'What would happen': { reason: 'Overbooked', charge: true, simulate: true },
      Cancel: { reason: 'Overbooked' },
    },
    says: 'The booking.',
    answer: EndedSchema,
    ...noContent,
    errors: ['transition_invalid', 'penalty_changed'],
    handle: async ({ key, params: { code }, body }) =>
      await act(context, key, { ...body, code }, (booking, actor) =>
        answerCancel(context, booking, actor, { ...body, caller: 'partner' }),
      ),
  })
}

/**
 * Runs a change of a booking of the key's hotel.
 *
 * @returns the answer for a key that may read bookings; 204 for any other
 * @throws AppError `not_found`; `scope_missing` for a simulation by a key that may not read bookings
 */
async function act<Answer>(
  context: Context,
  key: ApiKey,
  asked: { code: string; simulate?: boolean | undefined },
  work: (booking: Booking, actor: Actor) => Promise<Answer>,
): Promise<Answer | Response> {
  const { hotelId, scopes } = key
  if (asked.simulate) needScope(scopes, 'bookings:read', '`simulate`')
  const booking = await findOwnBooking(context, hotelId, asked.code)
  const answer = await work(booking, actorOf(key))
  return scopes.includes('bookings:read') ? answer : new Response(null, { status: 204 })
}
