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
]
