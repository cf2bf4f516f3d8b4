import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { assignParties, partySetsOf } from '../../src/domain/sale/assignment.ts'
import type { TypeCosts } from '../../src/domain/sale/room-matching.ts'

const party = (adults: number) => ({ rooms: 1, adults, children: 0, childAges: null })
const NONE = Number.POSITIVE_INFINITY

/** Parties by kind, and room types with rooms left and the cost of each kind; few costs, so that many are equal. */
const given = fc.integer({ min: 1, max: 3 }).chain((kinds) =>
  fc.record({
    parties: fc.array(fc.nat(kinds - 1), { minLength: 1, maxLength: 6 }),
    types: fc.array(
      fc.record({
        left: fc.integer({ min: -1, max: 4 }),
        cents: fc.array(fc.constantFrom(1, 2, 2, 3, 4, NONE), {
          minLength: kinds,
          maxLength: kinds,
        }),
      }),
      { maxLength: 4 },
    ),
  }),
)

/** Every assignment that fits, by trying each type for each party. */
function* fitting(
  kinds: readonly number[],
  types: readonly TypeCosts[],
  before: readonly number[] = [],
): Generator<readonly number[]> {
  if (before.length === kinds.length) {
    yield before
    return
  }
  for (const [type, { left, cents }] of types.entries()) {
    const taken = before.filter((each) => each === type).length
    if (taken >= left || cents[kinds[before.length]!] === NONE) continue
    yield* fitting(kinds, types, [...before, type])
  }
}

/** What orders assignments: total, room types, then how many of each kind each type takes, more first. */
function rankOf(
  assigned: readonly number[],
  kinds: readonly number[],
  types: readonly TypeCosts[],
) {
  const total = assigned.reduce((sum, type, at) => sum + types[type]!.cents[kinds[at]!]!, 0)
  // Kinds in the order in which they are asked for.
  const order = [...new Set(kinds)]
  const takes = types.flatMap((_, type) =>
    order.map((kind) => -assigned.filter((it, at) => it === type && kinds[at] === kind).length),
  )
  return [total, new Set(assigned).size, ...takes]
}

const compare = (a: readonly number[], b: readonly number[]) =>
  a.map((each, at) => each - b[at]!).find((difference) => difference !== 0) ?? 0

test('of all assignments the one of least total, then of fewest room types, then of the first types is found (contract-groups, Asking)', () => {
  const seen = { fits: 0, spread: 0, tied: 0 }
  fc.assert(
    fc.property(given, ({ parties, types }) => {
      const sets = partySetsOf(parties.map((kind) => party(kind + 1)))
      // The kinds of the request are in the order asked: the costs, too.
      const order = [...new Set(parties)]
      const own = types.map(({ left, cents }) => ({ left, cents: order.map((it) => cents[it]!) }))
      const found = assignParties(sets, own)
      const all = [...fitting(parties, types)]
      if (all.length === 0) return expect(found).toBeNull()
      const ranks = all.map((each) => rankOf(each, parties, types)).sort(compare)
      expect(rankOf(found!, parties, types)).toEqual(ranks[0]!)
      expect(all).toContainEqual(found!)
      seen.fits++
      if (ranks[0]![1]! > 1) seen.spread++
      if (ranks.some((rank) => rank[0] === ranks[0]![0] && rank[1]! > ranks[0]![1]!)) seen.tied++
    }),
    { numRuns: 2_000 },
  )
  // Enough was found for the agreement to mean something.
  expect(seen.fits).toBeGreaterThan(500)
  expect(seen.spread).toBeGreaterThan(150)
  expect(seen.tied).toBeGreaterThan(40)
})

test('eight different parties are assigned over forty room types that cost the same to the first four of two rooms (contract-groups, Asking)', () => {
  const sets = partySetsOf(Array.from({ length: 8 }, (_, at) => party(at + 1)))
  // All cost the same: nothing can be left out.
  const types = Array.from({ length: 40 }, () => ({ left: 2, cents: Array(8).fill(100) }))
  expect(assignParties(sets, types)).toEqual([0, 0, 1, 1, 2, 2, 3, 3])
  expect(assignParties(sets, types.slice(0, 3))).toBeNull()
})
