import type { Party } from './party.ts'

// Minimum-cost assignment of parties to room types (contract-groups, *Asking*): the least total first, then the fewest
// room types.
//
// The fewest types are a fixed charge of a type, not a cost of one party in it, so a minimum-cost flow cannot weigh them.
// Dynamic programming over room types can: the pair (total, types) of a set of parties in a type is added from type to
// type and compared in that order, so the best whole consists of best parts. It is exact, and takes at most 3^8 = 6,561
// steps a room type: alike parties are one kind, of which only the number counts.

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

/** A room type for an assignment: rooms left on the scarcest night, and the total of each kind; infinite: not sold. */
export type TypeCosts = { left: number; cents: readonly number[] }

/** Lists the sets of some parties, at most `PARTIES_MAX`. */
export function partySetsOf(parties: readonly Party[]): PartySets {
  const names = parties.map((party) => JSON.stringify(party))
  const different = [...new Set(names)]
  const kinds = different.map((name) => parties[names.indexOf(name)]!)
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
    kinds,
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
  const useful = usefulTypes(sets, types)
  const last = useful.at(-1)
  if (!last) return null
  const all = sets.sizes.length - 1
  let cents = setCosts(sets, last)
  let used = Uint8Array.from(sets.sizes, (size) => Math.min(size, 1))
  const taken = [Uint8Array.from(sets.sizes, (_, set) => set)]
  for (let at = useful.length - 2; at >= 0; at--) {
    const own = setCosts(sets, useful[at]!)
    const next = addType(sets, own, { cents, used, first: at === 0 ? all : 0 })
    cents = next.cents
    used = next.used
    taken.unshift(next.taken)
  }
  if (cents[all] === Number.POSITIVE_INFINITY) return null
  const typesOf: number[][] = sets.kinds.map(() => [])
  let set = all
  for (const [at, { index }] of useful.entries()) {
    const part = taken[at]![set]!
    for (const [kind, count] of sets.counts[part]!.entries())
      typesOf[kind]!.push(...Array<number>(count).fill(index))
    set -= part
  }
  return sets.kindOf.map((kind) => typesOf[kind]!.shift()!)
}

type UsefulType = TypeCosts & { index: number }

/**
 * Leaves out what no least total contains: where cheaper types have rooms for all parties, one of them is free whatever
 * the others take. Most hotels come down to one type.
 */
function usefulTypes({ kindOf, kinds }: PartySets, types: readonly TypeCosts[]): UsefulType[] {
  const limits = kinds.map((_, kind) => {
    let left = kindOf.length
    for (const type of types.toSorted((a, b) => compare(a.cents[kind]!, b.cents[kind]!))) {
      left -= Math.max(0, type.left)
      if (left <= 0) return type.cents[kind]!
    }
    return Number.POSITIVE_INFINITY
  })
  return types.flatMap(({ left, cents }, index) => {
    const own = cents.map((each, kind) => (each <= limits[kind]! ? each : Number.POSITIVE_INFINITY))
    return left > 0 && own.some(Number.isFinite) ? [{ index, left, cents: own }] : []
  })
}

/** The difference of two infinities is no number. */
const compare = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0)

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

/** Adds a room type before others: for each set from `first` on, what the type takes of it at the least total. */
function addType(
  { within }: PartySets,
  own: Float64Array,
  { cents, used, first }: { cents: Float64Array; used: Uint8Array; first: number },
) {
  const best = new Float64Array(own.length).fill(Number.POSITIVE_INFINITY)
  const fewest = new Uint8Array(own.length)
  const taken = new Uint8Array(own.length)
  for (let set = first; set < own.length; set++) {
    const parts = within[set]!
    let [least, types, take] = [Number.POSITIVE_INFINITY, 0, 0]
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at]!
      const total = own[part]! + cents[set - part]!
      if (total > least) continue
      const typesUsed = used[set - part]! + (part > 0 ? 1 : 0)
      if (total === least && typesUsed >= types) continue
      least = total
      types = typesUsed
      take = part
    }
    best[set] = least
    fewest[set] = types
    taken[set] = take
  }
  return { cents: best, used: fewest, taken }
}
