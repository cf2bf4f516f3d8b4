import { and, asc, eq, getColumns, gte, isNull, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { sandboxSlug } from '../../domain/catalog/sandbox-hotel.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { SANDBOX_DAYS_MAX } from '../../domain/kernel/limits.ts'
import { hotelTopic } from '../catalog/catalog.ts'
import type { Actor } from '../days/history.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { findMeta, writeMeta } from '../engine/meta.ts'
import { pacedChunks } from '../engine/pace.ts'

// Sandboxes: copies of hotels for test keys.

/** Date, time and actor of a sandbox's creation. */
type SandboxOrigin = { today: CalendarDate; nowMs: number; actor: Actor }

/** The sandbox of a hotel; undefined if it has none. */
export async function findSandbox(
  { t: { hotel }, db }: Handle,
  hotelId: number,
): Promise<number | undefined> {
  const [row] = await db
    .select({ id: hotel.id })
    .from(hotel)
    .where(and(eq(hotel.sandboxOf, hotelId), isNull(hotel.retiredAtMs)))
  return row?.id
}

/**
 * Makes the sandbox of a hotel that has none: a copy of its room types, boards, rates, extras, taxes and future days. Above
 * the limit each room type keeps an equal number of its nearest days. The caller holds the catalogue's lock, so that no
 * number is issued twice.
 *
 * @returns the id of the sandbox
 */
export async function insertSandbox(
  tx: Tx,
  hotelId: number,
  making: SandboxOrigin,
): Promise<number> {
  const { t, db } = tx
  const id = await nextSandboxId(tx)
  const [live] = await db.select().from(t.hotel).where(eq(t.hotel.id, hotelId))
  const own = {
    ...{ active: false, sandboxOf: hotelId, ratingSum: 0, ratingCount: 0, revision: 0 },
    // A logo belongs to one hotel: another one would delete it.
    logoId: null,
  }
  await tx.dialect
    .withId(db.insert(t.hotel))
    .values({ ...live!, ...own, id, slug: sandboxSlug(live!.slug, id), createdAtMs: making.nowMs })
  await copyCatalog(tx, hotelId, id)
  await copyDays(tx, { hotelId, id, today: making.today })
  await beginFeed(tx, id, making)
  return id
}

/** Returns a new id of a sandbox. The caller holds the catalogue's lock. */
export async function nextSandboxId(tx: Tx): Promise<number> {
  const number = Number((await findMeta(tx, 'twins_made')) ?? 0) + 1
  await writeMeta(tx, 'twins_made', String(number))
  return -number
}

/** Retires a sandbox: it is no longer found, and retention deletes it. */
export async function retireSandbox(tx: Tx, id: number, nowMs: number): Promise<void> {
  const { hotel } = tx.t
  await tx.db.update(hotel).set({ retiredAtMs: nowMs }).where(eq(hotel.id, id))
  invalidate(tx, hotelTopic(id))
}

/** Moves the webhooks of a sandbox to its successor. */
export async function moveWebhooks({ t, db }: Tx, id: number, nextId: number): Promise<void> {
  const { webhook } = t
  await db
    .update(webhook)
    .set({ hotelId: nextId })
    .where(and(eq(webhook.hotelId, id), isNull(webhook.deletedAtMs)))
}

/** Number of days, and of rates' days, in a sandbox. */
export async function countDays({ t, db }: Handle, id: number) {
  return {
    days: await db.$count(t.day, eq(t.day.hotelId, id)),
    rateDays: await db.$count(t.rateDay, eq(t.rateDay.hotelId, id)),
  }
}

async function copyCatalog({ t, db }: Tx, hotelId: number, id: number): Promise<void> {
  for (const table of [t.roomType, t.roomBoard, t.rate, t.extra, t.agreementText])
    await db
      .insert(table as SQLiteTable)
      .select(selectFor(db, table, id, {}).where(eq(table.hotelId, hotelId)) as never)
}

/** Columns of a day that depend on its hotel's own bookings and history, with their values in a sandbox. */
const RESET_COLUMNS = { live: '0', shortfall: '0', seenOrder: 'null', oversold: 'false' }

async function copyDays(
  { t, db }: Tx,
  { hotelId, id, today }: { hotelId: number; id: number; today: CalendarDate },
): Promise<void> {
  const { day, rateDay } = t
  const rooms = await db
    .select({ roomCode: t.roomType.roomCode })
    .from(t.roomType)
    .where(eq(t.roomType.hotelId, hotelId))
  const rates: { roomCode: string; rateCode: string }[] = []
  // One query for all would read every day of every rate in one statement.
  for await (const [room] of pacedChunks(rooms, 1)) {
    const ofRoom = db
      .selectDistinct({ roomCode: rateDay.roomCode, rateCode: rateDay.rateCode })
      .from(rateDay)
      .where(and(eq(rateDay.hotelId, hotelId), eq(rateDay.roomCode, room!.roomCode)))
    rates.push(...(await ofRoom))
  }
  const own = { lastSeq: 'null' }
  const ofDays = rooms.map(({ roomCode }) => () => {
    const isMatch = and(eq(day.hotelId, hotelId), eq(day.roomCode, roomCode), gte(day.date, today))
    const rows = selectFor(db, day, id, { ...own, ...RESET_COLUMNS }).where(isMatch)
    const limit = Math.floor(SANDBOX_DAYS_MAX / rooms.length)
    return db.insert(day).select(rows.orderBy(asc(day.date)).limit(limit) as never)
  })
  const ofRates = rates.map(({ roomCode, rateCode }) => () => {
    const isRate = and(eq(rateDay.roomCode, roomCode), eq(rateDay.rateCode, rateCode))
    const isMatch = and(eq(rateDay.hotelId, hotelId), isRate, gte(rateDay.date, today))
    const rows = selectFor(db, rateDay, id, own).where(isMatch)
    const limit = Math.floor(SANDBOX_DAYS_MAX / rates.length)
    return db.insert(rateDay).select(rows.orderBy(asc(rateDay.date)).limit(limit) as never)
  })
  for await (const [copy] of pacedChunks([...ofDays, ...ofRates], 1)) await copy!()
}

/** Rows of a table for a sandbox. @param own columns with the sandbox's own values, as SQL */
function selectFor(
  db: Tx['db'],
  table: SQLiteTable & { hotelId: unknown },
  id: number,
  own: Record<string, string>,
) {
  const columns: Record<string, unknown> = getColumns(table)
  const changed = Object.entries({ ...own, hotelId: String(id) }).map(
    ([name, value]): [string, SQL.Aliased] => [
      name,
      sql.raw(value).as((columns[name] as { name: string }).name),
    ],
  )
  return db.select({ ...columns, ...Object.fromEntries(changed) } as never).from(table)
}

/** Starts the feed of a sandbox after a number that no cursor of its predecessor has. */
async function beginFeed(tx: Tx, id: number, { nowMs, actor }: SandboxOrigin): Promise<void> {
  const { change } = tx.t
  const [row] = await tx.db
    .insert(change)
    .values({ hotelId: id, actorType: actor.type, actorId: actor.id, pushId: null, atMs: nowMs })
    .returning({ seq: change.seq })
  await writeMeta(tx, `feed_floor:${id}`, String(row!.seq))
}
