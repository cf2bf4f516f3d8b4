import { expect, jest, test } from 'bun:test'
import { createLog } from '../../src/log.ts'
import { startLoops } from '../../src/server/loops.ts'

test('the first requests have the processor: only an awaited loop begins at once, others after their interval or 3 s, one after the other (issue 35)', async () => {
  jest.useFakeTimers()
  try {
    const begun: string[] = []
    const loop = (name: string, everyMs: number) => ({
      name,
      everyMs,
      run: async () => void begun.push(name),
    })
    const stop = startLoops({ log: createLog('error'), store: { breakdown: () => undefined } }, [
      loop('second', 1_000),
      { ...loop('warm', 3_600_000), isAwaited: true },
      loop('minute', 60_000),
      loop('hour', 3_600_000),
    ])
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
