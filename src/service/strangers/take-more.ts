import type { Booking } from '../../domain/bookings/booking.ts'
import type { GroupSize } from '../../domain/bookings/group.ts'
import { nightsOf, type Stay } from '../../domain/kernel/night.ts'
import type { RoomNight } from '../../domain/sale/stay.ts'
import type { TakingAct } from '../../domain/strangers/stranger-judge.ts'
import { webNightsOf } from '../../domain/strangers/web-nights.ts'
import type { HotelSnapshot } from '../../store/catalog/catalog.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { judgeWeb } from './judge.ts'
import type { Taker } from './taking.ts'

/** A guest's further take for an existing booking: more rooms, or the confirmation of its rooms. */
export type FurtherTake = {
  act: Exclude<TakingAct, 'book' | 'hold'>
  snapshot: Pick<HotelSnapshot, 'hotel' | 'rooms'>
  booking: Booking
  roomCode: string
  /** Nights and the number of rooms on each, ascending by date; at least one. */
  nights: readonly RoomNight[]
  /** The stay after the take; default: unchanged. */
  next?: Pick<Stay, 'rooms' | 'checkin' | 'checkout'>
  taker: Pick<Taker, 'address' | 'site'>
  /** The group that acts as a whole; absent: the booking acts alone. */
  group?: { whole: GroupSize; isAsked: boolean } | undefined
}

/** Returns every night of a booking. */
export const roomNightsOf = (booking: Booking): RoomNight[] =>
  nightsOf(booking).map((date) => ({ date, rooms: booking.rooms }))

/**
 * Judges a guest's further take for an existing booking. Bookings proven by the hotel are exempt.
 *
 * @returns true if the mailed link must come first
 * @throws AppError as `judgeWeb`
 */
export async function judgeFurtherTake(tx: Tx, deps: Deps, more: FurtherTake): Promise<boolean> {
  const { act, snapshot, booking, roomCode, nights, next = booking, taker, group } = more
  const { proof, provenByStay, status, code, mailbox } = booking
  // A stay that the hotel added waits with the others of its group.
  if (proof === 'hotel' && !provenByStay) return group?.isAsked === true
  const standing = provenByStay ? 'stay' : proof === 'mail' || isPress(act) ? 'mail' : 'none'
  const { isAsked } = await judgeWeb(
    tx,
    deps,
    { standing, ...taker },
    {
      ...{
        act,
        hotel: snapshot.hotel,
        rooms: snapshot.rooms,
        booking: { code: booking.groupCode ?? code, mailbox, own: webNightsOf(booking) },
        roomCode,
      },
      // The link's button confirms a hold, so a pending booking was not confirmed by it.
      isPressed: isPress(act) || (proof === 'mail' && status !== 'pending'),
      roomNights: nights.reduce((sum, { rooms }) => sum + rooms, 0),
      whole: group?.whole ?? { rooms: next.rooms, roomNights: nightsOf(next).length * next.rooms },
      ...{ stayRooms: next.rooms, isAsked: group?.isAsked },
      ...{ from: nights[0]!.date, to: nights.at(-1)!.date },
    },
  )
  return isAsked
}

/** True for acts of the mailed link's button, which prove the mailbox. */
const isPress = (act: TakingAct) => ['press', 'prove', 'sell_anew'].includes(act)
