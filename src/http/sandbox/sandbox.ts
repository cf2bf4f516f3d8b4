import { Type } from 'typebox'
import { SANDBOX_BOOKINGS_MAX } from '../../domain/kernel/limits.ts'
import { UNSOLD } from '../../domain/sale/refusal.ts'
import { refuseTransition } from '../../service/bookings/booking-record.ts'
import { changeBooking, simulateChange } from '../../service/bookings/change-booking.ts'
import { confirmBooking } from '../../service/bookings/confirm-booking.ts'
import { expireBooking } from '../../service/bookings/end-by-clock.ts'
import { markNoShow } from '../../service/bookings/mark-no-show.ts'
import { placeBooking } from '../../service/bookings/place-booking.ts'
import { resetSandbox } from '../../service/sandbox/sandbox-hotels.ts'
import type { Context } from '../api/context.ts'
import { exampleDay } from '../api/example-day.ts'
import { CertificationSchema } from '../api/key-shape.ts'
import { routes } from '../api/route.ts'
import { strictObject } from '../api/texts.ts'
import { ChangeBody, TestPlaceBody } from '../bookings/booking-bodies.ts'
import { readTestRequest } from '../bookings/booking-request.ts'
import {
  BookingSchema,
  bookingViews,
  ChangedSchema,
  EndedSchema,
} from '../bookings/booking-shape.ts'
import { answerCancel, cancelFields, Reason } from '../bookings/end-bodies.ts'
import { findOwnBooking } from '../bookings/own-booking.ts'
import { readChange } from '../bookings/read-order.ts'
import { testDoor } from '../doors/partner-key.ts'
import { showCertification } from './certification.ts'
import { addFaults } from './faults.ts'
import { type AddSandboxRoute, actorOf, by, HOTEL } from './test-callers.ts'
import { addTestGroups, expireTestGroup } from './test-groups.ts'

const { email: _, manualPrice: __, ...changes } = ChangeBody.properties
const stay = { roomCode: 'DBL', checkin: exampleDay(180), checkout: exampleDay(182), adults: 2 }
const booking = { says: 'The booking.', answer: BookingSchema }

/** Adds the guest's and the hotel's side of a sandbox, for test keys (contract §2, *Sandbox*). */
export function sandboxRoutes(context: Context) {
  const { app, route } = routes('/v1/partner/sandbox', testDoor(context), 'Sandbox')
  addBookings(route, context)
  addEnds(route, context)
  addTestGroups(route, context)
  addReset(route, context)
  addFaults(route, context)
  addCertification(route, context)
  return app
}

