import type { Mutant } from './mutant.ts'

const TESTS = ['test/service/doctor-invariants.test.ts']

/** Mutants of `doctor`: it must tell every defect, and no change that happens while it reads (issue 37). */
export const DOCTOR: Mutant[] = [
  {
    name: 'a night that moved between two reads is told as a defect',
    file: 'src/store/system/invariants/invariant.ts',
    before: 'if (difference !== undefined) yield difference',
    after: 'yield String(difference)',
    tests: TESTS,
    only: 'raises no false alarm',
    reason: 'Writes go on between slices (issue 37).',
  },
  {
    name: 'nights of bookings that have no day are passed over',
    file: 'src/store/system/invariants/sold.ts',
    before: 'for (const name of sums.keys()) {',
    after: 'for (const name of [...sums.keys()].slice(1_000)) {',
    tests: TESTS,
    only: 'nights of bookings have no days',
    reason: 'Sold nights are those of the bookings (issue 37).',
  },
  {
    name: 'a payment that only the desk knows stays unknown to its booking',
    file: 'src/store/bookings/paid.ts',
    before: 'keptCents !== paidCents',
    after: 'keptCents > paidCents',
    tests: ['test/service/recount-paid.test.ts'],
    only: 'a replica of 0.1.0 wrote to the desk alone',
    reason: 'Replicas of 0.1.0 write payments during a rolling upgrade (issue 35).',
  },
  {
    name: 'a deadline that was not moved with its stay passes as right',
    file: 'src/store/bookings/free-until.ts',
    before: 'if (freeUntil !== kept)',
    after: 'if (kept === null && freeUntil !== null)',
    tests: ['test/service/recount-free-until.test.ts'],
    only: 'left out or did not move',
    reason: 'Replicas of 0.1.0 move stays during a rolling upgrade (issue 35).',
  },
  {
    name: 'a setting in which replicas differ is not told',
    file: 'src/cli/doctor-cluster.ts',
    before: 'if (sides.size < 2) continue',
    after: 'if (sides.size < 3) continue',
    tests: ['test/replicas/cluster.test.ts'],
    only: 'settings that differ',
    reason: 'An answer, or a link of a mail, would depend on the replica.',
  },
]
