// Health of the mail server: refusals that have not ended.

import { and, gt, isNotNull, lte } from 'drizzle-orm'
import type { Handle, Tx } from '../engine/engine.ts'
import { hasRow } from '../engine/rows.ts'

/**
 * True if the mail server has refused a mail since `sinceMs` or earlier, the last time after `lastAfterMs`, and has
 * accepted none since.
 */
export const hasRefusedMail = (
  handle: Handle,
  { sinceMs, lastAfterMs }: { sinceMs: number; lastAfterMs: number },
): Promise<boolean> => {
  const { refusedSinceMs, lastAtMs } = handle.t.mail
  return hasRow(
    handle,
    handle.t.mail,
    and(isNotNull(refusedSinceMs), lte(refusedSinceMs, sinceMs), gt(lastAtMs, lastAfterMs)),
  )
}

/** Clears the time since which mails are refused, because the mail server has accepted one. */
export async function forgetRefusals({ t, db }: Tx): Promise<void> {
  await db.update(t.mail).set({ refusedSinceMs: null }).where(isNotNull(t.mail.refusedSinceMs))
}
