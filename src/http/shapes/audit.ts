import { Type } from 'typebox'
import { ACTOR_TYPES } from '../../domain/user.ts'
import type { AuditEntry } from '../../store/catalog/audit.ts'
import { Instant, namedObject, nullable, show, words } from './schema.ts'

/** Who changed something. */
export const ActorSchema = namedObject('Actor', {
  type: words(...ACTOR_TYPES),
  id: Type.String({ description: 'Of the API key, vendor or account; a booking by its code.' }),
  name: nullable(Type.String()),
})

/** One change of the catalogue: who changed what. */
export const AuditEntrySchema = namedObject('AuditEntry', {
  entity: Type.String(),
  id: Type.String(),
  actor: ActorSchema,
  before: Type.Unsafe<unknown>({ type: 'object', additionalProperties: true, nullable: true }),
  after: Type.Unsafe<unknown>({ type: 'object', additionalProperties: true }),
  at: Instant,
  currency: Type.Optional(
    Type.String({ description: 'To admins: of the hotel that it is of, and of its amounts.' }),
  ),
})

export const showAuditEntry = ({
  entityId,
  ...entry
}: Omit<AuditEntry, 'entity'> & { entity: string }) =>
  show(AuditEntrySchema, { ...entry, id: entityId })
