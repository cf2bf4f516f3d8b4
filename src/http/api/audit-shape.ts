import { Type } from 'typebox'
import { ACTOR_BYS, ACTOR_HOWS, ACTOR_TYPES } from '../../domain/accounts/user.ts'
import type { AuditEntry } from '../../store/history/audit.ts'
import { Instant, namedObject, nullable, show, words } from './schema.ts'

/** For acts on bookings and of the service: the actor's role, and what authorised the act. */
export const actorDetails = {
  by: Type.Optional(nullable(words(...ACTOR_BYS), 'For a booking; null: not recorded.')),
  how: Type.Optional(nullable(words(...ACTOR_HOWS))),
}

/** The actor of a change. */
export const ActorSchema = namedObject('Actor', {
  type: words(...ACTOR_TYPES),
  id: Type.String({ description: 'Of the API key, vendor or account; the code of a booking.' }),
  name: nullable(Type.String()),
  ...actorDetails,
})

/** One entry of the catalogue's audit log: actor, entity, values before and after. */
export const AuditEntrySchema = namedObject('AuditEntry', {
  entity: Type.String(),
  id: Type.String(),
  actor: ActorSchema,
  before: Type.Unsafe<unknown>({ type: 'object', additionalProperties: true, nullable: true }),
  after: Type.Unsafe<unknown>({ type: 'object', additionalProperties: true }),
  at: Instant,
  currency: Type.Optional(
    Type.String({ description: 'For admins: the hotel’s currency, in which the amounts are.' }),
  ),
})

export const showAuditEntry = ({
  entityId,
  ...entry
}: Omit<AuditEntry, 'entity'> & { entity: string }) =>
  show(AuditEntrySchema, { ...entry, id: entityId })
