import { expect, test } from 'bun:test'
import { countLinks } from '../../src/store/accounts/links.ts'
import {
  countWaitingBefore,
  listDueMails,
  listSentTimes,
} from '../../src/store/mails/mail-claims.ts'
import { listRevisions } from '../../src/store/mails/mail-data.ts'
import { hasRefusedMail } from '../../src/store/mails/mail-health.ts'
import { listBookingMails, listMailTimes } from '../../src/store/mails/mail-lists.ts'
import { planOf, type Run } from '../support/plans.ts'
import { startStore } from '../support/store.ts'

const address = 'bomb+1@example.com'
const booking = { hotelId: 1, code: 'A', groupCode: 'G' }
const stays = ['A', 'B'].map((code) => ({ code, revision: 2 }))

/** Every query that counts by mailbox, with the index beside that of addresses, which older rows are found by; what is asked every few seconds; and what is read of one booking or group. */
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
  [
    'which mails are about a booking or its group',
    /^SEARCH mail USING INDEX mail_booking \(booking_code=\?\)/,
    (h) => listBookingMails(h, booking, 20),
  ],
  [
    'when mails about a group were queued',
    /^SEARCH mail USING INDEX mail_booking \(booking_code=\?\)/,
    (h) => listMailTimes(h, booking, { kind: 'manage_link', sinceMs: 1 }),
  ],
  [
    'which revisions a mail about a group reports',
    /booking_revision_code \(hotel_id=\? AND code=\? AND revision=\?\)/,
    (h) => listRevisions(h, 1, stays, ({ revision }) => revision),
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
