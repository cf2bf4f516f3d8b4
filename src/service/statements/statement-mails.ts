import type { Hotel } from '../../domain/catalog/catalog.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Statement } from '../../store/statements/statements.ts'
import type { Deps } from '../deps.ts'

/** Queues the mails that tell an agency's owners and accounts of a closed statement. */
export async function queueStatementMails(
  _tx: Tx,
  { isMailing }: Deps,
  _statement: Statement,
  _hotel: Hotel,
): Promise<void> {
  if (!isMailing) return
}
