import { expect, test } from 'bun:test'
import { and, eq, sql } from 'drizzle-orm'
import type { CalendarDate } from '../../src/domain/kernel/date.ts'
import { pushAvailability } from '../../src/service/days/push-availability.ts'
import { findSnapshot, reviseHotel } from '../../src/store/catalog/catalog.ts'
import { lockHotel } from '../../src/store/engine/locks.ts'
import type { Store } from '../../src/store/open.ts'
import { addDay, book, sell } from '../support/bookings.ts'
import { latest } from '../support/changes.ts'
import { daysOf, pull, push } from '../support/http.ts'
import { allHistory } from '../support/push-answers.ts'
import { startService, type TestService } from '../support/service.ts'
import { rowsOf } from '../support/sql.ts'

const FROM = '2027-04-01'
const DAYS = 540
const ROOMS = ['DBL', 'SGL', 'TPL', 'FAM'].map((roomCode) => ({
  ...{ roomCode, totalRooms: 10, basePriceCents: 9_000 },
}))
const CELLS = ROOMS.flatMap(({ roomCode }) =>
  Array.from({ length: DAYS }, (_, n) => ({ roomCode, date: addDay(FROM, n) })),
)

/** A push of a count for every day, so many that it is judged ahead, and what is done when it has been. */
async function pushAfter(
  { deps, store, alfa }: TestService,
  act: () => Promise<unknown>,
  { seenThrough }: { seenThrough?: string } = {},
) {
  const snapshot = (await findSnapshot(store, alfa.id))!
  const tx: Store['tx'] = async (body, options) => {
    // The first ones put its days beside the tables.
    if (options?.isLarge) await act()
    return await store.tx(body, options)
  }
  const { report } = await pushAvailability(
    { ...deps, store: { ...store, tx } },
    {
      ...snapshot,
      actor: { type: 'key', id: alfa.keyId },
      elements: CELLS.map((cell) => ({ ...cell, available: 10 })),
      ...(seenThrough && { seenThrough }),
      ...{ mode: 'partial', dryRun: false, onStale: 'correct', onJump: 'warn' },
    },
  )
  return report
}

const day = async ({ alfa }: TestService, date = FROM) =>
  daysOf(await pull(alfa, date), 'DBL')[0] as Record<string, unknown>

test('a large push sells no room again that was booked while it was judged (contract §1, contract-counts)', async () => {
  await using service = await startService({ rooms: ROOMS })
  await sell(service)
  const report = await pushAfter(service, async () => {
    expect((await book(service.call)).status).toBe(201)
  })

  // Both nights of the stay have one room less than the push says.
  expect(report).toMatchObject({ received: CELLS.length, applied: CELLS.length, corrected: 2 })
  for (const date of [FROM, addDay(FROM, 1)])
    expect(await day(service, date)).toMatchObject({ available: 9 })
  expect(await day(service, addDay(FROM, 2))).toMatchObject({ available: 10 })
})

test('a large push keeps what another one has set while it was judged, and follows it in the history (contract §2)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { alfa } = service
  await sell(service)
  await pushAfter(service, () =>
    push(alfa, [{ roomCode: 'DBL', date: FROM, available: 3, priceCents: 12_345, closed: true }]),
  )

  const after = { available: 10, priceCents: 12_345, closed: true }
  expect(await day(service)).toMatchObject(after)
  const [last, between] = await allHistory(alfa, 'DBL', FROM, 10)
  expect(last).toMatchObject({ before: between!.after, after })
  expect(between!.after).toMatchObject({ available: 3, priceCents: 12_345, closed: true })
})

test('a large push is capped by the rooms that its type has when it is written (contract-counts)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { store, alfa } = service
  const report = await pushAfter(service, () =>
    store.tx(async (tx) => {
      const { roomType } = tx.t
      await lockHotel(tx, alfa.id)
      const isRoom = and(eq(roomType.hotelId, alfa.id), eq(roomType.roomCode, 'DBL'))
      await tx.db.update(roomType).set({ totalRooms: 4 }).where(isRoom)
      await reviseHotel(tx, alfa.id)
    }),
  )

  expect(report.rejected).toBe(DAYS)
  expect(report.errors[0]).toMatchObject({ roomCode: 'DBL', code: 'above_capacity' })
})

