import { and, desc, eq, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PushMode, PushReport } from '../../domain/days/push.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { BY_KEY, isActorKey, type NamedActor, publicActor } from './actors.ts'
import type { Actor } from './history.ts'

/** A push as the log lists it: who, when, how, and what became of its elements. */
export type PushEntry = Omit<
  PushReport,
  'pushId' | 'currency' | 'errors' | 'warnings' | 'days' | 'truncated'
> & {
  id: string
  hotelId: number
  /** `name` is the key's, or the account's. */
  actor: NamedActor
  atMs: number
}

/** What a push was answered of its elements. */
type PushRemarks = Pick<PushReport, 'errors' | 'warnings' | 'days' | 'truncated'>

/** What is packed of a report: what the log has no column for. */
type PackedReport = PushRemarks & Pick<PushReport, 'currency'>

/** Where a page of the log begins: before this push. */
export type PushPlace = { atMs: number; id: string }

/**
 * Notes what was answered to a push.
 *
 * @param isReplayed whether it may be answered again, for which the whole report is needed
 */
export async function insertPush(
  { t, db }: Tx,
  { hotelId, actor, atMs }: { hotelId: number; actor: Actor; atMs: number },
  { pushId: id, currency, errors, warnings, days, truncated, ...counts }: PushReport,
  isReplayed = false,
): Promise<void> {
  const isPlain = errors.length === 0 && warnings.length === 0 && !isReplayed
  const packed = {
    currency,
    errors,
    warnings,
    ...(days !== undefined && { days }),
    ...(truncated && { truncated }),
  }
  const report = isPlain ? null : packReport(packed)
  const who = { actorType: actor.type, actorId: actor.id }
  await db.insert(t.push).values({ ...counts, ...who, id, hotelId, atMs, report })
}

/** A hotel's pushes, newest first. */
export async function listPushes(
  handle: Handle,
  { hotelId, isRejectedOnly }: { hotelId: number; isRejectedOnly: boolean },
  { before, limit }: { before?: PushPlace | undefined; limit: number },
): Promise<PushEntry[]> {
  const { push } = handle.t
  const rows = await selectPushes(handle)
    .where(
      and(
        eq(push.hotelId, hotelId),
        isRejectedOnly ? wasRejected(handle) : undefined,
        // The first term alone bounds the index; of pushes of the same millisecond the id decides.
        before && lte(push.atMs, before.atMs),
        before && or(lt(push.atMs, before.atMs), lt(push.id, before.id)),
      ),
    )
    .orderBy(desc(push.atMs), desc(push.id))
    .limit(limit)
  return rows.map(fromRow)
}

/** A push of a hotel with what was answered of its elements; undefined when the hotel has none of this id. */
export async function findPush(
  handle: Handle,
  { hotelId, id }: { hotelId: number; id: string },
): Promise<(PushEntry & PushRemarks) | undefined> {
  const { push } = handle.t
  const [row] = await selectPushes(handle).where(and(eq(push.id, id), eq(push.hotelId, hotelId)))
  if (!row) return undefined
  const { currency, ...remarks } = unpackReport(row.push.report)
  return { ...fromRow(row), ...remarks }
}

/** The report of a push that may be answered again, member for member as it was. */
export function reportOf(push: Handle['t']['push']['$inferSelect']): PushReport {
  const { currency, ...remarks } = unpackReport(push.report)
  return {
    pushId: push.id,
    mode: push.mode as PushMode,
    dryRun: push.dryRun,
    currency,
    received: push.received,
    applied: push.applied,
    unchanged: push.unchanged,
    rejected: push.rejected,
    corrected: push.corrected,
    stale: push.stale,
    ...remarks,
  }
}

/**
 * How many elements of partners' pushes to a hotel were refused since an instant. What was only tried does not count,
 * nor what the panel sent: who typed it was told there and then.
 */
export async function sumRejected(handle: Handle, hotelId: number, sinceMs: number) {
  const { push } = handle.t
  const [row] = await handle.db
    .select({ rejected: sql<number>`coalesce(sum(${push.rejected}), 0)`.mapWith(Number) })
    .from(push)
    .where(
      and(
        eq(push.hotelId, hotelId),
        gte(push.atMs, sinceMs),
        wasRejected(handle),
        inArray(push.actorType, BY_KEY),
        eq(push.dryRun, false),
      ),
    )
  return row!.rejected
}

// Written as text: a parameter would keep the partial index from being used.
const wasRejected = ({ t }: Handle): SQL => sql`${t.push.rejected} > 0`

function selectPushes({ t, db }: Handle) {
  const { push, apiKey, user } = t
  return db
    .select({ push, keyName: apiKey.name, vendorId: apiKey.vendorId, userName: user.name })
    .from(push)
    .leftJoin(apiKey, isActorKey(t, push))
    .leftJoin(user, and(eq(push.actorType, 'user'), eq(user.id, push.actorId)))
}

type Row = Awaited<ReturnType<typeof selectPushes>>[number]

function fromRow({ push, keyName, vendorId, userName }: Row): PushEntry {
  const { actorType, actorId, mode, report, ...entry } = push
  const actor = publicActor({ type: actorType, id: actorId, vendorId }, keyName ?? userName)
  return { ...entry, mode: mode as PushMode, actor }
}

/** Remarks repeat each other: 2,000 of them are 400 KB as text and 10 KB as kept, which counts when a partner retries. */
const packReport = (packed: PackedReport): string =>
  Bun.zstdCompressSync(JSON.stringify(packed)).toString('base64')

function unpackReport(report: string | null): PackedReport {
  if (report === null) return { currency: '', errors: [], warnings: [] }
  return JSON.parse(Bun.zstdDecompressSync(Buffer.from(report, 'base64')).toString())
}
