import type { Party } from './party.ts'
import { type Matching, matchParties, type TypeCosts } from './room-matching.ts'

// Minimum-cost assignment of parties to room types (contract-groups, *Asking*): the least total first, then the fewest
// room types.
//
// A type costs a point of its own once, however many parties it takes: a fixed charge, which no cost of one party in one
// type can say, so that a matching cannot weigh it. Hence two steps. The matching finds the least total, and with it the
// types that each party has in any assignment of that total. Among these, dynamic programming over types finds the fewest:
// the pair (total, types) of a set of parties in one type adds up from type to type and is compared in that order, so the
// best whole consists of best parts. Both are exact. The second takes at most 3^8 = 6,561 steps a type (alike parties are
// one kind, of which only the number counts), and few where few totals are equal.

/** Parties of one request. */
export const PARTIES_MAX = 8

/** The parties of a request by kind, and every set of them; a set is numbered, and the empty one is 0. */
export type PartySets = {
  /** Different parties, in the order of the request. */
  kinds: readonly Party[]
  /** The kind of each party of the request. */
  kindOf: readonly number[]
  /** The number of each kind in each set; the last set has all parties. */
  counts: readonly (readonly number[])[]
  /** Parties of each set. */
  sizes: readonly number[]
  /**
   * The sets within each set, those with more parties of the first kind first; what one leaves of the other has the
   * difference of their numbers.
   */
  within: readonly Uint8Array[]
}

/** Lists the sets of some parties, at most `PARTIES_MAX`. */
export function partySetsOf(parties: readonly Party[]): PartySets {
  const names = parties.map((party) => JSON.stringify(party))
  const different = [...new Set(names)]
  let counts: number[][] = [[]]
  for (const name of different) {
    const most = names.filter((each) => each === name).length
    const upTo = Array.from({ length: most + 1 }, (_, count) => count)
    counts = counts.flatMap((before) => upTo.map((count) => [...before, count]))
  }
  const numbers = counts.map((_, set) => set).toReversed()
  const isWithin = (part: number, set: number) =>
    counts[part]!.every((count, kind) => count <= counts[set]![kind]!)
  return {
    kinds: different.map((name) => parties[names.indexOf(name)]!),
    kindOf: names.map((name) => different.indexOf(name)),
    counts,
    sizes: counts.map((each) => each.reduce((sum, count) => sum + count, 0)),
    within: counts.map((_, set) => Uint8Array.from(numbers.filter((part) => isWithin(part, set)))),
  }
}

/**
 * Assigns each party a room at the least total. Ties go to fewer room types, then the first type takes as many parties
 * of the first kind as it can, then of the second, and so on; then the second type.
 *
 * @returns the index of each party's room type; null: the parties do not fit
 */
export function assignParties(sets: PartySets, types: readonly TypeCosts[]): number[] | null {
  const { kindOf } = sets
  const easy = cheapestOfEach(sets, types)
  if (easy) return kindOf.map((kind) => easy[kind]!)
  const matching = matchParties(kindOf, types)
  if (!matching) return null
  const isOne = ({ left, cents }: TypeCosts) =>
    left >= kindOf.length &&
    kindOf.reduce((sum, kind) => sum + cents[kind]!, 0) === matching.totalCents
  const one = types.findIndex(isOne)
  if (one >= 0) return kindOf.map(() => one)
  const isFixed = sets.kinds.every(
    (_, kind) => matching.mayHave.filter((own) => own[kind]).length === 1,
  )
  return isFixed ? matching.typeOf : fewestTypes(sets, types, matching)
}

/** Returns the cheapest type of each kind if these are the only ones and have rooms for all; else undefined. */
function cheapestOfEach({ kinds, kindOf }: PartySets, types: readonly TypeCosts[]) {
  const cheapest: number[] = []
  for (let kind = 0; kind < kinds.length; kind++) {
    let [least, best, isTied] = [Number.POSITIVE_INFINITY, -1, false]
    for (let type = 0; type < types.length; type++) {
      const cents = types[type]!.cents[kind]!
      if (cents > least || types[type]!.left < 1) continue
      isTied = cents === least
      least = cents
      best = type
    }
    if (best < 0 || isTied) return undefined
    cheapest.push(best)
  }
  const taken = types.map(() => 0)
  for (const kind of kindOf) taken[cheapest[kind]!]!++
  return types.every(({ left }, type) => taken[type]! <= Math.max(0, left)) ? cheapest : undefined
}

/** Returns the assignment of least total with the fewest types, of the types that the parties may have. */
function fewestTypes(
  sets: PartySets,
  types: readonly TypeCosts[],
  { mayHave }: Matching,
): number[] {
  const useful = types.flatMap(({ left, cents }, type) => {
    const own = cents.map((each, kind) => (mayHave[type]![kind] ? each : Number.POSITIVE_INFINITY))
    return mayHave[type]!.includes(true)
      ? [{ type, costs: setCosts(sets, { left, cents: own }) }]
      : []
  })
  const taken = takeSets(
    sets,
    useful.map(({ costs }) => costs),
  )
  const typesOf: number[][] = sets.kinds.map(() => [])
  let set = sets.sizes.length - 1
  for (const [at, { type }] of useful.entries()) {
    const part = taken(at, set)
    for (const [kind, count] of sets.counts[part]!.entries())
      typesOf[kind]!.push(...Array<number>(count).fill(type))
    set -= part
  }
  return sets.kindOf.map((kind) => typesOf[kind]!.shift()!)
}

/** Returns the total of each set in a room type; infinite: more than its rooms, or not sold. */
function setCosts({ counts, sizes }: PartySets, { left, cents }: TypeCosts): Float64Array {
  const costs = new Float64Array(counts.length)
  for (const [set, each] of counts.entries()) {
    let sum = sizes[set]! > left ? Number.POSITIVE_INFINITY : 0
    for (const [kind, count] of each.entries()) if (count > 0) sum += count * cents[kind]!
    costs[set] = sum
  }
  return costs
}

/**
 * Distributes the set of all parties over room types (memoized).
 *
 * @returns a function of a type and the parties that it and those after it take: which it takes
 */
function takeSets({ within }: PartySets, costs: readonly Float64Array[]) {
  const sets = within.length
  const all = sets - 1
  // Totals by type and set, not a number until they are known; no party costs nothing, and no type has none.
  const totals = new Float64Array((costs.length + 1) * sets).fill(Number.NaN)
  totals.fill(Number.POSITIVE_INFINITY, costs.length * sets)
  for (let at = 0; at <= costs.length; at++) totals[at * sets] = 0
  const used = new Uint8Array(totals.length)
  const taken = new Uint8Array(totals.length)
  const find = (at: number, set: number): number => {
    const place = at * sets + set
    if (!Number.isNaN(totals[place]!)) return totals[place]!
    let [least, types] = [Number.POSITIVE_INFINITY, 0]
    for (const part of within[set]!) {
      const own = costs[at]![part]!
      if (own > least) continue
      const total = own + find(at + 1, set - part)
      const typesUsed = used[place + sets - part]! + (part > 0 ? 1 : 0)
      if (total > least || (total === least && typesUsed >= types)) continue
      least = total
      types = typesUsed
      taken[place] = part
    }
    totals[place] = least
    used[place] = types
    return least
  }
  find(0, all)
  return (at: number, set: number) => taken[at * sets + set]!
}
