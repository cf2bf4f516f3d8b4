// The index of words by which bookings are found.

import { and, asc, eq, gt, inArray, lte, notExists, type SQL, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import { bookingWords } from '../../domain/bookings/booking-words.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { findMeta, writeMeta } from '../engine/meta.ts'
import { chunks, pacedChunks, readSlices } from '../engine/pace.ts'
import { insertOf, preparedLists } from '../engine/prepared.ts'
import type { WordPart } from '../engine/word-part.ts'
import type { BookingPlace } from './booking-filter.ts'

/** Bookings whose words are added to the index at once. */
const INDEXED_AT_ONCE = 200
/**
 * Bookings of one plan, which a stop makes begin anew, and of one of its transactions, which others wait for. Twice as many
 * write a third less for each, but a push beside them waits 1.6 times as long.
 */
const PLANNED = { all: 20_000, part: 600 }
const PLANNED_SLICE = 2_000
/**
 * How long after a booking an earlier id may still come: that of a transaction under way, which takes 30 s at most, with
 * an id that was reserved before it (`SPARE_MS_MAX`).
 */
const MISSING_MS_MAX = 60_000
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
function entriesOf(bookings: readonly Source[]): WordEntry[] {
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

async function insertEntries(tx: Tx, entries: readonly WordEntry[]): Promise<void> {
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
 * until none can come to it.
 *
 * @returns whether there are more
 */
export async function indexNext(tx: Tx, nowMs: number): Promise<boolean> {
  const { id } = tx.t.booking
  const last = await findLastIndexed(tx)
  const found = await listSources(tx, gt(id, last))
  const isEarly = (row: Source, index: number) =>
    row.id > (found[index - 1]?.id ?? last) + 1 && row.createdAtMs > nowMs - MISSING_MS_MAX
  const early = found.findIndex(isEarly)
  const rows = early < 0 ? found : found.slice(0, early)
  if (rows.length === 0) return false
  await insertWords(tx, rows)
  await noteIndexed(tx, rows.at(-1)!.id)
  return rows.length === INDEXED_AT_ONCE
}

/**
 * Plans how many bookings at once come into the index of words, as after an upgrade: hotel by hotel, because the words
 * of a hotel lie together. In the order of their ids 200 bookings change a page of the index for each of their words,
 * and take 2.4 times the processor time; four times as many bytes are written.
 *
 * @returns parts, each for a transaction of `indexThese`; undefined if there are fewer bookings, or if one of a lower id may
 *   still come
 */
export async function planIndexing(
  handle: Handle,
  nowMs: number,
  size = PLANNED,
): Promise<WordPart[] | undefined> {
  const { id, hotelId, createdAtMs } = handle.t.booking
  const last = await findLastIndexed(handle)
  const read = (after: { id: number } | undefined, limit: number) =>
    handle.db
      .select({ id, hotelId, createdAtMs })
      .from(handle.t.booking)
      .where(gt(id, after?.id ?? last))
      .orderBy(asc(id))
      .limit(limit)
  const all: Awaited<ReturnType<typeof read>> = []
  for await (const slice of readSlices(read, Math.min(size.all, PLANNED_SLICE))) {
    if (slice.some((row) => row.createdAtMs > nowMs - MISSING_MS_MAX)) return undefined
    all.push(...slice)
    if (all.length >= size.all) break
  }
  if (all.length < size.all) return undefined
  const through = all.at(-1)!.id
  all.sort((a, b) => a.hotelId - b.hotelId || a.id - b.id)
  const parts: WordPart[] = [...chunks(all, size.part)].map((part) => ({
    ids: part.map((row) => row.id),
  }))
  parts.at(-1)!.through = through
  return parts
}

/**
 * Adds bookings to the index of words, all that are left of these. A part again adds nothing.
 *
 * @param entries theirs, if they were read since anything was last written
 */
export async function indexThese(
  tx: Tx,
  { ids, through }: WordPart,
  entries?: readonly WordEntry[],
): Promise<void> {
  await insertEntries(tx, entries ?? (await readEntries(tx, ids)))
  if (through !== undefined) await noteIndexed(tx, through)
}

/** The entries of bookings in the index of words, as they have to be, of all that are left of these. */
export async function readEntries(handle: Handle, ids: readonly number[]): Promise<WordEntry[]> {
  const entries: WordEntry[] = []
  for await (const some of pacedChunks(ids, INDEXED_AT_ONCE))
    entries.push(...entriesOf(await selectThese(handle, { ids: some })))
  return entries
}

const selectThese = preparedLists(['ids'], ({ t: { booking }, db, dialect }, { ids }) => {
  const { id, hotelId, agencyId } = booking
  const query = db
    .select({ ...wordColumns(booking), hotelId, agencyId })
    .from(booking)
    .where(inArray(id, ids))
  return dialect.lock(query, 'share').prepare()
})

/** Notes that the index of words holds all bookings up to one. */
async function noteIndexed(tx: Tx, bookingId: number): Promise<void> {
  // An index that begins with this version has missed none.
  if ((await findLastIndexed(tx)) === 0) await writeMeta(tx, 'booking_words_whole', DONE)
  await writeMeta(tx, 'booking_words_through', String(bookingId))
}

/** The next bookings that meet a condition, by id. A guest who is erased meanwhile would stay in the index without the lock. */
async function listSources(tx: Tx, condition: SQL): Promise<Source[]> {
  const { booking } = tx.t
  const { id, hotelId, agencyId } = booking
  const query = tx.db
    .select({ ...wordColumns(booking), hotelId, agencyId })
    .from(booking)
    .where(condition)
    .orderBy(asc(id))
    .limit(INDEXED_AT_ONCE)
  return await tx.dialect.lock(query, 'share')
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
  const { id, hotelId, agencyId, code } = booking
  const mended = await findMeta(tx, 'booking_words_whole')
  if (mended === DONE) return false
  const from = Number(mended ?? 0)
  const through = await findLastIndexed(tx)
  const to = Math.min(from + MENDED_AT_ONCE, through)
  // The code of a booking is one of its words.
  const isIndexed = sql`(select 1 from ${word} where ${word.hotelId} = ${hotelId} and ${word.word} = lower(${code})
    and ${word.bookingId} = ${id})`
  const query = tx.db
    .select({ ...wordColumns(booking), hotelId, agencyId })
    .from(booking)
    .where(and(gt(id, from), lte(id, to), notExists(isIndexed)))
  await insertWords(tx, await tx.dialect.lock(query, 'share'))
  await writeMeta(tx, 'booking_words_whole', to < through ? String(to) : DONE)
  return to < through
}

/** True if the index was looked through for bookings that it had missed. */
export const isMended = async (handle: Handle): Promise<boolean> =>
  (await findMeta(handle, 'booking_words_whole')) === DONE

/** The newest booking that the index holds; 0 at first. */
export const findLastIndexed = async (handle: Handle) =>
  Number((await findMeta(handle, 'booking_words_through')) ?? 0)
