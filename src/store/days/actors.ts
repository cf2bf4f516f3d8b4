import { and, type Column, eq, inArray } from 'drizzle-orm'
import {
  type ActorMeans,
  type ActorSide,
  type ActorType,
  BY_KEY,
} from '../../domain/accounts/user.ts'
import type { Tables } from '../engine/schema.ts'

// Actors of the audit trail.

/** The person or side behind an act of a booking or of the service, and how they were let in; null if not recorded. */
type ActorDetails = { by: ActorSide | null; how: ActorMeans | null }

/** The actor of a change, with the name of the key, vendor or account; for the audit trail. */
export type NamedActor = {
  type: ActorType
  id: string
  name: string | null
} & Partial<ActorDetails>

/** Join condition of an actor's API key or vendor connection. */
export const isActorKey = (
  { apiKey }: Tables,
  { actorType, actorId }: { actorType: Column; actorId: Column },
) => and(inArray(actorType, BY_KEY), eq(apiKey.id, actorId))

/** The actor of a change, from its row. */
export const actorOf = (
  row: Pick<Tables['change']['$inferSelect'], 'actorType' | 'actorId' | 'actorBy' | 'actorHow'>,
  vendorId: string | null | undefined,
) => ({
  ...{ type: row.actorType, id: row.actorId, vendorId },
  ...{ by: row.actorBy, how: row.actorHow },
})

/** An actor as the outside sees it: a vendor has one id at all hotels, also after it was connected again. */
export const publicActor = (
  {
    type,
    id,
    vendorId,
    by = null,
    how = null,
  }: { type: ActorType; id: string; vendorId?: string | null | undefined } & Partial<ActorDetails>,
  name: string | null = null,
): NamedActor => ({
  ...{ type, id: vendorId ?? id, name },
  ...(type === 'booking' && { by, how }),
  ...(type === 'system' && { by: 'system' as const, how }),
})
