import type { CalendarDate } from '../kernel/date.ts'
import type { Booking } from './booking.ts'
import { type RoomNumber, roomWord } from './room-numbers.ts'

// Room assignment: which free rooms several bookings get in one press (contract-groups).

/** The nights of a booking that need a room: from the first one up to the day after the last. */
export type RoomNights = { from: CalendarDate; to: CalendarDate }

/** Returns the nights of a stay from today on; those that have passed do not matter: guests move into rooms that others left. */
export const nightsFrom = (
  { checkin, checkout }: Pick<Booking, 'checkin' | 'checkout'>,
  today: CalendarDate,
): RoomNights => ({ from: checkin < today ? today : checkin, to: checkout })

/** The rooms that a booking still lacks. `has` and `taken` hold words of numbers: its own, and those of others on its nights. */
export type RoomNeed = RoomNights & {
  roomCode: string
  rooms: number
  has: ReadonlySet<string>
  taken: ReadonlySet<string>
}

/** Places of the list around which rooms are looked for. */
const ANCHORS_MAX = 16

/** A need with the places of its free rooms in the list, ascending. */
type Wish = { need: RoomNeed; free: number[] }

/** The places that each wish got, and how far they lie from the anchor and how many are missing. */
type Choice = { places: Map<Wish, number[]>; missing: number; distance: number }

/**
 * Chooses free rooms of the type for each need, as near to each other in the list as possible. Bookings with the fewest
 * rooms to spare choose first.
 *
 * @returns the rooms of each need, in the order of the list; fewer than asked for where too few are free
 */
export function chooseRooms(
  list: readonly RoomNumber[],
  needs: readonly RoomNeed[],
): RoomNumber[][] {
  const wishes = needs.map((need) => ({ need, free: freePlaces(list, need) }))
  const ordered = wishes.toSorted((a, b) => spare(a) - spare(b))
  let best: Choice | undefined
  for (const anchor of anchorsOf(list, ordered)) {
    const choice = chooseAround(anchor, ordered)
    if (!best || isBetter(choice, best)) best = choice
  }
  return wishes.map((wish) =>
    (best?.places.get(wish) ?? []).toSorted((a, b) => a - b).map((at) => list[at]!),
  )
}

const spare = ({ need, free }: Wish) => free.length - need.rooms

const isBetter = (one: Choice, other: Choice) =>
  one.missing < other.missing || (one.missing === other.missing && one.distance < other.distance)

const freePlaces = (list: readonly RoomNumber[], { roomCode, has, taken }: RoomNeed): number[] =>
  list.flatMap(({ number, active, ...room }, at) => {
    const word = roomWord(number)
    return active && room.roomCode === roomCode && !has.has(word) && !taken.has(word) ? [at] : []
  })

/** Rooms are looked for near those that the bookings have already, else around the free rooms of the first to choose. */
function anchorsOf(list: readonly RoomNumber[], wishes: readonly Wish[]): number[] {
  const had = new Set(wishes.flatMap(({ need }) => [...need.has]))
  const near = list.flatMap(({ number }, at) => (had.has(roomWord(number)) ? [at] : []))
  const all = near.length > 0 ? near : (wishes.find(({ free }) => free.length > 0)?.free ?? [])
  const step = Math.max(1, Math.ceil(all.length / ANCHORS_MAX))
  return all.filter((_, index) => index % step === 0)
}

function chooseAround(anchor: number, wishes: readonly Wish[]): Choice {
  const choice: Choice = { places: new Map(), missing: 0, distance: 0 }
  const given: (RoomNights & { at: number })[] = []
  for (const wish of wishes) {
    const { need, free } = wish
    const isGiven = (at: number) =>
      given.some((each) => each.at === at && each.from < need.to && need.from < each.to)
    const places = nearest(free, anchor, need.rooms, (at) => !isGiven(at))
    choice.places.set(wish, places)
    choice.missing += need.rooms - places.length
    for (const at of places) {
      choice.distance += Math.abs(at - anchor)
      given.push({ at, from: need.from, to: need.to })
    }
  }
  return choice
}

/** Returns up to `count` of the ascending places that may be taken, the nearest to the anchor; of two alike the later one. */
function nearest(
  places: readonly number[],
  anchor: number,
  count: number,
  mayTake: (at: number) => boolean,
): number[] {
  const found: number[] = []
  let right = places.findIndex((at) => at >= anchor)
  if (right < 0) right = places.length
  let left = right - 1
  while (found.length < count && (left >= 0 || right < places.length)) {
    const isRight =
      left < 0 || (right < places.length && places[right]! - anchor <= anchor - places[left]!)
    const at = isRight ? places[right++]! : places[left--]!
    if (mayTake(at)) found.push(at)
  }
  return found
}
