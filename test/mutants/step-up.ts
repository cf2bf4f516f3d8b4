import type { Mutant } from './mutant.ts'

const LAW = '(contract-access, Step-up)'
const TESTS = ['test/http/step-up.test.ts']

/** What lasts asks again who one is. */
export const STEP_UP: readonly Mutant[] = [
  {
    name: 'a token that names no session counts as stepped up',
    file: 'src/http/doors/session-door.ts',
    before: '(session.steppedUpAtMs ?? 0)',
    after: '(session.steppedUpAtMs ?? context.nowMs())',
    tests: TESTS,
    only: 'a token that names no session',
    reason: `A session that never showed it is asked ${LAW}.`,
  },
  {
    name: 'a step-up needs no code of an account that has a second factor',
    file: 'src/service/accounts/step-up.ts',
    before: 'passFactor(tx, deps, who.user.id, code)',
    after: 'passFactor(tx, deps, `${who.user.id} `, code)',
    tests: TESTS,
    only: 'needs its code',
    reason: `Password, and code where two-step sign-in is on ${LAW}.`,
  },
  {
    name: 'a wave is ended unasked however old it is',
    file: 'src/store/bookings/wave.ts',
    before: 'and(isUnproven(t), gte(booking.createdAtMs, sinceMs))!',
    after: 'and(isUnproven(t), gte(booking.createdAtMs, 0 * sinceMs))!',
    tests: TESTS,
    only: '20 bookings are ended unasked',
    reason: `Unproven web bookings of the last 48 hours alone ${LAW}.`,
  },
]
