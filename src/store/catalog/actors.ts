import { and, type Column, eq, inArray } from 'drizzle-orm'
import type { ActorType } from '../../domain/user.ts'
import type { Tables } from '../schema.ts'

/** Who changed something, with the name of the key, vendor or account. */
export type NamedActor = { type: ActorType; id: string; name: string | null }

/** Kinds that are rows of keys: a vendor acts by its connection. */
export const BY_KEY: ActorType[] = ['key', 'vendor']

/** Joins the key, or the connection of a vendor, by which something was done. */
export const byItsKey = (
  { apiKey }: Tables,
  { actorType, actorId }: { actorType: Column; actorId: Column },
) => and(inArray(actorType, BY_KEY), eq(apiKey.id, actorId))

/** Who did something, as everybody is told: a vendor is the same at all its hotels, however often it was connected. */
export const toldActor = (
  { type, id, vendorId }: { type: ActorType; id: string; vendorId?: string | null | undefined },
  name: string | null = null,
): NamedActor => ({ type, id: vendorId ?? id, name })
