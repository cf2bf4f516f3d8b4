import type { Mutant } from './mutant.ts'

const COPY = ['test/store/live-copy.test.ts']

/**
 * Mutants of backups: a copy is whole, and what is committed while it is made is in it or noticed (issue 37); a look at a
 * file leaves nothing beside it.
 */
export const BACKUPS: Mutant[] = [
  {
    name: 'commits that were overwritten before they were read are passed over',
    file: 'src/store/sqlite/log-follower.ts',
    before: 'if (place.generation === now.generation && place.commits === now.commits) return now',
    after: 'if (place.generation === now.generation) return now',
    tests: COPY,
    only: 'before it was read is noticed',
    reason: 'The copy has every commit (issue 37).',
  },
  {
    name: 'pages of a transaction that was rolled back are copied',
    file: 'src/store/sqlite/log-follower.ts',
    before: '      if (!frame.isCommit) continue',
    after: '',
    tests: COPY,
    only: 'rolled back pages are not',
    reason: 'The copy is the database as of a commit (issue 37).',
  },
  {
    name: 'the file is copied over newer pages of the log',
    file: 'src/store/sqlite/live-copy.ts',
    before: '    if (page > copied) ahead.add(page)',
    after: '',
    tests: COPY,
    only: 'few of them do',
    reason: 'The copy is the database as of a commit (issue 37).',
  },
  {
    name: 'a week keeps its first backup instead of its last',
    file: 'src/domain/kernel/kept-copies.ts',
    before: 'const newestFirst = times.toSorted((a, b) => b - a)',
    after: 'const newestFirst = times.toSorted((a, b) => a - b)',
    tests: ['test/server/backups.test.ts'],
    only: 'of a year of backups',
    reason: 'The newest backup is never deleted (issue 37).',
  },
  {
    name: 'a start that is refused leaves an empty log beside the file',
    file: 'src/store/sqlite/look.ts',
    before: 'let isLeft = false',
    after: 'let isLeft = isOpenedNext',
    tests: ['test/store/busy-look.test.ts'],
    only: 'none where it refuses',
    reason: 'What is refused stays as it is (contract §10).',
  },
]
