import { and, gt, isNotNull, lte } from 'drizzle-orm'
import type { Handle, Tx } from '../engine/engine.ts'
import { hasRow } from '../engine/rows.ts'

/** Whether a mail was refused at an instant or before and last after another, and none was taken since. */
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

/** Forgets since when mails were refused: the mail server has taken one. */
export async function forgetRefusals({ t, db }: Tx): Promise<void> {
  await db.update(t.mail).set({ refusedSinceMs: null }).where(isNotNull(t.mail.refusedSinceMs))
}
