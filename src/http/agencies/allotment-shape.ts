import { type Static, Type } from 'typebox'
import {
  ALLOTMENT_ROOMS_MAX,
  freeOf,
  isReleased,
  ownLeftOf,
  RELEASE_DAYS_MAX,
  setAsideOf,
  sureRooms,
} from '../../domain/agencies/allotment.ts'
import { PatchSchema } from '../../domain/days/update.ts'
import type { NightPlace } from '../../domain/kernel/availability.ts'
import { namesOf } from '../../domain/kernel/content.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import type { AllotmentRow } from '../../store/agencies/allotments.ts'
import { NamesSchema, namesExample } from '../api/content-shape.ts'
import type { HotelSnapshot } from '../api/context.ts'
import { exampleDay } from '../api/example-day.ts'
import { DateText, named, namedObject } from '../api/schema.ts'
import { BodyDate, RoomCode, strictObject } from '../api/texts.ts'

const rooms = Type.Integer({
  minimum: 0,
  maximum: ALLOTMENT_ROOMS_MAX,
  description: 'Rooms set aside, those that the agency has booked included.',
})
const releaseDays = Type.Integer({
  minimum: 0,
  maximum: RELEASE_DAYS_MAX,
  description: 'Days before the night at which they are on sale for everybody.',
})
const date = Type.Optional(BodyDate)
const { weekdays } = PatchSchema.properties

/** One setting of allotments in a body. */
export const AllotmentUpdateSchema = named(
  'AllotmentUpdate',
  strictObject({
    agencyCode: Type.String({ minLength: 1, maxLength: 64 }),
    roomCode: RoomCode,
    ...{ date, dateFrom: date, dateTo: date, weekdays },
    rooms: Type.Optional(rooms),
    releaseDays: Type.Optional(releaseDays),
  }),
)

const count = (description: string) => Type.Integer({ description })

/** An allotment of an agency on a night. */
export const AllotmentSchema = namedObject('Allotment', {
  agencyCode: Type.String(),
  roomCode: Type.String(),
  date: DateText,
  ...{ rooms, releaseDays },
  drawn: count('Rooms of its live bookings, and of ended ones that came back to no count yet.'),
  ownLeft: count('Rooms that are set aside and not drawn; 0 once released.'),
  released: Type.Boolean({ description: 'True if everybody may book what is not drawn.' }),
  sureOf: count('Rooms that nobody else can take from it.'),
})

/** A night with allotments. */
const NightSchema = namedObject('AllotmentNight', {
  roomCode: Type.String(),
  date: DateText,
  available: count('Rooms left, as the last count and the sales since leave them.'),
  free: count('Rooms that everybody may book.'),
  setAside: count('Rooms that agencies have left of their own; may exceed `available`.'),
})

/** The allotments of a hotel in a range of days. */
export const AllotmentsSchema = namedObject('Allotments', {
  from: DateText,
  to: DateText,
  allotments: Type.Array(AllotmentSchema),
  nights: Type.Array(NightSchema),
})

const hotelSlug = Type.String()

/** The names of room types at several hotels. */
export const HotelRoomsSchema = Type.Array(
  namedObject('HotelRoomName', {
    ...{ hotelSlug, roomCode: Type.String(), name: Type.String() },
    ...NamesSchema.properties,
  }),
  { description: 'The names of their room types.' },
)

/** Shows the names of some room types of a hotel. */
export const showHotelRooms = (
  { hotel, rooms }: Pick<HotelSnapshot, 'hotel' | 'rooms'>,
  codes: ReadonlySet<string>,
): Static<typeof HotelRoomsSchema> =>
  rooms
    .filter(({ roomCode }) => codes.has(roomCode))
    .map(({ roomCode, name, translations }) => ({
      ...{ hotelSlug: hotel.slug, roomCode, name },
      ...namesOf({ translations }),
    }))

/** The allotments of an agency at all hotels. */
export const OwnAllotmentsSchema = Type.Object({
  items: Type.Array(Type.Object({ hotelSlug, ...AllotmentSchema.properties })),
  rooms: HotelRoomsSchema,
})

/** Returns the rooms left of a night; 0 for a day that was never pushed. */
type AvailableOn = (night: NightPlace) => number

/** Shows the allotments of one night: what each agency has, and what is left for everybody. */
export function showNight(
  rows: readonly AllotmentRow[],
  today: CalendarDate,
  availableOn: AvailableOn,
): { allotments: Static<typeof AllotmentSchema>[]; night: Static<typeof NightSchema> } {
  const { roomCode, date } = rows[0]!
  const available = availableOn({ roomCode, date })
  const own = rows.map((row) => ownLeftOf(row, today))
  return {
    allotments: rows.map((row, index) => ({
      ...{ agencyCode: row.agencyCode, roomCode, date },
      ...{ rooms: row.rooms, releaseDays: row.releaseDays, drawn: row.drawn },
      ownLeft: own[index]!.rooms,
      released: isReleased(row, today),
      sureOf: sureRooms(available, own, row.agencyId),
    })),
    night: { roomCode, date, available, free: freeOf(available, own), setAside: setAsideOf(own) },
  }
}

const day = exampleDay(40)

/** An example of the allotments of a hotel. */
export const allotmentsExample: Static<typeof AllotmentsSchema> = {
  ...{ from: day, to: day },
  allotments: [
    {
      ...{ agencyCode: 'BLUE', roomCode: 'DBL', date: day, rooms: 5, releaseDays: 14 },
      ...{ drawn: 2, ownLeft: 3, released: false, sureOf: 3 },
    },
  ],
  nights: [{ roomCode: 'DBL', date: day, available: 7, free: 4, setAside: 3 }],
}

/** An example of the allotments of an agency. */
export const ownAllotmentsExample: Static<typeof OwnAllotmentsSchema> = {
  items: allotmentsExample.allotments.map((each) => ({
    hotelSlug: 'alfa-grand-bosphorus',
    ...each,
  })),
  rooms: [
    {
      ...{ hotelSlug: 'alfa-grand-bosphorus', roomCode: 'DBL', name: 'Double room' },
      ...namesExample('Çift kişilik oda'),
    },
  ],
}
