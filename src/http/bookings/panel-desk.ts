import { type Static, Type } from 'typebox'
import { memberRole, type User } from '../../domain/accounts/user.ts'
import type { Booking } from '../../domain/bookings/booking.ts'
import { type Desk, PAYMENT_METHODS } from '../../domain/bookings/desk.ts'
import { askedRooms } from '../../domain/bookings/room-numbers.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { PRICE_CENTS_MAX } from '../../domain/kernel/limits.ts'
import { type DeskChange, notePayment, writeDesk } from '../../service/bookings/desk.ts'
import { findDesk, listPayments } from '../../store/bookings/desk.ts'
import { findRoomList } from '../../store/bookings/room-lists.ts'
import { listSharedRooms } from '../../store/bookings/shared-rooms.ts'
import type { Handle } from '../../store/engine/engine.ts'
import type { Context } from '../api/context.ts'
import { canonicalJson, hashRequest, readIdempotencyKey } from '../api/idempotency.ts'
import { oneOf } from '../api/query.ts'
import { routes } from '../api/route.ts'
import { nullable } from '../api/schema.ts'
import {
  InstantText,
  identifier,
  line,
  patternText,
  prose,
  readInstant,
  strictObject,
} from '../api/texts.ts'
import { type AddPanelRoute, hotelDoor } from '../doors/panel-hotel.ts'
import { showWholeDesk, type WholeDesk, WholeDeskSchema } from './desk-shape.ts'
import { findOwnBooking } from './own-booking.ts'
import { NumberText } from './room-number-shape.ts'

/**
 * The desk record of a booking and its ledger of payments and refunds. Bounds: characters of a note, number of tags,
 * characters of a tag and of the room numbers, and how many a booking has.
 */
const DESK_NOTE_MAX = 2_000
const DESK_TAGS_MAX = 10
const DESK_TAG_LENGTH_MAX = 30
const ROOM_TEXT_LENGTH_MAX = 60
const ROOM_NUMBERS_MAX = 100

const PaymentId = patternText(
  '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  'a UUID of your own: a repeat is the same payment',
)
const AMOUNT_MAX = 100 * PRICE_CENTS_MAX

const ExpectedText = Type.Optional(nullable(Type.String()))

