import type { Mutant } from './mutant.ts'

/** Accounts that others guess at: mailed codes and drawn tries. */
export const GUESSED: Mutant[] = [
  {
    name: 'whoever guessed a password waits ten minutes and comes in without the mailed code',
    file: 'src/service/accounts/mailed-code.ts',
    before: 'if (!found && !said.isGuessed)',
    after: 'if (!said.isGuessed)',
    tests: ['test/http/mailed-code.test.ts'],
    only: 'whoever was asked for a code',
    reason: 'From then on the right password needs the code (contract-access, Accounts).',
  },
  {
    name: 'a mailed code is guessed at without end',
    file: 'src/service/accounts/mailed-code.ts',
    before: 'tries < LOGIN_CODE_TRIES && ',
    after: '',
    tests: ['test/http/mailed-code.test.ts'],
    only: 'while one is good no other is mailed',
    reason: 'A mailed code has five tries (contract-access, Accounts).',
  },
  {
    name: 'a mailed code is taken twice',
    file: 'src/service/accounts/sessions.ts',
    before: '!(await takeLink(tx, mailed.linkId, deps.nowMs()))',
    after: 'mailed.linkId === undefined',
    tests: ['test/http/mailed-code.test.ts'],
    only: 'of many codes sent at once',
    reason: 'A mailed code is good once (contract-access, Accounts).',
  },
  {
    name: 'who came first is always drawn',
    file: 'src/http/api/draw.ts',
    before: 'Math.floor(random() * room.size)',
    after: 'Math.floor(random() * 0)',
    tests: ['test/http/draw.test.ts'],
    only: 'each who waits has the same chance',
    reason: 'Tries are drawn at random among those who wait (contract-access, Accounts).',
  },
  {
    name: 'a link that an admin hands over opens the place of its use',
    file: 'src/http/accounts/auth-links.ts',
    before: 'if (isMailed) await',
    after: 'await',
    tests: ['test/http/mailed-code.test.ts'],
    only: 'a mailed reset opens the place',
    reason: 'A mailed reset opens its place, no other (contract-access, Accounts).',
  },
]
