import {
  and,
  asc,
  type Column,
  eq,
  getColumnTable,
  gt,
  inArray,
  isNotNull,
  isNull,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { ATTEMPTS_MAX } from '../../domain/kernel/limits.ts'
import type { PhotoWidth } from '../../domain/photos/photo.ts'
import { hotelTopic } from '../catalog/catalog.ts'
import { readList } from '../engine/columns.ts'
import { type Handle, invalidate, type Tx } from '../engine/engine.ts'
import { deleteMeta } from '../engine/meta.ts'
import { PRUNE_ROWS_MAX } from '../engine/rows.ts'
import { deleteLogo } from '../photos/logos.ts'
import { deleteWidths } from '../photos/photos.ts'

// Retention of sandboxes: retires those without keys, and purges retired ones in batches.

/** Events deleted in one transaction, each with its deliveries to five endpoints and their attempts. */
const EVENTS_AT_ONCE = Math.floor(PRUNE_ROWS_MAX / (5 * (ATTEMPTS_MAX + 1)))
/** Changes whose history is deleted at once. */
const CHANGES_AT_ONCE = 100
/** Photos deleted at once; each has its bytes. */
const PHOTOS_AT_ONCE = 10

/**
 * Retires every sandbox whose hotel has had no valid test key since an instant, and deletes the keys' certification
 * proofs.
 */
export async function retireKeyless(tx: Tx, sinceMs: number, nowMs: number): Promise<void> {
  const { t, db } = tx
  const { hotel, apiKey } = t
  const key = db
    .select({ id: apiKey.id })
    .from(apiKey)
    .where(
      and(
        or(eq(apiKey.hotelId, hotel.sandboxOf), eq(apiKey.hotelId, hotel.id)),
        eq(apiKey.test, true),
        or(isNull(apiKey.revokedAtMs), gt(apiKey.revokedAtMs, sinceMs)),
        or(isNull(apiKey.expiresAtMs), gt(apiKey.expiresAtMs, sinceMs)),
      ),
    )
  const rows = await db
    .update(hotel)
    .set({ retiredAtMs: nowMs })
    .where(and(isNotNull(hotel.sandboxOf), isNull(hotel.retiredAtMs), notExists(key)))
    .returning({ id: hotel.id, sandboxOf: hotel.sandboxOf })
  for (const { id } of rows) invalidate(tx, hotelTopic(id))
  const keys = db
    .select({ id: apiKey.id })
    .from(apiKey)
    .where(
      and(
        eq(apiKey.test, true),
        inArray(
          apiKey.hotelId,
          rows.flatMap(({ sandboxOf }) => sandboxOf ?? []),
        ),
      ),
    )
  if (rows.length > 0) await db.delete(t.sandboxProof).where(inArray(t.sandboxProof.apiKeyId, keys))
}

/** Retired sandboxes. */
export async function listRetired({ t: { hotel }, db }: Handle): Promise<number[]> {
  const rows = await db
    .select({ id: hotel.id })
    .from(hotel)
    .where(and(isNotNull(hotel.sandboxOf), isNotNull(hotel.retiredAtMs)))
  return rows.map(({ id }) => id)
}

/**
 * Deletes a batch of a sandbox's rows in the order of their references, and the sandbox itself at the end.
 *
 * @returns true if rows are left
 */
export async function dropBatch(tx: Tx, id: number): Promise<boolean> {
  if ((await dropEvents(tx, id)) || (await dropChanges(tx, id))) return true
  if (await dropPhotos(tx, id)) return true
  const { t, db } = tx
  const { day, rateDay, allotment, agencyNight, agencyTerms, booking, push } = t
  const { webhook, sandboxFault, rate, extra, agreementText, roomBoard, roomType } = t
  const keys: [Column, ...Column[]][] = [
    [day.hotelId, day.roomCode, day.date],
    [rateDay.hotelId, rateDay.roomCode, rateDay.rateCode, rateDay.date],
    [allotment.hotelId, allotment.roomCode, allotment.date, allotment.agencyId],
    [agencyNight.hotelId, agencyNight.roomCode, agencyNight.date, agencyNight.agencyId],
    [agencyTerms.hotelId, agencyTerms.agencyId],
    [booking.id],
    [push.id],
    [webhook.id],
    [sandboxFault.id],
    [rate.hotelId, rate.rateCode],
    [extra.hotelId, extra.code],
    [agreementText.hotelId, agreementText.sha256],
    [roomBoard.hotelId, roomBoard.roomCode, roomBoard.position],
    [roomType.hotelId, roomType.roomCode],
  ]
  for (const key of keys) {
    const { hotelId } = getColumnTable(key[0]) as unknown as { hotelId: Column }
    if ((await deleteRows(tx, key, eq(hotelId, id))) > 0) return true
  }
  await deleteMeta(tx, `feed_floor:${id}`)
  const gone = await db
    .delete(t.hotel)
    .where(eq(t.hotel.id, id))
    .returning({ logoId: t.hotel.logoId })
  for (const { logoId } of gone) if (logoId !== null) await deleteLogo(tx, logoId)
  return false
}

async function dropEvents({ t, db }: Tx, id: number): Promise<boolean> {
  const { outbox, delivery, attempt } = t
  const events = await db
    .select({ seq: outbox.seq })
    .from(outbox)
    .where(eq(outbox.hotelId, id))
    .limit(EVENTS_AT_ONCE)
  const seqs = events.map(({ seq }) => seq)
  if (seqs.length === 0) return false
  const deliveries = db
    .select({ seq: delivery.seq })
    .from(delivery)
    .where(inArray(delivery.outboxSeq, seqs))
  await db.delete(attempt).where(inArray(attempt.deliverySeq, deliveries))
  await db.delete(delivery).where(inArray(delivery.outboxSeq, seqs))
  await db.delete(outbox).where(inArray(outbox.seq, seqs))
  return true
}

async function dropChanges(tx: Tx, id: number): Promise<boolean> {
  const { change, dayHistory: days, rateDayHistory: rates, bookingRevision } = tx.t
  const changes = await tx.db
    .select({ seq: change.seq })
    .from(change)
    .where(eq(change.hotelId, id))
    .orderBy(asc(change.seq))
    .limit(CHANGES_AT_ONCE)
  const seqs = changes.map(({ seq }) => seq)
  if (seqs.length === 0) return false
  const ofDays: [Column, ...Column[]] = [days.changeSeq, days.roomCode, days.date]
  if ((await deleteRows(tx, ofDays, inArray(days.changeSeq, seqs))) > 0) return true
  const ofRates: typeof ofDays = [rates.changeSeq, rates.roomCode, rates.rateCode, rates.date]
  if ((await deleteRows(tx, ofRates, inArray(rates.changeSeq, seqs))) > 0) return true
  await tx.db.delete(bookingRevision).where(inArray(bookingRevision.changeSeq, seqs))
  await tx.db.delete(change).where(inArray(change.seq, seqs))
  return true
}

async function dropPhotos(tx: Tx, id: number): Promise<boolean> {
  const { photo, photoBytes } = tx.t
  const { db } = tx
  const rows = await db
    .select({ id: photo.id, widths: photo.widths })
    .from(photo)
    .where(eq(photo.hotelId, id))
    .limit(PHOTOS_AT_ONCE)
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return false
  await deleteWidths(
    tx,
    rows.flatMap(({ widths }) => readList<PhotoWidth>(widths)),
  )
  await db.delete(photoBytes).where(inArray(photoBytes.photoId, ids))
  await db.delete(photo).where(inArray(photo.id, ids))
  return true
}

/** Deletes rows by a condition, up to the limit of one transaction. @returns the number deleted */
async function deleteRows({ db }: Tx, key: [Column, ...Column[]], where: SQL): Promise<number> {
  const table = getColumnTable<SQLiteTable>(key[0])
  const columns = Object.fromEntries(key.map((column) => [column.name, column]))
  const some = db.select(columns).from(table).where(where).limit(PRUNE_ROWS_MAX)
  const rows = await db
    .delete(table)
    .where(sql`(${sql.join([...key], sql`, `)}) in ${some}`)
    .returning({ key: key[0] })
  return rows.length
}
