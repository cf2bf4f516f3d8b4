import { AppError, type Flaw } from '../../domain/errors.ts'
import { type AuditedChange, insertAudit } from '../../store/catalog/audit.ts'
import type { Tx } from '../../store/engine.ts'
import type { Deps } from '../deps.ts'

/** Writes down who changed what of the catalogue, in the transaction that does; nothing when nothing changed. */
export async function audit(
  tx: Tx,
  { nowMs }: Deps,
  change: Omit<AuditedChange, 'atMs'>,
): Promise<void> {
  if (!Bun.deepEquals(change.before, change.after))
    await insertAudit(tx, { ...change, atMs: nowMs() })
}

/** @throws AppError `validation_failed` when there is any flaw */
export function refuseFlaws(flaws: Flaw[]): void {
  if (flaws.length > 0)
    throw new AppError('validation_failed', flaws[0]!.message, { errors: flaws })
}

/** The error for a code or address that is taken, naming its field. */
export function alreadyExists(path: string, message: string): AppError {
  return new AppError('already_exists', message, {
    errors: [{ path, code: 'already_exists', message }],
  })
}
