import type { Mutant } from './mutant.ts'

const LINES = 'src/domain/extras/extra-lines.ts'
const TESTS = ['test/domain/extra-lines.test.ts']

/** Extras in bookings. */
export const EXTRAS: Mutant[] = [
  {
    name: 'children pay no extras',
    file: LINES,
    before: '({ nights, guests: adults + children })',
    after: '({ nights, guests: adults })',
    tests: TESTS,
    only: 'a cancelled stay that has begun',
    reason: 'Guests of an extra are adults and children (contract-groups, What a PMS needs).',
  },
  {
    name: 'a cancelled stay owes nothing per night on its first day',
    file: LINES,
    before: 'Math.max(1, begun)',
    after: 'begun',
    tests: TESTS,
    only: 'a cancelled stay that has begun',
    reason: 'At least one night is owed (contract-groups, What a PMS needs).',
  },
  {
    name: 'an extra off sale is sold once more',
    file: LINES,
    before: 'if (!extra?.active) {',
    after: 'if (!extra) {',
    tests: TESTS,
    only: 'unknown_extra',
    reason: 'More of an extra off sale is unknown_extra (contract-groups, What a PMS needs).',
  },
  {
    name: 'a line has the taxes of all extras',
    file: LINES,
    before: 'taxCodes === null || taxCodes.includes(tax.code)',
    after: 'true',
    tests: TESTS,
    only: 'the taxes in a line',
    reason: 'An extra has the taxes that it names (contract-groups, What a PMS needs).',
  },
]
