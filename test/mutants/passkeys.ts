import type { Mutant } from './mutant.ts'

const tests = ['test/http/passkeys.test.ts']
const SERVICE = 'src/service/accounts/passkeys.ts'
const LAW = '(contract-access, Passkeys)'

/** Passkeys, and what one opens. */
export const PASSKEYS: Mutant[] = [
  {
    name: 'a passkey of another host opens an account',
    file: SERVICE,
    before: 'if (passkey?.host !== here.host) return undefined',
    after: 'if (!passkey) return undefined',
    tests,
    only: 'of another host',
    reason: `Those of another host count as no factor ${LAW}.`,
  },
  {
    name: 'makers’ certificates are read',
    file: 'src/service/accounts/webauthn.ts',
    before: 'if (!(await isPlain(response))) return undefined',
    after: 'await isPlain(response)',
    tests,
    only: 'tells of a maker',
    reason: 'The library asks the addresses that a stranger’s certificate names.',
  },
  {
    name: 'a challenge of another purpose is good',
    file: 'src/store/accounts/passkeys.ts',
    before: '        eq(table.purpose, answer.purpose),\n',
    after: '',
    tests: ['test/http/passkeys-squatted.test.ts'],
    reason: `A challenge is good for its purpose alone ${LAW}.`,
  },
  {
    name: 'a blocked account is entered by its passkey',
    file: SERVICE,
    before: "user?.status !== 'active' ||",
    after: '!user ||',
    tests,
    only: 'a blocked account',
    reason: `A blocked account is refused like any other ${LAW}.`,
  },
  {
    name: 'a session that has shown no passkey passes for one that has',
    file: 'src/domain/accounts/user.ts',
    before: ' && !user.hasShownPasskey',
    after: ' && user.hasShownPasskey === undefined && false',
    tests,
    only: 'lets in the session that has shown',
    reason: `A password alone is no second factor ${LAW}.`,
  },
  {
    name: 'a stranger’s passkey outlives the holder’s coming',
    file: 'src/service/accounts/accept-invitation.ts',
    before: '  await deletePasskeys(tx, before.id)\n',
    after: '',
    tests: ['test/http/passkeys-squatted.test.ts'],
    only: 'invitation lets into a hotel',
    reason: 'Anybody registers with any address (contract-access, Accounts).',
  },
]
