import { createRandom } from '../sim/random.ts'
import { LAYOUTS, type Setting, STYLES } from './setting.ts'

/** What hotels ask strangers for: without mail there is nothing to ask for. */
const HOTELS = (['none', 'share', 'always'] as const).flatMap((webProof) =>
  (webProof === 'none' ? [false, true] : [true]).map((hasMail) => ({ webProof, hasMail })),
)

/** Weeks of every kind of hotel and so many networks, each attacked in a way of its own. */
export const weeksOfAll = (round = 0): Setting[] =>
  ([1, 10, 100, 1000] as const)
    .flatMap((networks) => HOTELS.map((hotel) => ({ networks, ...hotel })))
    .flatMap((some) => ([8, 60] as const).map((rooms) => ({ ...some, rooms })))
    .flatMap((some) => [true, false].map((isNew) => ({ ...some, isNew })))
    .map((some, index) => ({
      ...some,
      // Each kind meets another of both with each round.
      layout: LAYOUTS[(index + round) % LAYOUTS.length]!,
      style: STYLES[(index + Math.floor(index / STYLES.length) + round) % STYLES.length]!,
      ...{ seed: round * 1_000 + index, turnsADay: 10, days: 7 },
    }))

/** Some weeks in which a small attacker looks in now and then. */
export const fewWeeks = (count: number, firstSeed: number): Setting[] =>
  Array.from({ length: count }, (_, index) => {
    const seed = firstSeed + index
    const random = createRandom(seed)
    return {
      ...{ networks: random.pick([1, 10] as const), layout: random.pick(LAYOUTS) },
      ...{ style: STYLES[index % STYLES.length]!, rooms: random.pick([8, 60] as const) },
      ...{ isNew: random.chance(0.7), ...random.pick(HOTELS), seed, turnsADay: 4, days: 7 },
    }
  })
