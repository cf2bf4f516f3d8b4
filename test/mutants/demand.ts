import type { Mutant } from './mutant.ts'

const tests = ['test/service/unusual-demand.test.ts']

/** The alarm that strangers take more than is usual. */
export const DEMAND: Mutant[] = [
  {
    name: 'the alarm waits until the whole is taken',
    file: 'src/domain/strangers/strangers.ts',
    before: "2 * day >= bounds.day || 2 * week >= bounds.week ? 'half' : 'none'",
    after: "2 * day > 2 * bounds.day ? 'half' : 'none'",
    tests,
    only: 'the alarm begins with half',
    reason: 'The alarm is raised from half of what the brake lets pass (contract-access).',
  },
  {
    name: 'everybody of a hotel is mailed of its strangers',
    file: 'src/store/accounts/members.ts',
    before: "        eq(userHotel.role, 'owner'),\n",
    after: '',
    tests,
    only: 'owners are mailed',
    reason: 'The alarm is mailed to the owners (contract-access).',
  },
  {
    name: 'owners are mailed with every booking of a wave',
    file: 'src/service/strangers/unusual-demand.ts',
    before: 'nowMs() - lastMs >= MAIL_EVERY_MS && ',
    after: '',
    tests,
    only: 'owners are mailed',
    reason: 'Owners are mailed at most every 6 hours (contract-access).',
  },
  {
    name: 'nobody hears whom the brake refuses',
    file: 'src/service/strangers/refuse.ts',
    before: "if (verdict.bound === 'brake') deps",
    after: "if (verdict.bound === 'shut') deps",
    tests,
    only: 'strangers who book raise it',
    reason: 'Past the whole the alarm is raised again (contract-access).',
  },
  {
    name: 'guests who have stayed before are ended with a wave',
    file: 'src/store/strangers/brake.ts',
    before: ", ne(proof, 'hotel')",
    after: '',
    tests,
    only: 'the wave is what nobody has proven',
    reason: 'The hotel knows who has stayed: their bookings are no wave (contract-access).',
  },
]
