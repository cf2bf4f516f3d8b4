import { and, type Column, eq, inArray } from 'drizzle-orm'
import type { ActorBy, ActorHow, ActorType } from '../../domain/accounts/user.ts'
import type { Tables } from '../engine/schema.ts'

/** Whose act it was that a booking, or the service itself, did, and what let them act; null: it was not kept. */
type ActorDetails = { by: ActorBy | null; how: ActorHow | null }

/** Who changed something, with the name of the key, vendor or account. */
export type NamedActor = {
  type: ActorType
  id: string
  name: string | null
} & Partial<ActorDetails>

/** Kinds that are rows of keys: a vendor acts by its connection. */
export const BY_KEY: ActorType[] = ['key', 'vendor']

/** Joins the key, or the connection of a vendor, by which something was done. */
export const isActorKey = (
  { apiKey }: Tables,
  { actorType, actorId }: { actorType: Column; actorId: Column },
) => and(inArray(actorType, BY_KEY), eq(apiKey.id, actorId))

/** Who made a change, as its row has it. */
export const actorOf = (
  row: Pick<Tables['change']['$inferSelect'], 'actorType' | 'actorId' | 'actorBy' | 'actorHow'>,
  vendorId: string | null | undefined,
) => ({
  ...{ type: row.actorType, id: row.actorId, vendorId },
  ...{ by: row.actorBy, how: row.actorHow },
})

/** Who did something, as everybody is told: a vendor is the same at all its hotels, however often it was connected. */
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
