import { and, desc, eq, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { BY_KEY } from '../../domain/accounts/user.ts'
import type { PushMode, PushReport } from '../../domain/days/push.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { placeholders, prepared } from '../engine/prepared.ts'
import { isActorKey, type NamedActor, publicActor } from './actors.ts'
import type { Actor } from './history.ts'

/** An entry of the log of pushes: actor, time, mode, and the number of elements by outcome. */
export type PushEntry = Omit<
  PushReport,
  'pushId' | 'currency' | 'errors' | 'warnings' | 'days' | 'truncated'
> & {
  id: string
  hotelId: number
  /** `name` is that of the key, vendor or account. */
  actor: NamedActor
  atMs: number
}

/** The errors, warnings and days in the answer to a push. */
type PushRemarks = Pick<PushReport, 'errors' | 'warnings' | 'days' | 'truncated'>

/** The compressed part of a report, for which the log has no columns. */
type PackedReport = PushRemarks & Pick<PushReport, 'currency'>

/** Start of a page of the log: the entries before this push. */
export type PushPlace = { atMs: number; id: string }

/**
 * Writes a push and its answer to the log.
 *
 * @param isReplayed true if the push has an Idempotency-Key, and its whole report is needed for a replay
 */
export async function insertPush(
  tx: Tx,
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
  await insertEntry(tx).execute({ ...counts, ...who, id, hotelId, atMs, report })
}

const insertEntry = prepared(({ t, db }) =>
  db.insert(t.push).values(placeholders(t.push)).prepare(),
)

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
        // The first term bounds the index; the id decides between pushes of one millisecond.
        before && lte(push.atMs, before.atMs),
        before && or(lt(push.atMs, before.atMs), lt(push.id, before.id)),
      ),
    )
    .orderBy(desc(push.atMs), desc(push.id))
    .limit(limit)
  return rows.map(fromRow)
}

/** A push of a hotel with the answer to its elements; undefined if the hotel has none of this id. */
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

/** The report of a push for a replay, with the same members as the first answer. */
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
 * Number of elements rejected in partners' pushes to a hotel since an instant. Dry runs do not count, nor do pushes of
 * the panel, whose user saw the answer at once.
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

// Literal text: a parameter would keep the planner from the partial index.
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

/** Remarks repeat each other: 2,000 take 400 KB as text and 10 KB compressed, which matters when a partner retries. */
const packReport = (packed: PackedReport): string =>
  Bun.zstdCompressSync(JSON.stringify(packed)).toString('base64')

function unpackReport(report: string | null): PackedReport {
  if (report === null) return { currency: '', errors: [], warnings: [] }
  return JSON.parse(Bun.zstdDecompressSync(Buffer.from(report, 'base64')).toString())
}
