import type { Mutant } from './mutant.ts'

const SALE = ['test/http/agency-sale.test.ts']
const CREDIT = ['test/http/agency-credit.test.ts']

/** An agency's terms at a hotel, and its credit (contract-agencies). */
export const TERMS_MUTANTS: Mutant[] = [
  {
    name: 'an upgrade forgets what agencies owed before it',
    file: 'src/store/sqlite/left-statements.ts',
    before: '(addsCollect && OWED_FILL.test(text))',
    after: 'OWED_FILL.test(text)',
    tests: ['test/store/quick-columns.test.ts'],
    only: 'what agencies owe',
    reason: 'Credit is judged by what an agency owes, since `collect` was there.',
  },
  {
    name: 'terms that are not active count',
    file: 'src/domain/agencies/terms.ts',
    before: 'terms?.active ? terms : {',
    after: 'terms ? terms : {',
    tests: SALE,
    only: 'stop sale',
    reason: 'With active: false an agency sells as without terms.',
  },
  {
    name: 'every agency sells every private rate',
    file: 'src/service/bookings/rate-offer.ts',
    before: '(agency && isRateOf(agency.terms, rate))',
    after: '(agency !== null || isRateOf(agency!.terms, rate))',
    tests: SALE,
    only: 'for others it does not exist',
    reason: 'A private rate exists for the agency whose terms name it alone.',
  },
  {
    name: 'a change takes nights in a stop sale',
    file: 'src/service/bookings/move-nights.ts',
    before: 'take.length > 0 && agency?.terms.stopSale && !isFree',
    after: 'take.length > 99 && agency?.terms.stopSale',
    tests: SALE,
    only: 'stop sale',
    reason: 'The agency takes no night anew, by a change neither.',
  },
  {
    name: 'the credit is judged by what was owed before',
    file: 'src/service/agencies/credit.ts',
    before: 'after?.owedCents ?? 0',
    after: 'Math.min(after?.owedCents ?? 0, agency.terms.owedCents)',
    tests: CREDIT,
    only: 'one past the limit is refused',
    reason: 'An act that leaves what is owed above the limit is refused.',
  },
  {
    name: 'an act that lowers what is owed is refused above the limit',
    file: 'src/domain/agencies/credit.ts',
    before: 'if (owedCents <= before.owedCents) return',
    after: 'if (owedCents < 0) return',
    tests: CREDIT,
    only: 'one that lowers it never is',
    reason: 'An act that lowers the sum is never refused.',
  },
  {
    name: 'what is paid too much frees another booking',
    file: 'src/domain/agencies/credit.ts',
    before: 'Math.max(0, dueCents - paidCents)',
    after: 'dueCents - paidCents',
    tests: CREDIT,
    only: 'frees nothing of another',
    reason: 'What is paid too much on one frees nothing of another.',
  },
  {
    name: 'a guest is told what is left of the credit',
    file: 'src/service/bookings/change-payment.ts',
    before: "isTold: caller !== 'guest' || isOfAgency",
    after: 'isTold: !isOfAgency',
    tests: CREDIT,
    only: 'is not told what is left',
    reason: 'Net and credit are in no answer of anybody else.',
  },
]
