import type { Mutant } from './mutant.ts'

/** The page where guests see and change their bookings. */
export const GUESTS: Mutant[] = [
  {
    name: 'what the page of guests asks is counted twice',
    file: 'src/http/doors/public-limit.ts',
    before: ' || isOnBehalf(request)',
    after: '',
    tests: ['test/guests/booking-entry.test.ts'],
    only: 'the page counts for the limit',
    reason: 'A page counts once for the address of its visitor (contract §7).',
  },
  {
    name: 'what the page of guests takes is nobody’s',
    file: 'src/http/request/address.ts',
    before: 'if (asking) return',
    after: 'if (asking && !asking.request) return',
    tests: ['test/guests/booking-visitor.test.ts'],
    only: 'for its visitor’s network',
    reason: 'One network takes so many room-nights, whatever it asks by (contract-access).',
  },
  {
    name: 'the page of guests cancels whatever that costs by now',
    file: 'src/guests/acts.ts',
    before: '{ expectedPenaltyCents: Number(asked.visit.form.penalty) }',
    after: '{}',
    tests: ['test/guests/booking-acts.test.ts'],
    only: 'midnight has made dearer',
    reason: 'A fee stands before the button that costs it.',
  },
  {
    name: 'the page of guests moves a stay at any price',
    file: 'src/guests/acts.ts',
    before: 'expectedTotalCents: Number(form.total), ',
    after: '',
    tests: ['test/guests/booking-acts.test.ts'],
    only: 'whose price has changed since it was shown',
    reason: 'A price stands before the button that costs it.',
  },
  {
    name: 'the page of a mailed link proves when it is opened',
    file: 'src/guests/acts.ts',
    before: 'isProvable(asked) ? provePage(asked)',
    after: 'isProvable(asked) ? prove(asked)',
    tests: ['test/guests/booking-proof.test.ts'],
    only: 'to open it proves nothing',
    reason: 'Opening the page proves nothing: programs open links, too (contract-access).',
  },
  {
    name: 'the page of guests shows a name as markup',
    file: 'src/guests/views/facts.tsx',
    before:
      '<dd>{value}</dd>\n          </div>\n        ))}\n      </dl>\n      <dl class="facts total">',
    after:
      '<dd dangerouslySetInnerHTML={{ __html: value }} />\n          </div>\n        ))}\n      </dl>\n      <dl class="facts total">',
    tests: ['test/guests/booking-entry.test.ts'],
    only: 'a name that looks like markup',
    reason: 'Whoever books chooses what they are called.',
  },
  {
    name: 'the page of guests may be kept by a cache',
    file: 'src/http/guests/guest-pages.ts',
    before: "'cache-control': 'no-store',",
    after: "'cache-control': 'private',",
    tests: ['test/guests/booking-entry.test.ts'],
    only: 'no answer of the page is kept',
    reason: 'What opens a booking stands in the page’s forms.',
  },
]
