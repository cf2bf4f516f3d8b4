import { type Static, Type } from 'typebox'
import type { Booking } from '../../domain/bookings/booking.ts'
import { type Desk, PAYMENT_METHODS } from '../../domain/bookings/desk.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { PRICE_CENTS_MAX } from '../../domain/kernel/limits.ts'
import { type DeskChange, notePayment, writeDesk } from '../../service/bookings/desk.ts'
import { findDesk, listPayments } from '../../store/bookings/desk.ts'
import { listSharedRooms } from '../../store/bookings/shared-rooms.ts'
import type { Handle } from '../../store/engine/engine.ts'
import type { Context } from '../api/context.ts'
import { canonicalJson, hashRequest, readIdempotencyKey } from '../api/idempotency.ts'
import { oneOf } from '../api/query.ts'
import { routes } from '../api/route.ts'
import { nullable } from '../api/schema.ts'
import { coded, InstantText, line, prose, readInstant, strictObject } from '../api/texts.ts'
import { hotelDoor } from '../doors/panel-hotel.ts'
import { findOwnBooking } from './booking-access.ts'
import { showWholeDesk, type WholeDesk, WholeDeskSchema } from './desk-shape.ts'

const ROOM_NUMBER_LENGTH_MAX = 60

const DESK_TAG_LENGTH_MAX = 30

const DESK_TAGS_MAX = 10

/** What the desk may keep beside a booking: characters of a note, tags and characters of one, of its room numbers; payments. */
const DESK_NOTE_MAX = 2_000

const PaymentId = coded(
  '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  'a UUID of your own: sent again it is the same payment',
)
const AMOUNT_MAX = 100 * PRICE_CENTS_MAX

const ExpectedText = Type.Optional(nullable(Type.String()))

const DeskBody = strictObject({
  note: Type.Optional(nullable(prose(DESK_NOTE_MAX))),
  tags: Type.Optional(Type.Array(line(DESK_TAG_LENGTH_MAX), { maxItems: DESK_TAGS_MAX })),
  roomNumber: Type.Optional(nullable(line(ROOM_NUMBER_LENGTH_MAX))),
  arrivedAt: Type.Optional(nullable(InstantText, '`null` takes the mark off.')),
  leftAt: Type.Optional(nullable(InstantText)),
  expected: Type.Optional(
    strictObject({
      note: ExpectedText,
      tags: Type.Optional(Type.Array(Type.String())),
      roomNumber: ExpectedText,
    }),
  ),
  simulate: Type.Optional(Type.Boolean()),
})

const PaymentBody = strictObject({
  amountCents: Type.Integer({
    minimum: -AMOUNT_MAX,
    maximum: AMOUNT_MAX,
    description: 'Below 0: given back, or taken back.',
  }),
  method: oneOf(...PAYMENT_METHODS),
  note: Type.Optional(line(200)),
  takesBack: Type.Optional(PaymentId),
  id: Type.Optional(PaymentId),
})