const DeskBody = strictObject({
  note: Type.Optional(nullable(prose(DESK_NOTE_MAX))),
  tags: Type.Optional(Type.Array(line(DESK_TAG_LENGTH_MAX), { maxItems: DESK_TAGS_MAX })),
  roomNumber: Type.Optional(nullable(identifier(ROOM_TEXT_LENGTH_MAX))),
  roomNumbers: Type.Optional(
    Type.Array(NumberText, {
      maxItems: ROOM_NUMBERS_MAX,
      description: 'One for each of its rooms, or fewer; not together with `roomNumber`.',
    }),
  ),
  arrivedAt: Type.Optional(nullable(InstantText, '`null` undoes the check-in.')),
  leftAt: Type.Optional(nullable(InstantText)),
  expected: Type.Optional(
    strictObject({
      note: ExpectedText,
      tags: Type.Optional(Type.Array(Type.String())),
      roomNumber: ExpectedText,
      roomNumbers: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  simulate: Type.Optional(Type.Boolean()),
})

const PaymentBody = strictObject({
  amountCents: Type.Integer({
    minimum: -AMOUNT_MAX,
    maximum: AMOUNT_MAX,
    description: 'Below 0: a refund, or the reversal of a payment.',
  }),
  method: oneOf(...PAYMENT_METHODS),
  note: Type.Optional(line(200)),
  takesBack: Type.Optional(PaymentId),
  id: Type.Optional(PaymentId),
})

/**
 * Adds the front desk's routes of a booking: note, tags, room, check-in, and the ledger of payments and refunds (taking
 * a payment back). Only the hotel's staff see them (contract §3; contract-rates, *Routes*).
 */
export function panelDeskRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/bookings', hotelDoor(context), 'Panel')
  addDesk(route, context)
  addPayments(route, context)
  return app
}

function addDesk(route: AddPanelRoute, context: Context): void {
  const answer = async (hotel: HotelPlace, code: string, pending: Partial<Desk> = {}) =>
    await context.store.snapshot(async (handle) => {
      const booking = await findOwnBooking({ store: handle }, hotel.id, code)
      const today = context.today(hotel.timezone)
      const list = await findRoomList(handle, hotel.id)
      const rooms = askedRooms(pending, list)
      return await showDesk(handle, booking, today, { ...pending, ...rooms })
    })

  route('PATCH', '/:code/desk', {
    id: 'writeDesk',
    memberRole: 'front_desk',
    summary: 'Write the desk record of a booking',
    description:
      'Note, tags, room number, check-in and check-out marks; absent fields stay. `expected` has the values that you saw: 409 `revision_conflict` if they have changed. Guests, agencies and partners see none of it: no revision, no event, no feed entry. Guests arrive on the check-in day or later and leave after that, neither in the future. `deskHistory` of the booking has the author of each change. A room that another booking has on a common night from today on is 409 `room_taken`; a free text (`roomNumber` in a hotel without a list of rooms) is only reported (`sharedRooms`). `simulate: true` reports it before writing.',
    body: DeskBody,
    examples: {
      'A room and a note': { roomNumber: '204', note: 'Late arrival, keep the kitchen informed' },
      'Two rooms': { roomNumbers: ['204', '206'] },
      'Undo a check-in': { arrivedAt: null },
    },
    says: 'The desk record.',
    answer: WholeDeskSchema,
    errors: ['transition_invalid', 'revision_conflict', 'room_taken'],
    handle: async ({ actor, hotel, params, body: { expected = {}, simulate, ...body } }) => {
      const code = params.code.toUpperCase()
      const { roomNumber, roomNumbers } = body
      if (roomNumber !== undefined && roomNumbers !== undefined)
        throw refused('/roomNumbers', 'conflicting_fields', 'Send roomNumber or roomNumbers.')
      const change = readDesk(body)
      if (simulate) return await answer(hotel, code, change)
      const seen = readDesk(expected)
      const place = { hotelId: hotel.id, code, timezone: hotel.timezone, expected: seen }
      await writeDesk(context, actor, place, change)
      return await answer(hotel, code)
    },
  })
}

function addPayments(route: AddPanelRoute, context: Context): void {
  route('POST', '/:code/payments', {
    id: 'notePayment',
    memberRole: 'front_desk',
    summary: 'Record a payment or refund of a booking',
    description:
      'Records money paid elsewhere; charges nothing. `portal`: a portal or an agency has paid the hotel. Noted by a member of the hotel it proves the guest. A payment is never deleted: reverse it once with the same amount below 0 and `takesBack`. With your own `id` a payment is recorded once, however often it is sent.',
    body: PaymentBody,
    examples: {
      'Paid by card': { amountCents: 25_000, method: 'card' },
      'Refund in cash': { amountCents: -5_000, method: 'cash', note: 'One night less' },
    },
    status: 201,
    says: 'The desk record.',
    answer: WholeDeskSchema,
    headers: ['Idempotency-Replayed'],
    asks: {
      'Idempotency-Key':
        'Identifies the payment for 24 hours: a repeat is not recorded again and gets the same answer. Visible ASCII, such as a UUID. Keys belong to an account at a hotel.',
    },
    errors: ['idempotency_conflict'],
    handle: async ({ actor, user, hotel, params, body, request, set }) => {
      const code = params.code.toUpperCase()
      const place = { hotelId: hotel.id, code, timezone: hotel.timezone }
      if (body.amountCents === 0)
        throw refused('/amountCents', 'out_of_range', 'The amount must not be 0.')
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
        { actor, isMember: isMember(user, hotel), place, keyed: keyed || undefined },
        { ...payment, note, ...lower },
        (handle, booking) => showDesk(handle, booking, context.today(hotel.timezone)),
      )
      if (isReplay) set.headers['idempotency-replayed'] = 'true'
      return desk
    },
  })
}

/** True for the hotel's own people; admins, who act as its owners, are none. */
const isMember = (user: User, { id }: HotelPlace) => memberRole(user, id) !== undefined

type HotelPlace = { id: number; timezone: string }

const showDesk = async (
  handle: Handle,
  booking: Booking,
  today: CalendarDate,
  pending: Partial<Desk> = {},
) => showWholeDesk(booking, await readWholeDesk(handle, booking, today, pending))

/**
 * Reads the whole desk record of a booking.
 *
 * @param today by the hotel's time zone
 * @param pending changes to show that are not yet written
 */
export async function readWholeDesk(
  handle: Handle,
  booking: Booking,
  today: CalendarDate,
  pending: Partial<Desk> = {},
): Promise<WholeDesk> {
  const desk = { ...(await findDesk(handle, booking)), ...pending }
  const payments = await listPayments(handle, booking.id)
  const sharedRooms = await listSharedRooms(handle, booking, desk.roomNumbers, today)
  return { desk, payments, sharedRooms }
}

/** Reads the changes of a desk record from a body. @throws AppError `validation_failed` */
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
