import { expect, test } from 'bun:test'
import { forgetAnswers, pruneOld } from '../../src/service/retention.ts'
import { book, sell } from '../support/bookings.ts'
import { bookTest, groupTest, openSandbox } from '../support/sandbox.ts'
import { startService, type TestService } from '../support/service.ts'

// Guests by name and companies are personal data as the guest is: they go where and when the guest goes (contract-groups).

const DAY_MS = 24 * 60 * 60 * 1_000
const GUEST = { firstName: 'Zzguest', lastName: 'Çelik', email: 'zz@example.com' }
const DETAILS = {
  company: { name: 'Zzcompany', taxNumber: 'Zztax', email: 'zzcompany@example.com' },
  guestNames: [{ firstName: 'Zzchild', lastName: 'Çelik' }],
}
const MARKS = ['Zzguest', 'Zzcompany', 'Zztax', 'Zzchild']
const never = () => new AbortController().signal

/** The tables that hold each mark. */
async function placesOf({ store }: TestService): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = Object.fromEntries(MARKS.map((mark) => [mark, []]))
  for (const [name, table] of Object.entries(store.t)) {
    const rows = JSON.stringify(await store.db.select().from(table as typeof store.t.booking))
    for (const mark of MARKS) if (rows.includes(mark)) found[mark]!.push(name)
  }
  return found
}

test('a sandbox that is reset leaves nothing of guests by name and of companies, as of its guests', async () => {
  await using service = await startService()
  await sell(service)
  const sandbox = await openSandbox(service)
  const { code } = (await bookTest(sandbox, { guest: GUEST, ...DETAILS })).body
  const { company, guestNames } = DETAILS
  const group = await groupTest(sandbox, [{ guestNames }, {}], { guest: GUEST, company })
  expect([code, group.status]).toEqual([expect.any(String), 201])
  const change = { guestNames: [], company: null }
  await sandbox.call('PATCH', `/sandbox/bookings/${code}`, { body: change })
  const before = await placesOf(service)
  for (const mark of MARKS) expect(before[mark]).toContain('booking')

  expect((await sandbox.call('POST', '/sandbox/reset')).status).toBe(204)
  await pruneOld(service.deps, never())
  expect(await placesOf(service)).toEqual(Object.fromEntries(MARKS.map((mark) => [mark, []])))
})

test('kept answers forget them after a day, and events, feed and mails after their time: where the guest is gone they are', async () => {
  await using service = await startService()
  await sell(service)
  const headers = { 'idempotency-key': 'one' }
  const { status } = await book(service.call, { guest: GUEST, ...DETAILS }, headers)
  expect(status).toBe(201)
  const before = await placesOf(service)
  for (const mark of MARKS) expect(before[mark]).toContain('idempotency')

  service.clock.advance(2 * DAY_MS)
  await forgetAnswers(service.deps, never())
  expect(Object.values(await placesOf(service)).flat()).not.toContain('idempotency')
  service.clock.advance(100 * DAY_MS)
  await pruneOld(service.deps, never())
  const after = await placesOf(service)
  for (const mark of MARKS) expect(after.Zzguest).toEqual(expect.arrayContaining(after[mark]!))
})
