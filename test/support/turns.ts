import type { DrawWorld } from '../../src/http/api/draw.ts'

type Turn = { atMs: number; run: () => void }

/** What is scheduled, by a clock that moves when told. */
export type Turns = {
  world: DrawWorld
  /** Takes what is due first, by an instant. */
  next: (untilMs: number) => Turn | undefined
  pending: () => number
}

/** Schedules by a clock, and draws by a seed. */
export function createTurns(nowMs: () => number, seed = 1): Turns {
  const due = new Set<Turn>()
  return {
    world: {
      random: seededRandom(seed),
      schedule(ms, run) {
        const turn = { atMs: nowMs() + ms, run }
        due.add(turn)
        return () => void due.delete(turn)
      },
    },
    next(untilMs) {
      const [first] = [...due].toSorted((a, b) => a.atMs - b.atMs)
      if (!first || first.atMs > untilMs) return undefined
      due.delete(first)
      return first
    },
    pending: () => due.size,
  }
}

/** Numbers from 0 to 1 by a seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
