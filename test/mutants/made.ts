import type { Mutant } from './mutant.ts'

const LAW = '(contract-access, Accounts)'
const REMOVED = ['test/http/removed-people.test.ts']

/** Who made what gives access, and what becomes of it. */
export const MADE: readonly Mutant[] = [
  {
    name: 'an owner is told what a person made at other hotels',
    file: 'src/store/accounts/access-grants.ts',
    before: 'hotelIds && inArray(column as SQL, [...hotelIds])',
    after: 'hotelIds && (column ? undefined : undefined)',
    tests: REMOVED,
    only: 'nothing of another hotel',
    reason: `\`made\` lists what they made at that hotel ${LAW}.`,
  },
  {
    name: 'who removes somebody ends nothing',
    file: 'src/service/accounts/members.ts',
    before: 'revoke ? await endCreations(tx, deps, actor, made) : []',
    after: 'revoke ? [] : []',
    tests: REMOVED,
    only: 'with revoke nothing opens',
    reason: `\`revoke\` ends it in the same transaction ${LAW}.`,
  },
  {
    name: 'simulate removes somebody',
    file: 'src/service/simulate.ts',
    before: "      throw new Error('rolled back, for it was only tried')\n",
    after: '',
    tests: REMOVED,
    only: 'before and with it',
    reason: `\`simulate\` removes nobody ${LAW}.`,
  },
  {
    name: 'who owns the hotel no more ends what they made',
    file: 'src/service/accounts/members.ts',
    before: 'actor.id === userId && !revoke',
    after: 'actor.id === userId',
    tests: REMOVED,
    only: 'who leaves by themselves',
    reason: 'Keys are seen to by owners (contract §5).',
  },
  {
    name: 'a partner reads the name of who made a webhook',
    file: 'src/http/webhooks/webhooks.ts',
    before: "side === 'panel' ? await makersOf(context, webhooks) : new Map()",
    after: 'await makersOf(context, webhooks)',
    tests: ['test/http/makers.test.ts'],
    only: 'say who made them',
    reason: 'To a partner the hotel’s people are ids (contract §2).',
  },
  {
    name: 'the overlap of a vendor’s secrets never ends',
    file: 'src/domain/accounts/vendor.ts',
    before: '!isPrevious || previousOf(vendor, nowMs) !== null',
    after: 'nowMs > 0 || !isPrevious || previousOf(vendor, nowMs) !== null',
    tests: ['test/http/vendors.test.ts'],
    only: 'keeps both secrets',
    reason: `Of the one before the overlap lasts ${LAW}.`,
  },
]
