import type { Booking } from '../../domain/bookings/booking.ts'
import { capacityOf } from '../../domain/days/count.ts'
import { AppError } from '../../domain/kernel/errors.ts'
import { findBooking } from '../../store/bookings/bookings.ts'
import { currentSnapshot, findSnapshot, type HotelSnapshot } from '../../store/catalog/catalog.ts'
import type { Handle, Tx, TxOptions } from '../../store/engine/engine.ts'
import { hotelOf, lockHotel } from '../../store/engine/locks.ts'
import { batch } from '../../store/engine/pace.ts'
import { reserveNumbers } from '../../store/engine/shared.ts'
import { findListeners, type Listeners } from '../../store/webhooks/outbox.ts'
import { type AgencyAtHotel, findAgencyAt } from '../agencies/terms.ts'
import type { Deps } from '../deps.ts'

/** A booking with the hotel, room types, rates and extras that its record and its rules need. */
export type BookingContext = Omit<HotelSnapshot, 'revision'> & {
  booking: Booking
  /** The agency of the booking with its terms in force; null: none made it. */
  agency: AgencyAtHotel | null
  agencyCode: string | null
  listeners?: Listeners
}

/** Returns the booking with this code and its context. @throws AppError `not_found` */
export async function findBookingContext(
  handle: Handle,
  deps: Deps,
  code: string,
): Promise<BookingContext> {
  const booking = await findBooking(handle, code)
  if (!booking) throw noBooking()
  return await addContext(handle, deps, booking)
}

/**
 * Runs a body as one transaction on a booking, whose hotel is locked and whose context stays as it is from then on. The
 * number of a change is reserved with it. The hotel is read before, so that the transaction waits in its hotel's line.
 *
 * @param run `store.tx`, unless another way is given
 * @throws AppError `not_found`
 */
export async function withBooking<T>(
  deps: Deps,
  code: string,
  body: (tx: Tx, context: BookingContext) => Promise<T>,
  options: TxOptions = {},
  run: Deps['store']['tx'] = deps.store.tx,
): Promise<T> {
  const hotelId = await hotelOf(deps.store, code)
  if (hotelId === undefined) throw noBooking()
  const locked = async (tx: Tx) => await body(tx, await lockBooking(tx, deps, { code, hotelId }))
  return await run(locked, { ...options, waitsAt: hotelId })
}

async function lockBooking(
  tx: Tx,
  deps: Deps,
  { code, hotelId }: { code: string; hotelId: number },
): Promise<BookingContext> {
  const [, booking, snapshot, listeners] = await batch(
    lockHotel(tx, hotelId),
    findBooking(tx, code),
    readSnapshot(tx, deps, hotelId),
    findListeners(tx, hotelId),
    reserveNumbers(tx, hotelId),
  )
  if (!booking) throw noBooking()
  const agency = await findAgencyAt(tx, hotelId, booking.agencyId)
  return joined(booking, { snapshot, agency, listeners })
}

/** Adds the context of a booking that was read by the same handle. */
export async function addContext(
  handle: Handle,
  deps: Deps,
  booking: Booking,
): Promise<BookingContext> {
  const { hotelId, agencyId } = booking
  const [snapshot, agency, listeners] = await batch(
    readSnapshot(handle, deps, hotelId),
    findAgencyAt(handle, hotelId, agencyId),
    findListeners(handle, hotelId),
  )
  return joined(booking, { snapshot, agency, listeners })
}

async function readSnapshot(handle: Handle, { knownHotel }: Deps, hotelId: number) {
  const known = knownHotel?.(hotelId)
  return known ? await currentSnapshot(handle, known) : (await findSnapshot(handle, hotelId))!
}

const joined = (
  booking: Booking,
  read: { snapshot: HotelSnapshot; agency: AgencyAtHotel | null; listeners: Listeners },
): BookingContext => {
  const { snapshot, agency, listeners } = read
  return { booking, ...snapshot, agency, agencyCode: agency?.code ?? null, listeners }
}

/** Returns the error for an unknown booking. */
export const noBooking = () => new AppError('not_found', 'There is no such booking.')

/** Returns the place of a booking's rooms, their number, and the capacity of the room type per night. */
export function placeOf({ booking, rooms }: BookingContext) {
  const { hotelId, roomCode } = booking
  const room = rooms.find((each) => each.roomCode === roomCode)!
  return { hotelId, roomCode, rooms: booking.rooms, capacity: capacityOf(room) }
}
