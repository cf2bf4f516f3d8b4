import { type Static, Type } from 'typebox'
import {
  ROOM_NUMBER_LENGTH_MAX,
  type RoomNumber,
  roomWord,
} from '../../domain/bookings/room-numbers.ts'
import type { RoomHolder } from '../../store/bookings/room-lists.ts'
import { DateText, namedObject, nullable } from '../api/schema.ts'
import { patternText } from '../api/texts.ts'

/** A room number in a body. Commas and semicolons separate numbers in a text. */
export const NumberText = patternText(
  `^[^\\s,;]([^\\t\\r\\n,;]{0,${ROOM_NUMBER_LENGTH_MAX - 2}}[^\\s,;])?$`,
  `a room number: 1 to ${ROOM_NUMBER_LENGTH_MAX} characters without commas`,
)

const TakenBySchema = namedObject('RoomTakenBy', {
  code: Type.String(),
  guest: Type.Object({ firstName: Type.String(), lastName: Type.String() }),
  checkin: DateText,
  checkout: DateText,
})

const RoomNumberSchema = namedObject('RoomNumber', {
  number: Type.String(),
  floor: nullable(Type.String()),
  roomCode: Type.String(),
  active: Type.Boolean({ description: 'False: out of use, given to nobody.' }),
})

const revision = Type.Integer({ description: '0: the hotel has no list.' })

/** The rooms of a hotel by number. */
export const RoomListSchema = namedObject('RoomList', {
  revision,
  items: Type.Array(RoomNumberSchema),
})

/** The rooms of a hotel by number, with who has them on the nights of a booking. */
export const RoomNumbersSchema = namedObject('RoomNumbers', {
  revision,
  items: Type.Array(
    Type.Object({
      ...RoomNumberSchema.properties,
      takenBy: Type.Optional(
        nullable(TakenBySchema, 'With `booking`: who has it on its nights from today on.'),
      ),
    }),
  ),
})

/** The rooms of bookings after an act. */
export const AssignedSchema = namedObject('AssignedRooms', {
  items: Type.Array(
    Type.Object({
      code: Type.String(),
      roomNumbers: Type.Array(Type.String()),
      missing: Type.Integer({ description: 'Its rooms that have no number.' }),
    }),
  ),
})

type Shown = Static<typeof RoomNumbersSchema>['items'][number]

/** Shows rooms with the first of the bookings that have each of them. */
export function showTaken(items: readonly RoomNumber[], holders: readonly RoomHolder[]): Shown[] {
  const takenBy = new Map<string, RoomHolder>()
  for (const holder of holders)
    for (const word of holder.roomNumbers.map(roomWord))
      if (!takenBy.has(word)) takenBy.set(word, holder)
  return items.map((room) => {
    const holder = takenBy.get(roomWord(room.number))
    return { ...room, takenBy: holder ? showHolder(holder) : null }
  })
}

const showHolder = ({ code, firstName, lastName, checkin, checkout }: RoomHolder) => ({
  ...{ code, guest: { firstName, lastName }, checkin, checkout },
})
