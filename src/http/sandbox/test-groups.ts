import { Type } from 'typebox'
import type { Booking } from '../../domain/bookings/booking.ts'
import { SANDBOX_BOOKINGS_MAX } from '../../domain/kernel/limits.ts'
import { UNSOLD } from '../../domain/sale/refusal.ts'
import { noSuchBooking } from '../../service/bookings/ack-booking.ts'
import { refuseTransition } from '../../service/bookings/booking-record.ts'
import { confirmGroup, expireGroup } from '../../service/bookings/group-acts.ts'
import { listGroup } from '../../store/bookings/groups.ts'
import type { Context } from '../api/context.ts'
import { exampleDay } from '../api/example-day.ts'
import { strictObject } from '../api/texts.ts'
import { answerGroupCancel, answerGroupRequest, runGroupChange } from '../bookings/answer-group.ts'
import { OwnGroupChangeBody, TestGroupBody } from '../bookings/booking-bodies.ts'
import { OWN_CHANGE_REFUSALS } from '../bookings/booking-refusals.ts'
import { readTestGroupRequest } from '../bookings/booking-request.ts'
import { cancelFields, Reason } from '../bookings/end-bodies.ts'
import type { GroupAct } from '../bookings/group-access.ts'
import { EndedGroupSchema, GroupSchema, showGroup } from '../bookings/group-shape.ts'
import { readGroupChange } from '../bookings/read-group-change.ts'
import type { TestKey } from '../doors/partner-key.ts'
import { type AddSandboxRoute, actorOf, by, type TestCaller } from './test-callers.ts'

const [checkin, checkout] = [exampleDay(180), exampleDay(182)]
const stays = [
  { roomCode: 'DBL', checkin, checkout, adults: 2 },
  { roomCode: 'DBL', checkin, checkout, adults: 1 },
]
const group = { says: 'The reservation.', answer: GroupSchema }
const ended = { says: 'The reservation.', answer: EndedGroupSchema }

/** Adds the guest's side of reservations of several stays in a sandbox (contract-groups). */
export function addTestGroups(route: AddSandboxRoute, context: Context): void {
  route('POST', '/booking-groups', {
    id: 'placeTestGroup',
    scope: 'any',
    summary: 'Book several stays as a guest',
    description: `Like \`POST /v1/booking-groups\`, in the sandbox. Each stay is one of its ${SANDBOX_BOOKINGS_MAX} bookings.`,
    body: TestGroupBody,
    examples: { 'Two rooms': { stays }, 'Hold for 15 minutes': { stays, hold: true } },
    status: 201,
    ...group,
    says: 'Booked; `Location` is its address.',
    asks: { 'Idempotency-Key': 'As in `POST /v1/bookings`.' },
    headers: ['Location', 'Idempotent-Replayed'],
    errors: [...UNSOLD, 'price_changed', 'idempotency_conflict'],
    handle: async ({ key, body, request, set }) => {
      const snapshot = await context.hotelOf(key.hotelId)
      const asked = readTestGroupRequest(snapshot, body, { key, request })
      const address = (code: string) => `/v1/partner/booking-groups/${code}`
      return await answerGroupRequest(context, asked, set, address)
    },
  })
  addChange(route, context)
  addEnds(route, context)
}

function addChange(route: AddSandboxRoute, context: Context): void {
  route('PATCH', '/booking-groups/:code', {
    id: 'changeTestGroup',
    scope: 'any',
    summary: 'Change a reservation of the sandbox',
    description: 'Like `PATCH /v1/booking-groups/{code}`, as its guest or as the hotel.',
    body: strictObject({ ...OwnGroupChangeBody.properties, by }),
    examples: { 'Another guest for all': { guest: { firstName: 'Adile' } } },
    ...ended,
    errors: OWN_CHANGE_REFUSALS,
    handle: async ({ key, params, body: { by, simulate, ...body } }) => {
      const caller = by ?? (body.override ? 'hotel' : 'guest')
      const { booking, actor } = await actAs(context, key, params.code, caller)
      const change = { ...readGroupChange(body, undefined), caller, simulate }
      return await runGroupChange(context, booking.groupCode!, actor, change)
    },
  })
}

function addEnds(route: AddSandboxRoute, context: Context): void {
  route('POST', '/booking-groups/:code/confirm', {
    id: 'confirmTestGroup',
    scope: 'any',
    summary: 'Confirm a held reservation of the sandbox',
    ...group,
    errors: ['transition_invalid'],
    handle: async ({ key, params }) => {
      const { booking, actor } = await actAs(context, key, params.code, 'guest')
      return await confirmGroup(context, booking.groupCode!, actor, null)
    },
  })

  route('POST', '/booking-groups/:code/expire', {
    id: 'expireTestGroup',
    scope: 'any',
    summary: 'Let a held reservation of the sandbox expire',
    description: 'At once, as after 15 minutes: its rooms return to sale.',
    ...group,
    errors: ['transition_invalid'],
    handle: async ({ key, params }) => {
      const { booking, opener } = await actAs(context, key, params.code, 'guest')
      const expired = await expireTestGroup(context, booking.groupCode!)
      return await showGroup(context, expired, { opener })
    },
  })

  route('POST', '/booking-groups/:code/cancel', {
    id: 'cancelTestGroup',
    scope: 'any',
    summary: 'Cancel a reservation of the sandbox',
    description: 'All that stands of it, as its guest or as the hotel.',
    body: strictObject({ by, reason: Type.Optional(Reason), ...cancelFields }),
    bodyIs: 'optional',
    examples: { Cancel: { reason: 'Change of plans' }, 'By the hotel': { by: 'hotel' } },
    ...ended,
    errors: ['transition_invalid', 'penalty_changed'],
    handle: async ({ key, params, body: { by, ...body } }) => {
      const caller = by ?? (body.charge ? 'hotel' : 'guest')
      return await answerGroupCancel(context, await actAs(context, key, params.code, caller), body)
    },
  })
}

/** Finds a reservation of a sandbox for the side that a tester acts for. @throws AppError `not_found` */
async function actAs(
  { store }: Context,
  key: TestKey,
  code: string,
  caller: TestCaller,
): Promise<GroupAct> {
  const [booking] = await listGroup(store, code.toUpperCase())
  if (booking?.hotelId !== key.hotelId) throw noSuchBooking()
  return { booking, caller, opener: 'session', actor: (each) => actorOf(caller, each.code) }
}

/**
 * Lets a held reservation of a sandbox expire at once.
 *
 * @returns its bookings
 * @throws AppError `transition_invalid` if none of it has expired
 */
export async function expireTestGroup(context: Context, code: string): Promise<Booking[]> {
  await expireGroup(context, code, true)
  const bookings = await listGroup(context.store, code)
  if (bookings.every(({ status }) => status !== 'expired'))
    refuseTransition(bookings[0]!, 'expired')
  return bookings
}
