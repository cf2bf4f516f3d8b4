import { hasRefusedMail } from '../store/mails/mail-health.ts'
import type { Store } from '../store/open.ts'

const MINUTE_MS = 60 * 1_000
/** How long mails are refused, while none is taken, before they are stuck. */
const STUCK_MS = 5 * MINUTE_MS
/** How long a refusal says something of now: longer than the wait after the fourth, shorter than the waits of hours. */
const REFUSAL_MS = 35 * MINUTE_MS

/** Whether the mail server takes mails, as of the last look: asked in transactions that sell, which it costs nothing. */
export type MailHealth = {
  /** Mails have waited five minutes because the server takes none. */
  isStuck: () => boolean
  note: (isStuck: boolean) => void
}

/** What is known of mails. */
type MailSetup = { isMailing: boolean; mailHealth: MailHealth }

/** Nothing is stuck before the first look. */
export function createMailHealth(): MailHealth {
  let isStuck = false
  return {
    isStuck: () => isStuck,
    note: (now) => {
      isStuck = now
    },
  }
}

/**
 * Looks whether mails are stuck: the server has refused one for five minutes and taken none meanwhile, whichever process
 * sends them. What waits for its mailbox's hour does not count, nor a refusal of long ago, after which nobody tried.
 */
export async function checkMailHealth({
  store,
  nowMs,
  isMailing,
  mailHealth,
}: MailSetup & { store: Store; nowMs: () => number }): Promise<void> {
  if (!isMailing) return
  const now = nowMs()
  const refused = { sinceMs: now - STUCK_MS, lastAfterMs: now - REFUSAL_MS }
  mailHealth.note(await hasRefusedMail(store, refused))
}

/** Whether guests can be asked for proof by mail: while mails are stuck hotels count as without mail (contract-access). */
export const canMailProof = ({ isMailing, mailHealth }: MailSetup) =>
  isMailing && !mailHealth.isStuck()
