import { Type } from 'typebox'
import { SANDBOX_BOOKINGS_MAX } from '../../domain/kernel/limits.ts'
import { UNSOLD } from '../../domain/sale/refusal.ts'
import { refuseTransition } from '../../service/bookings/booking-record.ts'
import { cancelBooking } from '../../service/bookings/cancel-booking.ts'
import { changeBooking } from '../../service/bookings/change-booking.ts'
import { confirmBooking } from '../../service/bookings/confirm-booking.ts'
import { expireBooking } from '../../service/bookings/end-by-clock.ts'
import { markNoShow } from '../../service/bookings/mark-no-show.ts'
import { placeBooking } from '../../service/bookings/place-booking.ts'
import { resetSandbox } from '../../service/sandbox/sandbox-hotels.ts'
import type { Context } from '../api/context.ts'
import { exampleDay } from '../api/example-day.ts'
import { CertificationSchema } from '../api/key-shape.ts'
import { oneOf } from '../api/query.ts'
import { type AddRoute, routes } from '../api/route.ts'
import { strictObject, writtenProse } from '../api/texts.ts'
import { findOwnBooking } from '../bookings/booking-access.ts'
import { ChangeBody, TestPlaceBody } from '../bookings/booking-bodies.ts'
import { readChange, readTestRequest } from '../bookings/booking-request.ts'
import { BookingSchema } from '../bookings/booking-shape.ts'
import { type ScopeNeed, type TestKey, testDoor } from '../doors/partner-key.ts'
import { showCertification } from './certification.ts'
import { addFaults } from './faults.ts'

type AddSandboxRoute = AddRoute<{ key: TestKey }, Record<never, never>, ScopeNeed>

/** The hotel's people, as far as a sandbox has any. */
const HOTEL = { type: 'system', id: 'sandbox' } as const

const by = Type.Optional({
  ...oneOf('guest', 'hotel'),
  description: 'Whose doing it is: `guest` unless said otherwise.',
})
const { email: _, manualPrice: __, ...changes } = ChangeBody.properties
const stay = { roomCode: 'DBL', checkin: exampleDay(180), checkout: exampleDay(182), adults: 2 }
const booking = { says: 'The booking.', answer: BookingSchema }

/** The guest's and the hotel's side of a sandbox, for the holder of a test key (contract §2, *Sandbox*). */
export function sandboxRoutes(context: Context) {
  const { app, route } = routes('/v1/partner/sandbox', testDoor(context), 'Sandbox')
  addBookings(route, context)
  addEnds(route, context)
  addReset(route, context)
  addFaults(route, context)
  addCertification(route, context)
  return app
}

function addBookings(route: AddSandboxRoute, context: Context): void {
  route('POST', '/bookings', {
    id: 'placeTestBooking',
    scope: 'any',
    summary: 'Book, as a guest would',
    description: `Like \`POST /v1/bookings\`, in the sandbox: it takes rooms there, stands in the feed and is told to the webhooks of the test keys. With \`hold: true\` it is \`pending\` for 15 minutes. A sandbox has at most ${SANDBOX_BOOKINGS_MAX} until it is reset.`,
    body: TestPlaceBody,
    examples: { 'Two nights for two': stay, 'Hold for 15 minutes': { ...stay, hold: true } },
    status: 201,
    ...booking,
    says: 'Booked; `Location` names it.',
    headers: ['Location'],
    errors: [...UNSOLD, 'price_changed'],
    handle: async ({ key, body, set }) => {
      const snapshot = await context.hotelOf(key.hotelId)
      const { record } = await placeBooking(context, readTestRequest(snapshot, body))
      set.headers.location = `/v1/partner/bookings/${record.code}`
      return record
    },
  })

  route('PATCH', '/bookings/:code', {
    id: 'changeTestBooking',
    scope: 'any',
    summary: 'Change a booking of the sandbox',
    description: 'Like `PATCH /v1/bookings/{code}`, as its guest or as the hotel.',
    body: strictObject({ ...changes, by }),
    examples: { 'One night more': { checkout: exampleDay(183) } },
    ...booking,
    errors: [
      ...UNSOLD,
      'transition_invalid',
      'price_changed',
      'revision_conflict',
      'terms_forbid_change',
    ],
    handle: async ({ key, params, body: { by, simulate: _, override = false, ...rest } }) => {
      const { code } = await findOwnBooking(context, key.hotelId, params.code)
      const { expectedTotalCents = null, revision = null, ...change } = rest
      const caller = by ?? (override ? 'hotel' : 'guest')
      const request = { change: readChange(change), expectedTotalCents, revision, override, caller }
      return await changeBooking(context, code, actorOf(caller, code), request)
    },
  })
}

