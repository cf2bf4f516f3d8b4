import type { Mutant } from './mutant.ts'

const PLACES = ['test/http/known-places.test.ts']
const GATE = ['test/http/login-gate.test.ts']
const LAW = '(contract-access, Accounts)'

/** Where accounts are known, and what stands before a hash. */
export const KNOWN_PLACES: Mutant[] = [
  {
    name: 'a known browser is known everywhere',
    file: 'src/http/doors/login-guard.ts',
    before: 'if (known.place && known.device)',
    after: 'if (known.device)',
    tests: PLACES,
    only: 'counts for nothing elsewhere',
    reason: `A browser has a bucket of its own within a known place ${LAW}.`,
  },
  {
    name: 'a place is known for ever',
    file: 'src/store/accounts/known-places.ts',
    before: '    gt(knownPlace.seenAtMs, attempt.sinceMs),\n',
    after: '',
    tests: PLACES,
    only: '90 days without a log-in end them',
    reason: `A place is known for 90 days ${LAW}.`,
  },
  {
    name: 'strangers take the waiting places of known people',
    file: 'src/service/passwords.ts',
    before: "const line = lines[waiter === 'stranger' ? 'stranger' : 'known']",
    after: 'const line = lines.known',
    tests: ['test/service/passwords.test.ts'],
    only: 'as many places of their own',
    reason: `Known places have half of the waiting places ${LAW}.`,
  },
  {
    name: 'log-ins are bounded by the narrowest network alone',
    file: 'src/domain/accounts/login-place.ts',
    before: '[own, { network: near, allowance: OF_NEAR }, around]',
    after: '[own]',
    tests: GATE,
    only: 'are bounded to',
    reason: `A /48 has 65,536 networks of its customers (S9) ${LAW}.`,
  },
  {
    name: 'a full network costs each address in it a token a try',
    file: 'src/http/doors/login-addresses.ts',
    before: '      giveBack()\n      throw',
    after: '      throw',
    tests: GATE,
    only: 'costs a narrow one nothing',
    reason: `Each network has a bucket of its own ${LAW}.`,
  },
  {
    name: 'each refusal before a hash writes a line',
    file: 'src/http/api/problem.ts',
    before: 'if (known.facts.loginBound || known.facts.isGone) return',
    after: '',
    tests: GATE,
    only: 'no refusal writes a line',
    reason: `What is refused is logged once a minute with its number (S9) ${LAW}.`,
  },
]
