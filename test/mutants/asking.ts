import type { Mutant } from './mutant.ts'

/** Several rooms asked for at once. */
export const ASKING: Mutant[] = [
  {
    name: 'a group is spread over room types at no lower total',
    file: 'src/domain/sale/assignment.ts',
    before: 'if (total > least || (total === least && typesUsed >= types)) continue',
    after: 'if (total >= least) continue',
    tests: ['test/domain/assignment.test.ts'],
    only: 'of all assignments the one of least total',
    reason: 'Equal totals go to fewer room types (contract-groups, Asking).',
  },
  {
    name: 'a group is shown more rooms of a type than are left',
    file: 'src/domain/sale/room-matching.ts',
    before: 'Math.min(left, kindOf.length)',
    after: 'Math.min(left + 1, kindOf.length)',
    tests: ['test/http/search-parties.test.ts'],
    only: 'several parties are shown the cheapest rooms',
    reason: 'An assignment fits the rooms left (contract-groups, Asking).',
  },
  {
    name: 'the rooms left to a group are those of the first night',
    file: 'src/domain/sale/search-parties.ts',
    before: 'cell < start + nights; cell++) left',
    after: 'cell < start + 1; cell++) left',
    tests: ['test/http/search-parties.test.ts'],
    only: 'do not fit the rooms left',
    reason:
      'A type has as many rooms for a stay as on its scarcest night (contract-groups, Asking).',
  },
  {
    name: 'the cheapest type of a party is taken for the only one',
    file: 'src/domain/sale/assignment.ts',
    before: 'isTied = cents === least',
    after: 'isTied = false',
    tests: ['test/domain/assignment.test.ts'],
    only: 'of all assignments the one of least total',
    reason: 'Where two types are equally cheap, fewer types decide (contract-groups, Asking).',
  },
]
