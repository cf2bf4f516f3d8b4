import { and, asc, type Column, eq, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Booking } from '../../domain/bookings/booking.ts'
import { bookingWords } from '../../domain/bookings/booking-words.ts'
import type { Handle, Tx } from '../engine/engine.ts'
import { findMeta, writeMeta } from '../engine/meta.ts'
import { chunks } from '../engine/pace.ts'
import type { BookingPlace } from './booking-filter.ts'

/** Bookings whose words one transaction adds to the index. */
const INDEXED_AT_ONCE = 100
/** Sorts after whatever a word may begin with, byte by byte. */
const LAST = '\u{10ffff}'

/** What of a booking its words are made of. */
type Worded = Pick<Booking, 'id' | 'hotelId' | 'agencyId' | 'code' | 'guest' | 'createdAtMs'>

/** Where a booking stands, and what it is found by. */
export function wordedColumns({ id, createdAtMs, code, ...booking }: Handle['t']['booking']) {
  const { firstName, lastName, email, phone, country } = booking
  return { id, createdAtMs, code, guest: { firstName, lastName, email, phone, country } }
}

/** Adds bookings to the index of words; those that are in it stay. */
async function insertWords({ t, db }: Tx, bookings: readonly Worded[]): Promise<void> {
  const rows = bookings.flatMap((booking) => {
    const { id: bookingId, hotelId, agencyId, createdAtMs } = booking
    const row = { hotelId, bookingId, agencyId, createdAtMs }
    return bookingWords(booking).map((word) => ({ ...row, word }))
  })
  for (const part of chunks(rows))
    await db
      .insert(t.bookingWord)
      .values([...part])
      .onConflictDoNothing()
}

/** Writes the words of a booking whose guest has changed over those it had; of a new one they come with the others. */
export async function updateWords(tx: Tx, from: Worded, to: Worded): Promise<void> {
  if (Bun.deepEquals(from.guest, to.guest)) return
  const { hotelId, word, bookingId } = tx.t.bookingWord
  const isFormer = inArray(word, bookingWords(from))
  await tx.db
    .delete(tx.t.bookingWord)
    .where(and(eq(hotelId, to.hotelId), isFormer, eq(bookingId, to.id)))
  await insertWords(tx, [to])
}

/**
 * Adds the oldest bookings that are not in the index of words to it, and notes how far it has come. It is not done as
 * they are made, which would make a booking a third dearer.
 *
 * @returns whether there are more
 */
export async function indexNext(tx: Tx): Promise<boolean> {
  const { booking } = tx.t
  const { id, hotelId, agencyId } = booking
  const rows = await tx.db
    .select({ ...wordedColumns(booking), hotelId, agencyId })
    .from(booking)
    .where(gt(id, await lastIndexed(tx)))
    .orderBy(asc(id))
    .limit(INDEXED_AT_ONCE)
  if (rows.length === 0) return false
  await insertWords(tx, rows)
  await writeMeta(tx, 'booking_words_through', String(rows.at(-1)!.id))
  return rows.length === INDEXED_AT_ONCE
}

/** The newest bookings, which are not in the index of words yet, by id ascending, after one of them. */
export async function listUnindexed(
  handle: Handle,
  { after, limit }: { after: BookingPlace | undefined; limit: number },
): Promise<BookingPlace[]> {
  const { id, createdAtMs } = handle.t.booking
  return await handle.db
    .select({ id, createdAtMs })
    .from(handle.t.booking)
    .where(gt(id, after?.id ?? (await lastIndexed(handle))))
    .orderBy(asc(id))
    .limit(limit)
}

const lastIndexed = async (handle: Handle) =>
  Number((await findMeta(handle, 'booking_words_through')) ?? 0)

/** A place in the index of words. */
export type WordPlace = BookingPlace & { word: string }

/** Whose bookings: a hotel's, an agency's, or everybody's. */
export type WordOwner = { hotelId?: number | undefined; agencyId?: number | null | undefined }

/** The condition that an index of bookings, or of their words, answers of whose they are. */
export function isOfOwner(
  indexed: Record<'hotelId' | 'agencyId', Column>,
  { hotelId, agencyId }: WordOwner,
): SQL | undefined {
  if (hotelId !== undefined) return eq(indexed.hotelId, hotelId)
  // Of a hotel's bookings those of an agency are few enough to be told apart when they are looked at.
  return agencyId == null ? undefined : eq(indexed.agencyId, agencyId)
}

/** Bookings of an owner with a word that begins so, in the order of the index, after one of its places. */
export async function listWord(
  { t, db }: Handle,
  owner: WordOwner,
  prefix: string,
  { after, limit }: { after: WordPlace | undefined; limit: number },
): Promise<WordPlace[]> {
  const { bookingWord } = t
  const { word, bookingId: id, createdAtMs } = bookingWord
  return await db
    .select({ word, id, createdAtMs })
    .from(bookingWord)
    .where(
      and(
        isOfOwner(bookingWord, owner),
        after ? sql`(${word}, ${id}) > (${after.word}, ${after.id})` : gte(word, prefix),
        lt(word, prefix + LAST),
      ),
    )
    .orderBy(asc(word), asc(id))
    .limit(limit)
}
