import { expect, jest, test } from 'bun:test'
import { createLog } from '../../src/log.ts'
import { beatsFrom, type Loop, startLoops } from '../../src/server/loops.ts'
import { ownLoops, workerLoops } from '../../src/server/passes.ts'

const DEPS = { log: createLog('error'), store: { breakdown: () => undefined } }

test('the first requests have the processor: only an awaited loop begins at once, others after their interval or 3 s, one after the other (issue 35)', async () => {
  jest.useFakeTimers()
  try {
    const begun: string[] = []
    const loop = (name: string, everyMs: number) => ({
      name,
      everyMs,
      run: async () => void begun.push(name),
    })
    const loops = [
      loop('second', 1_000),
      { ...loop('warm', 3_600_000), isAwaited: true as const },
      loop('minute', 60_000),
      loop('hour', 3_600_000),
    ]
    const stop = startLoops(DEPS, loops, beatsFrom(performance.now()).worker)
    const after = (ms: number) => {
      jest.advanceTimersByTime(ms)
      return begun.splice(0).join(' ')
    }
    expect([after(1), after(998), after(1)]).toEqual(['warm', '', 'second'])
    // No two begin together.
    expect([after(1_999), after(150), after(60)]).toEqual(['second', 'second minute', 'hour'])
    await stop()
    expect(after(120_000)).toBe('')
  } finally {
    jest.useRealTimers()
  }
})

test('no two loops of a process begin at the same moment, whenever it becomes the worker (issue 35)', async () => {
  jest.useFakeTimers()
  try {
    const context = { ...DEPS, counts: {} } as Parameters<typeof ownLoops>[0]
    for (const afterMs of [0, 1, 999, 12_345]) {
      const begun: number[] = []
      const marked = (loops: Loop[]) =>
        loops.map((loop) => ({ ...loop, run: async () => void begun.push(performance.now()) }))
      const fromMs = performance.now()
      const beats = beatsFrom(fromMs)
      const stopOwn = startLoops(DEPS, marked(ownLoops(context)), beats.own)
      jest.advanceTimersByTime(afterMs)
      const worker = workerLoops(context, async () => {})
      const stopWorker = startLoops(DEPS, marked(worker), beats.worker)
      jest.advanceTimersByTime(10)
      // Those that are awaited at the start.
      begun.length = 0
      for (let second = 0; second < 3_610; second++) {
        jest.advanceTimersByTime(1_000)
        // The passes end.
        for (let turn = 0; turn < 5; turn++) await undefined
      }
      await Promise.all([stopOwn(), stopWorker()])
      const moments = new Set(begun.map((atMs) => Math.round(atMs - fromMs)))
      expect(moments.size).toBe(begun.length)
      expect(begun.length).toBeGreaterThan(9_000)
    }
  } finally {
    jest.useRealTimers()
  }
})
