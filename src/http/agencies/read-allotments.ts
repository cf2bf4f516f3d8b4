import type { Static } from 'typebox'
import type { Range } from '../../domain/dashboards/dashboard.ts'
import type { NightPlace } from '../../domain/kernel/availability.ts'
import { refused } from '../../domain/kernel/errors.ts'
import { listAllotments } from '../../store/agencies/allotments.ts'
import { readDays } from '../../store/days/availability.ts'
import type { Handle } from '../../store/engine/engine.ts'
import { pacedChunks } from '../../store/engine/pace.ts'
import type { Context, HotelSnapshot } from '../api/context.ts'
import { readRange } from '../api/range.ts'
import {
  type AllotmentsSchema,
  type OwnAllotmentsSchema,
  showHotelRooms,
  showNight,
} from './allotment-shape.ts'

/** Days of one list of allotments. */
export const ALLOTMENT_DAYS_MAX = 366
/** Allotments of one list. */
export const ALLOTMENTS_LISTED_MAX = 20_000

type Listed = Pick<Static<typeof AllotmentsSchema>, 'allotments' | 'nights'>

/**
 * Lists the allotments of a hotel, room type by room type, in turns of the event loop. A hotel without any reads
 * nothing.
 *
 * @throws AppError `validation_failed` with `range_too_large`
 */
export async function readAllotments(
  { store, today }: Pick<Context, 'store' | 'today'>,
  { hotel, rooms }: Pick<HotelSnapshot, 'hotel' | 'rooms'>,
  range: Range,
  roomCode?: string,
): Promise<Listed> {
  const listed: Listed = { allotments: [], nights: [] }
  if (!hotel.usesAllotments) return listed
  const roomCodes = rooms.map((room) => room.roomCode).filter((code) => code === (roomCode ?? code))
  return await store.snapshot(async (handle) => {
    for await (const [code] of pacedChunks(roomCodes, 1)) {
      await readRoom(
        handle,
        today(hotel.timezone),
        { ...range, hotelId: hotel.id, roomCode: code! },
        listed,
      )
      if (listed.allotments.length > ALLOTMENTS_LISTED_MAX) throw tooLarge()
    }
    return listed
  })
}

async function readRoom(
  handle: Handle,
  today: ReturnType<Context['today']>,
  { hotelId, roomCode, ...range }: Range & { hotelId: number; roomCode: string },
  { allotments, nights }: Listed,
): Promise<void> {
  const rows = await listAllotments(handle, {
    hotelIds: [hotelId],
    roomCodes: [roomCode],
    ...range,
  })
  if (rows.length === 0) return
  const days = await readDays(handle, { hotelId, roomCode, ...range })
  const availableOn = ({ date }: NightPlace) => days.get(date)?.available ?? 0
  for (const [, ofNight] of Map.groupBy(rows, ({ date }) => date)) {
    const shown = showNight(ofNight, today, availableOn)
    allotments.push(...shown.allotments)
    nights.push(shown.night)
  }
}

type OwnAllotments = Static<typeof OwnAllotmentsSchema>

/**
 * Lists what hotels set aside for one agency, hotel by hotel, and the names of the room types.
 *
 * @throws AppError as `readAllotments`
 */
export async function readOwnAllotments(
  context: Pick<Context, 'store' | 'today' | 'hotelOf'>,
  { hotelIds, agencyCode }: { hotelIds: readonly number[]; agencyCode: string },
  range: Range,
): Promise<OwnAllotments> {
  const items: OwnAllotments['items'] = []
  const rooms: OwnAllotments['rooms'] = []
  for (const hotelId of hotelIds) {
    const snapshot = await context.hotelOf(hotelId)
    const { slug: hotelSlug } = snapshot.hotel
    const { allotments } = await readAllotments(context, snapshot, range)
    const own = allotments.filter((each) => each.agencyCode === agencyCode)
    const codes = new Set(own.map(({ roomCode }) => roomCode))
    items.push(...own.map((each) => ({ hotelSlug, ...each })))
    rooms.push(...showHotelRooms(snapshot, codes))
    if (items.length > ALLOTMENTS_LISTED_MAX) throw tooLarge()
  }
  return { items, rooms }
}

const tooLarge = () => {
  const max = ALLOTMENTS_LISTED_MAX
  return refused(
    '?to',
    'range_too_large',
    `A list has at most ${max} allotments: ask for fewer days.`,
    {
      max,
    },
  )
}

/** Reads the range of a list of allotments. @throws AppError `validation_failed` */
export const readAllotmentRange = (query: Range): Range => readRange(query, ALLOTMENT_DAYS_MAX)