function addEnds(route: AddSandboxRoute, context: Context): void {
  route('POST', '/bookings/:code/confirm', {
    id: 'confirmTestBooking',
    scope: 'any',
    summary: 'Confirm a hold of the sandbox',
    ...booking,
    errors: ['transition_invalid'],
    handle: async ({ key, params }) => {
      const { code } = await findOwnBooking(context, key.hotelId, params.code)
      return await confirmBooking(context, code, actorOf('guest', code))
    },
  })

  route('POST', '/bookings/:code/expire', {
    id: 'expireTestHold',
    scope: 'any',
    summary: 'Let a hold of the sandbox run out',
    description: 'At once, as it would after its 15 minutes: its rooms go back to sale.',
    ...booking,
    errors: ['transition_invalid'],
    handle: async ({ key, params }) => {
      const { code } = await findOwnBooking(context, key.hotelId, params.code)
      const { record } = await expireBooking(context, code, true)
      if (record.status !== 'expired') refuseTransition(record, 'expired')
      return record
    },
  })

  route('POST', '/bookings/:code/cancel', {
    id: 'cancelTestBooking',
    scope: 'any',
    summary: 'Cancel a booking of the sandbox',
    description:
      'As its guest, who owes what its terms say, or as the hotel, which asks for nothing unless `charge: true`.',
    body: strictObject({
      by,
      reason: Type.Optional(writtenProse(500)),
      charge: Type.Optional(Type.Boolean()),
    }),
    bodyIs: 'optional',
    examples: { Cancel: { reason: 'Change of plans' }, 'By the hotel': { by: 'hotel' } },
    ...booking,
    errors: ['transition_invalid'],
    handle: async ({ key, params, body: { by, reason = null, charge = false } }) => {
      const { code } = await findOwnBooking(context, key.hotelId, params.code)
      const caller = by ?? (charge ? 'hotel' : 'guest')
      const request = { reason, caller, charge }
      return (await cancelBooking(context, code, actorOf(caller, code), request)).record
    },
  })

  route('POST', '/bookings/:code/no-show', {
    id: 'markTestNoShow',
    scope: 'any',
    summary: 'Mark a booking of the sandbox as no-show',
    description: 'On its check-in day, at any hour: book from today to try it.',
    ...booking,
    errors: ['transition_invalid'],
    handle: async ({ key, params }) => {
      const { code } = await findOwnBooking(context, key.hotelId, params.code)
      return await markNoShow(context, code, HOTEL, { isForced: true })
    },
  })
}

function addReset(route: AddSandboxRoute, context: Context): void {
  route('POST', '/reset', {
    id: 'resetSandbox',
    scope: 'any',
    summary: 'Begin anew with the hotel as it is now',
    description:
      'Copies room types, boards, rates, taxes and days of the hotel again; bookings, pushes and history of the sandbox are gone. Keys and webhooks stay. A cursor of before is answered 410 `cursor_expired`, as one that is too old: pull everything, then read on from `oldestCursor`.',
    says: 'It is done.',
    handle: async ({ key }) => await resetSandbox(context, key, { type: 'key', id: key.id }),
  })
}

function addCertification(route: AddSandboxRoute, context: Context): void {
  route('GET', '/certification', {
    id: 'getCertification',
    scope: 'any',
    summary: 'What this key has shown that it can do',
    description:
      'Scenario by scenario, in the order to do them: done or not, when, the requests that prove it, and what to do next. It is read from what the key has really done: what was refused, only tried (`dryRun`) or changed nothing does not count, nor does what another key did. The first proof of a scenario stands, also after a reset; to begin anew make another test key. Calls of the sandbox itself are no part of it.',
    says: 'The scenarios.',
    answer: CertificationSchema,
    handle: async ({ key }) =>
      await showCertification(context, key.id, await context.hotelOf(key.hotelId)),
  })
}

const actorOf = (caller: 'guest' | 'hotel', code: string) =>
  caller === 'hotel' ? HOTEL : ({ type: 'booking', id: code, by: 'guest' } as const)
