import { Type } from 'typebox'
import { ACTOR_BYS, ACTOR_HOWS, ACTOR_TYPES } from '../../domain/accounts/user.ts'
import type { AuditEntry } from '../../store/history/audit.ts'
import { Instant, namedObject, nullable, show, words } from './schema.ts'

/** Whose act it was that is a booking's, or the service's own, and what let them act. */
export const actorDetails = {
  by: Type.Optional(nullable(words(...ACTOR_BYS), 'Of a booking; null: it was not kept.')),
  how: Type.Optional(nullable(words(...ACTOR_HOWS))),
}

/** Who changed something. */
export const ActorSchema = namedObject('Actor', {
  type: words(...ACTOR_TYPES),
  id: Type.String({ description: 'Of the API key, vendor or account; a booking by its code.' }),
  name: nullable(Type.String()),
  ...actorDetails,
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
