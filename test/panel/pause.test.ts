import { expect, test } from 'bun:test'
import { getEventListeners } from 'node:events'
import { pause } from '../../src/panel/lib/pause.ts'

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length

test('a view that is open for long gathers no listeners: a pause that is over has left its signal (issue 11)', async () => {
  const { signal } = new AbortController()
  for (let poll = 0; poll < 20; poll++) await pause(0, signal)
  expect(listeners(signal)).toBe(0)
})

test('a pause ends at once when its view is closed, also before it began', async () => {
  const closed = new AbortController()
  const waiting = pause(60_000, closed.signal)
  closed.abort()
  await expect(waiting).rejects.toThrow('aborted')
  expect(listeners(closed.signal)).toBe(0)
  await expect(pause(60_000, closed.signal)).rejects.toThrow('aborted')
})
