import type { Booking } from '../../domain/bookings/booking.ts'
import type { Desk } from '../../domain/bookings/desk.ts'
import {
  askedRoomFlaws,
  askedRooms,
  hasRooms,
  numbersText,
  type RoomFields,
  roomWord,
} from '../../domain/bookings/room-numbers.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { AppError, refuseFlaws } from '../../domain/kernel/errors.ts'
import { findDesk, upsertDesk } from '../../store/bookings/desk.ts'
import { findRoomList } from '../../store/bookings/room-lists.ts'
import { listSharedRooms } from '../../store/bookings/shared-rooms.ts'
import type { Actor } from '../../store/days/history.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../history/audit.ts'

// Room assignment of one booking (contract-groups, *Room numbers of the desk*), judged under the hotel's lock.

/** A booking with its desk fields, and the hotel's date. */
type Assigned = { booking: Booking; desk: Desk; today: CalendarDate }

/**
 * Returns the room numbers that a change of the desk's fields asks for; undefined: it has none.
 *
 * @returns `isJudged` false: a text in a hotel without a list of rooms, which is free
 * @throws AppError `validation_failed`
 */
export async function readAskedRooms(
  tx: Tx,
  { booking, desk }: Pick<Assigned, 'booking' | 'desk'>,
  change: Partial<RoomFields>,
): Promise<{ rooms: RoomFields; isJudged: boolean } | undefined> {
  if (change.roomNumber === undefined && change.roomNumbers === undefined) return undefined
  const list = await findRoomList(tx, booking.hotelId)
  const rooms = askedRooms(change, list)!
  if (!change.roomNumbers && list.items.length === 0) return { rooms, isJudged: false }
  const path = change.roomNumbers ? '/roomNumbers' : '/roomNumber'
  const { roomNumbers: had } = desk
  refuseFlaws(askedRoomFlaws(rooms.roomNumbers, { path, rooms: booking.rooms, had, list }))
  return { rooms, isJudged: true }
}

/**
 * Refuses numbers that other bookings have on a common night from today on; those that the booking had already may stay.
 * Guests who have left have no room any more.
 *
 * @param except codes of bookings that do not count
 * @throws AppError `room_taken`
 */
export async function refuseTaken(
  tx: Tx,
  { booking, desk, today }: Assigned,
  after: Pick<Desk, 'roomNumbers' | 'leftAtMs'>,
  except: readonly string[] = [],
): Promise<void> {
  if (!hasRooms(booking) || after.leftAtMs !== null) return
  const had = new Set(desk.roomNumbers.map(roomWord))
  for (const number of after.roomNumbers.filter((each) => !had.has(roomWord(each)))) {
    const others = await listSharedRooms(tx, booking, [number], today)
    const other = others.find(({ code }) => !except.includes(code))
    if (!other) continue
    const { code, firstName, lastName, checkin, checkout } = other
    const detail = `Room ${number} is assigned to ${firstName} ${lastName} (${code}).`
    // Nested, because `code` is the problem's own.
    const takenBy = { code, guest: { firstName, lastName }, checkin, checkout }
    throw new AppError('room_taken', detail, { members: { roomNumber: number, takenBy } })
  }
}

/** Writes the room numbers of a booking, with an entry of the audit log. */
export async function assignRooms(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { booking, desk }: Pick<Assigned, 'booking' | 'desk'>,
  roomNumbers: readonly string[],
): Promise<void> {
  const after = { ...desk, roomNumber: roomNumbers[0] ?? null, roomNumbers }
  await upsertDesk(tx, booking, desk, after)
  const states = {
    before: { roomNumber: numbersText(desk) },
    after: { roomNumber: numbersText(after) },
  }
  const { code: entityId, hotelId } = booking
  await audit(tx, deps, { entity: 'desk', entityId, hotelId, actor, ...states })
}

/**
 * Takes room numbers off a changed or reinstated booking that it can no longer have: of another room type than the new
 * one, assigned to another booking on its new nights, or more than its rooms. The change itself stands, and the desk
 * assigns anew. Guests in house keep theirs, which are then marked as shared. Free texts of hotels without a list stay.
 */
export async function dropLostRooms(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { booking: before, hotel: { timezone } }: { booking: Booking; hotel: { timezone: string } },
  booking: Booking,
): Promise<void> {
  if (!hasRooms(booking) || !isMoved(before, booking)) return
  const desk = await findDesk(tx, booking)
  if (desk.roomNumbers.length === 0 || desk.arrivedAtMs !== null) return
  const { items } = await findRoomList(tx, booking.hotelId)
  if (items.length === 0) return
  const today = deps.today(timezone)
  const typeOf = new Map(items.map(({ number, roomCode }) => [roomWord(number), roomCode]))
  const isOther = before.roomCode !== booking.roomCode
  const kept: string[] = []
  for (const number of desk.roomNumbers) {
    if (kept.length === booking.rooms) break
    if (isOther && typeOf.get(roomWord(number)) !== booking.roomCode) continue
    if ((await listSharedRooms(tx, booking, [number], today)).length === 0) kept.push(number)
  }
  if (kept.length < desk.roomNumbers.length)
    await assignRooms(tx, deps, actor, { booking, desk }, kept)
}

/** True if a booking has other nights, rooms or another type than before, or had no rooms. */
const isMoved = (before: Booking, { checkin, checkout, roomCode, rooms }: Booking) =>
  !hasRooms(before) ||
  before.checkin !== checkin ||
  before.checkout !== checkout ||
  before.roomCode !== roomCode ||
  before.rooms !== rooms
