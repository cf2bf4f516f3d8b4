import type { Mutant } from './mutant.ts'

const TESTS = ['test/service/pack-days.test.ts']
const KEPT = ['test/http/search-kept-offers.test.ts']

/** Mutants of days that are packed for search: a search must not answer by days that were (issue 35). */
export const PACKED: Mutant[] = [
  {
    name: 'a changed restriction leaves the packed days as they are',
    file: 'src/store/sale/packed-days.ts',
    before: "for (const kind of ['day', 'rate_day'] as const)",
    after: "for (const kind of ['day'] as const)",
    tests: TESTS,
    only: 'a block is not relied on from the commit',
    reason: 'Search shows a commit at once (contract §5).',
  },
  {
    name: 'packed days of other room types are read',
    file: 'src/store/sale/packed-days.ts',
    before: 'mark?.packed?.layout === layout &&',
    after: 'mark?.packed !== undefined &&',
    tests: TESTS,
    only: 'blocks of other room types or rates',
    reason: 'Cells are in the order of room types and rates (layoutOf).',
  },
  {
    name: 'packed days are read although retention has deleted what changed them',
    file: 'src/store/sale/packed-days.ts',
    before: 'mark.floorSeq <= mark.packed.throughSeq',
    after: 'mark.floorSeq >= 0',
    tests: TESTS,
    only: 'blocks whose later changes retention has deleted',
    reason: 'The feed says what is stale only while it is whole (contract §2).',
  },
  {
    name: 'what was read before another step is written after it',
    file: 'src/store/sale/pack-days.ts',
    before: '  if (now?.throughSeq !== (step.packedSeq ?? none.throughSeq)) return\n',
    after: '  if (!now) return\n',
    tests: TESTS,
    only: 'a step that another one overtook',
    reason: 'A block is true up to the change of its hotel’s mark.',
  },
  {
    name: 'a step packs again what changed behind it',
    file: 'src/store/sale/pack-days.ts',
    before: 'missing.filter((block) => block >= from)',
    after: 'missing.filter(() => true)',
    tests: TESTS,
    only: 'a hotel whose first days are pushed all the time',
    reason: 'A hotel that is pushed all the time would keep the pass from all others (issue 35).',
  },
  {
    name: 'a hotel with all blocks is passed over although its days have changed',
    file: 'src/store/sale/pack-days.ts',
    before: '      mark!.packed!.throughSeq === headOf(mark!) &&\n',
    after: '',
    tests: TESTS,
    only: 'a block is not relied on from the commit',
    reason: 'A pass after a start leaves no hotel to be read from its days (issue 35).',
  },
  {
    name: 'offers priced with days that a commit has changed meanwhile are kept',
    file: 'src/http/sale/kept-offers.ts',
    before: '            if (changed.has(id)) continue\n',
    after: '',
    tests: KEPT,
    only: 'a commit between the reading of days',
    reason: 'Search shows a commit at once (contract §5).',
  },
  {
    name: 'a hotel whose days changed keeps its place in a search',
    file: 'src/http/sale/kept-offers.ts',
    before: 'ranking.changed.add(hotelId)',
    after: 'ranking.changed.has(hotelId)',
    tests: KEPT,
    only: 'what is kept of searches',
    reason: 'Search shows a commit at once (contract §5).',
  },
  {
    name: 'offers are kept past midnight',
    file: 'src/http/sale/kept-offers.ts',
    before: 'aheadIn(zone) === ahead',
    after: 'ahead >= 0 || aheadIn(zone) === ahead',
    tests: KEPT,
    only: 'a commit between the reading of days',
    reason: 'A stay that begins before the day of its hotel cannot be had (contract §1).',
  },
]
