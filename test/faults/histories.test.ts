import { expect, test } from 'bun:test'
import { shelvedBinary } from '../support/binary.ts'
import { prepareDemo } from '../support/demo-folder.ts'
import { temporaryFolder } from '../support/folder.ts'
import {
  type Entry,
  findUnexplained,
  type History,
  type Operation,
} from '../support/history-check.ts'
import { CLIENTS, HISTORY_ENV, runHistory, SECONDS } from '../support/history-run.ts'
import { startProcess } from '../support/process.ts'

// Histories, as Jepsen takes them (issue 37, item 2): clients book and cancel a few rooms while the service is killed,
// restarted and stopped and their connections are lost; one order of all that they asked must explain what they were told.
// `replicas/histories.test.ts` takes them of two replicas on PostgreSQL.

const STOPPED_MS = 300

const program = shelvedBinary()

test(`one order explains what ${CLIENTS} clients were told in ${SECONDS} s of kills, restarts, stops and lost connections`, async () => {
  using folder = temporaryFolder()
  const setup = { folder: folder.path, program, env: HISTORY_ENV }
  const { apiKey: key, hotelSlug } = await prepareDemo(setup)
  const all = [await startProcess(['serve'], setup)]
  await using stack = new AsyncDisposableStack()
  stack.defer(async () => void (await all[0]!.stop('SIGKILL')))
  const restart = async (how: NodeJS.Signals = 'SIGTERM') => {
    await all[0]!.stop(how)
    all[0] = await startProcess(['serve'], setup)
  }
  const stand = async () => {
    process.kill(all[0]!.pid, 'SIGSTOP')
    await Bun.sleep(STOPPED_MS)
    process.kill(all[0]!.pid, 'SIGCONT')
  }
  const faults = [() => restart('SIGKILL'), restart, stand]
  const { wrong, done } = await runHistory({ all, key, hotelSlug, faults, restart })
  expect(wrong).toEqual([])
  expect(done).toBeGreaterThan(CLIENTS / 4)
}, 240_000)

const at = (invokedMs: number, more: Partial<Operation>): Operation => ({
  ...{ id: 'a', kind: 'book', night: 'n', invokedMs, returnedMs: invokedMs + 1, outcome: 'done' },
  ...more,
})
const entry = (id: string, status = 'confirmed'): Entry => ({
  ...{ cursor: `${id} ${status}`, id, night: 'n', status },
})
/** Two bookings of one room each, of which the first is cancelled; the night has one room. */
const GOOD: History = {
  operations: [
    at(1, { id: 'a' }),
    at(3, { id: 'x', outcome: 'full' }),
    at(5, { id: 'a', kind: 'cancel' }),
    at(7, { id: 'b' }),
    at(9, { id: 'lost', outcome: 'unknown', returnedMs: Number.POSITIVE_INFINITY }),
  ],
  feed: [entry('a'), entry('a', 'cancelled'), entry('b')],
  readers: [['a confirmed', 'a cancelled', 'b confirmed']],
  rooms: { n: { began: 1, left: 0 } },
  told: new Map([
    ['a', 'cancelled'],
    ['b', 'confirmed'],
  ]),
}

test.each<[string, Partial<History>, RegExp]>([
  // A lock that was skipped.
  [
    'a room that is sold twice',
    {
      operations: [...GOOD.operations, at(8, { id: 'c' })],
      feed: [...GOOD.feed, entry('c')],
      rooms: { n: { began: 1, left: -1 } },
    },
    /sold 2 times, of 1/,
  ],
  // A number of the feed that was taken before the commit: a reader has passed it when it appears.
  [
    'an entry that a reader missed',
    { readers: [['a confirmed', 'b confirmed']] },
    /reader 0 saw 2/,
  ],
  [
    'entries that are not in the order of the commits',
    { feed: [GOOD.feed[2]!, GOOD.feed[0]!, GOOD.feed[1]!] },
    /a had ended before b began/,
  ],
  [
    'a booking that was answered and is lost',
    { feed: GOOD.feed.slice(0, 2) },
    /b: book was answered/,
  ],
  ['a room that is not freed', { rooms: { n: { began: 2, left: 0 } } }, /has 0 left of 2/],
  [
    'a cancellation that frees twice',
    { feed: [...GOOD.feed, GOOD.feed[1]!] },
    /a is cancelled twice/,
  ],
  [
    'a refusal while there was room',
    { operations: [...GOOD.operations, at(6.2, { id: 'y', outcome: 'full', returnedMs: 6.4 })] },
    /y was refused/,
  ],
  [
    'what was refused and is done all the same',
    { operations: [at(4, { id: 'a', outcome: 'refused' }), ...GOOD.operations.slice(1)] },
    /a was refused and is confirmed/,
  ],
  ['what nobody asked for', { feed: [...GOOD.feed, entry('z')] }, /nobody asked for z/],
  [
    'a webhook with another state',
    { told: new Map([['a', 'cancelled']]) },
    /b is confirmed; webhooks/,
  ],
])('the check finds %s', (_, defect, words) => {
  expect(findUnexplained(GOOD)).toEqual([])
  expect(findUnexplained({ ...GOOD, ...defect }).join('\n')).toMatch(words)
})
