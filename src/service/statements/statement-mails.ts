import type { Hotel } from '../../domain/catalog/catalog.ts'
import { normalizeEmail } from '../../domain/kernel/address.ts'
import { listAccountants } from '../../store/accounts/colleagues.ts'
import type { Tx } from '../../store/engine/engine.ts'
import { insertMail } from '../../store/mails/mails.ts'
import type { Statement } from '../../store/statements/statements.ts'
import type { Deps } from '../deps.ts'

/**
 * Queues the mails that tell an agency's owners and accounts of a closed statement, in the transaction that closes it:
 * each person gets one.
 */
export async function queueStatementMails(
  tx: Tx,
  { isMailing, newId, nowMs }: Deps,
  { agencyId, number }: Statement,
  { id: hotelId, mailLanguage }: Hotel,
): Promise<void> {
  if (!isMailing) return
  for (const { email, language } of await listAccountants(tx, agencyId))
    await insertMail(tx, {
      ...{ id: newId(), hotelId, kind: 'statement', bookingCode: number! },
      ...{ recipient: email, address: normalizeEmail(email), language: language ?? mailLanguage },
      createdAtMs: nowMs(),
    })
}
