// The index of words by which bookings are found.

import { and, asc, eq, gt, inArray, lte, notExists, type SQL, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import { bookingWords } from '../../domain/bookings/booking-words.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { findMeta, writeMeta } from '../engine/meta.ts'
import { batch, pacedChunks } from '../engine/pace.ts'
import { insertOf } from '../engine/prepared.ts'
import type { BookingPlace } from './booking-filter.ts'

/** Bookings whose words are added to the index at once. */
export const INDEXED_AT_ONCE = 200
/**
 * How long after a booking an earlier id may still come: that of a transaction under way, which takes 30 s at most, with
 * an id that was reserved before it (`SPARE_MS_MAX`).
 */
export const MISSING_MS_MAX = 60_000
/** Ids that one transaction looks through for bookings that the index has missed, and what says that all were. */
const MENDED_AT_ONCE = 1_000
const DONE = 'done'
/** Words of one statement, whose text is kept. */
const WORDS_AT_ONCE = 100
const WORD_COLUMNS = ['hotelId', 'word', 'bookingId', 'agencyId', 'createdAtMs'] as const

/** The fields of a booking that its words are made from. */
type Source = BookingPlace & Pick<Booking, 'hotelId' | 'agencyId' | 'code' | 'groupCode' | 'guest'>

/** A row of the index of words. */
export type WordEntry = { [Name in (typeof WORD_COLUMNS)[number]]: unknown }

/** The columns of a booking's place and of its words. */
export function wordColumns({
  id,
  createdAtMs,
  code,
  groupCode,
  ...booking
}: Handle['t']['booking']) {
  const { firstName, lastName, email, phone, country } = booking
  return { id, createdAtMs, code, groupCode, guest: { firstName, lastName, email, phone, country } }
}

const insertRows = insertOf<(typeof WORD_COLUMNS)[number]>(
  ({ t }) => t.bookingWord,
  ({ t, db, dialect }, columns, fill) =>
    dialect.bulk.unlessThere(fill(db.insert(t.bookingWord, ...columns)) as never),
  { whole: WORDS_AT_ONCE },
)

/** Adds bookings to the index of words; words that it has already stay. */
const insertWords = (tx: Tx, bookings: readonly Source[]) => insertEntries(tx, entriesOf(bookings))

/** The entries of bookings in the index of words. */
export function entriesOf(bookings: readonly Source[]): WordEntry[] {
  return bookings.flatMap((booking) => {
    const { id: bookingId, hotelId, agencyId, createdAtMs } = booking
    return bookingWords(booking).map((word) => ({
      hotelId,
      word,
      bookingId,
      agencyId,
      createdAtMs,
    }))
  })
}

export async function insertEntries(tx: Tx, entries: readonly WordEntry[]): Promise<void> {
  for await (const part of pacedChunks(entries, WORDS_AT_ONCE))
    await insertRows(tx, WORD_COLUMNS, part)
}

/** Replaces the words of a booking whose guest has changed. `indexNext` adds those of a new booking. */
export async function updateWords(tx: Tx, from: Source, to: Source): Promise<void> {
  if (Bun.deepEquals(from.guest, to.guest)) return
  const { hotelId, word, bookingId } = tx.t.bookingWord
  const isFormer = inArray(word, bookingWords(from))
  await tx.db
    .delete(tx.t.bookingWord)
    .where(and(eq(hotelId, to.hotelId), isFormer, eq(bookingId, to.id)))
  await insertWords(tx, [to])
}

/**
 * Adds the oldest bookings that the index of words does not hold yet, and notes how far the index has come. Writing the
 * words together with each booking would make a booking a third slower. The index waits before an id that is missing
 * until none can come to it, and before a booking that another transaction holds.
 *
 * @returns whether there are more
 */
export async function indexNext(tx: Tx, nowMs: number): Promise<boolean> {
  const { id } = tx.t.booking
  const last = await findLastIndexed(tx)
  const { free: found, heldId } = await listSources(tx, gt(id, last))
  const isEarly = (row: Source, index: number) =>
    row.id > (found[index - 1]?.id ?? last) + 1 && row.createdAtMs > nowMs - MISSING_MS_MAX
  const early = found.findIndex(isEarly)
  const rows = early < 0 ? found : found.slice(0, early)
  if (rows.length === 0) return false
  await insertWords(tx, rows)
  await noteIndexed(tx, rows.at(-1)!.id)
  // A session that held a booking for a moment may have let it go.
  return rows.length === INDEXED_AT_ONCE || heldId !== undefined
}

/**
 * The first booking that could not be locked, or was committed meanwhile; undefined if there is none.
 *
 * @param free those that were locked
 * @param left all of them, read later
 */
export function findHeld(free: readonly { id: number }[], left: readonly { id: number }[]) {
  const ids = new Set(free.map(({ id }) => id))
  return left.find(({ id }) => !ids.has(id))?.id
}

/** Notes that the index of words holds all bookings up to one. */
export async function noteIndexed(tx: Tx, bookingId: number): Promise<void> {
  // An index that begins with this version has missed none.
  if ((await findLastIndexed(tx)) === 0) await writeMeta(tx, 'booking_words_whole', DONE)
  await writeMeta(tx, 'booking_words_through', String(bookingId))
}

/**
 * The next bookings that meet a condition, by id, up to the first that another transaction holds: that one may be
 * changing its guest, and waiting for it would keep all others waiting. A guest who is erased meanwhile would stay in the
 * index without the lock.
 */
async function listSources(
  tx: Tx,
  condition: SQL,
  limit = INDEXED_AT_ONCE,
): Promise<{ free: Source[]; heldId: number | undefined }> {
  const { booking } = tx.t
  const { id, hotelId, agencyId } = booking
  const query = tx.db
    .select({ ...wordColumns(booking), hotelId, agencyId })
    .from(booking)
    .where(condition)
    .orderBy(asc(id))
    .limit(limit)
  const ids = tx.db.select({ id }).from(booking).where(condition).orderBy(asc(id)).limit(limit)
  const [locked, left] = await batch(tx.dialect.lockFree(query, 'share').execute(), ids.execute())
  const heldId = findHeld(locked, left)
  return { free: heldId === undefined ? locked : locked.filter((row) => row.id < heldId), heldId }
}

/**
 * Adds bookings that the index has missed: until November 2026 it passed over one that was committed after a booking of
 * a higher id, or got an id that was reserved long before. It looks through some ids at a time, and once through all of
 * them.
 *
 * @returns whether there are more
 */
export async function mendNext(tx: Tx): Promise<boolean> {
  const { booking, bookingWord: word } = tx.t
  const { id, hotelId, code } = booking
  const mended = await findMeta(tx, 'booking_words_whole')
  if (mended === DONE) return false
  const from = Number(mended ?? 0)
  const through = await findLastIndexed(tx)
  const to = Math.min(from + MENDED_AT_ONCE, through)
  // The code of a booking is one of its words.
  const isIndexed = sql`(select 1 from ${word} where ${word.hotelId} = ${hotelId} and ${word.word} = lower(${code})
    and ${word.bookingId} = ${id})`
  const missed = and(gt(id, from), lte(id, to), notExists(isIndexed))!
  const { free, heldId } = await listSources(tx, missed, MENDED_AT_ONCE)
  await insertWords(tx, free)
  if (heldId !== undefined) {
    await writeMeta(tx, 'booking_words_whole', String(heldId - 1))
    return false
  }
  await writeMeta(tx, 'booking_words_whole', to < through ? String(to) : DONE)
  return to < through
}

/** True if the index was looked through for bookings that it had missed. */
export const isMended = async (handle: Handle): Promise<boolean> =>
  (await findMeta(handle, 'booking_words_whole')) === DONE

/** The newest booking that the index holds; 0 at first. */
export const findLastIndexed = async (handle: Handle) =>
  Number((await findMeta(handle, 'booking_words_through')) ?? 0)
