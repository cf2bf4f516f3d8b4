import { expect, test } from 'bun:test'
import { startReplicas } from '../support/processes.ts'
import { LOGS_ALL, locksIn, logFrom } from '../support/server-log.ts'
import { makeVerbs } from '../support/verbs.ts'

/** What each verb locks, in order, as `src/store/engine/locks.ts` has it. */
const LOCKS: Record<string, string[]> = {
  'PUT days': ['hotel:1'],
  'PATCH days': ['hotel:1'],
  'PATCH days of a rate': ['hotel:1'],
  'PATCH days by some': ['hotel:1'],
  'push of the panel': ['hotel:1'],
  book: ['hotel:1'],
  'book at a rate': ['hotel:1'],
  hold: ['hotel:1'],
  confirm: ['hotel:1'],
  'change dates': ['hotel:1', 'day for update'],
  'change a name': ['hotel:1'],
  'simulate a change': ['hotel:1', 'day for update'],
  acknowledge: ['hotel:1'],
  cancel: ['hotel:1', 'day for update'],
  reinstate: ['hotel:1'],
  'make a key': ['accounts', 'hotel:1'],
  'limit a key': ['hotel:1'],
  'revoke a key': ['hotel:1'],
  'make a webhook': ['hotel:1'],
  'change a webhook': ['hotel:1'],
  'delete a webhook': ['hotel:1'],
  'make a rate': ['hotel:1'],
  'change a rate': ['hotel:1'],
  'make a room type': ['hotel:1'],
  'change rooms': ['hotel:1', 'day for update'],
  'change a hotel': ['catalog', 'hotel:1'],
  'make a hotel': ['catalog', 'hotel:2'],
  'make a board': ['catalog'],
  'make a city': ['catalog'],
  'change a city': ['catalog', 'hotel:1', 'hotel:2'],
  'make an agency': ['catalog'],
  'make a user': ['accounts'],
  'block a user': ['accounts', 'catalog'],
  register: ['accounts'],
  'stock nights': ['hotel:1'],
  'quote stays': ['hotel:1'],
  'hold a group': ['hotel:1'],
  'move an option': ['hotel:1'],
  'add a stay': ['hotel:1'],
  'confirm a group': ['hotel:1'],
  'change a group': ['hotel:1', 'day for update'],
  'list room numbers': ['hotel:1'],
  'assign rooms': ['hotel:1'],
  'cancel a group': ['hotel:1', 'day for update'],
  'make an extra': ['hotel:1'],
  'agree on terms': ['hotel:1'],
  'make a vendor': ['catalog'],
  'connect a vendor': ['accounts', 'hotel:1'],
  'make a vendor’s webhook': ['catalog'],
  'delete a vendor’s webhook': ['catalog'],
  'disconnect a vendor': ['hotel:1'],
  'make a test secret': ['catalog'],
}

test('what each verb locks, and in what order, is what stands in locks.ts (issue 15)', async () => {
  await using replicas = await startReplicas({ count: 1, settings: LOGS_ALL })
  const verbs = await makeVerbs(replicas)
  const found: Record<string, string[]> = {}
  for (const [name, verb] of Object.entries(verbs)) {
    const log = await logFrom(replicas.server)
    await verb()
    const transactions = locksIn(await log())
    found[name] = transactions.flat()
    expect([name, transactions.length]).toEqual([name, 1])
  }
  expect(found).toEqual(LOCKS)
  await replicas.stop()
}, 120_000)
