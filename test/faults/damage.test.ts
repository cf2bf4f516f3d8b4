import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { shelvedBinary } from '../support/binary.ts'
import { damageRest } from '../support/damage.ts'
import { prepareDemo, type Sheet } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import type { Answer } from '../support/matchers.ts'
import {
  dayFromNow,
  onlyLine,
  runCommand,
  type ServiceProcess,
  startProcess,
  until,
} from '../support/process.ts'

// A damaged page that a start did not meet (issue 11).

setDefaultTimeout(120_000)

const program = shelvedBinary()
const checkin = dayFromNow(20)
const checkout = dayFromNow(21)
const found = `/v1/hotels?checkin=${checkin}&checkout=${checkout}&limit=100`

/** Reads, or writes, and so meets what is damaged of a table. */
const MEETINGS: [string, string, (served: ServiceProcess, sheet: Sheet) => Promise<Answer>][] = [
  ['read', 'day', (served) => served.call('GET', found)],
  ['write', 'day_history', (served, sheet) => push(served, sheet, 1)],
]

test.each(MEETINGS)(
  'a damaged page met on a %s (of %s) stops writing, turns health to 503 and is logged once (issue 11)',
  async (_, table, meet) => {
    using folder = temporaryFolder()
    const setup = { folder: folder.path, program }
    const sheet = await prepareDemo(setup)
    damageRest(join(folder.path, 'data/roomwire.db'), table)
    await using served = await startProcess(['serve'], setup)

    await until('the damage is met', async () => (await meet(served, sheet)).status === 503)
    expect(await push(served, sheet, 2)).toBeProblem(503, 'unavailable')
    await until(
      'health says so',
      async () => (await served.call('GET', '/v1/health')).status === 503,
    )
    expect(await push(served, sheet, 3)).toBeProblem(503, 'unavailable')
    // What is whole can be read.
    const { apiKey: key } = sheet
    expect((await served.call('GET', '/v1/partner/hotel', { key })).status).toBe(200)
    expect((await served.stop()).exitCode).toBe(0)
    const lines = served.stderr().split('\n')
    const told = lines.filter((line) => line.includes('"database_damaged"'))
    expect(onlyLine(told.join('\n'))).toContain('restore a backup')
    const doctor = await runCommand(['doctor'], setup)
    expect(doctor.exitCode).toBe(1)
  },
)

function push(served: ServiceProcess, { apiKey: key }: Sheet, priceCents: number) {
  const updates = [
    {
      roomCode: 'DBL',
      date: checkin,
      available: 1,
      priceCents: 10_000 + priceCents,
      closed: false,
    },
  ]
  return served.call('PUT', '/v1/partner/availability', { key, body: { updates } })
}
