import { and, between, type Column, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { isActorKey, type NamedActor, publicActor } from '../days/actors.ts'
import type { Actor } from '../days/history.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { preparedLists } from '../engine/prepared.ts'
import { hasValue } from '../engine/rows.ts'

/** Kinds of a hotel's things that the audit trail covers. */
export const HOTEL_ENTITIES = [
  'hotel',
  'room_type',
  'photo',
  'rate',
  'extra',
  'agency_terms',
  'allotment',
  'statement',
  'member',
  'invitation',
  'api_key',
  'site',
  'review',
  'webhook',
  'desk',
  'export',
  'visit',
] as const
export type HotelEntity = (typeof HOTEL_ENTITIES)[number]

/** Kinds of things that the audit trail covers. */
export type Entity = HotelEntity | 'city' | 'board' | 'user' | 'agency' | 'vendor'

/** A change of the catalogue or of an account; `before` is null if the change created the thing. Holds no secret. */
export type AuditedChange = {
  entity: Entity
  /**
   * Slug, code or id; of a room type, rate, extra or an agency's terms `<hotel slug>/<code>`, of a member `<hotel slug>/<user id>`,
   * of an invitation `<hotel slug>/<link id>`, of a statement `<hotel slug>/<month>/<agency code>`.
   */
  entityId: string
  /** null: the thing belongs to no hotel. */
  hotelId: number | null
  actor: Actor
  before: unknown
  after: unknown
  atMs: number
}

/** A change in a list, with its place and the name of its actor: an account, key or vendor. */
export type AuditEntry = Omit<AuditedChange, 'actor' | 'hotelId'> & {
  seq: number
  actor: NamedActor
  /** The currency of the thing's hotel, in a list that mixes hotels. */
  currency?: string
}

/** The place of an entry in a list that is newest first. */
export type AuditPlace = { atMs: number; seq: number }

/** A page of entries: at most `limit` of them, after a place. */
type AuditPage = { after?: AuditPlace | undefined; limit: number }

/** Narrows the changes; an empty filter means all. `fromMs` is included, `untilMs` is not. */
export type AuditFilter = {
  entity?: Entity | undefined
  userId?: string | undefined
  fromMs?: number | undefined
  untilMs?: number | undefined
}

/** Writes a change to the audit trail, in the transaction that makes it. */
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

/**
 * The audit trail of one thing, of one kind of thing, of one account, or all of it, newest first. Entries name the
 * accounts.
 */
export async function listAudit(
  handle: Handle,
  { entityId, ...filter }: AuditFilter & { entityId?: string | undefined },
  page: AuditPage,
): Promise<AuditEntry[]> {
  const { audit: history } = handle.t
  const { entity, userId, fromMs = 0, untilMs = Number.MAX_SAFE_INTEGER } = filter
  if (entityId === undefined) return (await selectPage(handle, filter, page)).map(fromNamedRow)
  // The index on one thing has the order of its changes, which are few.
  const rows = await selectEntries(
    handle,
    hasValue(history.entity, entity),
    eq(history.entityId, entityId),
    userId === undefined ? undefined : isBy(history, userId),
    between(history.atMs, fromMs, untilMs - 1),
    page.after && lt(history.seq, page.after.seq),
  )
    .orderBy(desc(history.seq))
    .limit(page.limit)
  return rows.map(fromNamedRow)
}

/** The audit trail of the desk's notes on bookings, newest first; accounts are named as in `listHotelAudit`. */
export async function listDeskAudit(
  handle: Handle,
  hotelId: number,
  codes: readonly string[],
  limit: number,
): Promise<AuditEntry[]> {
  if (codes.length === 0) return []
  const rows = await selectDeskEntries(handle, { codes }, { hotelId, limit })
  return rows.map((row) => fromRow(row, row.userName === row.email ? null : row.userName))
}

const selectDeskEntries = preparedLists(['codes'], (handle, { codes }) => {
  const { audit: history } = handle.t
  const isOfBookings = and(eq(history.entity, 'desk'), inArray(history.entityId, codes))
  return selectEntries(handle, isOfBookings, eq(history.hotelId, sql.placeholder('hotelId')))
    .orderBy(desc(history.seq))
    .limit(sql.placeholder('limit'))
    .prepare()
})

/**
 * The audit trail of a hotel, newest first. Entries name the accounts, except an admin whose name is the e-mail
 * address.
 */
export async function listHotelAudit(
  handle: Handle,
  hotelId: number,
  filter: AuditFilter,
  page: AuditPage,
): Promise<AuditEntry[]> {
  const rows = await selectPage(handle, filter, page, eq(handle.t.audit.hotelId, hotelId))
  return rows.map((row) => fromRow(row, row.userName === row.email ? null : row.userName))
}

/** A page of entries, by the index that finds the fewest. @param where a hotel, which has indexes of its own */
async function selectPage(
  handle: Handle,
  { entity, userId, fromMs = 0, untilMs = Number.MAX_SAFE_INTEGER }: AuditFilter,
  { after, limit }: AuditPage,
  where?: SQL,
) {
  const { audit: history } = handle.t
  const until = after ?? { atMs: untilMs, seq: 0 }
  // As a condition apart from the time, it would make SQLite take the index of all kinds and people.
  const by = userId === undefined ? entity && [history.entity, entity] : [history.actorId, userId]
  const key = [...(by ? [by[0]] : []), history.atMs, history.seq]
  const from = sql`(${list(key)}) >= (${list([...(by ? [by[1]] : []), fromMs, 0])})`
  const to = sql`(${list(key)}) < (${list([...(by ? [by[1]] : []), until.atMs, until.seq])})`
  // An expression in place of the column keeps SQLite from the index on the kind, after which it would sort.
  const isKind = entity && sql`${history.entity} || '' = ${entity}`
  const isTheirs =
    userId === undefined ? undefined : and(eq(history.actorType, 'user'), isKind || undefined)
  return await selectEntries(handle, where, isTheirs, from, to)
    .orderBy(...key.map((column) => desc(column as Column)))
    .limit(limit)
}

const isBy = (history: Handle['t']['audit'], userId: string) =>
  and(eq(history.actorType, 'user'), eq(history.actorId, userId))

const list = (parts: readonly unknown[]) =>
  sql.join(
    parts.map((part) => sql`${part}`),
    sql`, `,
  )

function selectEntries({ t, db }: Handle, ...where: (SQL | undefined)[]) {
  const { audit: history, user, apiKey, hotel } = t
  return db
    .select({
      history,
      currency: hotel.currency,
      email: user.email,
      userName: user.name,
      keyName: apiKey.name,
      vendorId: apiKey.vendorId,
    })
    .from(history)
    .leftJoin(hotel, eq(hotel.id, history.hotelId))
    .leftJoin(apiKey, isActorKey(t, history))
    .leftJoin(user, and(eq(history.actorType, 'user'), eq(user.id, history.actorId)))
    .where(and(...where))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectEntries>>[number]

/** @param userName the name of the account that made the change */
function fromRow({ history, keyName, vendorId }: Row, userName: string | null): AuditEntry {
  const { hotelId: _, actorType, actorId, before, after, entity, ...rest } = history
  return {
    ...rest,
    entity: entity as Entity,
    actor: publicActor({ type: actorType, id: actorId, vendorId }, userName ?? keyName),
    before: before === null ? null : JSON.parse(before),
    after: JSON.parse(after),
  }
}

/** The entry with the account's name, even if that is an e-mail address, and with the hotel's currency. */
const fromNamedRow = (row: Row): AuditEntry => ({
  ...fromRow(row, row.userName),
  ...(row.currency !== null && { currency: row.currency }),
})