function addBookings(route: AddSandboxRoute, context: Context): void {
  route('POST', '/bookings', {
    id: 'placeTestBooking',
    scope: 'any',
    summary: 'Book as a guest',
    description: `Like \`POST /v1/bookings\`, in the sandbox: it takes rooms there, appears in the feed and is sent to the webhooks of test keys. With \`hold: true\` it is \`pending\` for 15 minutes. A sandbox has at most ${SANDBOX_BOOKINGS_MAX} until its reset.`,
    body: TestPlaceBody,
    examples: { 'Two nights for two': stay, 'Hold for 15 minutes': { ...stay, hold: true } },
    status: 201,
    ...booking,
    says: 'Booked; `Location` is its address.',
    asks: { 'Idempotency-Key': 'As in `POST /v1/bookings`.' },
    headers: ['Location', 'Idempotent-Replayed'],
    errors: [...UNSOLD, 'price_changed', 'idempotency_conflict'],
    handle: async ({ key, body, request, set }) => {
      const snapshot = await context.hotelOf(key.hotelId)
      const asked = readTestRequest(snapshot, body, { key, request })
      const { record, isReplay } = await placeBooking(context, asked)
      set.headers.location = `/v1/partner/bookings/${record.code}`
      if (isReplay) set.headers['idempotent-replayed'] = 'true'
      return record
    },
  })

  route('PATCH', '/bookings/:code', {
    id: 'changeTestBooking',
    scope: 'any',
    summary: 'Change a booking of the sandbox',
    description: 'Like `PATCH /v1/bookings/{code}`, as its guest or as the hotel.',
    body: strictObject({ ...changes, by }),
    examples: { 'One more night': { checkout: exampleDay(183) } },
    says: 'The booking.',
    answer: ChangedSchema,
    errors: [
      ...UNSOLD,
      'transition_invalid',
      'price_changed',
      'revision_conflict',
      'terms_forbid_change',
    ],
    handle: async ({ key, params, body: { by, simulate, override = false, ...rest } }) => {
      const { code } = await findOwnBooking(context, key.hotelId, params.code)
      const { expectedTotalCents = null, expectedPayableCents = null, ...asked } = rest
      const { revision = null, ...change } = asked
      const caller = by ?? (override ? 'hotel' : 'guest')
      const expected = { expectedTotalCents, expectedPayableCents, revision }
      const request = { change: readChange(change), ...expected, override, caller }
      if (simulate) return { ...(await simulateChange(context, code, request)), simulated: true }
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
    errors: ['transition_invalid', 'confirm_the_group'],
    handle: async ({ key, params }) => {
      const { code } = await findOwnBooking(context, key.hotelId, params.code)
      return await confirmBooking(context, code, actorOf('guest', code))
    },
  })

  route('POST', '/bookings/:code/expire', {
    id: 'expireTestHold',
    scope: 'any',
    summary: 'Let a hold of the sandbox expire',
    description:
      'At once, as after 15 minutes: its rooms return to sale. The hold of a group expires as a whole.',
    ...booking,
    errors: ['transition_invalid'],
    handle: async ({ key, params }) => {
      const { code, groupCode } = await findOwnBooking(context, key.hotelId, params.code)
      if (groupCode !== null) {
        const bookings = await expireTestGroup(context, groupCode)
        return await bookingViews(context)(bookings.find((each) => each.code === code)!)
      }
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
      'As its guest, who owes the penalty of its terms, or as the hotel, which waives it unless `charge: true`.',
    body: strictObject({ by, reason: Type.Optional(Reason), ...cancelFields }),
    bodyIs: 'optional',
    examples: { Cancel: { reason: 'Change of plans' }, 'By the hotel': { by: 'hotel' } },
    says: 'The booking.',
    answer: EndedSchema,
    errors: ['transition_invalid', 'penalty_changed'],
    handle: async ({ key, params, body: { by, ...body } }) => {
      const found = await findOwnBooking(context, key.hotelId, params.code)
      const caller = by ?? (body.charge ? 'hotel' : 'guest')
      const request = { reason: null, ...body, caller }
      return await answerCancel(context, found, actorOf(caller, found.code), request)
    },
  })

  route('POST', '/bookings/:code/no-show', {
    id: 'markTestNoShow',
    scope: 'any',
    summary: 'Mark a booking of the sandbox as no-show',
    description: 'On the check-in day, at any hour: to try it, book from today.',
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
    summary: 'Reset the sandbox to the hotel as it is now',
    description:
      'Copies room types, boards, rates, taxes and days of the hotel again; bookings, pushes and history of the sandbox are deleted. Keys and webhooks stay. An earlier cursor gets 410 `cursor_expired`, like one that is too old: pull everything, then continue from `oldestCursor`.',
    says: 'Reset.',
    handle: async ({ key }) => await resetSandbox(context, key, { type: 'key', id: key.id }),
  })
}

function addCertification(route: AddSandboxRoute, context: Context): void {
  route('GET', '/certification', {
    id: 'getCertification',
    scope: 'any',
    summary: 'Certification of this key',
    description:
      'By scenario, in the order to do them: done or not, when, the requests that prove it, and the next calls. It counts what the key has really done: refused requests, dry runs (`dryRun`), requests without effect and other keys do not count. The first proof of a scenario stands, even after a reset; to start over create another test key. Calls of the sandbox itself do not count.',
    says: 'The scenarios.',
    answer: CertificationSchema,
    handle: async ({ key }) =>
      await showCertification(context, key.id, await context.hotelOf(key.hotelId)),
  })
}
