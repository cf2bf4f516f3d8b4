import { isOnPostgres } from './postgres.ts'

/** Every seed is tried, by `bun run test-long`: a commit tries a quarter of them. */
const isLong = process.env.TEST_LONG === '1'

const QUARTERS = 4
const turn = Number(process.env.TEST_TURN ?? 0) % QUARTERS

/**
 * How often a model is tried.
 *
 * @param all of the long form on SQLite
 * @param part of `all` on PostgreSQL, where a round takes ten times as long
 */
export function rounds(all: number, part = 5): number {
  const share = isOnPostgres ? part : 1
  return Math.ceil(all / (isLong ? share : Math.max(share, QUARTERS)))
}

/** The first seed of a model that tries so many at once: four commits in a row try different ones. */
export const firstSeed = (count: number): number => (isLong ? 1 : 1 + turn * count)
