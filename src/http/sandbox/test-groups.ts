import { Type } from 'typebox'
import type { Booking } from '../../domain/bookings/booking.ts'
import { SANDBOX_BOOKINGS_MAX } from '../../domain/kernel/limits.ts'
import { UNSOLD } from '../../domain/sale/refusal.ts'
import { noSuchBooking } from '../../service/bookings/ack-booking.ts'
import { refuseTransition } from '../../service/bookings/booking-record.ts'
import { changeGroup } from '../../service/bookings/change-group.ts'
import { cancelGroup, confirmGroup, expireGroup } from '../../service/bookings/group-acts.ts'
import { placeGroup } from '../../service/bookings/place-group.ts'
import { listGroup } from '../../store/bookings/groups.ts'
import type { Context } from '../api/context.ts'
import { exampleDay } from '../api/example-day.ts'
import { strictObject, writtenProse } from '../api/texts.ts'
import { OwnGroupChangeBody, TestGroupBody } from '../bookings/booking-bodies.ts'
import { OWN_CHANGE_REFUSALS } from '../bookings/booking-refusals.ts'
import { readTestGroupRequest } from '../bookings/booking-request.ts'
import { GroupSchema, showGroup } from '../bookings/group-shape.ts'
import { readGroupChange } from '../bookings/read-group-change.ts'
import type { TestKey } from '../doors/partner-key.ts'
import { type AddSandboxRoute, actorOf, by } from './test-callers.ts'

const [checkin, checkout] = [exampleDay(180), exampleDay(182)]
const stays = [
  { roomCode: 'DBL', checkin, checkout, adults: 2 },
  { roomCode: 'DBL', checkin, checkout, adults: 1 },
]
const group = { says: 'The reservation.', answer: GroupSchema }

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
    headers: ['Location'],
    errors: [...UNSOLD, 'price_changed'],
    handle: async ({ key, body, set }) => {
      const snapshot = await context.hotelOf(key.hotelId)
      const { record } = await placeGroup(context, readTestGroupRequest(snapshot, body))
      set.headers.location = `/v1/partner/booking-groups/${record.code}`
      return record
    },
  })
  addChange(route, context)
  addEnds(route, context)
}

function addChange(route: AddSandboxRoute, context: Context): void {
  const { simulate: _, ...fields } = OwnGroupChangeBody.properties
  route('PATCH', '/booking-groups/:code', {
    id: 'changeTestGroup',
    scope: 'any',
    summary: 'Change a reservation of the sandbox',
    description: 'Like `PATCH /v1/booking-groups/{code}`, as its guest or as the hotel.',
    body: strictObject({ ...fields, by }),
    examples: { 'Another guest for all': { guest: { firstName: 'Adile' } } },
    ...group,
    errors: OWN_CHANGE_REFUSALS,
    handle: async ({ key, params, body: { by, ...body } }) => {
      const code = await findTestGroup(context, key, params.code)
      const caller = by ?? (body.override ? 'hotel' : 'guest')
      const change = { ...readGroupChange(body, undefined), caller }
      return await changeGroup(context, code, (each) => actorOf(caller, each.code), change)
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
      const code = await findTestGroup(context, key, params.code)
      return await confirmGroup(context, code, (each) => actorOf('guest', each.code), null)
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
      const code = await findTestGroup(context, key, params.code)
      return await showGroup(context, await expireTestGroup(context, code), { opener: 'session' })
    },
  })

  route('POST', '/booking-groups/:code/cancel', {
    id: 'cancelTestGroup',
    scope: 'any',
    summary: 'Cancel a reservation of the sandbox',
    description: 'All that stands of it, as its guest or as the hotel.',
    body: strictObject({
      by,
      reason: Type.Optional(writtenProse(500)),
      charge: Type.Optional(Type.Boolean()),
    }),
    bodyIs: 'optional',
    examples: { Cancel: { reason: 'Change of plans' }, 'By the hotel': { by: 'hotel' } },
    ...group,
    errors: ['transition_invalid'],
    handle: async ({ key, params, body: { by, reason = null, charge = false } }) => {
      const code = await findTestGroup(context, key, params.code)
      const caller = by ?? (charge ? 'hotel' : 'guest')
      const request = { reason, caller, charge }
      return await cancelGroup(context, code, (each) => actorOf(caller, each.code), request)
    },
  })
}

/** Finds a reservation of a sandbox. @returns its code. @throws AppError `not_found` */
async function findTestGroup({ store }: Context, key: TestKey, asked: string): Promise<string> {
  const code = asked.toUpperCase()
  const [first] = await listGroup(store, code)
  if (first?.hotelId !== key.hotelId) throw noSuchBooking()
  return code
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
