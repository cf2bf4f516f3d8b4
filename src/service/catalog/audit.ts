import { AppError } from '../../domain/errors.ts'
import { type AuditedChange, insertAudit } from '../../store/catalog/audit.ts'
import type { Tx } from '../../store/engine.ts'
import type { Deps } from '../deps.ts'

/**
 * Writes down who changed what of the catalogue, in the transaction that does; nothing when nothing changed. What has
 * no `before` was made.
 */
export async function audit(
  tx: Tx,
  { nowMs }: Deps,
  { before = null, ...change }: Omit<AuditedChange, 'atMs' | 'before'> & { before?: unknown },
): Promise<void> {
  if (!Bun.deepEquals(before, change.after))
    await insertAudit(tx, { ...change, before, atMs: nowMs() })
}

/** The error for a code or address that is taken, naming its field. */
export function alreadyExists(path: string, message: string): AppError {
  return new AppError('already_exists', message, {
    errors: [{ path, code: 'already_exists', message }],
  })
}
