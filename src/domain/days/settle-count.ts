import type {
  NightPlace,
  Refusal,
  RoomRules,
  SoldRooms,
  StoredDay,
  TakenRooms,
} from '../kernel/availability.ts'
import { countNoun } from '../kernel/text.ts'
import { capacityOf, cappedCount } from './count.ts'
import { countField, type Update } from './update.ts'

/** The outcome of a count: the day that is stored, and the warnings for its sender. */
export type CountOutcome = { after: StoredDay; remarks: Refusal[]; isCorrected: boolean }

/**
 * Settles a sent count (contract-counts): less the rooms taken after the sender's cursor, and at most the cap. A new
 * count replaces a shortfall, a relative one keeps it.
 *
 * @param sent the day as the update requests it
 * @param unseen rooms taken after the cursor
 */
export function settleCount(
  sent: StoredDay,
  room: RoomRules,
  update: Update,
  { unseen, heldOn }: { unseen: TakenRooms; heldOn: (night: NightPlace) => SoldRooms },
): CountOutcome {
  const capacity = capacityOf(room)
  // An allotment includes the live rooms.
  const taken = update.allotment === undefined ? unseen.sold.rooms + unseen.held.rooms : sent.live
  const count = cappedCount(sent.available - taken, sent.live, capacity)
  const shortfall = update.availableBy === undefined ? count.shortfall : sent.shortfall
  const isSame = count.available === sent.available && shortfall === sent.shortfall
  const after = isSame ? sent : { ...sent, available: count.available, shortfall }
  const isCorrected =
    update.allotment === undefined && !isSame && count.available !== sent.available
  if (!isCorrected && sent.live <= capacity) return { after, remarks: [], isCorrected }
  const remarks: Refusal[] = []
  const field = countField(update)
  if (isCorrected)
    for (const remark of takenMeanwhile(sent, after, { unseen, capacity, held: heldOn(update) }))
      remarks.push({ field, ...remark })
  if (sent.live > capacity)
    remarks.push({
      field,
      code: 'oversold',
      message: `${soldHere(sent.live)}; the room type has ${capacity}.`,
      values: { sold: sent.live, rooms: capacity },
    })
  return { after, remarks, isCorrected }
}

/**
 * Returns the rooms, sold or on hold, that the sender did not know of. A cursor tells exactly; without one the cap
 * tells the number, and the cap without holds tells the part that was sold.
 *
 * @param held all rooms of the night in holds
 */
function takenMeanwhile(
  sent: StoredDay,
  after: StoredDay,
  { unseen, capacity, held }: { unseen: TakenRooms; capacity: number; held: SoldRooms },
): Omit<Refusal, 'field'>[] {
  const counts = { sent: sent.available, available: after.available }
  const left = (rooms: string) =>
    `${rooms}: ${countNoun(counts.available, 'is', 'are')} left, not ${counts.sent}.`
  const values = { left: counts.available, sent: counts.sent }
  const ceiling = capacity - sent.live
  const { sold } = unseen
  const isByCursor =
    sold.rooms + unseen.held.rooms > 0 && counts.sent - sold.rooms - unseen.held.rooms <= ceiling
  const onHold = isByCursor ? unseen.held : held
  const isSold = isByCursor
    ? sold.rooms > 0
    : Math.min(counts.sent - sold.rooms, ceiling + held.rooms) < counts.sent
  const soldRooms = isByCursor ? sold.rooms : sent.live - held.rooms
  const remarks: Omit<Refusal, 'field'>[] = []
  if (onHold.rooms > 0)
    remarks.push({
      code: 'held_meanwhile',
      message: left(
        countNoun(onHold.rooms, 'room of this night is on hold', 'rooms of this night are on hold'),
      ),
      values: { held: onHold.rooms, ...values },
      ...counts,
      bookings: onHold.bookings,
    })
  if (isSold)
    remarks.push({
      code: 'sold_meanwhile',
      message: left(isByCursor ? soldSince(soldRooms) : `${soldHere(soldRooms)} here`),
      values: { sold: soldRooms, ...values },
      ...counts,
      ...(isByCursor && { bookings: sold.bookings }),
    })
  return remarks
}

const soldHere = (rooms: number) =>
  countNoun(rooms, 'room of this night is sold', 'rooms of this night are sold')
const soldSince = (rooms: number) =>
  countNoun(rooms, 'room was sold after the cursor', 'rooms were sold after the cursor')
