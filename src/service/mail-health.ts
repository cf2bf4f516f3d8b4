import { hasRefusedMail } from '../store/mails/mail-health.ts'
import type { Store } from '../store/open.ts'

const MINUTE_MS = 60 * 1_000
/** How long the server must refuse all mail before the mail counts as stuck. */
const STUCK_MS = 5 * MINUTE_MS
/**
 * How long a refusal counts as current: longer than the back-off after the fourth attempt, shorter than the waits of
 * hours.
 */
const REFUSAL_MS = 35 * MINUTE_MS

/** Health of the mail server as of the last check. Selling transactions read it at no cost. */
export type MailHealth = {
  /** True if mails have waited five minutes because the server accepts none. */
  isStuck: () => boolean
  note: (isStuck: boolean) => void
}

/** The configuration and the health of mail. */
type MailSetup = { isMailing: boolean; mailHealth: MailHealth }

/** Starts as healthy, before the first check. */
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
 * Checks for stuck mail: the server has refused a mail for five minutes and accepted none since, no matter which
 * process sends. Mails that wait for the hourly limit of their mailbox do not count, nor does an old refusal that was
 * not followed by another attempt.
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

/**
 * True if guests can be asked for proof by mail. Hotels count as without mail while mail is stuck (contract-access).
 */
export const canMailProof = ({ isMailing, mailHealth }: MailSetup) =>
  isMailing && !mailHealth.isStuck()
