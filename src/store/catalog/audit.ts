import { and, desc, eq, lt } from 'drizzle-orm'
import type { Actor } from '../availability/history.ts'
import type { Handle, Tx } from '../engine.ts'
import { hasValue } from '../rows.ts'
import { byItsKey, type NamedActor, toldActor } from './actors.ts'

/** Kinds of things whose changes are kept. */
export type Entity =
  | 'city'
  | 'hotel'
  | 'room_type'
  | 'rate'
  | 'board'
  | 'user'
  | 'member'
  | 'agency'
  | 'vendor'
  | 'api_key'
  | 'review'
  | 'webhook'

/** One change of the catalogue or of an account; `before` is null when it was made. Holds no secret. */
export type AuditedChange = {
  entity: Entity
  /** Slug, code or id; of a room type or rate `<hotel slug>/<code>`, of a member `<hotel slug>/<user id>`. */
  entityId: string
  actor: Actor
  before: unknown
  after: unknown
  atMs: number
}

/** A change as it is listed, with its place and the e-mail of the account, or name of the key or vendor, that made it. */
export type AuditEntry = Omit<AuditedChange, 'actor'> & { seq: number; actor: NamedActor }

/** Keeps a change in the transaction that makes it. */
export async function insertAudit({ t, db }: Tx, change: AuditedChange): Promise<void> {
  const { actor, before, after, ...rest } = change
  await db.insert(t.audit).values({
    ...rest,
    actorType: actor.type,
    actorId: actor.id,
    before: before === null ? null : JSON.stringify(before),
    after: JSON.stringify(after),
  })
}

/** Changes of one thing, of one kind of thing, or of all, newest first, before the one of a place. */
export async function listAudit(
  { t, db }: Handle,
  { entity, entityId }: { entity?: Entity | undefined; entityId?: string | undefined },
  { beforeSeq, limit }: { beforeSeq?: number | undefined; limit: number },
): Promise<AuditEntry[]> {
  const { audit: history, user, apiKey } = t
  const rows = await db
    .select({ history, email: user.email, keyName: apiKey.name, vendorId: apiKey.vendorId })
    .from(history)
    .leftJoin(apiKey, byItsKey(t, history))
    .leftJoin(user, and(eq(history.actorType, 'user'), eq(user.id, history.actorId)))
    .where(
      and(
        hasValue(history.entity, entity),
        hasValue(history.entityId, entityId),
        beforeSeq === undefined ? undefined : lt(history.seq, beforeSeq),
      ),
    )
    .orderBy(desc(history.seq))
    .limit(limit)
  return rows.map(({ history: { actorType, actorId, before, after, ...rest }, ...by }) => ({
    ...rest,
    entity: rest.entity as Entity,
    actor: toldActor(
      { type: actorType, id: actorId, vendorId: by.vendorId },
      by.email ?? by.keyName,
    ),
    before: before === null ? null : JSON.parse(before),
    after: JSON.parse(after),
  }))
}
