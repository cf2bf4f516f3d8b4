import {
  type Day,
  type NightPlace,
  type Remark,
  type RoomRules,
  type Seen,
  type SoldRooms,
  type StoredDay,
  shownPriceCents,
} from './availability.ts'
import { capacityOf, cappedCount } from './count.ts'
import type { Fault } from './errors.ts'
import { AVAILABLE_MAX } from './limits.ts'
import { jumpFault } from './price-jump.ts'
import { counted } from './text.ts'
import { countField, hasCount, type Update } from './update.ts'

/** What is known of a hotel's bookings when its counts are judged (contract-counts). */
export type CountGround = {
  /** What an update's cursor, or else that of its push, has seen; why that is no cursor; undefined without one. */
  seenOf: (update: Update) => Seen | Fault | undefined
  /** Rooms of a night that were sold after a place in the feed. */
  soldAfter: (seen: Seen, night: NightPlace) => SoldRooms
  /** Bookings of a night whose newest revision is fresh and not acknowledged. */
  unackedOn: (night: NightPlace) => readonly string[]
}

export type Refusal = Omit<Remark, 'index' | 'roomCode' | 'date'>

/** What came of a count: the day that is stored, and what its sender should know. */
type Settled = { after: StoredDay; remarks: Refusal[]; isCorrected: boolean }

const NONE_SOLD: SoldRooms = { rooms: 0, bookings: [] }

/**
 * A day with its count as it is stored: less what was sold after the sender's cursor, and at most the ceiling. A count
 * sent anew replaces a shortfall, one changed by some leaves it.
 *
 * @param sent the day as the update asks for it
 */
function settleCount(
  sent: StoredDay,
  room: RoomRules,
  update: Update,
  sold: SoldRooms = NONE_SOLD,
): Settled {
  const capacity = capacityOf(room)
  // An allotment has the live rooms in it.
  const taken = update.allotment === undefined ? sold.rooms : sent.live
  const count = cappedCount(sent.available - taken, sent.live, capacity)
  const shortfall = update.availableBy === undefined ? count.shortfall : sent.shortfall
  const isSame = count.available === sent.available && shortfall === sent.shortfall
  const after = isSame ? sent : { ...sent, available: count.available, shortfall }
  const isCorrected =
    update.allotment === undefined && !isSame && count.available !== sent.available
  if (!isCorrected && sent.live <= capacity) return { after, remarks: [], isCorrected }
  const remarks: Refusal[] = []
  const field = countField(update)
  if (isCorrected) remarks.push({ field, ...soldMeanwhile(sent, after, sold, capacity) })
  if (sent.live > capacity)
    remarks.push({
      field,
      code: 'oversold',
      message: `${soldHere(sent.live)}; the room type has ${capacity}.`,
      values: { sold: sent.live, rooms: capacity },
    })
  return { after, remarks, isCorrected }
}

/** Rooms were sold that the sender of a count did not know of: which ones is known when a cursor says what it knew. */
function soldMeanwhile(
  sent: StoredDay,
  after: StoredDay,
  sold: SoldRooms,
  capacity: number,
): Omit<Refusal, 'field'> {
  const isByCursor = sold.rooms > 0 && sent.available - sold.rooms <= capacity - sent.live
  const rooms = isByCursor ? sold.rooms : sent.live
  const what = isByCursor ? soldSince(rooms) : `${soldHere(rooms)} here`
  return {
    code: 'sold_meanwhile',
    message: `${what}: ${counted(after.available, 'is', 'are')} left, not ${sent.available}.`,
    values: { sold: rooms, left: after.available, sent: sent.available },
    sent: sent.available,
    available: after.available,
    ...(isByCursor && { bookings: sold.bookings }),
  }
}

const soldHere = (rooms: number) =>
  counted(rooms, 'room of this night is sold', 'rooms of this night are sold')
const soldSince = (rooms: number) =>
  counted(rooms, 'room was sold after the cursor', 'rooms were sold after the cursor')

/** Whether a count is older than the one that stands (contract-counts, *Order*). */
const isStaleCount = (seen: Seen | undefined, now: StoredDay | null): boolean =>
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
export type Judged = Settled & {
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
  ground: CountGround,
): Judged | Refusal {
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
  const sold = seen && isAbsolute ? ground.soldAfter(seen, asked) : undefined
  const { after, remarks, isCorrected } = isCounted
    ? settleCount(sent, room, asked, sold)
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
  ground: CountGround,
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
export const isRefusable = ({ code }: Refusal, { sent }: Judged) =>
  code === 'sold_meanwhile' || code === 'stale_push' || (code === 'oversold' && sent > 0)

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
      message: `That would leave ${counted(day.available, 'room')}; it may be 0 to ${AVAILABLE_MAX}.`,
      values: { min: 0, max: AVAILABLE_MAX },
    }
  // An allotment above it is cut.
  const isAbsolute = hasCount(update) && update.allotment === undefined
  if (isAbsolute && day.available > capacityOf(room))
    return {
      field: countField(update),
      code: 'above_capacity',
      message: `This room type has ${counted(capacityOf(room), 'room')} in all${room.overbookingRooms > 0 ? ', overbooking included' : ''}.`,
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
