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

/** What is known of a hotel's bookings when its counts are judged (contract-counts). */
export type CountContext = {
  /** What an update's cursor, or else that of its push, has seen; why that is no cursor; undefined without one. */
  seenOf: (update: Update) => FeedCursor | Fault | undefined
  /** Rooms of a night that were taken after a place in the feed. */
  takenAfter: (seen: FeedCursor, night: NightPlace) => TakenRooms
  /** Rooms of a night that holds have. */
  heldOn: (night: NightPlace) => SoldRooms
  /** Bookings of a night whose newest revision is fresh and not acknowledged. */
  unackedOn: (night: NightPlace) => readonly string[]
}

/** Whether a count is older than the one that stands (contract-counts, *Order*). */
const isStaleCount = (seen: FeedCursor | undefined, now: StoredDay | null): boolean =>
  seen !== undefined && now?.seenOrder != null && seen.order < now.seenOrder

const STALE: Fault = {
  code: 'stale_push',
  message: 'The count is left out: one that had seen more of the feed stands already.',
}

/** The update without what it says of the rooms left. */
function withoutCount({ available, availableBy, allotment, ...rest }: Update): Update {
  return rest
}

/** What an update makes of a day, and what its sender should know. */
export type Judgement = CountOutcome & {
  /** Its count was left out. */
  isStale: boolean
  /** Its count came without a cursor. */
  isUnguarded: boolean
  /** The count that was sent, if any. */
  sent: number
}

/** What becomes of a day by an update, or why it is refused. */
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
  // The day is this update's own: a copy would cost a push of 10,000 days a twentieth.
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
 * What its sender should know of an update that sets nothing but a day of a rate, or why it is refused.
 *
 * @param priceCents the price that the rate has of its own now
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

/** Whether a remark is an error where the sender wants no count corrected (contract-counts, `onStale`). */
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

/** The day as the element asks for it, its count as sent. */
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

/** Somebody else set the price meanwhile. */
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
  // An allotment above it is cut.
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
