import type { Mutant } from './mutant.ts'

const TESTS = ['test/replicas/histories.test.ts']
const ONLY = 'that nothing befalls'

/** Mutants of what replicas on PostgreSQL do: of their order, which histories find (issue 37, item 2), and of rests. */
export const REPLICAS: Mutant[] = [
  {
    name: 'replicas do not wait for the lock of a hotel',
    file: 'src/store/postgres/versions.ts',
    before: '  const [row] = await client.unsafe(LOCK',
    after:
      "  if (scope.startsWith('hotel:')) return Date.now()\n  const [row] = await client.unsafe(LOCK",
    tests: TESTS,
    only: ONLY,
    says: /"reader \d saw \d+ of \d+ entries"/,
    reason: 'Whoever adds to a hotel’s feed holds the hotel until the commit (locks.ts).',
  },
  {
    name: 'a body whose last write failed is told that it was done',
    file: 'src/store/postgres/commit-group.ts',
    before: 'await Promise.all(value.map(withAnswers))',
    after: 'value',
    tests: ['test/replicas/commit-group.test.ts'],
    only: 'what bodies leave to their commit',
    reason: 'Nobody hears of a booking that is not there (issue 35).',
  },
  {
    name: 'a booking waits for all large pushes of its hotel',
    file: 'src/store/postgres/commit-group.ts',
    before: '  const large = queue.findIndex((job) => job.isLarge)\n  if (isLarge',
    after: '  const large = -1\n  if (isLarge',
    tests: ['test/replicas/commit-group.test.ts'],
    only: 'small ones begin before those that wait',
    reason: 'Nobody waits for somebody else’s work (issue 35).',
  },
  {
    name: 'a change takes a number that was reserved before the one ahead of it',
    file: 'src/store/days/history.ts',
    before: 'if (tx.shared) dropNumbers(tx.shared)',
    after: '',
    tests: ['test/replicas/commit-group.test.ts'],
    only: 'have ascending numbers',
    reason: 'The history of a day is read by the numbers of its changes (contract §2).',
  },
  {
    name: 'bodies that share a commit go on with a hotel that one of them has changed',
    file: 'src/store/catalog/catalog.ts',
    before: '  tx.shared?.facts.clear()\n',
    after: '',
    tests: ['test/replicas/commit-group.test.ts'],
    only: 'read again after one of them',
    reason: 'Prices and room types are judged as they are once the hotel is locked.',
  },
  {
    name: 'bodies that share a commit of SQLite go on with what one of them has changed, or undone',
    file: 'src/store/sqlite/group-bodies.ts',
    before: "if (hotelId === undefined || 'error' in outcome) shared.facts.clear()",
    after: '',
    tests: ['test/store/shared-reads.test.ts'],
    reason: 'Prices and room types are judged as they are once the hotel is locked.',
  },
  {
    name: 'the index of words passes over ids that may still come',
    file: 'src/store/bookings/word-index.ts',
    before: 'const rows = early < 0 ? found : found.slice(0, early)',
    after: 'const rows = found',
    tests: ['test/replicas/words.test.ts'],
    reason: 'A booking that nobody finds by its guest is lost at the desk.',
  },
  {
    name: 'many bookings at once pass over ids that may still come',
    file: 'src/store/bookings/word-index.ts',
    before: 'if (slice.some((row) => row.createdAtMs > nowMs - MISSING_MS_MAX)) return undefined',
    after: '',
    tests: ['test/http/search-long.test.ts'],
    only: 'hotel by hotel',
    reason: 'A booking that nobody finds by its guest is lost at the desk.',
  },
  {
    name: 'the index of words is not looked through for what it had missed',
    file: 'src/service/bookings/index-words.ts',
    before: 'if (!(await isMended(store)))',
    after: 'if (false)',
    tests: ['test/replicas/words.test.ts'],
    only: 'had missed come into it',
    reason: 'A booking that nobody finds by its guest is lost at the desk.',
  },
  {
    name: 'connections take numbers of the feed in advance',
    file: 'migrations/postgres/20261122170416_initial/migration.sql',
    before:
      '"change_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1',
    after:
      '"change_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 20',
    tests: TESTS,
    only: ONLY,
    says: /had ended before g\d+ began, and comes after it/,
    reason: 'Numbers of a feed follow the order of its commits (contract §2).',
  },
  {
    name: 'a transaction that rested too long is of unknown outcome',
    file: 'src/store/postgres/errors.ts',
    before: 'state === RESTED || ',
    after: '',
    tests: ['test/replicas/held.test.ts'],
    only: 'rested until',
    says: /unknown whether the change was made/,
    reason: 'A session that the server ended for its rest never read the COMMIT (contract §6).',
  },
]
