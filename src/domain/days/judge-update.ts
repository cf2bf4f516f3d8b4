import {
  type Day,
  type FeedCursor,
  type NightPlace,
  type Refusal,
  type RoomRules,
  type SoldRooms,
  type StoredDay,
  shownPriceCents,
  type TakenRooms,
} from '../kernel/availability.ts'
import type { Fault } from '../kernel/errors.ts'
import { AVAILABLE_MAX } from '../kernel/limits.ts'
import { countNoun } from '../kernel/text.ts'
import { capacityOf } from './count.ts'
import { jumpFault } from './price-jump.ts'
import { type CountOutcome, settleCount } from './settle-count.ts'
import { NONE_TAKEN } from './unseen.ts'
import { countField, hasCount, type Update } from './update.ts'

/** The booking data that counts are judged against (contract-counts). */
export type CountContext = {
  /**
   * Returns the position of an update's cursor, or else its push's; a fault for an invalid cursor; undefined without
   * one.
   */
  seenOf: (update: Update) => FeedCursor | Fault | undefined
  /** Returns the rooms of a night taken after a feed position. */
  takenAfter: (seen: FeedCursor, night: NightPlace) => TakenRooms
  /** Returns the rooms of a night in holds. */
  heldOn: (night: NightPlace) => SoldRooms
  /** Returns the bookings of a night whose newest revision is recent and unacknowledged. */
  unackedOn: (night: NightPlace) => readonly string[]
}

/** True if a count is stale: older than the stored one (contract-counts, *Order*). */
const isStaleCount = (seen: FeedCursor | undefined, now: StoredDay | null): boolean =>
  seen !== undefined && now?.seenOrder != null && seen.order < now.seenOrder

const STALE: Fault = {
  code: 'stale_push',
  message: 'The count was dropped: the stored one had seen more of the feed.',
}

/** Returns the update without its count. */
function withoutCount({ available, availableBy, allotment, ...rest }: Update): Update {
  return rest
}

/** The day after an update, and the remarks for its sender. */
export type Judgement = CountOutcome & {
  /** True if its count was dropped as stale. */
  isStale: boolean
  /** True if its count came without a cursor. */
  isUnguarded: boolean
  /** The sent count, if any. */
  sent: number
}

/** Judges an update: returns the day after it, or the reason for its refusal. */
export function judgeUpdate(
  now: StoredDay | null,
  room: RoomRules,
  update: Update,
  ground: CountContext,
): Judgement | Refusal {
  const seen = ground.seenOf(update)
  if (seen && 'code' in seen) return { field: 'seenThrough', ...seen }
  const isStale = hasCount(update) && isStaleCount(seen, now)
  const asked = isStale ? withoutCount(update) : update
  const sent = applyUpdate(now, room, asked)
  const was = shownPrice(now, room)
  const refusal = refuseOutdated(was, asked) ?? flawOf(room, sent, asked)
  if (refusal) return refusal
  const isCounted = hasCount(asked)
  const isAbsolute = asked.available !== undefined
  const unseen = seen && isAbsolute ? ground.takenAfter(seen, asked) : NONE_TAKEN
  const { after, remarks, isCorrected } = isCounted
    ? settleCount(sent, room, asked, { unseen, heldOn: ground.heldOn })
    : { after: sent, remarks: [], isCorrected: false }
  const jump = jumpFault(was, asked.priceCents)
  if (jump) remarks.push({ field: 'priceCents', ...jump })
  if (isStale) remarks.push({ field: countField(update), ...STALE })
  if (now?.closed && asked.closed === undefined && isCounted)
    remarks.push({ field: 'closed', ...STILL_CLOSED })
  if (!room.active) remarks.push({ field: 'roomCode', ...INACTIVE })
  // The day belongs to this update alone: a copy would cost a push of 10,000 days a twentieth.
  if (seen && isCounted && asked.availableBy === undefined) after.seenOrder = seen.order
  return {
    after,
    remarks,
    isCorrected,
    isStale,
    isUnguarded: isAbsolute && !seen,
    sent: sent.available,
  }
}

