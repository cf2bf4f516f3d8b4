import { expect, setDefaultTimeout, test } from 'bun:test'
import { temporaryFolder } from '../support/folder.ts'
import { startProcess } from '../support/process.ts'

// Starts of real processes, on a machine that may be busy.
setDefaultTimeout(120_000)

test.each([
  ['serve', {}, 300],
  ['demo', {}, 600],
  ['serve', { PUBLIC_RATE_PER_MINUTE: '40' }, 40],
  ['demo', { PUBLIC_RATE_PER_MINUTE: '40' }, 40],
])(
  '%s with %j takes %i general requests a minute from one address (contract §7)',
  async (command, env: Record<string, string>, perMinute) => {
    using folder = temporaryFolder()
    await using served = await startProcess([command], { folder: folder.path, env })
    const startedMs = performance.now()
    const asked = Array.from({ length: perMinute + 100 }, () => served.call('GET', '/v1'))
    const passed = (await Promise.all(asked)).filter(({ status }) => status === 200).length
    const regained = ((performance.now() - startedMs) * perMinute) / 60_000
    expect(passed).toBeWithin(perMinute, perMinute + Math.ceil(regained) + 1)
  },
)
