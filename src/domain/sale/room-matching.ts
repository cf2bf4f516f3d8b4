// Minimum-cost matching of parties to rooms (the Hungarian algorithm with potentials): each augmentation adds one party
// along the cheapest path of exchanges. O(parties² × rooms), 8 parties at most.

/** A room type for an assignment: rooms left on the scarcest night, and the total of each kind; infinite: not sold. */
export type TypeCosts = { left: number; cents: readonly number[] }

/** A matching of least total. */
export type Matching = {
  totalCents: number
  /** The index of each party's room type. */
  typeOf: number[]
  /** By room type, then kind: true if a least total may have a party of that kind there; false: none has. */
  mayHave: boolean[][]
}

/**
 * Finds rooms for all parties at the least total; null: they do not fit.
 *
 * @param kindOf the kind of each party
 */
export function matchParties(
  kindOf: readonly number[],
  types: readonly TypeCosts[],
): Matching | null {
  const rooms = types.flatMap(({ left }, type) =>
    Array<number>(Math.max(0, Math.min(left, kindOf.length))).fill(type),
  )
  const costs = types.map(({ cents }) => kindOf.map((kind) => cents[kind]!))
  const found = findMatching(kindOf.length, rooms, costs)
  if (!found) return null
  const { partyIn, ofParty, ofRoom } = found
  const typeOf = Array<number>(kindOf.length)
  const mayHave = types.map(({ cents }) => cents.map(() => false))
  let totalCents = 0
  for (const [room, type] of rooms.entries()) {
    // A party pays at least the sum of both potentials; where it pays more, no least total has it.
    for (const [party, kind] of kindOf.entries())
      if (costs[type]![party] === ofParty[party]! + ofRoom[room]!) mayHave[type]![kind] = true
    const party = partyIn[room]!
    if (party < 0) continue
    typeOf[party] = type
    mayHave[type]![kindOf[party]!] = true
    totalCents += costs[type]![party]!
  }
  return { totalCents, typeOf, mayHave }
}

/** @param costs by room type, then party */
function findMatching(
  parties: number,
  rooms: readonly number[],
  costs: readonly (readonly number[])[],
) {
  const ofParty = new Float64Array(parties)
  // The place after the last room stands for the party that has no room yet.
  const ofRoom = new Float64Array(rooms.length + 1)
  const partyIn = new Int32Array(rooms.length + 1).fill(-1)
  for (let party = 0; party < parties; party++) {
    partyIn[rooms.length] = party
    if (!findRoom(rooms, costs, { ofParty, ofRoom, partyIn })) return null
  }
  return { partyIn, ofParty, ofRoom }
}

/** Finds a room for the party after the last room, moving others. @returns false if there is none */
function findRoom(
  rooms: readonly number[],
  costs: readonly (readonly number[])[],
  {
    ofParty,
    ofRoom,
    partyIn,
  }: { ofParty: Float64Array; ofRoom: Float64Array; partyIn: Int32Array },
): boolean {
  const least = new Float64Array(rooms.length).fill(Number.POSITIVE_INFINITY)
  const from = new Int32Array(rooms.length)
  const isSeen = new Uint8Array(rooms.length + 1)
  let room = rooms.length
  while (partyIn[room]! >= 0) {
    isSeen[room] = 1
    const party = partyIn[room]!
    let [step, next] = [Number.POSITIVE_INFINITY, -1]
    for (let other = 0; other < rooms.length; other++) {
      if (isSeen[other]) continue
      const more = costs[rooms[other]!]![party]! - ofParty[party]! - ofRoom[other]!
      if (more < least[other]!) {
        least[other] = more
        from[other] = room
      }
      if (least[other]! < step) {
        step = least[other]!
        next = other
      }
    }
    if (next < 0) return false
    for (let other = 0; other <= rooms.length; other++) {
      if (isSeen[other]) {
        ofParty[partyIn[other]!]! += step
        ofRoom[other]! -= step
      } else if (other < rooms.length) least[other]! -= step
    }
    room = next
  }
  while (room < rooms.length) {
    partyIn[room] = partyIn[from[room]!]!
    room = from[room]!
  }
  return true
}
