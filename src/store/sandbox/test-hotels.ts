import { asc, eq } from 'drizzle-orm'
import { sandboxSlug } from '../../domain/catalog/sandbox-hotel.ts'
import type { CalendarDate } from '../../domain/kernel/date.ts'
import { STD } from '../../domain/rates/rate.ts'
import { type TestHotel, testDays } from '../../domain/sandbox/test-hotels.ts'
import { vendorTopic } from '../accounts/vendors.ts'
import { invalidate, type Tx } from '../engine/engine.ts'
import { pacedChunks } from '../engine/pace.ts'
import { nextSandboxId } from './sandbox-hotels.ts'

// Hotels of vendors' test secrets: a template, which is never called, and its sandbox.

/** What hotels are made of: the first city and boards of the service. */
export type Ground = { cityId: number; boards: string[] }

/** Finds what test hotels are made of; undefined if the service has no city. */
export async function findGround({ t, db }: Tx): Promise<Ground | undefined> {
  const [city] = await db.select({ id: t.city.id }).from(t.city).orderBy(asc(t.city.id)).limit(1)
  const boards = await db
    .select({ code: t.board.code })
    .from(t.board)
    .orderBy(asc(t.board.position))
    .limit(2)
  return city && { cityId: city.id, boards: boards.map(({ code }) => code) }
}

/** Inserts the template of a test hotel, without days. The caller holds the catalogue's lock. @returns its id */
export async function insertTemplate(
  tx: Tx,
  { rooms, weekend: _, slug, ...hotel }: TestHotel,
  { cityId, boards }: Ground,
  nowMs: number,
): Promise<number> {
  const { t, db } = tx
  const id = await nextSandboxId(tx)
  const place = { stars: 4, address: '1 Test Street', lat: 0, lng: 0, cityId }
  const state = { active: false, restoreOnCancel: true, usesRates: true, createdAtMs: nowMs }
  await tx.dialect
    .withId(db.insert(t.hotel))
    .values({ ...hotel, ...place, ...state, id, slug: sandboxSlug(slug, id) })
  for (const [position, { sleeps, priceCents, ...room }] of rooms.entries()) {
    const party = { maxAdults: sleeps, maxChildren: sleeps - 1, maxOccupancy: sleeps }
    await db.insert(t.roomType).values({
      ...{ hotelId: id, description: '', active: true, position, basePriceCents: priceCents },
      ...room,
      ...party,
    })
    for (const [at, boardCode] of boards.entries())
      await db.insert(t.roomBoard).values({
        ...{ hotelId: id, roomCode: room.roomCode, position: at, boardCode },
        supplementCents: at * Math.round(priceCents / 10),
      })
  }
  return id
}

/** Inserts the days and restrictions of a test hotel, which are always of the year to come. */
export async function insertTestDays(
  { t, db }: Tx,
  hotelId: number,
  hotel: TestHotel,
  today: CalendarDate,
): Promise<void> {
  for await (const days of pacedChunks(testDays(hotel, today), 100)) {
    await db.insert(t.day).values(days.map(({ isWeekend, ...day }) => ({ hotelId, ...day })))
    const weekend = days.filter(({ isWeekend }) => isWeekend)
    if (weekend.length === 0) continue
    await db.insert(t.rateDay).values(
      weekend.map(({ roomCode, date }) => ({
        ...{ hotelId, roomCode, rateCode: STD, date, closed: false },
        ...hotel.weekend,
      })),
    )
  }
}

/** Moves the connections of a sandbox to its successor. */
export async function moveConnections(tx: Tx, id: number, nextId: number): Promise<void> {
  const { apiKey } = tx.t
  const rows = await tx.db
    .update(apiKey)
    .set({ hotelId: nextId })
    .where(eq(apiKey.hotelId, id))
    .returning({ vendorId: apiKey.vendorId })
  for (const { vendorId } of rows) invalidate(tx, vendorTopic({ id: vendorId! }))
}
