import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { shelvedBinary } from '../support/binary.ts'
import { prepareDemo } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { dayFromNow, startProcess, until } from '../support/process.ts'

setDefaultTimeout(120_000)

const program = shelvedBinary()
const ROOM_CODES = ['DBL', 'TWN', 'TRP', 'FAM', 'DLX', 'SGL']
const DAYS = 720
/** As much of the log as is folded at once. */
const FOLDED_BYTES = 8_000 * 4_096

test('the binary folds its log back while it serves, and goes on (issue 12)', async () => {
  using folder = temporaryFolder()
  // It takes more days than fair use lets through at once.
  const env = {
    PUBLIC_RATE_PER_MINUTE: '0',
    LOGIN_LIMITS: '0',
    FAIR_USE: '0',
    STRANGER_LIMITS: '0',
  }
  const setup = { folder: folder.path, program, env }
  const { apiKey } = await prepareDemo(setup)
  const file = join(folder.path, 'data/roomwire.db')
  await using served = await startProcess(['serve'], setup)
  const before = readFileSync(file)
  const push = async (priceCents: number) => {
    const updates = ROOM_CODES.flatMap((roomCode) =>
      Array.from({ length: DAYS }, (_, day) => ({
        ...{ roomCode, date: dayFromNow(2 + day), available: 1, priceCents, closed: false },
      })),
    )
    const { status } = await served.call('PUT', '/v1/partner/availability', {
      key: apiKey,
      body: { updates },
    })
    expect(status).toBe(200)
  }
  for (let price = 10_000; statSync(`${file}-wal`).size < FOLDED_BYTES; price++) await push(price)
  // The next one finds the log long; nobody but the checkpoint writes into the file itself.
  await push(9_999)
  await until('the log is folded', () => !readFileSync(file).equals(before))
  await push(9_998)
  expect((await served.call('GET', '/v1/health')).status).toBe(200)
})
