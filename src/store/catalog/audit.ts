import { and, desc, eq, lt } from 'drizzle-orm'
import type { Actor } from '../availability/history.ts'
import type { Handle, Tx } from '../engine.ts'
import { hasValue } from '../rows.ts'

/** Kinds of things whose changes are kept. */
export type Entity =
  | 'city'
  | 'hotel'
  | 'room_type'
  | 'rate'
  | 'board'
  | 'user'
  | 'agency'
  | 'api_key'
  | 'review'
  | 'webhook'

/** One change of the catalogue or of an account; `before` is null when it was made. Holds no secret. */
export type AuditedChange = {
  entity: Entity
  /** Slug, code or id; of a room type or rate `<hotel slug>/<code>`. */
  entityId: string
  actor: Actor
  before: unknown
  after: unknown
  atMs: number
}

/** A change as it is listed, with its place and the e-mail of the account that made it. */
export type AuditEntry = AuditedChange & { seq: number; actorName: string | null }

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
  const { audit: history, user } = t
  const rows = await db
    .select({ history, email: user.email })
    .from(history)
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
  return rows.map(({ history: { actorType, actorId, before, after, ...rest }, email }) => ({
    ...rest,
    entity: rest.entity as Entity,
    actor: { type: actorType, id: actorId },
    actorName: email,
    before: before === null ? null : JSON.parse(before),
    after: JSON.parse(after),
  }))
}
