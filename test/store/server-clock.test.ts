import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createServerClock } from '../../src/store/postgres/server-clock.ts'

const SERVER_MS = Date.parse('2027-03-10T09:00:00.000Z')

/** A clock of a server, and the world in which it is learnt: the server's time runs with the monotonic one. */
function startClock(machineAheadMs = 0) {
  const world = { monotonicMs: 0, serverAheadMs: 0 }
  const serverMs = () => SERVER_MS + world.monotonicMs + world.serverAheadMs
  const clock = createServerClock(
    () => world.monotonicMs,
    () => Math.floor(serverMs() + machineAheadMs),
  )
  return {
    ...{ clock, world, serverMs },
    /** A statement that takes so long to the server, and back. */
    ask(thereMs: number, backMs: number): void {
      const sentMs = world.monotonicMs
      world.monotonicMs += thereMs
      const readMs = serverMs()
      world.monotonicMs += backMs
      clock.learn(readMs, sentMs)
    },
  }
}

test('the time is the server’s whatever the clock of the machine says, and runs on while the server is silent (issue 35)', () => {
  const { clock, world, ask, serverMs } = startClock(-10_800_000)
  ask(4, 4)
  expect(clock.nowMs()).toBe(serverMs() - 4)
  expect(clock.aheadMs()).toBe(4 - 10_800_000)
  world.monotonicMs += 3_600_000
  expect(clock.nowMs()).toBe(serverMs() - 4)
})

test('a statement that waited moves nothing, one that says better does', () => {
  const { clock, world, ask, serverMs } = startClock()
  ask(0, 8)
  expect(clock.nowMs()).toBe(serverMs() - 8)
  ask(900, 30)
  expect(clock.nowMs()).toBe(serverMs() - 8)
  ask(1, 1)
  expect(clock.nowMs()).toBe(serverMs() - 1)
  world.monotonicMs += 10
  expect(clock.nowMs()).toBe(serverMs() - 1)
})

test('a short correction back is waited out; a server set back, or another server, is followed at once', () => {
  const { clock, world, ask, serverMs } = startClock()
  ask(0, 0)
  const before = clock.nowMs()
  world.serverAheadMs = -300
  ask(0, 0)
  expect(clock.nowMs()).toBe(before)
  world.monotonicMs += 301
  expect(clock.nowMs()).toBe(before + 1)
  world.serverAheadMs = -7_200_000
  ask(0, 0)
  expect(clock.nowMs()).toBe(serverMs())
  world.serverAheadMs = 7_200_000
  ask(0, 0)
  expect(clock.nowMs()).toBe(serverMs())
})

test('no replica dates what it does under a lock earlier than what another has committed before', () => {
  const wayMs = fc.double({ min: 0.05, max: 40, noNaN: true })
  const way = fc.tuple(wayMs, wayMs)
  const ways = fc.array(way, { minLength: 1, maxLength: 20 })
  const course = fc.record({ ours: ways, theirs: ways, lock: way })
  fc.assert(
    fc.property(course, ({ ours, theirs, lock }) => {
      const world = { monotonicMs: 0 }
      const serverMs = () => SERVER_MS + world.monotonicMs
      // Each machine has a monotonic clock of its own.
      const clocks = [0, 777].map((bootMs) => {
        const clock = createServerClock(() => world.monotonicMs + bootMs, Date.now)
        return { clock, bootMs }
      })
      const ask = (which: number, [thereMs, backMs]: [number, number]) => {
        const { clock, bootMs } = clocks[which]!
        const sentMs = world.monotonicMs + bootMs
        world.monotonicMs += thereMs
        const readMs = serverMs()
        world.monotonicMs += backMs
        clock.learn(readMs, sentMs)
      }
      for (const one of theirs) ask(1, one)
      for (const one of ours) ask(0, one)
      const first = clocks[0]!.clock.nowMs()
      // The way of the lock may be the shortest of all; an epoch's number is rounded by less than 0.01 ms.
      ask(1, [lock[0] + 0.01, lock[1]])
      expect(clocks[1]!.clock.nowMs()).toBeGreaterThanOrEqual(first)
    }),
    // Ours was long on its way there, theirs on its way back: the bounds are as far apart as they can be.
    { examples: [[{ ours: [[40, 0.05]], theirs: [[0.05, 40]], lock: [0.05, 0.05] }]] },
  )
})

test('the time is not guessed before the server has said it', () => {
  expect(() => createServerClock().nowMs()).toThrow('not known yet')
})
