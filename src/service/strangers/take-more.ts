import type { Booking } from '../../domain/bookings/booking.ts'
import { nightsOf, type Stay } from '../../domain/kernel/night.ts'
import type { RoomNight } from '../../domain/sale/stay.ts'
import type { TakingAct } from '../../domain/strangers/stranger-judge.ts'
import { webNightsOf } from '../../domain/strangers/web-nights.ts'
import type { HotelSnapshot } from '../../store/catalog/catalog.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { judgeWeb } from './judge.ts'
import type { Taker } from './taking.ts'

/** A booking whose guest takes rooms for it, or makes sure of them. */
export type FurtherTake = {
  act: Exclude<TakingAct, 'book' | 'hold'>
  snapshot: Pick<HotelSnapshot, 'hotel' | 'rooms'>
  booking: Booking
  roomCode: string
  /** Nights and how many rooms of each, by date ascending; at least one. */
  nights: readonly RoomNight[]
  /** What it is then; unless it is said, as it is. */
  next?: Pick<Stay, 'rooms' | 'checkin' | 'checkout'>
  taker: Pick<Taker, 'address' | 'site'>
}

/** Every night of a booking. */
export const roomNightsOf = (booking: Booking): RoomNight[] =>
  nightsOf(booking).map((date) => ({ date, rooms: booking.rooms }))

/**
 * Judges what a guest takes for a booking that is there. What the hotel has proven is in no count.
 *
 * @returns whether the mailed link comes first
 * @throws AppError as `judgeWeb`
 */
export async function judgeMore(tx: Tx, deps: Deps, more: FurtherTake): Promise<boolean> {
  const { act, snapshot, booking, roomCode, nights, next = booking, taker } = more
  const { proof, provenByStay, status, code, mailbox } = booking
  if (proof === 'hotel' && !provenByStay) return false
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
        booking: { code, mailbox, own: webNightsOf(booking) },
        roomCode,
      },
      // The button of the link confirms a hold: one that pends was not pressed for.
      isPressed: isPress(act) || (proof === 'mail' && status !== 'pending'),
      roomNights: nights.reduce((sum, { rooms }) => sum + rooms, 0),
      whole: { rooms: next.rooms, roomNights: nightsOf(next).length * next.rooms },
      ...{ from: nights[0]!.date, to: nights.at(-1)!.date },
    },
  )
  return isAsked
}

/** Acts of the mailed link's button: its mailbox is proven by them. */
const isPress = (act: TakingAct) => ['press', 'prove', 'sell_anew'].includes(act)
