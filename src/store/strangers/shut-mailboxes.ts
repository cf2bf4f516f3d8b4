import type { Tx } from '../engine/engine.ts'
import { deleteBelow } from '../engine/rows.ts'

/** Closes a guest's mailbox to unproven bookings at a hotel until an instant; a second call extends it. */
export async function upsertShutMailbox(
  { t: { shutMailbox }, db }: Tx,
  shut: { hotelId: number; mailbox: string; untilMs: number },
): Promise<void> {
  const { hotelId, mailbox } = shutMailbox
  await db
    .insert(shutMailbox)
    .values(shut)
    .onConflictDoUpdate({ target: [hotelId, mailbox], set: { untilMs: shut.untilMs } })
}

/** Deletes mailboxes that are open again. @returns as `deleteBelow` */
export const deleteOpenMailboxes = (tx: Tx, nowMs: number): Promise<number> => {
  const { hotelId, mailbox, untilMs } = tx.t.shutMailbox
  return deleteBelow(tx, { key: [hotelId, mailbox], by: untilMs }, nowMs)
}
