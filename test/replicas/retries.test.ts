import { expect, test } from 'bun:test'
import { good } from '../support/oversold.ts'
import { patient } from '../support/patient.ts'
import { dayFromNow } from '../support/process.ts'
import { type Replicas, startReplicas } from '../support/processes.ts'
import { hireAdmin, makeGround, makeHotel } from '../support/replica-hotels.ts'
import { makeVerbs } from '../support/verbs.ts'

// The server undoes a transaction once, in the middle or at its end, and the body is run again (issue 15).

/** So many days that what comes back in a second is little beside them. */
const ELEMENTS = 9_000

/** What each verb writes: where a row is put, and how many rows of what it leaves when it is done once. */
const VERBS: Record<string, { fails: string; leaves: Record<string, number> }> = {
  'PUT days': { fails: 'push', leaves: { change: 1, day_history: 2, push: 1, push_replay: 1 } },
  'PATCH days by some': { fails: 'push', leaves: { change: 1, day_history: 1, push: 1 } },
  book: {
    fails: 'outbox',
    leaves: { booking: 1, change: 1, booking_revision: 1, day_history: 1, outbox: 1 },
  },
  'book at a rate': { fails: 'booking', leaves: { booking: 1, change: 1, booking_revision: 1 } },
  'change dates': { fails: 'booking_revision', leaves: { booking: 0, change: 1, day_history: 2 } },
  cancel: {
    fails: 'booking_revision',
    leaves: { booking: 0, change: 1, day_history: 1, outbox: 1 },
  },
  'make a key': { fails: 'api_key', leaves: { api_key: 1, catalog_history: 1 } },
  'make a webhook': { fails: 'webhook', leaves: { webhook: 1, catalog_history: 1 } },
  'make a user': { fails: '"user"', leaves: { '"user"': 1, catalog_history: 1 } },
  register: { fails: '"user"', leaves: { '"user"': 1 } },
}
const TABLES = [...new Set(Object.values(VERBS).flatMap(({ leaves }) => Object.keys(leaves)))]

/** A function that fails for the first row it is called with. */
const FAIL_ONCE = `
  create sequence failures;
  create function fail_once() returns trigger language plpgsql as $$
  begin
    -- A sequence is not undone.
    if nextval('failures') = 1 then raise exception 'once' using errcode = '40001'; end if;
    return new;
  end $$`
const MIDDLE = 'create trigger fail_once before insert on TABLE for each row'
const COMMIT =
  'create constraint trigger fail_once after insert on TABLE deferrable initially deferred for each row'

/** Does something of which the first row put in a table fails. @throws Error when none was put there, or only once */
async function failingOnce(
  { sql }: Replicas,
  { when, table }: { when: string; table: string },
  work: () => Promise<void>,
): Promise<void> {
  await sql.unsafe('alter sequence failures restart')
  await sql.unsafe(`${when.replace('TABLE', table)} execute function fail_once()`)
  await work()
  await sql.unsafe(`drop trigger fail_once on ${table}`)
  const [{ last_value: rows }] = await sql`select last_value from failures`
  expect([table, Number(rows) > 1]).toEqual([table, true])
}

/** How many rows tables have. */
async function count({ sql }: Replicas): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const table of TABLES)
    counted[table] = Number((await sql.unsafe(`select count(*) as rows from ${table}`))[0].rows)
  return counted
}

test.each([
  ['in the middle', MIDDLE],
  ['at the commit', COMMIT],
])(
  'what the server undoes once, %s, is done once all the same',
  async (_when, when) => {
    await using replicas = await startReplicas({ count: 1 })
    await replicas.sql.unsafe(FAIL_ONCE)
    for (const [name, verb] of Object.entries(await makeVerbs(replicas))) {
      const tried = VERBS[name]
      if (!tried) await verb()
      else {
        const before = await count(replicas)
        await failingOnce(replicas, { when, table: tried.fails }, verb)
        const after = await count(replicas)
        const made = Object.keys(tried.leaves).map((table) => [
          table,
          after[table]! - before[table]!,
        ])
        expect([name, Object.fromEntries(made)]).toEqual([name, tried.leaves])
      }
    }
    await replicas.stop()
  },
  120_000,
)

test('of a push that the server undoes once the days are taken once, and under its key it is answered again', async () => {
  const env = { PUBLIC_RATE_PER_MINUTE: '100000', STRANGER_LIMITS: '0' }
  await using replicas = await startReplicas({ count: 1, env })
  await replicas.sql.unsafe(FAIL_ONCE)
  const [served] = replicas.all
  const admin = await hireAdmin(replicas)
  await makeGround(admin, served!)
  const rooms = [{ roomCode: 'DBL', totalRooms: 5 }]
  const { secret: key } = await makeHotel(admin, replicas, { slug: 'alfa', rooms })
  const updates = Array.from({ length: ELEMENTS }, (_, n) => {
    const day = { available: n % 5, priceCents: 10_000, closed: false }
    return { roomCode: 'DBL', date: dayFromNow(30 + (n % 20)), ...day }
  })
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const call = patient(served!.call)
  const push = async () =>
    good(await call('PUT', '/v1/partner/availability', { key, body: { updates }, headers }))
  const left = async () =>
    good(await served!.call('GET', '/v1/partner/limits', { key })).body.pushedDays.remaining
  const before = await left()
  let first = ''
  await failingOnce(replicas, { when: COMMIT, table: 'push' }, async () => {
    first = (await push()).text
  })
  expect(before - (await left())).toBeLessThanOrEqual(ELEMENTS)
  expect((await push()).text).toBe(first)
  const [{ pushes }] = await replicas.sql`select count(*)::int as pushes from push`
  expect(pushes).toBe(1)
  await replicas.stop()
}, 120_000)
