import { expect, test } from 'bun:test'
import { countLinks } from '../../src/store/accounts/links.ts'
import {
  countWaitingBefore,
  listDueMails,
  listSentTimes,
} from '../../src/store/mails/mail-claims.ts'
import { hasRefusedMail } from '../../src/store/mails/mail-health.ts'
import { planOf, type Run } from '../support/plans.ts'
import { startStore } from '../support/store.ts'

const address = 'bomb+1@example.com'

/** Every query that counts by mailbox, with the index beside that of addresses, which older rows are found by; and what is asked every few seconds. */
const QUERIES: [what: string, index: RegExp, run: Run][] = [
  [
    'what a mailbox was sent',
    /mail_mailbox \(mailbox=\? AND last_at_ms>\?\)/,
    (h) => listSentTimes(h, [address], 1),
  ],
  [
    'what waits for a mailbox',
    /mail_waiting \(mailbox=\? AND seq<\?\)/,
    (h) => countWaitingBefore(h, { address, seq: 9, kind: 'proof', linkId: null }),
  ],
  [
    'what a mailbox was invited',
    /account_link_mailbox \(mailbox=\? AND created_at_ms>\?\)/,
    (h) => countLinks(h, { kinds: ['invitation'], mailboxOf: address }, 1),
  ],
  [
    'which mails go out first',
    /mail_at_once \(due_at_ms>\? AND due_at_ms<\?\)|mail_first \(due_at_ms<\?\)/,
    (h) => listDueMails(h, { nowMs: 1, limit: 1, except: [] }),
  ],
  [
    'whether mails are stuck',
    /COVERING INDEX mail_refused_since/,
    (h) => hasRefusedMail(h, { sinceMs: 1, lastAfterMs: 1 }),
  ],
]

test.each(QUERIES)(
  '%s is found by an index, not by a scan (contract-access, One mailbox)',
  async (_, index, run) => {
    await using started = await startStore()
    const plan = await planOf(started, run)
    expect(plan.join('\n')).toMatch(index)
    expect(plan.filter((line) => line.startsWith('SCAN'))).toEqual([])
  },
)
