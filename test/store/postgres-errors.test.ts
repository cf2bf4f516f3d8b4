import { expect, test } from 'bun:test'
import {
  asAppError,
  clientCode,
  isLost,
  isUndone,
  sqlState,
} from '../../src/store/postgres/errors.ts'

// No server: what Bun throws when a wait for a connection is ended has a number for a code.

const late = () => AbortSignal.timeout(1)

test('a wait for a connection that is ended is `unavailable`, and neither lost nor undone', async () => {
  const signal = late()
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  const error = signal.reason

  expect(error).toMatchObject({ name: 'TimeoutError', code: 23 })
  expect([isLost(error), isUndone(error), sqlState(error), clientCode(error)]).toEqual([
    false,
    false,
    '',
    '',
  ])
  expect(asAppError(error)).toMatchObject({ code: 'unavailable' })
})
