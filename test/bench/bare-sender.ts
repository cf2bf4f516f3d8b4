/**
 * The floor of deliveries: the outbox's events, signed and posted by eight loops, each recorded by one durable row of
 * its own. No leases, no order, no retries.
 */
import { Database } from 'bun:sqlite'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'

const LOOPS = 8

const database = new Database(join(process.env.DATA_DIR!, 'roomwire.db'))
for (const pragma of process.env.PRAGMAS!.split(';')) database.run(`pragma ${pragma}`)
const events = database.query('select seq, id, body from outbox').values() as [
  number,
  string,
  string,
][]
const record = database.query(
  `insert into attempt (delivery_seq, number, at_ms, duration_ms, status, headers) values (?, 1, ?, ?, ?, ?)`,
)
// One iterator for all loops: each event is taken once.
const queue = events.values()

async function loop(): Promise<void> {
  for (const [seq, id, body] of queue) {
    const atMs = Date.now()
    const signature = createHmac('sha256', process.env.SECRET!).update(body).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-service-signature': signature }
    const answer = await fetch(process.env.TARGET!, {
      method: 'POST',
      headers: { ...headers, 'webhook-id': id },
      body,
    })
    await answer.text()
    record.run(seq, atMs, Date.now() - atMs, answer.status, JSON.stringify(headers))
  }
}

await Promise.all(Array.from({ length: LOOPS }, loop))
database.close()
