import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { prepareDemo } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import { dayFromNow, type ServiceProcess, startProcess, until } from '../support/process.ts'

const DAY_MS = 86_400_000
/** What comes after the passes of a start has waited for them. */
const PUSHES = 10

test('a process that starts 400 days after it was seen last deletes nothing, and says why; else it does its work', async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path }
  const { apiKey } = await prepareDemo(setup)
  const database = () => new Database(join(folder.path, 'data/roomwire.db'))
  const isKept = () => {
    using db = database()
    return db.query(`select 1 from delivery where id = 'd'`).values().length === 1
  }
  const seenAt = (ageMs: number) => {
    using db = database()
    const at = new Date(Date.now() - ageMs).toISOString()
    db.query(`insert or replace into meta (key, value) values ('clock_seen_at', ?)`).run(at)
  }
  {
    using db = database()
    db.query(
      `insert into delivery (id, webhook_id, hotel_id, outbox_seq, cause, state, attempts, created_at_ms)
       values ('d', 'w', 1, 1, 'event', 'pending', 0, ?)`,
    ).run(Date.now() - 31 * DAY_MS)
  }
  seenAt(400 * DAY_MS)
  {
    await using served = await startProcess(['serve'], setup)
    await until('the clock is doubted', () => served.stderr().includes('"clock_doubted"'))
    for (let count = 0; count < PUSHES; count++) expect(await push(served, apiKey)).toBe(200)
    expect((await served.stop()).exitCode).toBe(0)
  }
  expect(isKept()).toBeTrue()

  seenAt(DAY_MS)
  await using served = await startProcess(['serve'], setup)
  await until('the delivery is given up', () => !isKept())
  expect((await served.stop()).stderr).not.toContain('clock_doubted')
}, 120_000)

async function push(served: ServiceProcess, key: string): Promise<number> {
  const updates = [{ roomCode: 'DBL', date: dayFromNow(30), available: 1, priceCents: 1_000 }]
  return (await served.call('PUT', '/v1/partner/availability', { key, body: { updates } })).status
}
