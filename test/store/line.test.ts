import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { nextTurn } from '../../src/store/engine/loop-turns.ts'
import { createWatch } from '../../src/store/sqlite/breakdown.ts'
import { createCommitGroup } from '../../src/store/sqlite/commit-group.ts'
import { createLine } from '../../src/store/sqlite/line.ts'
import { workerStore } from '../../src/store/worker/worker-store.ts'
import { startStore } from '../support/store.ts'

const REFUSED = {
  status: 'rejected',
  reason: { code: 'unavailable', facts: { retryAfterSeconds: 5 } },
}
const USUAL = { isUrgent: false }
const URGENT = { isUrgent: true }

test('a write that has waited for 5 s is refused and changes nothing, the worker’s is not (issue 37)', async () => {
  using writer = new Database(':memory:')
  let nowMs = 0
  const watch = createWatch(() => {})
  const group = createCommitGroup(
    ...([writer, {} as never, watch] as const),
    () => {},
    async () => {},
    () => nowMs,
  )
  const done: string[] = []
  const write = (name: string, how = USUAL) => group.run(async () => void done.push(name), how)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const underWay = group.run(() => held)
  await nextTurn()
  const [late, worker] = [write('late'), write('worker', URGENT)]
  nowMs = 4_000
  const inTime = write('in time')
  nowMs = 5_001
  release()
  const [refused] = await Promise.allSettled([late, underWay, worker, inTime])
  expect(refused).toMatchObject(REFUSED)
  expect(done).toEqual(['worker', 'in time'])

  // All who wait are refused, and the line goes on.
  const { promise: heldAgain, resolve: releaseAgain } = Promise.withResolvers<void>()
  const again = group.run(() => heldAgain)
  await nextTurn()
  const large = group.run(async () => void done.push('large'), { isLarge: true })
  nowMs += 5_001
  releaseAgain()
  expect((await Promise.allSettled([large, again]))[0]).toMatchObject(REFUSED)
  await write('after')
  expect(done).toEqual(['worker', 'in time', 'after'])
})

test('in a line that has not been empty for 5 s a write waits for 2 s at most (issue 37)', () => {
  let nowMs = 0
  const refused: string[] = []
  const line = createLine<string>({
    refuse: (job) => void refused.push(job),
    monotonicMs: () => nowMs,
  })
  const at = (ms: number, job: string) => {
    nowMs = ms
    line.join(job, USUAL)
  }
  at(0, 'a')
  at(2_999, 'b')
  at(3_001, 'c')
  nowMs = 5_000
  expect(line.take()).toEqual(['a'])
  nowMs = 5_001
  expect([line.take(), refused]).toEqual([['c'], ['b']])
  // It was empty: a rush has its 5 s anew.
  at(6_000, 'd')
  nowMs = 11_000
  expect([line.take(), refused]).toEqual([['d'], ['b']])
})

test('work of the worker and of health goes before the writes that wait (issue 37)', async () => {
  await using test = await startStore()
  const { store } = test
  const done: string[] = []
  const note = (name: string) => async () => void done.push(name)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const underWay = store.tx(() => held)
  await nextTurn()
  const waiting = ['a', 'b', 'c'].map((name) => store.tx(note(name)))
  const worker = workerStore(store, store.lease.term()!)
  waiting.push(worker.tx(note('worker')), store.tx(note('health'), { withinMs: 2_000 }))
  release()
  await Promise.all([underWay, ...waiting])
  expect(done).toEqual(['worker', 'a', 'health', 'b', 'c'])
})

test('urgent work and the rest take turns, each in the order in which it came (issue 37)', () => {
  const line = createLine<string>({ refuse: () => {}, monotonicMs: () => 0 })
  for (const job of ['a', 'b']) line.join(job, USUAL)
  for (const job of ['1', '2', '3', '4']) line.join(job, URGENT)
  expect(line.length()).toBe(6)
  const taken = Array.from({ length: 6 }, () => line.take()[0])
  expect(taken).toEqual(['1', 'a', '2', 'b', '3', '4'])
  expect(line.take()).toEqual([])
  expect(line.length()).toBe(0)
})
