import type { Mutant } from './mutant.ts'

/** Passwords, addresses, and what admins are shown (contract-access, *Accounts*). */
export const PEOPLE: readonly Mutant[] = [
  {
    name: 'signs in a common password make another one of it',
    file: 'src/domain/accounts/password.ts',
    before: 'characters.map(asLetter).join',
    after: 'characters.join',
    tests: ['test/domain/password.test.ts'],
    only: 'commonest',
    reason: 'The list is compared with @ 4 3 0 1 5 $ ! read as letters (contract-access).',
  },
  {
    name: 'an address in wide letters is an account of its own',
    file: 'src/domain/kernel/address.ts',
    before: "text.toLowerCase().normalize('NFKC')",
    after: "text.toLowerCase().normalize('NFC')",
    tests: ['test/http/confusable-addresses.test.ts'],
    only: 'a twin in wide letters',
    reason: 'Addresses are NFKC (contract-access).',
  },
  {
    name: 'a change of address takes it from who had proven it',
    file: 'src/service/accounts/change-email.ts',
    before: "other.role === 'guest' && !other.isAddressProven",
    after: "other.role === 'guest'",
    tests: ['test/http/email-change.test.ts'],
    only: 'who proved the new address',
    reason: 'An account loses an address that it never proved alone (contract-access).',
  },
  {
    name: 'an admin is shown a page of bookings without a visit',
    file: 'src/http/doors/visits.ts',
    before: 'hotel ? { before: () => visits.note(id, [hotel]) } : { after }',
    after: 'hotel ? { before: () => visits.note(id, [hotel]) } : {}',
    tests: ['test/http/admin-shown-guests.test.ts'],
    only: 'each of them leaves one visit',
    reason: 'A visit is left whichever path shows a guest (contract-access).',
  },
]
