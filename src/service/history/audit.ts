import { AppError, type FlawValues, flaw } from '../../domain/kernel/errors.ts'
import type { Tx } from '../../store/engine/engine.ts'
import {
  type AuditedChange,
  type Entity,
  type HotelEntity,
  insertAudit,
} from '../../store/history/audit.ts'
import type { Deps } from '../deps.ts'

/** What is a hotel's says which: its owners read of it. A site may be the admins'. */
type AuditSubject =
  | { entity: 'site'; hotelId: number | null }
  | { entity: HotelEntity; hotelId: number }
  | { entity: Exclude<Entity, HotelEntity>; hotelId?: undefined }

/**
 * Writes down who changed what of the catalogue, in the transaction that does; nothing when nothing changed. What has
 * no `before` was made.
 */
export async function audit(
  tx: Tx,
  { nowMs }: Deps,
  {
    before = null,
    ...change
  }: Omit<AuditedChange, 'atMs' | 'before' | 'hotelId'> & AuditSubject & { before?: unknown },
): Promise<void> {
  if (!Bun.deepEquals(before, change.after))
    await insertAudit(tx, { ...change, hotelId: change.hotelId ?? null, before, atMs: nowMs() })
}

/** The error for a code or address that is taken, naming its field. */
export function alreadyExists(path: string, message: string, values?: FlawValues): AppError {
  return new AppError('already_exists', message, {
    errors: [flaw(path, 'already_exists', message, values)],
  })
}