/** What the desk keeps beside a booking, seen by the hotel's people alone (contract §3; contract-rates, *Routes*). */
export function panelDeskRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/bookings', hotelDoor(context), 'Panel')
  const { store } = context

  const answer = async (hotelId: number, code: string, asked: Partial<Desk> = {}) =>
    await store.snapshot(async (handle) => {
      const booking = await findOwnBooking({ store: handle }, hotelId, code)
      return await showDesk(handle, booking, asked)
    })

  route('PATCH', '/:code/desk', {
    id: 'writeDesk',
    memberRole: 'front_desk',
    summary: 'Write a note, tags, a room number or marks beside a booking',
    description:
      'What is absent stays. `expected` says what stood there when this was decided on: 409 `revision_conflict` when something else does by now. No guest, agency or partner sees any of it: no revision, no event, no feed entry. Guests arrive on the check-in day or later and leave after that, neither in the future. Who wrote what is kept (`deskHistory` of the booking). A room that is given to another booking for a night of both is told (`sharedRooms`) and not refused; with `simulate: true` before it is written.',
    body: DeskBody,
    examples: {
      'A room and a note': { roomNumber: '204', note: 'Late arrival, keep the kitchen informed' },
      'Take a mark off': { arrivedAt: null },
    },
    says: 'What the desk keeps.',
    answer: WholeDeskSchema,
    errors: ['transition_invalid', 'revision_conflict'],
    handle: async ({ actor, hotel, params, body: { expected = {}, simulate, ...body } }) => {
      const code = params.code.toUpperCase()
      const change = readDesk(body)
      if (simulate) return await answer(hotel.id, code, change)
      const seen = readDesk(expected)
      const place = { hotelId: hotel.id, code, timezone: hotel.timezone, expected: seen }
      await writeDesk(context, actor, place, change)
      return await answer(hotel.id, code)
    },
  })

  route('POST', '/:code/payments', {
    id: 'notePayment',
    memberRole: 'front_desk',
    summary: 'Note a payment beside a booking',
    description:
      'Nothing is charged: it says what was paid elsewhere. A payment is never deleted: a wrong one is taken back by another of the same amount below 0 with `takesBack`, once. With an `id` of yours the same payment is noted once, however often it is sent.',
    body: PaymentBody,
    examples: {
      'Paid by card': { amountCents: 25_000, method: 'card' },
      'Given back in cash': { amountCents: -5_000, method: 'cash', note: 'One night less' },
    },
    status: 201,
    says: 'What the desk keeps.',
    answer: WholeDeskSchema,
    headers: ['Idempotency-Replayed'],
    asks: {
      'Idempotency-Key':
        'Names the payment, for 24 hours: sent again it is not noted again, but answered the same. Visible ASCII, such as a UUID. Each account has its own at each hotel.',
    },
    errors: ['idempotency_conflict'],
    handle: async ({ actor, hotel, params, body, request, set }) => {
      const code = params.code.toUpperCase()
      const place = { hotelId: hotel.id, code, timezone: hotel.timezone }
      if (body.amountCents === 0)
        throw refused('/amountCents', 'out_of_range', 'Nothing is no payment.')
      const { id = null, note = null, takesBack = null, ...payment } = body
      const lower = { id: id?.toLowerCase() ?? null, takesBack: takesBack?.toLowerCase() ?? null }
      const key = readIdempotencyKey(request.headers.get('idempotency-key'))
      const keyed = key && {
        owner: `payments ${hotel.id} ${actor.id}`,
        key,
        requestHash: hashRequest(`${code} ${canonicalJson(body)}`),
      }
      const { answer: desk, isReplay } = await notePayment(
        context,
        { actor, place, keyed: keyed || undefined },
        { ...payment, note, ...lower },
        showDesk,
      )
      if (isReplay) set.headers['idempotency-replayed'] = 'true'
      return desk
    },
  })

  return app
}

const showDesk = async (handle: Handle, booking: Booking, asked: Partial<Desk> = {}) =>
  showWholeDesk(booking, await readWholeDesk(handle, booking, asked))

/** All that the desk keeps beside a booking. @param asked what is not written yet */
export async function readWholeDesk(
  handle: Handle,
  booking: Booking,
  asked: Partial<Desk> = {},
): Promise<WholeDesk> {
  const desk = { ...(await findDesk(handle, booking)), ...asked }
  const payments = await listPayments(handle, booking.id)
  return { desk, payments, sharedRooms: await listSharedRooms(handle, booking, desk.roomNumber) }
}

/** What of the desk a body changes. @throws AppError `validation_failed` */
function readDesk({
  arrivedAt,
  leftAt,
  note,
  tags,
  ...rest
}: Omit<Static<typeof DeskBody>, 'expected' | 'simulate'>): DeskChange {
  return {
    ...rest,
    ...(note !== undefined && { note: note || null }),
    ...(tags && { tags: [...new Set(tags)] }),
    ...(arrivedAt !== undefined && { arrivedAtMs: instantOf('/arrivedAt', arrivedAt) }),
    ...(leftAt !== undefined && { leftAtMs: instantOf('/leftAt', leftAt) }),
  }
}

const instantOf = (path: string, text: string | null) =>
  text === null ? null : readInstant(path, text)