/**
 * Judges an update that sets only a day of a rate: returns the remark for its sender, or the reason for its refusal.
 *
 * @param priceCents the rate's own price before it
 */
export function judgeRateUpdate(
  { active }: RoomRules,
  update: Update,
  ground: CountContext,
  priceCents: number | null,
): { refusal?: Refusal; remarks: Refusal[] } {
  const seen = ground.seenOf(update)
  if (seen && 'code' in seen) return { refusal: { field: 'seenThrough', ...seen }, remarks: [] }
  const refusal = refuseOutdated(priceCents ?? 0, update)
  if (refusal) return { refusal, remarks: [] }
  const jump = jumpFault(priceCents, update.priceCents)
  const remarks: Refusal[] = jump ? [{ field: 'priceCents', ...jump }] : []
  if (!active) remarks.push({ field: 'roomCode', ...INACTIVE })
  return { remarks }
}

/** True if a remark becomes an error because the sender allows no correction of counts (contract-counts, `onStale`). */
export const isRefusable = ({ code }: Refusal, { sent }: Judgement) =>
  REFUSABLE.includes(code) || (code === 'oversold' && sent > 0)

const REFUSABLE = ['held_meanwhile', 'sold_meanwhile', 'stale_push']

const STILL_CLOSED: Fault = {
  code: 'day_still_closed',
  message: 'Applied, but the day stays closed for sale; send "closed": false to open it.',
}
const INACTIVE: Fault = {
  code: 'room_inactive',
  message: 'Applied, but this room type is switched off and is not sold.',
}

/** Returns the day as the update requests it, with its count as sent. */
function applyUpdate(now: StoredDay | null, room: RoomRules, update: Update): StoredDay {
  return {
    live: now?.live ?? 0,
    shortfall: now?.shortfall ?? 0,
    seenOrder: now?.seenOrder ?? null,
    lastSeq: now?.lastSeq ?? null,
    available:
      (update.available ?? update.allotment ?? now?.available ?? 0) + (update.availableBy ?? 0),
    priceCents: update.priceCents ?? now?.priceCents ?? room.basePriceCents,
    closed: update.closed ?? now?.closed ?? false,
  }
}

const shownPrice = (now: Day | null, { basePriceCents }: RoomRules) =>
  shownPriceCents(now?.priceCents ?? null, basePriceCents)

/** Refuses a price update if the price has changed since its sender read it. */
function refuseOutdated(
  shown: number,
  { expectedPriceCents: expected }: Update,
): Refusal | undefined {
  if (expected === undefined || expected === shown) return undefined
  return {
    field: 'expectedPriceCents',
    code: 'price_changed',
    message: `The price is ${shown} by now, not ${expected}.`,
  }
}

function flawOf(room: RoomRules, day: Day, update: Update): Refusal | undefined {
  if (day.available < 0 || day.available > AVAILABLE_MAX)
    return {
      field: 'availableBy',
      code: 'out_of_range',
      message: `That would leave ${countNoun(day.available, 'room')}; it may be 0 to ${AVAILABLE_MAX}.`,
      values: { min: 0, max: AVAILABLE_MAX },
    }
  // An allotment above the capacity is cut to it.
  const isAbsolute = hasCount(update) && update.allotment === undefined
  if (isAbsolute && day.available > capacityOf(room))
    return {
      field: countField(update),
      code: 'above_capacity',
      message: `This room type has ${countNoun(capacityOf(room), 'room')} in all${room.overbookingRooms > 0 ? ', overbooking included' : ''}.`,
      values: { rooms: capacityOf(room) },
    }
  if (!day.closed && day.available > 0 && !day.priceCents)
    return {
      field: 'priceCents',
      code: 'price_required',
      message: 'An open day needs a price above 0: send priceCents, or close the day.',
    }
  return undefined
}
