import { isSandbox } from '../../domain/catalog/sandbox-hotel.ts'
import { AppError, type FlawValues, flaw } from '../../domain/kernel/errors.ts'
import { mustHaveAccess } from '../../store/accounts/connections.ts'
import type { Tx } from '../../store/engine/engine.ts'
import {
  type AuditedChange,
  type Entity,
  type HotelEntity,
  insertAudit,
} from '../../store/history/audit.ts'
import type { Deps } from '../deps.ts'

/**
 * The subject of an audit entry. An entry of a hotel names the hotel, whose owners may read it; a site may belong to
 * the admins, a webhook to a vendor, people and invitations to an agency.
 */
type AuditSubject =
  | { entity: 'site' | 'webhook' | 'member' | 'invitation'; hotelId: number | null }
  | { entity: HotelEntity; hotelId: number }
  | { entity: Exclude<Entity, HotelEntity>; hotelId?: undefined }

/**
 * Writes an entry of the audit log: who changed what in the catalogue. It joins the transaction of the change and is
 * skipped if nothing changed, and in a sandbox, which is thrown away. An entry without `before` records a
 * creation.
 *
 * @throws AppError as `mustHaveAccess`
 */
export async function audit(
  tx: Tx,
  { nowMs }: Deps,
  {
    before = null,
    ...change
  }: Omit<AuditedChange, 'atMs' | 'before' | 'hotelId'> & AuditSubject & { before?: unknown },
): Promise<void> {
  const { hotelId = null } = change
  if (hotelId !== null) await mustHaveAccess(tx, hotelId, change.actor)
  if (hotelId !== null && isSandbox(hotelId)) return
  if (!Bun.deepEquals(before, change.after))
    await insertAudit(tx, { ...change, hotelId, before, atMs: nowMs() })
}

/** Returns the error for a code or address that is already taken, with the path of its field. */
export function alreadyExists(path: string, message: string, values?: FlawValues): AppError {
  return new AppError('already_exists', message, {
    errors: [flaw(path, 'already_exists', message, values)],
  })
}
