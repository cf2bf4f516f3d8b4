import { expect, test } from 'bun:test'
import { AppError } from '../../src/domain/kernel/errors.ts'
import { createDraw } from '../../src/http/api/draw.ts'
import { createTurns } from '../support/turns.ts'

// Ten tries a minute, drawn at random among those who wait (`contract-access`, *Accounts*; S3).

type Draw = ReturnType<typeof createDraw>

/** Time that passes when told, in steps of what is due. */
function timed(seed = 1) {
  let nowMs = 0
  const turns = createTurns(() => nowMs, seed)
  async function pass(ms: number): Promise<void> {
    const untilMs = nowMs + ms
    for (;;) {
      // What was settled is noted at its instant.
      for (let n = 0; n < 3; n++) await Promise.resolve()
      const turn = turns.next(untilMs)
      if (!turn) break
      nowMs = turn.atMs
      turn.run()
    }
    nowMs = untilMs
  }
  return { draw: createDraw(turns.world), pass, now: () => nowMs, pending: turns.pending }
}

/** Asks for a turn. @returns what came of it, once it has */
function ask(draw: Draw, name: string, now: () => number, signal?: AbortSignal) {
  const asked = { came: 'waits', atMs: now() }
  const settle = (came: string) => Object.assign(asked, { came, atMs: now() })
  draw(name, signal).then(
    () => settle('drawn'),
    (error) => settle(error instanceof AppError ? error.code : String(error)),
  )
  return asked
}

test('ten a minute are let through, however many ask; the first at once, nobody waits longer than ten seconds', async () => {
  const { draw, pass, now } = timed()
  const all: { asked: ReturnType<typeof ask>; sinceMs: number }[] = []
  for (let second = 0; second < 300; second++) {
    for (let n = 0; n < 20; n++) all.push({ asked: ask(draw, 'grace', now), sinceMs: now() })
    await pass(1_000)
  }
  await pass(10_000)
  const drawn = all.filter(({ asked }) => asked.came === 'drawn')
  const times = drawn.map(({ asked }) => asked.atMs)
  for (const from of times) {
    const within = times.filter((at) => at >= from && at < from + 60_000)
    expect(within.length).toBeLessThanOrEqual(10)
  }
  expect(all[0]!.asked).toEqual({ came: 'drawn', atMs: 0 })
  expect(drawn).toHaveLength(1 + 51)
  for (const { asked, sinceMs } of all) {
    expect(['drawn', 'rate_limited']).toContain(asked.came)
    expect(asked.atMs - sinceMs).toBeLessThanOrEqual(10_000)
  }
})

test('each who waits has the same chance, whenever they came and however many come after them', async () => {
  const tallies = [0, 0, 0, 0]
  const ROUNDS = 4_000
  for (let seed = 0; seed < ROUNDS; seed++) {
    const { draw, pass, now } = timed(seed)
    ask(draw, 'grace', now)
    const waiting = tallies.map(() => ask(draw, 'grace', now))
    await pass(6_000)
    tallies[waiting.findIndex(({ came }) => came === 'drawn')]!++
  }
  // Four standard deviations of a fair draw.
  const fair = ROUNDS / tallies.length
  const off = 4 * Math.sqrt(ROUNDS * 0.25 * 0.75)
  for (const tally of tallies) expect(Math.abs(tally - fair)).toBeLessThan(off)
})

test('whoever has gone takes no turn, other names have turns of their own, and a room that is left costs nothing', async () => {
  const { draw, pass, now, pending } = timed()
  ask(draw, 'grace', now)
  const gone = new AbortController()
  const leaver = ask(draw, 'grace', now, gone.signal)
  const stayer = ask(draw, 'grace', now)
  const other = ask(draw, 'ada', now)
  gone.abort()
  await pass(6_000)
  expect([leaver.came, stayer.came, other.came]).toEqual(['rate_limited', 'drawn', 'drawn'])
  expect(ask(draw, 'grace', now, AbortSignal.abort()).came).toBe('waits')
  await pass(60_000)
  expect(pending()).toBe(0)
  const later = ask(draw, 'grace', now)
  await pass(0)
  expect(later).toEqual({ came: 'drawn', atMs: now() })
})

test('past a thousand who wait one of them all gives way, so that who comes late has a lot, too', async () => {
  const { draw, pass, now } = timed(7)
  ask(draw, 'grace', now)
  const early = Array.from({ length: 1_000 }, () => ask(draw, 'grace', now))
  const late = Array.from({ length: 500 }, () => ask(draw, 'grace', now))
  await pass(0)
  const waits = (some: typeof early) => some.filter(({ came }) => came === 'waits').length
  expect(waits(early) + waits(late)).toBe(1_000)
  expect(waits(late)).toBeGreaterThan(300)
  expect(waits(early)).toBeGreaterThan(500)
})
