import { Type } from 'typebox'
import { nightsFrom } from '../../domain/bookings/room-choice.ts'
import { ASSIGNED_AT_ONCE_MAX, ROOM_NUMBERS_MAX } from '../../domain/bookings/room-numbers.ts'
import { flaw, refuseFlaws } from '../../domain/kernel/errors.ts'
import { assignAll, swapRooms } from '../../service/bookings/assign-rooms.ts'
import { writeRoomList } from '../../service/bookings/room-list.ts'
import { findRoomList, listRoomHolders } from '../../store/bookings/room-lists.ts'
import type { Context } from '../api/context.ts'
import { routes } from '../api/route.ts'
import { nullable } from '../api/schema.ts'
import { identifier, patternText, RoomCode, strictObject } from '../api/texts.ts'
import { type AddPanelRoute, hotelDoor, type Member } from '../doors/panel-hotel.ts'
import { findOwnBooking } from './own-booking.ts'
import {
  AssignedSchema,
  NumberText,
  RoomListSchema,
  RoomNumbersSchema,
  showTaken,
} from './room-number-shape.ts'

const FLOOR_LENGTH_MAX = 20

const CODE = 'H7K2M9QWXR'
const OTHER_CODE = 'P4T8N6BVCD'
const BookingCode = patternText('^[0-9A-Za-z]{1,40}$', 'a booking code')

const ListBody = strictObject({
  revision: Type.Integer({ minimum: 0, description: 'The revision to replace; 0 for the first.' }),
  items: Type.Array(
    strictObject({
      number: NumberText,
      floor: Type.Optional(nullable(identifier(FLOOR_LENGTH_MAX))),
      roomCode: RoomCode,
      active: Type.Optional(Type.Boolean({ default: true })),
    }),
    { maxItems: ROOM_NUMBERS_MAX, description: 'All rooms, in the order of the house.' },
  ),
})

const OfferBody = strictObject({
  code: BookingCode,
  number: nullable(NumberText, 'Its room to give; null: it gives none and takes the other’s.'),
})

/** Adds the routes of room numbers (contract-groups, *Room numbers of the desk*). */
export function panelRoomNumberRoutes(context: Context) {
  const { app, route } = routes('/v1/panel/room-numbers', hotelDoor(context), 'Panel')
  addList(route, context)
  addActs(route, context)
  return app
}

function addList(route: AddPanelRoute, context: Context): void {
  route('GET', '', {
    id: 'listRoomNumbers',
    memberRole: 'any',
    summary: 'Rooms of the hotel by number',
    description:
      'In the order of the house. With `booking` each says who has it on the nights of that booking: `takenBy` null is free.',
    query: { booking: Type.Optional(Type.String({ description: 'The code of a booking.' })) },
    says: 'The rooms.',
    answer: RoomNumbersSchema,
    handle: async ({ hotel, query: { booking: code } }) =>
      await context.store.long.snapshot(async (handle) => {
        const { revision, items } = await findRoomList(handle, hotel.id)
        if (code === undefined) return { revision, items }
        const booking = await findOwnBooking({ store: handle }, hotel.id, code)
        const nights = nightsFrom(booking, context.today(hotel.timezone))
        const holders =
          nights.from < nights.to ? await listRoomHolders(handle, hotel.id, nights) : []
        const others = holders.filter((holder) => holder.code !== booking.code)
        return { revision, items: showTaken(items, others) }
      }),
  })

  route('PUT', '', {
    id: 'writeRoomNumbers',
    memberRole: 'revenue',
    summary: 'Replace the rooms of the hotel by number',
    description:
      'The whole list; an empty one makes room numbers free text. Bookings keep the numbers that they have. 409 `revision_conflict` if it has changed since `revision`.',
    body: ListBody,
    examples: {
      'Two rooms': {
        revision: 0,
        items: [
          { number: '101', floor: '1', roomCode: 'DBL' },
          { number: '102', floor: '1', roomCode: 'DBL', active: false },
        ],
      },
    },
    says: 'The rooms.',
    answer: RoomListSchema,
    errors: ['revision_conflict'],
    handle: async ({ actor, hotel, body: { revision, items } }) => {
      const rooms = items.map(({ floor = null, active = true, ...room }) => ({
        ...{ number: room.number, floor, roomCode: room.roomCode, active },
      }))
      return await writeRoomList(context, actor, hotel, { revision, items: rooms })
    },
  })
}

function addActs(route: AddPanelRoute, context: Context): void {
  const houseOf = ({ hotel }: Member) => ({ hotelId: hotel.id, timezone: hotel.timezone })

  route('POST', '/assign', {
    id: 'assignRooms',
    memberRole: 'front_desk',
    summary: 'Assign free rooms to bookings',
    description:
      'Gives each booking free rooms of its type for those that have none, near to each other; numbers that it has stay. Where too few are free, the rest is `missing`. No revision, no event.',
    body: strictObject({
      codes: Type.Array(BookingCode, { minItems: 1, maxItems: ASSIGNED_AT_ONCE_MAX }),
    }),
    examples: { 'Two bookings': { codes: [CODE, OTHER_CODE] } },
    says: 'The rooms of each booking, in the order of `codes`.',
    answer: AssignedSchema,
    handle: async ({ body, ...member }) => {
      const codes = readCodes(body.codes, (at) => `/codes/${at}`)
      return { items: show(await assignAll(context, member.actor, houseOf(member), codes)) }
    },
  })

  route('POST', '/swap', {
    id: 'swapRooms',
    memberRole: 'front_desk',
    summary: 'Exchange the rooms of two bookings',
    description:
      'Each gets the room of the other, in one act. 409 `revision_conflict` if a booking no longer has its room; `room_taken` if a third one has it on a night of who gets it.',
    body: strictObject({ rooms: Type.Array(OfferBody, { minItems: 2, maxItems: 2 }) }),
    examples: {
      'Two rooms': {
        rooms: [
          { code: CODE, number: '101' },
          { code: OTHER_CODE, number: '204' },
        ],
      },
    },
    says: 'The rooms of both.',
    answer: AssignedSchema,
    errors: ['revision_conflict', 'room_taken'],
    handle: async ({ body: { rooms }, ...member }) => {
      const codes = readCodes(
        rooms.map(({ code }) => code),
        (at) => `/rooms/${at}/code`,
      )
      const [one, other] = rooms.map(({ number }, at) => ({ code: codes[at]!, number }))
      return {
        items: show(await swapRooms(context, member.actor, houseOf(member), [one!, other!])),
      }
    },
  })
}

const show = (items: Awaited<ReturnType<typeof assignAll>>) =>
  items.map(({ roomNumbers, ...item }) => ({ ...item, roomNumbers: [...roomNumbers] }))

/** Returns the codes in upper case, as stored. @throws AppError `validation_failed` for a repeated code */
function readCodes(sent: readonly string[], pathOf: (at: number) => string): string[] {
  const codes = sent.map((code) => code.toUpperCase())
  refuseFlaws(
    codes.flatMap((code, at) =>
      codes.indexOf(code) < at ? [flaw(pathOf(at), 'repeated', 'This code is repeated.')] : [],
    ),
  )
  return codes
}
