import type { Mutant } from './mutant.ts'

const DOOR = ['test/http/site-door.test.ts']
const LAW = '(contract-access, Sites)'

/** What sites are believed, may book, and whose they are. */
export const SITES: Mutant[] = [
  {
    name: 'a revoked site goes on',
    file: 'src/domain/sites/site.ts',
    before: 'site.revokedAtMs === null && ',
    after: '',
    tests: DOOR,
    only: 'or revoked site key is 401',
    reason: `A revoked site key is 401 ${LAW}.`,
  },
  {
    name: 'the secret before the present one of a site is good for ever',
    file: 'src/domain/kernel/rotation.ts',
    before: ' || nowMs >= previousUntilMs',
    after: '',
    tests: DOOR,
    only: 'not a moment longer',
    reason: `Both secrets are good while the overlap lasts ${LAW}.`,
  },
  {
    name: 'the site of a hotel is believed about every hotel',
    file: 'src/http/doors/visitor.ts',
    before: 'if (site.hotelId === null) return true',
    after: 'if (site.id) return true',
    tests: DOOR,
    only: 'its own hotel alone',
    reason: `An owner's site is believed for calls about its own hotel alone ${LAW}.`,
  },
  {
    name: 'the site of a hotel books another',
    file: 'src/domain/sites/site.ts',
    before: ' : hotelId === id',
    after: ' : id > 0',
    tests: DOOR,
    only: 'any other is none for it',
    reason: `An owner's site is for its own hotel alone ${LAW}.`,
  },
  {
    name: 'the site of a hotel says who signs in from where',
    file: 'src/http/doors/visitor.ts',
    before: 'bySite?.site.hotelId === null ? bySite.visitor : null',
    after: 'bySite?.visitor ?? null',
    tests: DOOR,
    only: 'log-in and registration',
    reason: `For sites of an admin alone log-in and registration count the visitor ${LAW}.`,
  },
  {
    name: 'a known place is made through a site',
    file: 'src/http/doors/device-cookie.ts',
    before: 'if (place.isBySite) return',
    after: '',
    tests: DOOR,
    only: 'no known place',
    reason: `No known place is made through a site ${LAW}.`,
  },
  {
    name: 'an owner rotates and revokes the sites of others',
    file: 'src/store/sites/sites.ts',
    before: 'and(eq(site.id, id), isOf(t, owner), isNull',
    after: 'and(eq(site.id, id), isNull',
    tests: ['test/http/sites.test.ts'],
    only: 'nothing of Alfa’s sites',
    reason: 'What is another hotel’s is as if it were not there (contract §6).',
  },
]
