import type { Entry } from './changes.ts'

/**
 * What contract-counts says of a late count, once more and in the plainest words, over the feed as it was answered.
 * Shares nothing with `src`.
 */

/** A booking as one entry of the feed has it. */
type State = { roomCode: string; status: string; checkin: string; checkout: string; rooms: number }

const LIVE = ['pending', 'confirmed', 'no_show']

/** Rooms that a booking takes on a night in a state. */
function takes({ roomCode, status, checkin, checkout, rooms }: State, room: string, night: string) {
  if (roomCode !== room || !LIVE.includes(status)) return 0
  const sleeps = status === 'no_show' ? night === checkin : checkin <= night && night < checkout
  return sleeps ? rooms : 0
}

/** Each booking's states, oldest first, with where they stand among the feed's entries. */
function statesOf(feed: Entry[]): Map<string, { at: number; state: State }[]> {
  const states = new Map<string, { at: number; state: State }[]>()
  for (const [at, { type, booking }] of feed.entries())
    if (type === 'booking')
      states.set(booking.code, [...(states.get(booking.code) ?? []), { at, state: booking }])
  return states
}

/** Rooms of a night that live bookings have by now. */
export const liveOn = (feed: Entry[], room: string, night: string): number =>
  [...statesOf(feed).values()].reduce((sum, all) => sum + takes(all.at(-1)!.state, room, night), 0)

/**
 * Σ: rooms of a night that a count does not know of whose sender has processed the first `seen` entries of the feed. Of
 * each booking: whatever tail of its later revisions the sender may not know, the one that takes most.
 *
 * @param keeps the hotel gives no rooms of confirmed bookings back (`restoreOnCancel` off)
 * @param isSold only those that no hold has now
 */
function unseenOn(
  feed: Entry[],
  { seen, room, night, isCounted = false }: Omit<CountTiming, 'sent'>,
  { keeps = false, isSold = false },
) {
  const taken = (before: State | undefined, tail: State[]) => {
    let rooms = !isCounted && before?.status === 'pending' ? takes(before, room, night) : 0
    for (const [index, state] of tail.entries()) {
      const earlier = tail[index - 1] ?? before
      const more = takes(state, room, night) - (earlier ? takes(earlier, room, night) : 0)
      if (more > 0 || !keeps || earlier?.status === 'pending') rooms += more
    }
    return rooms
  }
  let sum = 0
  for (const all of statesOf(feed).values()) {
    if (isSold && isHold(all)) continue
    const before = all.filter(({ at }) => at < seen).at(-1)?.state
    const later = all.filter(({ at }) => at >= seen).map(({ state }) => state)
    // What the sender may know: the state at its cursor, or any later one but the last.
    const known = [before, ...later.slice(0, -1)]
    sum += Math.max(0, ...known.map((state, index) => taken(state, later.slice(index))))
  }
  return sum
}

/** Tells if a booking is a hold now. */
const isHold = (all: { state: State }[]) => all.at(-1)!.state.status === 'pending'

/**
 * A count of a night that was sent by who has processed the first `seen` entries of the feed; `isCounted`: it has the rooms
 * off of what was on hold then, as a screen and a sender that says so.
 */
type CountTiming = { sent: number; seen: number; room: string; night: string; isCounted?: boolean }
type Hotel = { capacity?: number; keeps?: boolean }

/** What is stored of a count that was sent. @param hotel capacity of the room type, none where it is not counted; and whether it keeps what is cancelled */
export function storedOf(
  feed: Entry[],
  { sent, room, night, ...of }: CountTiming,
  { capacity = Number.POSITIVE_INFINITY, keeps = false }: Hotel,
): number {
  const left = Math.max(0, sent - unseenOn(feed, { room, night, ...of }, { keeps }))
  return Math.max(0, Math.min(left, capacity - liveOn(feed, room, night)))
}

/** What a sender is told of a count (contract-groups, `holds`): what would be off without any hold is sold, the rest held. */
export function toldOf(feed: Entry[], late: CountTiming, hotel: Hotel): string[] {
  const { sent, room, night } = late
  const { capacity = Number.POSITIVE_INFINITY, keeps = false } = hotel
  if (storedOf(feed, late, hotel) === sent) return []
  const all = [...statesOf(feed).values()]
  const held = all
    .filter(isHold)
    .reduce((sum, states) => sum + takes(states.at(-1)!.state, room, night), 0)
  const ceiling = capacity - liveOn(feed, room, night)
  const left = Math.min(sent - unseenOn(feed, late, { keeps }), ceiling)
  const soldOff = unseenOn(feed, late, { keeps, isSold: true })
  const withoutHolds = Math.min(sent - soldOff, ceiling + held)
  return [
    ...(left < withoutHolds ? ['held_meanwhile'] : []),
    ...(withoutHolds < sent ? ['sold_meanwhile'] : []),
  ]
}

/** Codes of bookings that have rooms of a night now and were not acknowledged. */
export const unackedOn = (feed: Entry[], acked: Set<string>, room: string, night: string) =>
  [...statesOf(feed)]
    .filter(
      ([code, all]) =>
        !acked.has(`${code} ${all.length}`) && takes(all.at(-1)!.state, room, night) > 0,
    )
    .map(([code]) => code)
