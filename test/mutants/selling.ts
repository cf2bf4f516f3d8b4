import type { Mutant } from './mutant.ts'

const TESTS = ['test/http/agency-search.test.ts']

/** Mutants of what an agency finds and sells (contract-agencies). */
export const SELLING: Mutant[] = [
  {
    name: 'an agency finds a hotel that has stopped its sale',
    file: 'src/http/sale/agency-sight.ts',
    before: 'if (stopSale) return undefined',
    after: 'if (rateCodes.length > 99) return undefined',
    tests: TESTS,
    only: 'the terms of a hotel give',
    reason: 'On stop sale an agency takes no night and no room anew (contract-agencies).',
  },
  {
    name: 'an agency is not shown the private rates of its terms',
    file: 'src/domain/sale/search.ts',
    before: '!rate.public && !own.includes(rateCode)',
    after: '!rate.public',
    tests: TESTS,
    only: 'the terms of a hotel give',
    reason: 'rateCodes are the agency’s to sell though not public (contract-agencies).',
  },
  {
    name: 'the net price has the commission in it',
    file: 'src/http/sale/agency-search-shape.ts',
    before: 'netCents: grossCents - commissionCents }',
    after: 'netCents: grossCents }',
    tests: TESTS,
    only: 'each room type at each rate',
    reason: 'Net is gross less commission (issue 34, API).',
  },
  {
    name: 'a hotel whose allotment is used up is found as one with rooms of its own',
    file: 'src/http/sale/agency-sight.ts',
    before: 'ownLeft(room, blocks[index]!, ask) > 0',
    after: 'ownLeft(room, blocks[index]!, ask) >= 0',
    tests: TESTS,
    only: 'an agency is shown the rooms that it may take',
    reason: 'Own left is rooms less what was drawn (contract-agencies, Allotment).',
  },
  {
    name: 'hotels with rooms of the agency’s own come last in the order of allotments',
    file: 'src/http/sale/agency-sight.ts',
    before: 'own.has(hit) ? 0 : 1',
    after: 'own.has(hit) ? 1 : 0',
    tests: TESTS,
    only: 'in the order of allotments',
    reason: 'The agency sells first what it has set aside (issue 34 §2).',
  },
  {
    name: 'a hotel that refuses tells the reason farthest from a sale',
    file: 'src/http/sale/agency-refusals.ts',
    before: 'placeOf(other) - placeOf(one)',
    after: 'placeOf(one) - placeOf(other)',
    tests: TESTS,
    only: 'hotels that cannot take',
    reason: 'The room type that comes closest says what to change (issue 34 §2).',
  },
]