test('a large push with a cursor does not undo what a count has seen while it was judged (contract-counts, *Order*)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { alfa } = service
  await sell(service)
  const before = await latest(alfa)
  expect((await book(service.call)).status).toBe(201)
  const after = await latest(alfa)
  // The count as it is stored: nothing but its cursor is written, and the feed does not hear of it.
  const same = [{ roomCode: 'DBL', date: FROM, available: 4, seenThrough: after }]
  const act = async () => expect((await push(alfa, same)).body).toMatchObject({ unchanged: 1 })
  const report = await pushAfter(service, act, { seenThrough: before })

  expect(report.stale).toBe(1)
  expect(await day(service)).toMatchObject({ available: 4 })
})

test('a large push whose days no longer wait beside the tables is written from their values (issue 35)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { store } = service
  await sell(service)
  const report = await pushAfter(service, () =>
    store.tx(async ({ db, dialect }) => {
      const clear = dialect.bulk.staging && sql`delete from temp.staged where place % 7 = 0`
      if (clear) await dialect.rows(db, clear)
    }),
  )

  expect(report).toMatchObject({ applied: CELLS.length, rejected: 0 })
  for (const n of [0, 1, 2, 3, 4, 5, 6, DAYS - 1])
    expect(await day(service, addDay(FROM, n))).toMatchObject({ available: 10 })
})

test('a large push records no change of a day that is not there (contract §2)', async () => {
  await using service = await startService({ rooms: ROOMS })
  const { store, alfa } = service
  await push(
    alfa,
    CELLS.slice(0, 400).map((cell) => ({ ...cell, available: 4, priceCents: 9_000 })),
  )
  const written = pushAfter(service, () =>
    store.tx(async ({ db, t: { day } }) => {
      await db
        .delete(day)
        .where(and(eq(day.hotelId, alfa.id), eq(day.date, addDay(FROM, 30) as CalendarDate)))
    }),
  )
  await written.catch(() => {})

  const [missing] = await rowsOf<{ days: number | string }>(
    store,
    sql`select count(*) as days from day_history where available = 10 and not exists (
      select 1 from day where day.hotel_id = day_history.hotel_id and day.room_code = day_history.room_code
        and day.date = day_history.date)`,
  )
  expect(Number(missing!.days)).toBe(0)
})

test('bookings beside large pushes leave no night with more rooms than there are (contract §1)', async () => {
  await using service = await startService({ connections: 12, rooms: ROOMS })
  const { alfa } = service
  await sell(service, { available: 10 })
  const stays = Array.from({ length: 24 }, (_, n) => ({
    ...{ checkin: addDay(FROM, n % 8), checkout: addDay(FROM, (n % 8) + 2) },
  }))
  let booked = 0
  const guests = async () => {
    for (const stay of stays) if ((await book(service.call, stay)).status === 201) booked++
  }
  const partner = async () => {
    for (let n = 0; n < 4; n++) {
      const updates = CELLS.map((cell) => ({ ...cell, available: 10, priceCents: 10_000 + n }))
      expect((await push(alfa, updates)).status).toBe(200)
    }
  }
  await Promise.all([guests(), partner()])

  const { t, db } = service.store
  const { date, available, live } = t.day
  const isAlfa = and(eq(t.day.hotelId, alfa.id), eq(t.day.roomCode, 'DBL'))
  const days = await db.select({ date, available, live }).from(t.day).where(isAlfa)
  expect(booked).toBe(stays.length)
  for (const each of days) expect(each.available + each.live).toBe(10)
  for (let n = 0; n < 10; n++) {
    const chain = (await allHistory(alfa, 'DBL', addDay(FROM, n), 100)).toReversed()
    for (const [at, entry] of chain.entries())
      expect(entry.before).toEqual(at === 0 ? null : chain[at - 1]!.after)
  }
})
