import type { Mutant } from './mutant.ts'

/** Routes of groups: of the panel, agencies, partners and sandboxes. */
export const GROUPS: Mutant[] = [
  {
    name: 'the panel of a hotel opens the groups of another hotel of its chief',
    file: 'src/http/bookings/group-access.ts',
    before: 'found?.hotelId === whose.hotelId',
    after: 'found !== undefined',
    tests: ['test/http/panel-groups.test.ts'],
    only: 'a group of Alfa does not exist in Bravo',
    reason: 'A hotel of others is not found (contract §6).',
  },
  {
    name: 'a partner reads the groups of all hotels',
    file: 'src/http/bookings/partner-groups.ts',
    before: 'bookings[0]?.hotelId !== key.hotelId',
    after: 'bookings.length === 0',
    tests: ['test/http/isolation.test.ts'],
    only: 'GET /v1/partner/booking-groups/:code',
    reason: 'A key sees its own hotel alone (contract §1).',
  },
  {
    name: 'a tester acts on the groups of all hotels',
    file: 'src/http/sandbox/test-groups.ts',
    before: 'first?.hotelId !== key.hotelId',
    after: 'first === undefined',
    tests: ['test/http/sandbox-groups.test.ts'],
    only: 'a test key books several rooms',
    reason: 'A test key works on its sandbox alone (contract §2, Sandbox).',
  },
  {
    name: 'the hold of one booking of a group runs out alone in a sandbox',
    file: 'src/http/sandbox/sandbox.ts',
    before: 'if (groupCode !== null) {',
    after: 'if (groupCode === code) {',
    tests: ['test/http/sandbox-groups.test.ts'],
    only: 'a held group of a sandbox',
    reason: 'A held group expires as a whole (contract-groups, Several rooms).',
  },
  {
    name: 'a single booking certifies the receiving of groups',
    file: 'src/domain/sandbox/certification-proof.ts',
    before: 'group.length < 2',
    after: 'group.length < 1',
    tests: ['test/http/certification-bookings.test.ts'],
    only: 'a group: each of its bookings',
    reason: 'A group of one stay shows nothing of several (contract-groups).',
  },
  {
    name: 'the code of a group finds none of its bookings',
    file: 'src/domain/bookings/booking-words.ts',
    before: "${code} ${groupCode ?? ''} ",
    after: '${code} ',
    tests: ['test/http/panel-groups.test.ts'],
    only: 'the code of a group finds all',
    reason: 'A clerk finds the whole reservation by its code (contract-groups, Several rooms).',
  },
]
