import { expect, test } from 'bun:test'
import { createLog } from '../../src/log.ts'
import { createClockWatch } from '../../src/server/clock-watch.ts'
import { logLines } from '../support/process.ts'

test('a clock off by more than 2 s is told once, and again when it is right, not each time that it is near the bound (issue 35)', async () => {
  let text = ''
  let aheadMs = 0
  const log = createLog('info', (line) => {
    text += line
  })
  const clock = { nowMs: Date.now, aheadMs: () => aheadMs }
  const look = createClockWatch({ log, store: { clock } })
  for (aheadMs of [0, 2_000, -2_001, -1_900, -2_100, 2_300, -900, 1_900, 0, 3_000]) await look()
  expect(logLines(text).map(({ event, aheadMs }) => [event, aheadMs])).toEqual([
    ['clock_off', -2_001],
    ['clock_right_again', -900],
    ['clock_off', 3_000],
  ])
})
